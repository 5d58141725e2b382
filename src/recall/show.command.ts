import { command } from "../command/command.js";
import { callAbout, contact } from "../command/contact-flag.js";
import { argument } from "../command/input.js";

export const show = command({
  name: "show",
  group: "look",
  place: 1,
  summary: "show one entry: its links both ways, its history, how it turned out",
  examples: {
    "tenet show k7q2x": "by its tail, in any case",
    "tenet show COR-20260215-K7Q2X --json": "by its id, for a program",
  },
  input: { id: argument("<id>", "an id, its tail, the beginning of either, or an alias"), contact: contact() },
  call: () => ({ tool: "recall_memories", args: { query: "<words of it>" } }),
  output: async () => (await import("./recall-schemas.js")).shownSchema,
  async run(from, { id, contact: about }) {
    const call = callAbout(from, { contact: about });
    return (await import("./show.js")).show(await call.context(), id);
  },
  view: async (data) => (await import("./show-outline.js")).showOutline(data),
});
