/** What storing an entry came to, read from how all entries stand since: replaced, repeated, proposed. Called by `persist-learned.ts`. */
import type { Near, PairAnswer } from "../../entry/entry.js";
import { holdsAt } from "../../entry/standing/facts.js";
import { entryOf } from "../../store/cache/row.js";
import type { Row, Store } from "../../store/open-store.js";
import { claimHash } from "../../text/claims/canonical.js";
import { wordsOfAnswer } from "../answers/answer-words.js";
import type { Captured } from "../capture-schemas.js";
import type { PreparedDraft } from "../look/prepare.js";
import { quoted } from "../policy/links.js";
import type { Learned } from "../policy/repeats.js";
import { listFields } from "./persist-new.js";

type Reasons = Pick<Captured, "decision" | "because"> & Partial<Captured>;

/** The decision with its reasons. `before`: what has its key or is answered about, as it stood. */
export function reasonsOf(tree: Store, prepared: PreparedDraft, record: Learned, before: readonly Row[]): Reasons {
  const row = tree.head(record.id) as Row;
  const answered = (record.near ?? []).filter(({ answer }) => answer !== undefined);
  const proposed = row.open.flatMap((one) => (one.proposed === undefined ? [] : [one.with]));
  const isReplaced = (id: string) => tree.head(id)?.superseded_by === record.id;
  const displaced = before.filter((one) => isReplaced(one.id) || isDisplaced(tree, one)).map(({ id }) => id);
  const superseded = [...new Set([...answered.map((one) => one.with).filter(isReplaced), ...displaced])];
  const [earlier] = tree
    .chainOf(record.id)
    .filter(({ id, status }) => id !== record.id && status !== "forgotten")
    .slice(-1);
  const said = answered.filter(({ found }) => found === undefined);
  const because = [
    ...equalLineSentences(prepared),
    ...said.flatMap((one) => statedSentence(tree, prepared, before, row, one) ?? []),
    ...superseded.flatMap((id) => replacedSentence(tree, record, id) ?? []),
    ...(earlier === undefined ? [] : repeatSentences(row, earlier)),
    ...endedSentences(row),
  ];
  return {
    decision: superseded.length > 0 ? "replaced" : decisionOf(record, earlier),
    because,
    ...listFields({ superseded, proposed, failed: earlier !== undefined && row.kept === "failed" ? [earlier.id] : [] }),
    ...(earlier === undefined || record.type !== "correction" ? {} : { repeats: earlier.id }),
  };
}

function decisionOf({ type }: Learned, earlier: Row | undefined): "stored" | "repeated" | "evolved" {
  if (earlier === undefined) return "stored";
  return type === "correction" ? "repeated" : "evolved";
}

/** A fact about a contact that held until now, and does no more: another with its key began later. */
function isDisplaced(tree: Store, before: Row): boolean {
  const now = tree.head(before.id);
  return now !== undefined && holdsAt(before, tree.now) && !holdsAt(now, tree.now);
}

/** What a statement of its author came to; of a replacement the entry that was replaced is told with its words. */
function statedSentence(
  tree: Store,
  { lines, mode }: PreparedDraft,
  before: readonly Row[],
  first: Row,
  near: Near,
): string | undefined {
  const second = before.find(({ id }) => id === near.with) ?? lines.find(({ line }) => line.ref === near.with)?.line;
  const answer = near.answer === "replaced_by" ? undefined : (near.answer as PairAnswer | undefined);
  if (second === undefined || answer === undefined) return undefined;
  return wordsOfAnswer(tree, { first, second, answer, mode }, first.id, near.with).says;
}

function replacedSentence(tree: Store, record: Learned, id: string): string | undefined {
  const known = entryOf(tree.head(id) as Row);
  const near = record.near?.find((one) => one.with === id);
  if (near?.found === "prior") return `It corrects ${quoted(known, true)}, which is superseded.`;
  if (near !== undefined) return undefined;
  return `${quoted(known, true)} has the same key (${(known as { key?: string }).key}); this one takes its place.`;
}

/** Words that ended, said by somebody who may not lift that. */
export function endedSentences({ status, review }: Row): string[] {
  if (status === "forgotten") return ["It was forgotten, and stays so until a person says it again."];
  if (status === "superseded") return ["It was replaced, and stays so until a person says it again."];
  if (review?.state === "rejected" || review?.state === "one_time_exception")
    return ["A person turned these words down; they stay so until a person says them again."];
  if (review?.state === "sensitive") return ["A person called these words sensitive: no query finds them."];
  return [];
}

function repeatSentences(row: Row, earlier: Row): string[] {
  const said = `${quoted(entryOf(earlier))} said the same`;
  if (endedSentences(row).length > 0) return [`${said}.`];
  if (row.type !== "correction")
    return row.near?.some(({ answer }) => answer === "same") ? [] : [`${said}: they are one, shown once.`];
  const proves =
    row.kept === "failed"
      ? `${earlier.id} did not stick: it is up for reinforcement until it has held again.`
      : `A repeat by a less trusted source (${row.tier}) does not prove that ${earlier.id} failed.`;
  return [`${said}.`, proves];
}

/** Sentences for people's lines in equal words: the entry becomes no rule in their files. */
function equalLineSentences({ claim, lines }: PreparedDraft): string[] {
  const hash = claimHash(claim);
  const equal = lines.filter(({ line }) => line.hash === hash);
  return equal.map(
    ({ line: { file, line } }) =>
      `${file}:${line} says the same already, written by people: tenet adds no rule beside it.`,
  );
}
