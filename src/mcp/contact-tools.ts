/** The tools for facts about a contact, of the profile `full`: nothing that is about one is in any other tool. */

import * as z from "zod";
import type { Captured } from "../capture/capture-schemas.js";
import { capturedSchema } from "../capture/capture-schemas.js";
import { capturedText } from "../capture/capture-text.js";
import { BASES, SENSITIVITIES, STATED_CATEGORIES } from "../entry/entry-schema.js";
import { memoriesText } from "../recall/entries-text.js";
import { type ListedMemories, listedMemoriesSchema } from "../recall/recall-schemas.js";
import { defined } from "../text/defined.js";
import { PLAIN } from "../text/paint.js";
import { ADDS, fieldsOf, READS, refs, type Tool, tool } from "./tool.js";

const contact = z.string().min(1).max(64).describe("the id of the contact, like jane or acme-support");
const day = z.string().min(10).max(40);

const recallInput = z.strictObject({
  contact,
  as_of: day.optional().describe("what held then: a day or an instant with its zone"),
  category: z.enum(STATED_CATEGORIES).optional().describe("only these"),
  limit: z.int().min(1).max(200).optional().describe("1 to 200; 20"),
});

const rememberInput = z.strictObject({
  contact,
  ...fieldsOf("memory", { content: "one fact about them, in one sentence that a stranger understands" }),
  category: z.enum(STATED_CATEGORIES).describe("what kind of fact it is"),
  source: z.enum(BASES).default("explicit").describe("explicit (default): they said it; inferred: you concluded it"),
  ...fieldsOf("memory", { key: "what it is about, like home: a newer one ends the older" }),
  valid_from: day.optional().describe("from when it holds; now"),
  valid_to: day.optional().describe("from when it no longer holds"),
  sensitivity: z.enum(SENSITIVITIES).optional().describe("private: no tool shows it"),
  supersedes: refs.optional().describe("facts about them that end with it"),
});

export const CONTACT_TOOLS: readonly Tool[] = [
  tool<z.infer<typeof recallInput>, ListedMemories>({
    name: "recall_contact",
    title: "What is known of a contact",
    description:
      "List what is known of one contact and holds now, the freshest first. Call it when you write to them or speak of them: nothing about a contact is in any other answer. What contradicts another fact says so. With as_of it answers what held then.",
    profile: "full",
    input: recallInput,
    output: listedMemoriesSchema,
    annotations: READS,
    async act(ctx, { contact: id, as_of: asOf, category, limit }) {
      const { withContact } = await import("../contacts/contact.js");
      const { memories } = await import("../recall/memories.js");
      return await memories(withContact(ctx, id), defined({ asOf, category, limit }));
    },
    async text(listed) {
      return listed.total === 0 ? "Nothing is known of this contact.\n" : await memoriesText(listed, PLAIN);
    },
  }),
  tool<z.infer<typeof rememberInput>, Captured>({
    name: "remember_contact",
    title: "Save a fact about a contact",
    description:
      "Save one fact about a contact: what they prefer, where they are, what was agreed. It is shown only where that contact is named. A newer fact of the same key ends the older one; without a key one that differs is contested. The answer says what was decided.",
    profile: "full",
    input: rememberInput,
    output: capturedSchema,
    annotations: ADDS,
    async act(ctx, { contact: id, ...fact }) {
      const { withContact } = await import("../contacts/contact.js");
      const { remember } = await import("../capture/record.js");
      return await remember(withContact(ctx, id), fact);
    },
    text: (captured) => capturedText(captured, PLAIN),
  }),
];
