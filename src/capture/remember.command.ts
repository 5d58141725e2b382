import type { Call } from "../command/call.js";
import { command } from "../command/command.js";
import { ABOUT_CONTACT, contact } from "../command/contact-flag.js";
import { argument, flag, text } from "../command/input.js";
import { defined } from "../text/defined.js";
import { fields } from "./entry-fields.input.js";
import { saveMemory } from "./save-memory.tool.js";

/** What was corrected is a correction, whatever it is saved as; what only a fact has is left out. */
function corrected(call: Call, { content, category: _, basis: __, ...memory }: Record<string, unknown>) {
  const { group, key, confidence, valid_from, valid_to, sensitivity, pin, ...fields } = memory;
  const factsAlone = Object.keys(defined({ group, key, confidence, valid_from, valid_to, sensitivity, pin }));
  if (factsAlone.length > 0) call.warn(`A correction has no ${factsAlone.join(" and no ")}: left out.`);
  return { ...fields, corrected_to: content };
}

export const remember = command({
  name: "remember",
  group: "you",
  place: 5,
  summary: "keep one fact: a preference, a convention, how things are here",
  examples: {
    'tenet remember "Indent Go with tabs" --category convention': "for this project",
    'tenet remember "Answer in short sentences" --category preference --scope user': "about you, in every workspace",
    'tenet remember "The staging limit is 60 requests a minute" --key staging.limit':
      "of two facts with one key the newer counts",
    'tenet remember "Jane lives in Berlin" --contact jane --key home':
      "about a contact: shown only where they are named",
  },
  input: {
    ...fields("memory", "category", "key"),
    content: argument("[content]", "one fact; - for stdin"),
    contact: contact(ABOUT_CONTACT),
    private: flag("with --contact: shown only by recall with --private"),
    group: text("<name>", "the file it goes into, in memory/facts; its category's unless named"),
    pin: flag("show it at the start of every session (people only)"),
  },
  output: async () => (await import("./capture-schemas.js")).capturedSchema,
  tools: [saveMemory],
  captures: true,
  async run(call, { content: words, contact, group, private: isPrivate, pin, ...stated }) {
    const content = words === "-" ? (await call.readInput("an argument")).trim() : words;
    const sensitivity = isPrivate === true ? "private" : undefined;
    const memory = defined({ ...stated, content, group, sensitivity });
    const { captureFrom, pinFrom } = await import("./capture.terminal.js");
    if (stated.category === "correction")
      return await captureFrom(call, "correction", corrected(call, { ...memory, pin }), { contact });
    if (pin === true) return await pinFrom(call, memory, { contact });
    return await captureFrom(call, "memory", memory, { contact });
  },
  view: async (data) => (await import("./capture-outline.js")).capturedOutline(data),
});
