import { command } from "../command/command.js";
import { ABOUT_CONTACT, contact } from "../command/contact-flag.js";
import { fields } from "../command/entry-fields.js";
import { argument, flag, text } from "../command/input.js";
import { tool } from "../command/tool.js";
import { BASES, SENSITIVITIES, STATED_CATEGORIES } from "../entry/words.js";
import { defined } from "../text/defined.js";
import { RECORDS } from "./recording.tool.js";
import { saveMemory } from "./save-memory.tool.js";

const rememberContact = tool({
  name: "remember_contact",
  title: "Save a fact about a contact",
  place: 12,
  full: true,
  description:
    "Save one fact about a contact: what they prefer, where they are, what was agreed. It is shown only where that contact is named. A newer fact of the same key ends the older one; without a key a near one is asked about. The answer says what was decided.",
  ...RECORDS,
  input({ z, refs, fieldsOf }) {
    const day = z.string().min(10).max(40);
    return z.strictObject({
      contact: z.string().min(1).max(64).describe("the id of the contact, like jane or acme-support"),
      ...fieldsOf("memory", { content: "one fact about them, in one sentence that a stranger understands" }),
      category: z.enum(STATED_CATEGORIES).describe("what kind of fact it is"),
      source: z
        .enum(BASES)
        .default("explicit")
        .describe("explicit (default): they said it; inferred: you concluded it"),
      ...fieldsOf("memory", { key: "what it is about, like home: a newer one ends the older" }),
      valid_from: day.optional().describe("from when it holds; now"),
      valid_to: day.optional().describe("from when it no longer holds"),
      sensitivity: z.enum(SENSITIVITIES).optional().describe("private: no tool shows it"),
      supersedes: refs.optional().describe("facts about them that end with it"),
    });
  },
  async act(ctx, { contact: id, ...fact }) {
    const [{ withContact }, { remember }] = await Promise.all([
      import("../store/contacts/contact.js"),
      import("./record.js"),
    ]);
    return await remember(await withContact(ctx, id), fact);
  },
});

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
  tools: [saveMemory, rememberContact],
  captures: true,
  async run(call, { content: words, contact, group, private: isPrivate, pin, ...stated }) {
    const content = words === "-" ? (await call.readInput("an argument")).trim() : words;
    const sensitivity = isPrivate === true ? "private" : undefined;
    const memory = defined({ ...stated, content, group, sensitivity });
    const { captureFrom, pinFrom } = await import("./capture.terminal.js");
    if (pin === true) return await pinFrom(call, memory, { contact });
    return await captureFrom(call, "memory", memory, { contact });
  },
  view: async (data) => (await import("./capture-outline.js")).capturedOutline(data),
});
