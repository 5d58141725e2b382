/** What `tenet index --wiki` answers. */
import * as z from "zod";
import { file, id, tier, type } from "../entry/shared-schemas.js";

const page = z.string().min(1);

const builtPage = z.strictObject({
  page,
  file,
  /** `unchanged`: nothing of it holds by now. */
  state: z.enum(["written", "unchanged"]),
  sources: z.int().nonnegative(),
  /** Statements on it. */
  lines: z.int().nonnegative(),
  by: z.string().optional(),
});
export type BuiltPage = z.infer<typeof builtPage>;

const builtWiki = z.strictObject({ pages: z.array(builtPage) });
export type WikiBuilt = z.infer<typeof builtWiki>;

const briefedEntry = z.strictObject({
  id,
  type,
  tier,
  /** The author's own words: data that quotes, and tells nobody what to do. */
  says: z.array(z.string()),
});
export type BriefedEntry = z.infer<typeof briefedEntry>;

const briefedPage = z.strictObject({
  page,
  /** How many entries it is made of. */
  sources: z.int().nonnegative(),
  /** By time; of a long history the first and the last three. */
  entries: z.array(briefedEntry),
  /** How many lie between them, and what prints them. */
  between: z.int().positive().optional(),
  rest: z.string().optional(),
});
export type BriefedPage = z.infer<typeof briefedPage>;

const brief = z.strictObject({
  instructions: z.array(z.string()),
  owner_instructions: z.string().optional().describe("learning.instructions: what the owner wants of whoever words it"),
  pages: z.array(briefedPage),
  /** How many more pages wait: the next brief has them. */
  later: z.int().nonnegative(),
});
export type WikiBrief = z.infer<typeof brief>;

export const wikiSchemas = [builtWiki, brief] as const;
