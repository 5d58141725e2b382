/** The schema of a version's front matter: file format, JSON and types alike. */
import * as z from "zod";
import { TIERS } from "../../entry/entry-schema.js";
import { WHOLE_VERSION } from "../../entry/id-form.js";
import { PROMOTION_REASONS, ROLES } from "../policy/rule.js";

const instant = z.iso.datetime({ offset: true });
const text = z.string().min(1);
const versionId = z.string().regex(WHOLE_VERSION, "not a version like 0007-K7Q2X");
/** A file of the workspace: git and `declined` lines take its name as one word. */
const target = z.string().regex(/^[^\s/\\][^\s\\]*\.mdc?$/u, "not a Markdown file of the workspace");
/** The role of the rule, where the name of its file does not imply one. */
const role = z.enum(ROLES).optional();
const ids = z.array(text);
const op = z.enum(["add", "update", "delete", "keep"]);

export const ruleSchema = z.looseObject({
  target,
  role,
  text,
  ids,
  since: versionId,
  decided_by: z
    .looseObject({
      by: text,
      how: z.enum(["edited", "approved", "forced"]),
      at: instant,
      commit: text.optional(),
      instead_of: text.optional(),
    })
    .optional(),
  stands_by: z.enum(PROMOTION_REASONS).optional(),
  worded_from: text.optional(),
  exception_to: ids.optional(),
});

/** Why a rule changes or leaves. */
export const changeReason = z.enum([
  "reworded",
  "repeated",
  "exception",
  "superseded",
  "forgotten",
  "invalidated",
  "evicted",
  "unfit",
  "edited",
  "rolled-back",
  "joined",
  "returned",
]);

export const operationSchema = z.looseObject({
  op,
  /** Where the rule stands afterwards; for a deletion where it stood. */
  target,
  /** Where it stood before, when it moves. */
  from: target.optional(),
  role,
  /** The line afterwards; for a deletion the line that leaves. */
  text,
  /** The line before an update. */
  before: text.optional(),
  /** Ids behind the line afterwards; for a deletion those it had. */
  ids,
  reason: z.enum([...PROMOTION_REASONS, ...changeReason.options]),
  /** One plain sentence. */
  because: text,
  /** Hash of the facts it rests on: a declined operation comes back only when this differs. */
  evidence: z.string(),
  /** The least trusted source of what it is made of. */
  tier: z.enum(TIERS),
  /** How many distinct facts support it. */
  support: z.int().nonnegative(),
  /** As on a rule: what it stands by, was worded from and is an exception to afterwards; of the last, none: an empty list. */
  stands_by: z.enum(PROMOTION_REASONS).optional(),
  worded_from: text.optional(),
  exception_to: ids.optional(),
});

export const declinedSchema = z.looseObject({
  op,
  target,
  ids,
  evidence: z.string(),
  /** The version that was turned down or undone. */
  version: versionId,
  how: z.enum(["rejected", "rolled-back", "removed", "evicted"]),
});

/** In the order in which its fields are written. */
export const versionSchema = z.looseObject({
  version: z.int().positive(),
  /** The file's name. */
  id: versionId,
  status: z.enum(["pending", "active", "superseded", "rejected"]),
  /** The version it is based on. */
  previous: versionId.nullable(),
  created: instant,
  proposed_by: z.enum(["digest", "promote", "person"]),
  change_summary: text,
  /** The pending version that this one proposes. */
  replaces: versionId.optional(),
  /** The version that took its place. */
  replaced_by: versionId.optional(),
  /** Two versions of one number that this one joins. */
  joins: z.array(versionId).optional(),
  /** The version this one takes back. */
  rolls_back: versionId.optional(),
  decided: z
    .looseObject({
      /** A person's name, `unproven`, or `auto`: the mode itself. */
      by: text,
      at: instant,
      /**
       * `mode`: the apply mode lets it pass. `typed`: at a terminal. `edited`: the file
       * was changed by hand. `merge`: by merging a proposed branch.
       */
      how: z.enum(["mode", "typed", "edited", "merge"]),
      reason: text.optional(),
      /** The commit that carries it, for `edited`. */
      commit: text.optional(),
    })
    .optional(),
  /** While it waits: a short hash of what stands behind each operation. An approval binds to it. */
  contents: z.record(z.string(), z.string()).optional(),
  operations: z.array(operationSchema),
  /** Every rule once it is in force. */
  rules: z.array(ruleSchema),
  /** Operations that are not proposed again, those of the versions before included. */
  declined: z.array(declinedSchema).optional(),
});
