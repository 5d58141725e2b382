/** What the tools that record have in common. */
import type * as z from "zod";
import { ADDS, type AnyTool, type ToolDeclaration, type ToolKit, tool } from "../command/tool.js";
import type { EntryType } from "../entry/entry.js";
import { SCOPES } from "../entry/words.js";
import type { Worded } from "../steps.js";
import type { Captured } from "./capture-schemas.js";

/** The answer of every tool that records. */
export const RECORDS = {
  hints: ADDS,
  text: async (captured: Worded<Captured>) => (await import("./capture-outline.js")).capturedOutline(captured),
} as const;

/** Part of the description of every tool that records. */
export const ANSWER = "If something is missing, it asks and writes nothing.";
/** Part of the description where a person looks at it first. */
export const WAITS = "It is used once a person has looked at it.";

type Words = Pick<ToolDeclaration<z.ZodObject, object>, "name" | "title" | "description" | "place" | "full">;

/** A recording tool. An incomplete draft is refused by the operation, with the questions and a stub to fill in. */
export function recording(
  type: Exclude<EntryType, "question">,
  words: Words,
  input: (kit: ToolKit) => z.ZodObject,
): AnyTool {
  return tool({
    ...words,
    ...RECORDS,
    input,
    checked: ({ draftOf }) => draftOf(type),
    async act(ctx, fields) {
      const { record } = await import("./record.js");
      return await record(ctx, { ...fields, type });
    },
  });
}

/** Arguments of corrections and insights alike. */
export const RISK = {
  at_risk: 'what goes wrong if it is forgotten; "none" if nothing',
  stakes: "how bad that would be",
} as const;

/** Where it holds, who said so, and what it is to known entries. */
export const tied = ({ z, refs, said }: ToolKit) => ({
  scope: z
    .enum(SCOPES)
    .optional()
    .describe("project (default); user: the person served; conversation: this session; global: people"),
  ...said,
  linked: refs.optional().describe("related ids"),
  same: refs.optional().describe("ids it says again, or takes further"),
  replaces: refs.optional().describe("ids it holds instead of"),
  exception_to: refs.optional().describe("ids it is an exception to"),
  unrelated: refs.optional().describe("ids it has nothing to do with"),
});
