/** Schemas of the answers of `tenet versions` and its parts. Used by every door. */
import * as z from "zod";
import { file, finding, id, instant, tier } from "../../entry/shared-schemas.js";
import type { Immutable } from "../../text/immutable.js";
import { operationSchema, ruleSchema, versionSchema } from "../versions/version-schema.js";
import { commitId } from "./git-commit-schema.js";

const versionId = z.string().describe("a version, such as 0007-K7Q2X");
const number = z.int().positive();
const count = z.int().nonnegative();
const operations = z.array(operationSchema);
const fallen = z.array(z.strictObject({ op: operationSchema, because: z.string() }));
const diff = z.string().describe("as git shows it; empty when nothing in the files changes");

const listedVersion = z.strictObject({
  version: number,
  id: versionId,
  status: versionSchema.shape.status,
  previous: versionId.nullable(),
  created: instant,
  proposed_by: versionSchema.shape.proposed_by,
  change_summary: z.string(),
  decided: versionSchema.shape.decided,
  /** Its base is no longer in force: approving it rebuilds it on the current version. */
  stale: z.literal(true).optional(),
  not_merged: z.literal(true).optional().describe("rules that it brought have no effect before people merge them"),
  rules: count,
  operations: count,
  file,
});
export type ListedVersion = Immutable<z.infer<typeof listedVersion>>;

export const versionsSchema = z.strictObject({ versions: z.array(listedVersion), findings: z.array(finding) });
export type Versions = Immutable<z.infer<typeof versionsSchema>>;

/** The words of an entry behind a proposed line. */
export const entryWordsSchema = z.strictObject({ id, tier, text: z.string() });

export const versionDiffSchema = z.strictObject({
  version: versionSchema,
  file,
  stale: z.boolean(),
  diff,
  /** Of a version that waits. */
  words: z.array(entryWordsSchema).describe("what the entries behind it say"),
});
export type VersionDiff = Immutable<z.infer<typeof versionDiffSchema>>;

/** A rule that stayed as it is: a person wrote it, or a later version changed it. */
const keptRule = z.strictObject({
  target: z.string(),
  text: z.string(),
  theirs: z.boolean().describe("a person's line"),
});
export type KeptRule = z.infer<typeof keptRule>;
const kept = z.array(keptRule);

/** Only where a reason was stated. */
const recorded = { recorded: id.optional().describe("the decision with its reason, as a record of its own") };

export const approvedSchema = z.strictObject({
  decision: z.enum(["active", "unchanged"]),
  version: number,
  id: versionId,
  file,
  by: z.string(),
  operations,
  fallen,
  kept,
  rebased: z.boolean(),
  /** The version that took over what people had changed by hand. */
  adopted: versionId.optional(),
  ...recorded,
  diff,
});
export type Approved = Immutable<z.infer<typeof approvedSchema>>;

export const rejectedSchema = z.strictObject({
  decision: z.enum(["rejected", "unchanged"]),
  version: number,
  id: versionId,
  file,
  by: z.string(),
  reason: z.string().optional(),
  /** Rules that stay away until there is new evidence. */
  operations,
  entries: z.array(id).describe("pending again"),
  ...recorded,
});
export type Rejected = Immutable<z.infer<typeof rejectedSchema>>;

export const rolledBackSchema = z.strictObject({
  decision: z.enum(["active", "unchanged"]),
  dry_run: z.boolean(),
  /** The version that is taken back, and the word that confirms it: its tail. */
  rolls_back: versionId,
  word: z.string().describe("what a person types to confirm it"),
  /** The version that takes it back, once it stands. */
  version: number.optional(),
  id: versionId.optional(),
  file: file.optional(),
  by: z.string().optional(),
  operations,
  /** Rules that stay although that version brought or changed them. */
  kept,
  /** Rules that do not come back, each with the reason. */
  left: z.array(z.strictObject({ target: z.string(), text: z.string(), because: z.string() })),
  adopted: versionId.optional(),
  diff,
  fingerprint: z.string(),
});
export type RolledBack = Immutable<z.infer<typeof rolledBackSchema>>;

export const proposalSchema = z.strictObject({
  /** `already-proposed`: a branch holds just this. `already-merged`: the history that is checked out does. */
  decision: z.enum(["proposed", "already-proposed", "already-merged"]),
  /** The version as the branch has it. */
  version: z.string(),
  /** The one that waits here, and that the branch's version takes the place of. */
  replaces: z.string(),
  branch: z.string().optional(),
  commit: commitId.optional(),
  /** The commit it is based on. */
  base: commitId,
  summary: z.string(),
  operations,
  /** Further operations that no longer hold, with reasons. */
  fallen,
  /** Rules that stay as people wrote them although the version would have changed them. */
  kept: z.array(z.strictObject({ rule: ruleSchema, planned: ruleSchema.optional() })),
  /** The waiting version was made on other rules than those at the commit. */
  rebased: z.boolean(),
  /** Files that the commit changes. */
  files: z.array(file),
  /** The rules before and after, as git shows it. */
  diff: z.string(),
});
export type Proposal = Immutable<z.infer<typeof proposalSchema>>;
