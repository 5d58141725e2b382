/**
 * Compares a record with its state on the base: which of its fields count, which act before the merge, and which wait for
 * it. Called wherever entries are read beside a base. Pure.
 */
import type { AutoReview, Profile } from "../../settings.js";
import { claimOf, type Entry, type Patch, patched, type ReviewState, type Tier } from "../entry.js";
import { contentHash, inForce } from "../status.js";
import { BY_RULE, letInBy } from "./auto-review.js";
import { ERASED, REDACTED } from "./redaction.js";
import { compareTiers } from "./trust.js";
import { ENDED, isLive } from "./visible.js";

/** What of an entry waits for a person's merge. */
export const UNMERGED = ["words", "review", "pin", "status", "tier"] as const;
export type Unmerged = (typeof UNMERGED)[number];

/** The mark of an entry of which something waits, where its other marks are printed. */
export const mergeMark = ({ unmerged }: { unmerged?: readonly Unmerged[] | undefined }): string[] =>
  unmerged === undefined ? [] : ["not merged"];

/** How a record counts otherwise than it is written. */
export interface Counting {
  /** The value that counts instead of the written one; null: the field does not count. */
  patch: Readonly<Record<string, unknown>>;
  unmerged: readonly Unmerged[];
  /** Of those what takes out of use what people let in, or opens what they closed: no proposal, and named as a finding. */
  ignored: readonly Unmerged[];
}

export interface RecordBeside {
  /** As the working copy has it. */
  written: Entry;
  /** As the base has it. */
  base: Entry | undefined;
  mode: Profile["apply_mode"];
  /** The standing rules of people on which entries are let in. */
  auto: readonly AutoReview[];
  /** Somebody who may do so took it out of use, lowered or closed it by a command in this clone. */
  acted: boolean;
}

/** From the most open to the most closed. */
const CLOSEDNESS: Readonly<Record<ReviewState, number>> = {
  approved_for_reuse: 0,
  needs_review: 1,
  expired: 1,
  one_time_exception: 2,
  rejected: 2,
  sensitive: 3,
};

const closedness = (entry: Entry, mode: Profile["apply_mode"]): number =>
  CLOSEDNESS[inForce(entry, mode).review?.state ?? "approved_for_reuse"];

/** A mark alone takes no words out. */
const withoutWords = (entry: Entry): boolean =>
  (entry.redacted ?? entry.erased) !== undefined && [REDACTED, ERASED].includes(claimOf(entry));

/** What counts of a record beside the base's; undefined where all of it counts as it is written. */
export function countingOf(beside: RecordBeside): Counting | undefined {
  const { written, base } = beside;
  const isHeld = base?.tier === "owner" && isLive(inForce(base, beside.mode)) && !beside.acted;
  const parts = [tierOf(written, base, isHeld), statusOf(written, base, isHeld)];
  const settled = parts.reduce((entry, part) => patched(entry, fieldsOf(part?.patch)), written);
  parts.push(reviewOf({ ...beside, written: settled }, isHeld), pinOf(written, base), wordsOf(settled, base));
  const differing = parts.filter((part) => part !== undefined);
  if (differing.length === 0) return undefined;
  return {
    patch: Object.assign({}, ...differing.map(({ patch }) => patch)),
    unmerged: differing.map(({ what }) => what),
    ignored: differing.flatMap(({ what, isIgnored }) => (isIgnored ? [what] : [])),
  };
}

/** An entry as it counts, to be read by and never to be written. */
export const asCounted = (written: Entry, { patch }: Pick<Counting, "patch">): Entry =>
  patched(written, fieldsOf(patch));

interface Part {
  what: Unmerged;
  patch: Counting["patch"];
  isIgnored: boolean;
}

const fieldsOf = (patch: Counting["patch"] = {}): Patch =>
  Object.fromEntries(Object.entries(patch).map(([field, value]) => [field, value ?? undefined]));

/** These fields as the base has them. */
const asInBase = (base: Entry | undefined, fields: readonly string[]): Counting["patch"] =>
  Object.fromEntries(fields.map((field) => [field, (base as Patch | undefined)?.[field] ?? null]));

/** A tier is never raised; only an owner's own act lowers an owner's tier. */
function tierOf(record: Entry, base: Entry | undefined, isHeld: boolean): Part | undefined {
  const order = base === undefined ? 0 : compareTiers(record.tier, base.tier);
  const isLowered = order < 0 && isHeld && !withoutWords(record);
  return order > 0 || isLowered ? { what: "tier", patch: asInBase(base, ["tier"]), isIgnored: isLowered } : undefined;
}

/** An entry without its words cannot be served; the merge has to decide about it. */
function statusOf(record: Entry, base: Entry | undefined, isHeld: boolean): Part | undefined {
  if (!isHeld || !ENDED.has(record.status) || withoutWords(record)) return undefined;
  const fields = ["status", "superseded_by", "forgotten", "redacted", "erased"];
  return { what: "status", patch: asInBase(base, fields), isIgnored: true };
}

/**
 * A review that would admit an entry waits for the merge. One that closes it acts at once; but an owner's word in the
 * base is closed only by `sensitive` or a person's act. A review that was only removed from the record still holds.
 */
function reviewOf({ written, base, mode, auto }: RecordBeside, isHeld: boolean): Part | undefined {
  const isByRule = written.review?.by === BY_RULE && letInBy(auto, written) !== undefined;
  if (isByRule && base?.review === undefined) return undefined;
  const before = patched(written, { review: base?.review });
  const [is, was] = [closedness(written, mode), closedness(before, mode)];
  const isLost = base?.review !== undefined && written.review === undefined && is > was;
  const isOpened = is < was;
  const isTaken = is > was && is < CLOSEDNESS.sensitive && isHeld;
  if (!isLost && !isOpened && !isTaken) return undefined;
  const isReopened = isOpened && base !== undefined && closedness(base, mode) > CLOSEDNESS.needs_review;
  return { what: "review", patch: asInBase(base, ["review"]), isIgnored: isLost || isTaken || isReopened };
}

function pinOf(record: Entry, base: Entry | undefined): Part | undefined {
  const pinIn = (entry: Entry | undefined) => {
    const { by, hash } = (entry?.type === "memory" ? entry.pinned : undefined) ?? {};
    return JSON.stringify([by, hash]);
  };
  if (pinIn(record) === pinIn(base)) return undefined;
  return { what: "pin", patch: asInBase(base, ["pinned"]), isIgnored: false };
}

/** An owner's words that the base has not got. */
function wordsOf(counting: Entry, base: Entry | undefined): Part | undefined {
  if (counting.tier !== "owner" || withoutWords(counting)) return undefined;
  if (base !== undefined && contentHash(base) === contentHash(counting)) return undefined;
  return { what: "words", patch: {}, isIgnored: false };
}

/**
 * How far an entry is trusted where tenet itself would take something out by it, or make something of it: an owner's word
 * that no person merged yet as one that was relayed.
 */
export function tierBeforeMerge({ tier, unmerged }: { tier: Tier; unmerged?: readonly Unmerged[] | undefined }): Tier {
  return tier === "owner" && unmerged?.includes("words") === true ? "relayed" : tier;
}
