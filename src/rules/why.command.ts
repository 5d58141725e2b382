import { command } from "../command/command.js";
import { callAbout, contact } from "../command/contact-flag.js";
import { argument } from "../command/input.js";

export const why = command({
  name: "why",
  group: "you",
  place: 8,
  summary: "show why agents read a line, or do not read what was learned",
  examples: {
    "tenet why SOUL.md:12": "the rule on that line",
    "tenet why k7q2x": "an entry: what speaks for it, and what is missing",
    "tenet why SOUL.md": "every rule of a file, each with its reason",
  },
  input: {
    what: argument("<what>", "an id, a line of a file (SOUL.md:12), or a file that holds rules"),
    contact: contact(),
  },
  output: async () => (await import("./text/why-schemas.js")).whySchema,
  async run(from, { what, contact: about }) {
    const call = callAbout(from, { contact: about });
    return (await import("./why.js")).why(await call.context(), what, call.path("."));
  },
  view: async (data) => (await import("./text/why-outline.js")).whyOutline(data),
});
