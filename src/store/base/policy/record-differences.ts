/** Differences of records between two trees: words, tiers, and people's decisions. Called by `two-trees`. */

import { claimOf, type Entry, isLearning } from "../../../entry/entry.js";
import { isPinned } from "../../../entry/gates/pins.js";
import { compareTiers, overclaimed } from "../../../entry/gates/trust.js";
import { ENDED } from "../../../entry/gates/visible.js";
import { closingInForce } from "../../../entry/near/closings.js";
import { contentHash } from "../../../entry/status.js";
import type { DifferenceDraft, Kind } from "./difference.js";
import type { Side, SideRecord } from "./tree-side.js";

/** Records that left, and those of the newer tree that the older one has otherwise or not at all. */
export function recordDifferences(before: Side, after: Side): DifferenceDraft[] {
  const removedRecords = [...before.records].filter(([id]) => !after.records.has(id));
  return [
    ...removedRecords.map(([id, record]) => removal(id, record, after)),
    ...[...after.records].flatMap(([id, now]) => {
      const then = before.records.get(id);
      if (then !== undefined && JSON.stringify(then.entry) === JSON.stringify(now.entry) && then.file === now.file)
        return [];
      return [...tierDifferences(then, now, after), ...wordDifferences(then, now), ...decisions(then, now)];
    }),
  ];
}

function removal(id: string, { entry, file }: SideRecord, after: Side): DifferenceDraft {
  const kind = entry.tier === "owner" ? "words-removed" : "record-removed";
  return { kind, subject: id, file, before: claimOf(entry), because: whereItWent(id, file, after) };
}

function whereItWent(id: string, file: string, after: Side): string {
  const elsewhere = after.unread.get(id);
  if (elsewhere !== undefined) return elsewhere;
  const link = [...after.links].find(([name]) => file === name || file.startsWith(`${name}/`));
  if (link !== undefined) return `${link[0]} is a ${link[1]} now, so that nobody reads it.`;
  return after.files.has(file) ? "Its file is there without it." : "Its file is gone.";
}

const at = (kind: Kind, { entry, file, line }: SideRecord, more: Partial<DifferenceDraft> = {}): DifferenceDraft => ({
  kind,
  subject: entry.id,
  file,
  line,
  ...more,
});

/** Tiers that rose, fell, or exceed the trust in their speaker or sources. */
function tierDifferences(then: SideRecord | undefined, now: SideRecord, side: Side): DifferenceDraft[] {
  const { entry } = now;
  const { tier } = entry;
  const was = then?.entry.tier;
  const step = was === undefined ? 0 : compareTiers(tier, was);
  if (step > 0)
    return [at("raised-tier", now, { before: was, after: tier, because: "A tier is lowered, never raised." })];
  const lowered = was === "owner" && step < 0 ? [at("words-lowered", now, { before: was, after: tier })] : [];
  if (entry.erased !== undefined) return lowered;
  const { people, ownAgents, files, records } = side;
  const isInside = (origin: string) => files.has(origin.replace(/[:#]L?\d+(?:[-:]\d+)?$/, ""));
  const claim = overclaimed(entry, { people, ownAgents, isInside, tierOf: (id) => records.get(id)?.entry.tier });
  return claim === undefined
    ? lowered
    : [...lowered, at("raised-tier", now, { before: claim.most, after: tier, because: claim.because })];
}

/** How an entry ended, in words; undefined while it lives. */
function endOf({ status, superseded_by, erased, redacted }: Entry): string | undefined {
  if (erased !== undefined) return "erased";
  if (redacted !== undefined) return "redacted";
  if (!ENDED.has(status)) return undefined;
  return superseded_by === undefined ? status : `${status} by ${superseded_by}`;
}

function wordDifferences(then: SideRecord | undefined, now: SideRecord): DifferenceDraft[] {
  const { entry } = now;
  if (then === undefined) return entry.tier === "owner" ? [at("words-new", now, { after: claimOf(entry) })] : [];
  if (then.entry.tier !== "owner") return [];
  const [was, is] = [claimOf(then.entry), claimOf(entry)];
  const end = endOf(entry);
  const movedDifference =
    then.file === now.file ? [] : [at("words-moved", now, { before: then.file, after: now.file })];
  if (end !== undefined && end !== endOf(then.entry))
    return [...movedDifference, at("words-ended", now, { before: was, after: end })];
  if (contentHash(then.entry) === contentHash(entry)) return movedDifference;
  const because = was === is ? "What else it says, such as stakes or advice, is another." : undefined;
  return [...movedDifference, at("words-changed", now, { before: was, after: is, because })];
}

/** A person's decision in a record, as one line; equal lines are equal decisions. */
const DECISIONS: readonly [out: Kind, reworded: Kind, into: Kind, read: (entry: Entry) => string | undefined][] = [
  [
    "pin-out",
    "pin",
    "pin",
    (entry) => (entry.type === "memory" && isPinned(entry) ? `by ${entry.pinned?.by}` : undefined),
  ],
  [
    "check-out",
    "check-reworded",
    "check",
    (entry) => (isLearning(entry) && entry.check ? JSON.stringify(entry.check) : undefined),
  ],
  [
    "answer",
    "answer",
    "answer",
    (entry) => (isLearning(entry) && entry.stick?.by ? `${entry.stick.verdict} by ${entry.stick.by}` : undefined),
  ],
  [
    "closing",
    "closing",
    "closing",
    (entry) =>
      entry.type === "question" && closingInForce(entry) ? `${entry.closed?.how} by ${entry.closed?.by}` : undefined,
  ],
];

function decisions(then: SideRecord | undefined, now: SideRecord): DifferenceDraft[] {
  const rows = DECISIONS.flatMap(([out, reworded, into, read]): DifferenceDraft[] => {
    const [was, is] = [then === undefined ? undefined : read(then.entry), read(now.entry)];
    if (was === is) return [];
    const kind = is === undefined ? out : was === undefined ? into : reworded;
    return [at(kind, now, { before: was, after: is, because: claimOf(now.entry) })];
  });
  return [...reviewDifference(then?.entry, now), ...rows];
}

const CLOSED: ReadonlySet<string | undefined> = new Set([
  "needs_review",
  "rejected",
  "expired",
  "sensitive",
  "one_time_exception",
]);
const isExternal = ({ tier }: Entry): boolean => tier === "external";

/** Compares the reviews. An opened entry was closed, or is born closed: everybody reads it after the merge. */
function reviewDifference(then: Entry | undefined, now: SideRecord): DifferenceDraft[] {
  const [was, is] = [then?.review, now.entry.review];
  if (was?.state === is?.state && was?.by === is?.by) return [];
  const isOpen = !CLOSED.has(is?.state) && (is !== undefined || !isExternal(now.entry));
  const wasClosed = CLOSED.has(was?.state) || (was === undefined && isExternal(now.entry));
  if (then === undefined && !(wasClosed && isOpen) && is?.by === undefined) return [];
  const reviewText = (review: Entry["review"]) =>
    review && [review.state.replaceAll("_", " "), review.by && `by ${review.by}`].filter(Boolean).join(" ");
  return [
    at(isOpen && wasClosed ? "review-opened" : "review", now, {
      before: reviewText(was),
      after: reviewText(is),
      because: claimOf(now.entry),
    }),
  ];
}
