/** `tenet review ID`: a person decides what becomes of an entry. Each decision is written at once. */

import { reviewSituation } from "../capture/decisions/policy/situations.js";
import { recordReason, seenEntry } from "../capture/persist/record-decision.js";
import type { Context } from "../context.js";
import { type Entry, type EntryType, type Review, type ReviewState, refOf } from "../entry/entry.js";
import { contactOf } from "../entry/gates/contact-scope.js";
import { wordsOf } from "../entry/gates/redaction.js";
import { mayBeRule } from "../entry/record-types.js";
import { contentHash, countingReview } from "../entry/status.js";
import { TenetError } from "../errors.js";
import { HeldWords, telling } from "../forget/held-words.js";
import { next } from "../steps.js";
import { type Change, changeTree, type Place } from "../store/change/change.js";
import { changeVerb, prepareWrite } from "../store/change/prepare-write.js";
import { requireShownEntry } from "../store/change/shown-entry.js";
import { contextHolding } from "../store/home.js";
import type { Row } from "../store/open-store.js";
import { provenanceHere, requirePerson, statedReason } from "../store/profile/people-only.js";
import { tierOf } from "../store/profile/tier-of.js";
import { fromHome } from "../store/user-tree.js";
import { defined } from "../text/defined.js";
import { stamp } from "../text/durations.js";
import type { Reviewed } from "./review-schemas.js";

const REVIEW = changeVerb("review");

/** What a person may decide, by the flag that says it, and the state it leads to. */
export const REVIEW_ACTIONS = {
  approve: "approved_for_reuse",
  reject: "rejected",
  exception: "one_time_exception",
  sensitive: "sensitive",
  reopen: undefined,
} as const satisfies Record<string, Review["state"] | undefined>;
export type ReviewAction = keyof typeof REVIEW_ACTIONS;

export interface ReviewInput {
  ref: string;
  action: ReviewAction;
  reason?: string | undefined;
  /** A person typed the word that was asked for. */
  confirmed: boolean;
  /** Hash of the content that the person was shown: an entry that says something else by now is not decided on. */
  shown?: string | undefined;
}

/** What a person's word means for an entry, as one plain sentence. */
const MEANS: Readonly<Record<Review["state"], string>> = {
  approved_for_reuse: "It is retrieved, and may become a rule.",
  rejected: "It stays in the tree, and is neither retrieved nor made a rule.",
  one_time_exception: "It was right once, and is neither retrieved nor made a rule.",
  sensitive: "Its words are not shown any more; its id stays.",
};
const TAKEN_BACK = "What was said of it is taken back: it stands as it came.";

/** The same of types that become no rule in any case. */
const MEANS_WITHOUT_RULE: Readonly<Partial<Record<Review["state"], string>>> = {
  approved_for_reuse: "It is retrieved.",
  rejected: "It stays in the tree, and is not retrieved.",
  one_time_exception: "It was right once, and is not retrieved.",
};

/** What a decision means for an entry, in a sentence. */
export function meaningOf(state: Review["state"] | undefined, type: EntryType): string {
  if (state === undefined) return TAKEN_BACK;
  return (mayBeRule(type) ? undefined : MEANS_WITHOUT_RULE[state]) ?? MEANS[state];
}

const WHAT = "deciding on a review";
const INSTEAD = next("Show a person what waits:", "review", { list: true });

/** An entry as it is shown before a decision, with the word to type. */
export async function entryToReview(ctx: Context, ref: string): Promise<{ row: Row; word: string; hash: string }> {
  const { tree, id } = await contextHolding(ctx, ref, { writing: true });
  return { row: tree.resolve(id), word: refOf(id), hash: contentHash((await tree.one(id)).entry) };
}

/** Decides on one entry. For people: exit 5 otherwise. Its tier stays what it is: a review does not raise trust. */
export async function decideReview(ctx: Context, input: ReviewInput): Promise<Reviewed> {
  const { by } = await requirePerson(ctx, WHAT, input.confirmed, INSTEAD);
  await prepareWrite(ctx, REVIEW);
  const { home, tree, id } = await contextHolding(ctx, input.ref, { writing: true });
  const reason = await statedReason(ctx, input.reason);
  const state = REVIEW_ACTIONS[input.action];
  // Of what is about a contact no word stands in git's log.
  const why = reason === undefined || contactOf(tree.resolve(id)) !== undefined ? "" : `: ${reason}`;
  const name = `review: ${input.ref} ${(state ?? "reopened").replaceAll("_", " ")}${why}`;
  const { tier } = tierOf(await provenanceHere(ctx));
  const decision = { state, by, tier, reason, at: stamp(ctx.clock.now()) };
  const result = await changeTree<Reviewed>(home, { ...REVIEW, reason: name }, async (change) => {
    const row = change.tree.resolve(id);
    const { type } = await change.entry(id);
    const says = meaningOf(state, type);
    const answerFor = (now: ReviewState) => defined({ id, before: row.review?.state, state: now, by, reason, says });
    const place = await stageReview(change, row, decision, input.shown);
    const answer = answerFor(change.tree.head(id)?.review?.state ?? "approved_for_reuse");
    if (place === undefined) return { decision: "unchanged", ...answer, ...(await change.update(id, {})) };
    const recorded = await recordReview(home, change, row, decision);
    const quoting = state === "sensitive" ? await hideQuotations(change, id, { ...decision, state }) : [];
    const said = [says, ...quoting.map((one) => `${one} quotes it: the same holds for that.`)].join(" ");
    return { decision: input.action, ...answer, says: said, ...place, ...defined({ recorded }) };
  });
  return fromHome(ctx, home, result);
}

/** What a person decided on a review; without a state what was said before is taken back. */
export interface ReviewDecision extends Pick<Review, "by" | "tier" | "at" | "reason"> {
  state: Review["state"] | undefined;
  by: string;
}

/** Stages a decision on one entry; undefined where it stood so already. `shown`: hash of the words that were seen. */
export async function stageReview(
  change: Change,
  { id, status }: Row,
  { state, ...decided }: ReviewDecision,
  shown: string | undefined,
): Promise<Place | undefined> {
  refuseEnded({ id, status });
  const entry = await change.entry(id);
  if (shown !== undefined) requireShownEntry(entry, shown);
  if (state === undefined)
    return entry.review === undefined ? undefined : await change.update(id, { review: undefined });
  if (entry.review?.state === state && countingReview(entry) !== undefined) return undefined;
  if (state === "approved_for_reuse") await refuseUnfit(entry);
  return await change.update(id, { review: defined({ state, ...decided, hash: contentHash(entry) }) });
}

/** What quotes a sensitive entry is as sensitive. Answers the ids. */
async function hideQuotations(change: Change, id: string, decision: Omit<Review, "hash">): Promise<string[]> {
  const entries = (await change.tree.load()).map(({ entry }) => entry);
  const { review: _, ...entry } = await change.entry(id);
  const quoting = quotationsOf(entry as Entry, entries).filter((one) => one.review?.state !== "sensitive");
  for (const one of quoting) await change.update(one.id, { review: { ...defined(decision), hash: contentHash(one) } });
  return quoting.map((one) => one.id);
}

/** With a reason a review is a decision that is worth an example. */
export async function recordReview(
  ctx: Context,
  change: Change,
  row: Row,
  { state, by, reason }: ReviewDecision,
): Promise<string | undefined> {
  if (reason === undefined) return undefined;
  const situation = reviewSituation([seenEntry(row)], state ?? "needs_review", row.review?.reason);
  return await recordReason(ctx, change, { ...situation, reason, by, about: [row.id] });
}

function refuseEnded({ id, status }: Pick<Row, "id" | "status">): void {
  if (status !== "forgotten" && status !== "superseded") return;
  throw new TenetError(`${id} is ${status}; there is nothing to decide`, {
    failure: "refused",
    code: "illegal-transition",
    hint: next("See where it stands:", "show", { id }),
  });
}

/** What came into the file by other ways than tenet is screened before it is let in. */
async function refuseUnfit(entry: Entry): Promise<void> {
  const { screenEntry } = await import("../screening/screen.js");
  const { review: _, imported: __, hub: ___, ...fields } = entry as Entry & { hub?: unknown };
  const { findings } = await screenEntry(fields);
  const [first] = findings;
  if (first === undefined) return;
  const what = first.what === "secret" ? `a secret (${first.kind})` : "hidden characters";
  throw new TenetError(`${entry.id} holds ${what} in ${first.field}; it was not approved`, {
    failure: "refused",
    code: first.what === "secret" ? "secret" : "hidden-characters",
    hint: next("Take that out first:", "edit", { id: entry.id }),
  });
}

/** The records among some in which words of an entry stand. */
function quotationsOf(entry: Entry, records: readonly Entry[]): Entry[] {
  const held = new HeldWords({ texts: telling([entry]) });
  return records.filter((record) => record.id !== entry.id && wordsOf(record).some((text) => held.holds(text)));
}
