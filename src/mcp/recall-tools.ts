/** The tool that finds what is known. */
import * as z from "zod";
import { CATEGORIES, ENTRY_TYPES } from "../entry/entry-schema.js";
import type { Recalled } from "../recall/recall.js";
import { recalledSchema } from "../recall/recall-schemas.js";
import { recallText } from "../recall/recall-text.js";
import { PLAIN } from "../text/paint.js";
import { READS, type Tool, tool } from "./tool.js";

const recallInput = z.strictObject({
  query: z.string().trim().min(1).max(2_000).describe("what to look for, in your own words: one subject"),
  limit: z.int().min(1).max(50).default(10).describe("at most so many answers"),
  type: z.enum(ENTRY_TYPES).optional().describe("only entries of this type"),
  category: z.enum(CATEGORIES).optional().describe("only memories of this category"),
  mode: z
    .enum(["hybrid", "keyword", "semantic"])
    .optional()
    .describe("by words and meaning (unless the workspace says otherwise), by words alone, or by meaning alone"),
});

export const RECALL_TOOLS: readonly Tool[] = [
  tool<z.infer<typeof recallInput>, Recalled>({
    name: "recall_memories",
    title: "Recall memories and learnings",
    description:
      'Find what is known about a subject: memories, corrections, insights and outcomes, best first. Call it at the start of a task, before a decision, and whenever a name, tool or preference comes up. Each answer has its id, its text, how far it is trusted (tier, source, origin), where it stands (file, line), its status and how it turned out. The whole says how it was searched (mode, index, model) and how many matches wait for review (withheld): an empty answer with index "fresh" means that nothing is known.',
    profile: "memory",
    input: recallInput,
    output: recalledSchema,
    annotations: READS,
    async act(ctx, { query, limit, type, category, mode }) {
      const { recall } = await import("../recall/recall.js");
      return await recall(ctx, {
        query,
        limit,
        ...(type === undefined ? {} : { type }),
        ...(category === undefined ? {} : { category }),
        ...(mode === undefined ? {} : { mode }),
      });
    },
    async text(recalled) {
      if (recalled.results.length > 0) return await recallText(recalled, PLAIN);
      return await recallText(recalled, { ...PLAIN, terminal: true });
    },
  }),
];
