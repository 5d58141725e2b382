/** What the schemas of tools' arguments are made of. Fields of entries come from their schema. */
import * as z from "zod";
import type { ToolKit } from "../command/tool.js";
import { SCHEMA_OF } from "../entry/entry-schema.js";
import { useSchema } from "../entry/field-schemas.js";

const ref = z
  .string()
  .regex(/^[A-Za-z0-9][\w.-]{0,63}$/, "not an id or its tail, like MEM-20260215-K7Q2X or k7q2x")
  .describe("an id, or its last five characters");

const refs = z.array(ref).max(50);

const said = {
  source: z.string().min(1).max(200).optional().describe("who said so, by name; left out: you"),
  origin: z.string().min(1).max(2_000).optional().describe("url, file or tool"),
};

const someRefs = z.union([ref, refs]).optional();

const draftOf: ToolKit["draftOf"] = (type) =>
  z.looseObject({
    type: z.literal(type).optional(),
    ...said,
    linked: someRefs,
    supersedes: someRefs,
    related_to: someRefs,
    derived_from: someRefs,
    references: someRefs,
  });

const fieldsOf = (type: keyof typeof SCHEMA_OF, says: Readonly<Record<string, string>>) => {
  const shape: Readonly<Record<string, z.ZodType>> = SCHEMA_OF[type].shape;
  return Object.fromEntries(
    Object.entries(says).map(([field, words]) => [field, (shape[field] as z.ZodType).describe(words)]),
  );
};

export const TOOL_KIT: ToolKit = {
  z,
  ref,
  refs,
  said,
  use: useSchema.shape,
  fieldsOf: fieldsOf as ToolKit["fieldsOf"],
  draftOf,
};
