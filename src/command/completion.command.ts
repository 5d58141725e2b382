import { wrongUsage } from "../errors.js";
import type { Call } from "./call.js";
import { command } from "./command.js";
import { argument, hidden, text } from "./input.js";

type Completions = { shell: string; script: string } | { entries: { name: string; text: string }[] };

async function scriptFor(call: Call, shell: string | undefined): Promise<Completions> {
  const [{ completionScript, SHELLS }, { completionModel }] = await Promise.all([
    import("./completion-scripts.js"),
    import("./completion-model.js"),
  ]);
  const name = SHELLS.find((one) => one === shell);
  if (name === undefined) {
    const message = shell === undefined ? "which shell is not said" : `no completion for ${JSON.stringify(shell)}`;
    throw wrongUsage(message, `There is one for ${SHELLS.join(", ")}.`);
  }
  const declared = await Promise.all(call.commands.map(({ load }) => load()));
  return { shell: name, script: completionScript(name, completionModel(declared)) };
}

/** A key was pressed in a shell: outside a workspace, or where it cannot be read, there is nothing to offer. */
async function entriesFor(call: Call, beginning: string): Promise<Completions> {
  const { entryNames } = await import("../recall/entry-names.js");
  const names = await call.examined().then(
    (ctx) => entryNames(ctx, beginning),
    () => [],
  );
  return { entries: names.map(({ name, text: says }) => ({ name, text: says })) };
}

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
    shell: argument("[shell]", "bash, zsh or fish", ["bash", "zsh", "fish"]),
    entries: hidden(text("<beginning>", "the names of entries that begin so, each with what it says")),
  },
  async output() {
    const [z, { SHELLS }] = await Promise.all([import("zod"), import("./completion-scripts.js")]);
    return z.union([
      z.strictObject({ shell: z.enum(SHELLS), script: z.string() }),
      z.strictObject({ entries: z.array(z.strictObject({ name: z.string(), text: z.string() })) }),
    ]);
  },
  run: (call, { shell, entries }) => (entries === undefined ? scriptFor(call, shell) : entriesFor(call, entries)),
  view: (data) =>
    "script" in data ? data.script : data.entries.map(({ name, text: says }) => `${name}\t${says}\n`).join(""),
  exact: ({ entries }) => entries === undefined,
});
