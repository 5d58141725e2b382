import { fields } from "../capture/entry-fields.input.js";
import type { Call } from "../command/call.js";
import { command } from "../command/command.js";
import { contact } from "../command/contact-flag.js";
import { argument } from "../command/input.js";
import { ADDS, tool } from "../command/tool.js";
import { defined } from "../text/defined.js";

const draftTool = tool({
  name: "draft",
  title: "Keep an edit as an example",
  place: 6,
  full: true,
  description:
    "Keep what you wrote beside what a person made of it. Call it when a person changed or rejected a text of yours before it was sent; never for your own second thoughts. It comes back in context with a query like the request. Nothing changed is an error; the same edit again is counted.",
  hints: ADDS,
  entry: "edit",
  keys: ["context", "original", "final", "why", "kind", "source", "origin", "contact"],
});

/** A file or stdin where one is named; else the flags, and at a terminal what they leave open is asked for. */
async function draftFields(call: Call, input: string | undefined, stated: Record<string, unknown>) {
  if (input !== undefined) return { text: await call.readFile(input, "a file as the argument"), stated };
  if (call.asker === undefined) return { stated };
  const { askMissing } = await import("../capture/ask-missing.terminal.js");
  return { stated: await askMissing(call.asker, "edit", stated) };
}

export const draft = command({
  name: "draft",
  group: "layers",
  place: 1,
  summary: "keep what an agent wrote and what a person made of it, as an example",
  examples: {
    "tenet draft - < edit.yaml": "one edit or a list: context, original, final, why, kind, contact",
    'tenet draft --context "asks for a Sunday" --original "We are closed." \\\n  --final "Monday 9:00 is free." --contact jane':
      "for one contact: shown only when jane is named",
    'tenet draft --context "asks for a discount" --original "Sure, half off." --why "never promise prices"':
      "without a final text: it was rejected outright",
  },
  input: {
    input: argument("[input]", "- for stdin, or a file: one edit or a list, YAML or JSON"),
    ...fields("edit", "context", "original", "final", "why", "kind"),
    contact: contact("whom it is about: shown only where they are named"),
  },
  output: async () => (await import("../capture/capture-schemas.js")).addedSchema,
  tools: [draftTool],
  captures: true,
  async run(call, { input, ...stated }) {
    const draftInput = await draftFields(call, input, defined(stated));
    const { draft } = await import("./draft.js");
    return await draft(await call.context(), draftInput);
  },
  view: async (data) => (await import("../capture/capture-outline.js")).addedOutline(data),
});
