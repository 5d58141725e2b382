import * as z from "zod";
import { wrongUsage } from "../errors.js";
import { command } from "./command.js";
import { argument } from "./input.js";

const SHELLS = ["bash", "zsh", "fish"] as const;

export const completion = command({
  name: "completion",
  group: "hosts",
  place: 4,
  hidden: true,
  summary: "print the completion script of a shell",
  examples: {
    "tenet completion bash >> ~/.bashrc": "bash",
    ['tenet completion zsh > "$' + '{fpath[1]}/_tenet"']: "zsh",
    "tenet completion fish > ~/.config/fish/completions/tenet.fish": "fish",
  },
  input: {
    shell: argument("[shell]", "bash, zsh or fish", SHELLS),
    words: argument("[words...]", "behind --: what was typed, for the script"),
  },
  output: async () => [
    z.strictObject({ shell: z.string(), script: z.string() }),
    z.strictObject({ offered: z.array(z.strictObject({ name: z.string(), text: z.string() })) }),
  ],
  async run(call, { shell, words }) {
    const { completionsOf, SCRIPTS } = await import("./completions.js");
    if (words.length > 0) return { offered: await completionsOf(call, words) };
    const name = SHELLS.find((one) => one === shell);
    if (name === undefined) throw wrongUsage("which shell is not said", `There is one for ${SHELLS.join(", ")}.`);
    return { shell: name, script: SCRIPTS[name] };
  },
  view: (data) => data.script ?? (data.offered ?? []).map(({ name, text: says }) => `${name}\t${says}\n`).join(""),
  exact: ({ words }) => words.length === 0,
});
