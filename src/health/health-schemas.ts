/** What init, config, index, status, doctor, verify, audit and merge answer. */
import * as z from "zod";
import { askSchema } from "../capture/capture-schemas.js";
import type { EntryType } from "../entry/entry.js";
import { ENTRY_TYPES } from "../entry/entry-schema.js";
import { file, id, instant, line, reported, waitingOfContacts } from "../entry/shared-schemas.js";
import { fileChangeSchema } from "../hosts/install/host-schemas.js";
import { quoted } from "../loop/due/loop-schemas.js";
import { indexState } from "../recall/recall-schemas.js";
import { waitingSchema } from "../review/waiting/waiting-schemas.js";
import { indexedKnowledge } from "../search/knowledge/knowledge-schemas.js";
import { LEVELS } from "./base/two-trees.js";

const count = z.int().nonnegative();
const counts = { errors: count, warnings: count, infos: count };

export const examinedTree = z.strictObject({
  findings: z.array(reported),
  /** Where it stands with the branch that people protect, in a sentence. */
  base: z.string(),
  ...counts,
  entries: count,
  files: count,
});
export type VerifyReport = z.infer<typeof examinedTree>;

const difference = z.strictObject({
  kind: z.string().describe("raised-tier, secret, unreadable, setting, gone, moved, changed, new, line-out, ..."),
  level: z.enum(LEVELS),
  subject: z.string().describe("the key of a setting, the id of a record or a version, else a file"),
  file: z.string().optional().describe("relative to the workspace; .gitattributes and tenet.yaml from the top"),
  line: line.optional(),
  field: z.string().optional().describe("of a record"),
  before: z.string().optional(),
  after: z.string().optional(),
  because: z.string().optional(),
});

const comparedTrees = z.strictObject({
  base: z.strictObject({
    revision: z.string(),
    commit: z.string(),
    profile: z.enum(["read", "missing", "unreadable"]).describe("whether there is a tenet.yaml"),
    because: z.string().optional(),
  }),
  head: z.string().describe("the commit that would be merged"),
  differences: z.array(difference).describe("the heaviest first"),
  counts: z.strictObject({ refused: count, decided: count, change: count }),
  new_records: z.record(z.string(), count).describe("how many of each tier"),
  uncommitted: z.array(file).describe("files that are otherwise in the working copy than in HEAD"),
});
export type ComparedTrees = z.infer<typeof comparedTrees>;

export const verifiedSchema = z.union([examinedTree, comparedTrees]);

const auditRow = z.strictObject({
  at: instant,
  kind: z.enum(["read", "write", "decision", "redaction"]),
  op: z.string(),
  ids: z.array(z.string()),
  agent: z.string().optional(),
  session: z.string().optional(),
  run: z.string().optional(),
  by: z.string().optional(),
  reason: z.string().optional(),
  /** Stored only where the profile allows it. */
  version: z.string().optional(),
  /** The state that a version came to. */
  decision: z.string().optional(),
});

export const auditedSchema = z.strictObject({
  rows: z.array(auditRow),
  /** How many there are in all, the pages before and after included. */
  total: count,
});
export type Audit = z.infer<typeof auditedSchema>;
export type AuditRow = z.infer<typeof auditRow>;

const fileMerge = z.strictObject({
  file,
  /** `merged`: nothing is left to do. `conflict`: markers remain. `left`: not touched. */
  state: z.enum(["merged", "conflict", "left"]),
  because: z.string(),
  /** What a person decides, with the line its marker stands on. Without a field it is the record, without an id prose. */
  conflicts: z.array(z.strictObject({ line, id: z.string().optional(), field: z.string().optional() })),
});

const mergeReport = z.strictObject({ files: z.array(fileMerge), next: z.string().optional() });

export const mergedSchema = z.union([mergeReport, fileMerge]);
export type FileMerge = z.infer<typeof fileMerge>;
export type MergeReport = z.infer<typeof mergeReport>;

const touchedFile = z.strictObject({ file, change: z.enum(["created", "added to", "updated"]), says: z.string() });

export const initialisedSchema = z.strictObject({
  root: z.string(),
  already: z.boolean(),
  files: z.array(touchedFile),
  /** Files that could not be touched, with the reason. */
  left: z.array(z.strictObject({ file, because: z.string() })),
  owner: z.string().optional(),
  base: z.string().optional().describe("the branch that agents cannot push to, as a person said"),
  /** Whether this clone merges tenet's files by record from now on. */
  merge: z.enum(["installed", "current", "no-git"]),
  into: z.string().optional().describe("the file that rules go to, where it is not the usual ones"),
  next: z.array(z.string()),
});

export const uninstalledSchema = z.strictObject({
  root: z.string(),
  written: z.boolean(),
  files: z.array(fileChangeSchema),
});
export type Uninstalled = z.infer<typeof uninstalledSchema>;

export type TouchedFile = z.infer<typeof touchedFile>;
export type InitReport = z.infer<typeof initialisedSchema>;

export const indexedSchema = z.strictObject({
  index: indexState,
  pending: z.int().nonnegative(),
  why: z.string().optional(),
  model: z.string().optional(),
  entries: z.int().nonnegative(),
  embedded: z.int().nonnegative(),
  cached: z.int().nonnegative(),
  seconds: z.number(),
  looked_again: z.array(
    z.strictObject({ id, linked: z.array(id), opened: z.array(id).describe("entries with which a pair was opened") }),
  ),
  asks: z.array(askSchema).optional().describe("of what was compared the nearest three claims"),
  opened: count.optional().describe("pairs that stay open until somebody answers"),
  knowledge: indexedKnowledge.optional().describe("files of the setting knowledge"),
});

export const statusSchema = z.strictObject({
  workspace: z.string(),
  agent: z.string(),
  base: z
    .strictObject({ state: z.enum(["none", "unreadable", "readable"]), says: z.string() })
    .describe("the branch that people protect: what stands there is decided; none: what they type at a terminal is"),
  counts: z.strictObject({
    ...(Object.fromEntries(ENTRY_TYPES.map((name) => [name, count])) as Record<EntryType, typeof count>),
    /** Entries that still count. */
    live: count,
    promoted: count,
    inconclusive: count,
    superseded: count,
    forgotten: count,
  }),
  newest: quoted.extend({ at: instant }).optional(),
  due: z.strictObject({
    /** Questions about outcomes that the next heartbeats ask. */
    questions: count,
    reinforce: count,
  }),
  unlooked: count
    .optional()
    .describe("entries that nobody has compared with the rest yet; absent where there are none"),
  /** Rules that a digest would add now. */
  ready: count.optional(),
  /** The version in force. */
  rules: z
    .strictObject({ version: z.string(), at: instant, summary: z.string(), rollback: z.string() })
    .optional()
    .describe("what changed the rules last, and the command that takes it back"),
  rules_not_merged: count.optional().describe("rules in force here that have no effect before people merge them"),
  waiting: waitingSchema,
  contacts: waitingOfContacts.optional(),
  learning: z
    .strictObject({ on: z.literal(false) })
    .optional()
    .describe("nothing is captured; absent where it is"),
  index: z.enum(["none", "behind", "fresh"]),
  /** An interrupted write is completed by the next writing command. */
  interrupted: z.boolean(),
  /** What git has left unfinished: until it is done nothing but new entries is written. */
  merge: z.strictObject({ state: z.string() }).optional().describe("what git has unfinished"),
  driver: z.literal("missing").optional().describe("this clone has no merge driver yet; the next write registers it"),
  runs: z.array(z.strictObject({ id: z.string(), opened: instant, writes: count })),
  /** Files or records that could not be read, or look wrong. */
  findings: z.strictObject({ errors: count, warnings: count, first: z.string().optional() }),
});
export type StatusReport = z.infer<typeof statusSchema>;
