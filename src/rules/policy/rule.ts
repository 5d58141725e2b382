/** A rule: one line in a core file, distilled from entries, ending in their ids. */

import type { Tier } from "../../entry/entry.js";
import { defaultProfile } from "../../settings.js";
import { canonicalClaim } from "../../text/claims/canonical.js";
import { withoutImports } from "../../text/imports.js";

/** Roles of rules, the most binding first: the order in which they are printed and obeyed. */
export const ROLES = ["soul", "procedures", "memory"] as const;
export type Role = (typeof ROLES)[number];

/** The file of each role: the profile's `files`. One may serve several. */
export type FilesOfRoles = Readonly<Record<Role, string>>;
/** The files of a profile without `files`. */
export const usualFiles = (): FilesOfRoles => defaultProfile().files;

/** The file a rule stands in, relative to the workspace. */
export type Target = string;

/** Files, each once: those of the roles in their order, then others by name. */
export function inOrder(targets: Iterable<Target>, files = usualFiles()): Target[] {
  const first = [files, usualFiles()].flatMap((of) => ROLES.map((role) => of[role]));
  const rank = (target: Target) => (first.includes(target) ? first.indexOf(target) : first.length);
  return [...new Set(targets)].sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
}

/** Most characters of tenet's block in a file. */
export const BLOCK_CHARACTERS = 12_000;

/** Most rules of each file. One that the profile names no longer takes what it holds. */
export type Caps = Readonly<Record<Target, number>>;
export const mostIn = (caps: Caps, target: Target): number => caps[target] ?? Number.POSITIVE_INFINITY;

/** Every file that may hold rules: those the profile names, and where rules in force stand until they are moved. */
export function rulePaths(files: FilesOfRoles, rules: readonly RulePlace[]): Target[] {
  return inOrder([...ROLES.map((role) => files[role]), ...rules.map(({ target }) => target)], files);
}

const usualRole = (target: Target): Role | undefined => ROLES.find((role) => usualFiles()[role] === target);

/** Where a rule stands, and what it is to an agent where the file's name does not tell. */
export interface RulePlace {
  target: Target;
  role?: Role | undefined;
}

/** A place for rules of a role. */
export function placeFor(role: Role, files: FilesOfRoles): RulePlace {
  const target = files[role];
  return usualRole(target) === role ? { target } : { target, role };
}

/** The role of a rule. */
export function roleOf({ target, role }: RulePlace): Role {
  return role ?? usualRole(target) ?? "soul";
}

/** The role of a line written by hand into a file: of several roles the most binding one. */
export function placeIn(target: Target, files: FilesOfRoles): RulePlace {
  const role = ROLES.find((one) => files[one] === target);
  return role === undefined ? { target } : placeFor(role, files);
}

/** Why an entry becomes a rule: the five of the table, and a person's own word. */
export const PROMOTION_REASONS = ["held", "outcome", "applied", "referenced", "told", "forced"] as const;
export type PromotionReason = (typeof PROMOTION_REASONS)[number];

/** Who stands behind a rule besides the table: a name, `people` or `unproven`. */
export interface RuleDecision {
  by: string;
  /** `edited`: a person's own line, changed by nothing but a person. `approved`, `forced`: a person let it in. */
  how: "edited" | "approved" | "forced";
  at: string;
  /** The commit of the base that has the edit, where people merged it. */
  commit?: string | undefined;
  /** The person behind the replaced rule; the author of the new line is not proven. */
  instead_of?: string | undefined;
}

/** The content of a line of a block. */
export interface RuleLine {
  text: string;
  /** Ids of the entries behind it, the first one the entry it was worded from; none on a line a person wrote. */
  ids: readonly string[];
}

/** A rule as a version holds it. */
export interface Rule extends RuleLine, RulePlace {
  /** The version that brought this wording. */
  since: string;
  decided_by?: RuleDecision | undefined;
  /** The reason of the table by which it stands where it stands. */
  stands_by?: PromotionReason | undefined;
  /**
   * A mark of the line that its first entry gave by itself when the rule was worded: the rule follows its entry's words
   * when these change, and not because somebody worded it otherwise.
   */
  worded_from?: string | undefined;
  /** Entries behind the rule beneath which it stands as an exception to that one. */
  exception_to?: readonly string[] | undefined;
}

/** The longest text of a rule, in characters. */
export const MAX_RULE = 240;

/** Characters as people count them, not halves of them. */
export function lengthOf(text: string): number {
  return [...text].length;
}

/** `- Check the lockfile first. <!-- COR-20260215-K7Q2X -->` */
export function ruleLine({ text, ids }: RuleLine): string {
  const line = `- ${withoutImports(text)}`;
  return ids.length === 0 ? line : `${line} <!-- ${ids.join(" ")} -->`;
}

/** Stands for the name where the decider is unknown: the line was changed by hand. */
export const UNPROVEN = "unproven";

/** Stands for the name where people merged the line: the base has it in these words. */
export const PEOPLE = "people";

/** True when the line was changed by hand, no matter by whom: a merge of branches keeps every such line. */
export function isByHand({ decided_by }: Pick<Rule, "decided_by">): boolean {
  return decided_by?.how === "edited";
}

/** True when the line was changed by hand and no person is known to have decided so: it is no person's, and may leave. */
export function isUnproven(rule: Pick<Rule, "decided_by">): boolean {
  return isByHand(rule) && rule.decided_by?.by === UNPROVEN;
}

/** True when a person wrote, changed or took over this line: digest, eviction and rollback leave it alone. */
export function isTheirs(rule: Pick<Rule, "decided_by">): boolean {
  return isByHand(rule) && !isUnproven(rule);
}

/** True when a person stands behind it in any way: it is never evicted. */
export function isDecided(rule: Pick<Rule, "decided_by">): boolean {
  return rule.decided_by !== undefined && !isUnproven(rule);
}

/** The fields of an entry behind a rule that a decision needs. */
interface Voice {
  type: string;
  tier: Tier;
}

/**
 * True when the line rests on an owner's own words, even if others repeated them. The lesson of an outcome belongs to
 * its author, not to the author of its subject.
 */
export function isOwners(
  { ids, stands_by }: Pick<Rule, "ids" | "stands_by">,
  voiceOf: (id: string) => Voice | undefined,
): boolean {
  const lead = voiceOf(ids[0] ?? "");
  if (lead?.type === "outcome") return lead.tier === "owner";
  const voices = ids.flatMap((id) => voiceOf(id) ?? []);
  return voices.length === 0 ? stands_by === "told" : voices.some(({ tier }) => tier === "owner");
}

const CODE = /(?<!`)(`+)(?!`).+?(?<!`)\1(?!`)/gu;
const WIDE = String.raw`[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\u3000-\u303f\uff00-\uffef]`;
/** Scripts without spaces between words take one where a line was wrapped. */
const WRAPPED = new RegExp(`(?<=${WIDE})\\s+(?=${WIDE})`, "gu");

/** `*` and `_` mark the same, and a formatter takes one for the other wherever it sees a pair. */
function withoutMarks(text: string): string {
  return text.replace(/\\([!-/:-@[-`{-~])/g, "$1").replaceAll("_", "*");
}

/** Takes off what a formatter puts on, outside code: escapes, and one mark of emphasis for the other. */
function unformatted(text: string): string {
  let plain = "";
  let at = 0;
  for (const code of text.matchAll(CODE)) {
    plain += withoutMarks(text.slice(at, code.index)) + code[0];
    at = code.index + code[0].length;
  }
  return (plain + withoutMarks(text.slice(at))).replace(WRAPPED, "");
}

/** The lines met last are kept: a plan asks for the same ones again and again. */
const sayingsMet = new Map<string, string>();
const MOST_KEPT = 10_000;

/** The saying of a line, without layout: two lines are the same only when this is equal. */
export function sayingOf(text: string): string {
  const cachedSaying = sayingsMet.get(text);
  if (cachedSaying !== undefined) return cachedSaying;
  const saying = canonicalClaim(unformatted(text));
  if (sayingsMet.size >= MOST_KEPT) sayingsMet.clear();
  sayingsMet.set(text, saying);
  return saying;
}

export function saysSame(a: string, b: string): boolean {
  return a === b || sayingOf(a) === sayingOf(b);
}

/** Whether two lines say the same in the same file. */
export function sameWords(a: Placed, b: Placed): boolean {
  return a.target === b.target && saysSame(a.text, b.text);
}

type Placed = Pick<Rule, "target" | "text">;

/** Whether two lines stand for the same entries, in whatever order. */
export function sameIds(a: Pick<RuleLine, "ids">, b: Pick<RuleLine, "ids">): boolean {
  return a.ids.length === b.ids.length && [...a.ids].sort().join() === [...b.ids].sort().join();
}

export function sharesId(a: RuleLine, b: RuleLine): boolean {
  return a.ids.some((id) => b.ids.includes(id));
}
