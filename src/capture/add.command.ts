import type { Call } from "../command/call.js";
import { command } from "../command/command.js";
import { argument, flag } from "../command/input.js";
import { EXIT, wrongUsage } from "../errors.js";

function textFrom(call: Call, input: string | undefined): Promise<string> {
  if (input === undefined) {
    throw wrongUsage(
      "nothing to add was named",
      "`tenet add -` reads stdin, `tenet add FILE` a file: one entry or a list, YAML or JSON.",
    );
  }
  return call.readFile(input, "tenet add FILE");
}

export const add = command({
  name: "add",
  group: "capture",
  place: 1,
  summary: "record entries from YAML or JSON: the form for agents, safe from the shell",
  examples: {
    "tenet add - <<'EOF'\ntype: insight\ninsight: Retries hide the flaky test\nevidence: 3 of 5 green runs were retries\nstakes: medium\nat_risk: a broken build ships\nEOF":
      "one entry from stdin; back-ticks and $ stay text",
    "tenet add entries.json --keep-going": "a list from a file; what is refused is reported",
    "tenet add notes.md": "the records in a Markdown file, in fences or bare",
  },
  input: {
    input: argument("[input]", "- for stdin, or a file"),
    keepGoing: flag("store what can be stored, instead of all or nothing"),
  },
  output: async () => (await import("./capture-schemas.js")).addedSchema,
  async run(call, { input, keepGoing }) {
    const stated = await textFrom(call, input);
    const { add } = await import("./add.js");
    return await add(await call.context(), { text: stated, keepGoing: keepGoing === true });
  },
  view: async (data) => (await import("./capture-outline.js")).addedOutline(data),
  exit: ({ results }) => (results.every(({ ok }) => ok) ? EXIT.done : EXIT.failed),
});
