/** A version: a numbered, reasoned change of the rules. Free of zod, so that reading commands do not load it. */

import type { Tier } from "../../entry/entry.js";
import { DRAWN_TAIL } from "../../entry/id-form.js";
import type { PromotionReason, Rule, Target } from "../policy/rule.js";

export const VERSION_STATUSES = ["pending", "approved", "active", "superseded", "rejected"] as const;
export type VersionStatus = (typeof VERSION_STATUSES)[number];

export const PROPOSERS = ["digest", "promote", "person"] as const;
export type Proposer = (typeof PROPOSERS)[number];

/** Why a rule changes or leaves. */
export const CHANGE_REASONS = [
  "reworded",
  "repeated",
  "stronger",
  "superseded",
  "forgotten",
  "invalidated",
  "irrelevant",
  "contradicted",
  "evicted",
  "unfit",
  "edited",
  "rolled-back",
  "joined",
  "returned",
] as const;
export type ChangeReason = (typeof CHANGE_REASONS)[number];
export type OperationReason = PromotionReason | ChangeReason;

/** One change of one rule, as data. */
export interface Operation {
  op: "add" | "update" | "delete" | "keep";
  /** Where the rule stands afterwards; for a deletion where it stood. */
  target: Target;
  /** Where it stood before, when it moves. */
  from?: Target | undefined;
  /** The line afterwards; for a deletion the line that leaves. */
  text: string;
  /** The line before an update. */
  before?: string | undefined;
  /** Ids behind the line afterwards; for a deletion those it had. */
  ids: readonly string[];
  reason: OperationReason;
  /** One plain sentence. */
  because: string;
  /** Hash of the facts it rests on: a declined operation comes back only when this differs. */
  evidence: string;
  /** The least trusted source of what it is made of. */
  tier: Tier;
  /** How many distinct facts support it. */
  support: number;
  /** Those of its entries that only support it: the rule is made of the others. */
  supporting?: readonly string[] | undefined;
  /** As on {@link Rule}: what the rule stands by and was worded from afterwards. */
  stands_by?: PromotionReason | undefined;
  worded_from?: string | undefined;
}

/** Who let a version take effect, or turned it down. */
export interface VersionDecision {
  /** A person's name, `unproven`, or `auto`: the mode itself. */
  by: string;
  at: string;
  /**
   * `mode`: the apply mode lets it pass. `typed`: at a terminal. `script`: `approval.non_interactive`. `edited`: the
   * file was changed by hand. `merge`: by merging a proposed branch.
   */
  how: "mode" | "typed" | "script" | "edited" | "merge";
  reason?: string | undefined;
  /** The commit that carries it, for `edited`. */
  commit?: string | undefined;
}

/** An operation that was turned down, undone or taken back by hand; it returns only on other evidence. */
export interface Declined {
  op: Operation["op"];
  target: Target;
  ids: readonly string[];
  evidence: string;
  /** The version that was turned down or undone. */
  version: string;
  how: "rejected" | "rolled-back" | "removed" | "evicted";
}

export interface Version {
  version: number;
  /** `0007-K7Q2X`: the file's name. */
  id: string;
  status: VersionStatus;
  /** The version it is based on. */
  previous: string | null;
  created: string;
  proposed_by: Proposer;
  change_summary: string;
  /** `min(1, support / 3)` of its weakest supported operation. */
  confidence: number;
  /** Entries that became rules in it. */
  folded: readonly string[];
  /** Entries that support what became a rule. */
  supporting: readonly string[];
  operations: readonly Operation[];
  /** Every rule once it is in force. */
  rules: readonly Rule[];
  /** Hash of each block before and after; null: the file held no rule. */
  files: Partial<Record<Target, { before: string | null; after: string | null }>>;
  /** Operations that are not proposed again, those of earlier versions included. */
  declined?: readonly Declined[] | undefined;
  decided?: VersionDecision | undefined;
  /** While it waits: a short hash of what stands behind each operation. An approval binds to it. */
  contents?: Readonly<Record<string, string>> | undefined;
  /** The pending version whose proposal this is. */
  replaces?: string | undefined;
  /** The version that took its place. */
  replaced_by?: string | undefined;
  /** Two versions of one number that this one joins. */
  joins?: readonly string[] | undefined;
  /** The version this one takes back. */
  rolls_back?: string | undefined;
}

/** Front matter in the order in which it is written. */
export const VERSION_FIELDS: readonly string[] = Object.keys({
  version: 1,
  id: 1,
  status: 1,
  previous: 1,
  created: 1,
  proposed_by: 1,
  change_summary: 1,
  confidence: 1,
  replaces: 1,
  replaced_by: 1,
  joins: 1,
  rolls_back: 1,
  decided: 1,
  contents: 1,
  folded: 1,
  supporting: 1,
  operations: 1,
  rules: 1,
  files: 1,
  declined: 1,
} satisfies Record<keyof Version, 1>);

/** `0007-K7Q2X` */
export function versionId(number: number, tail: string): string {
  return `${String(number).padStart(4, "0")}-${tail}`;
}

export const VERSION_ID = new RegExp(String.raw`^(\d{4,6})-(${DRAWN_TAIL})$`);

/** By creation, then tail: the later of two with one number gives way. */
export function byCreation(a: Pick<Version, "created" | "id">, b: Pick<Version, "created" | "id">): number {
  if (a.created !== b.created) return a.created < b.created ? -1 : 1;
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
}

/** `min(1, support / 3)`: three distinct facts are as sure as it gets. Two decimals. */
export function confidenceOf(operations: readonly Operation[]): number {
  const supported = operations.filter(({ op }) => op === "add" || op === "update").map(({ support }) => support);
  const least = supported.length === 0 ? 3 : Math.min(...supported);
  return Math.round(Math.min(1, least / 3) * 100) / 100;
}
