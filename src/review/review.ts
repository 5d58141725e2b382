/** `tenet review ID`: a person decides what becomes of an entry. Each decision is written at once. */

import { reviewSituation } from "../capture/decisions/policy/situations.js";
import { recordReason, seenEntry } from "../capture/persist/record-decision.js";
import type { Context } from "../context.js";
import { type Entry, type EntryType, type ReviewState, refOf } from "../entry/entry.js";
import { contactOf } from "../entry/gates/contact-scope.js";
import { ENDED, isSensitive, SENSITIVE } from "../entry/gates/visible.js";
import { chainsOf } from "../entry/lessons.js";
import { mayBecomeRule } from "../entry/record-types.js";
import { approvalVoid, contentHash, reviewInForce } from "../entry/status.js";
import { TenetError } from "../errors.js";
import { quotingRecords } from "../forget/quoting.js";
import { next } from "../steps.js";
import { type Change, changeTree, type Place } from "../store/change/change.js";
import { changeVerb, prepareWrite } from "../store/change/prepare-write.js";
import { checkReview, requireShownEntry } from "../store/change/transitions.js";
import { contextHolding } from "../store/home.js";
import { requireTyped, statedReason } from "../store/profile/people-only.js";
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
  reopen: "needs_review",
} as const satisfies Record<string, ReviewState>;
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

/** What a state means for an entry, as one plain sentence. */
const MEANS: Readonly<Record<ReviewState, string>> = {
  approved_for_reuse: "It is retrieved, and may become a rule.",
  rejected: "It stays in the tree, and is neither retrieved nor made a rule.",
  one_time_exception: "It was right once, and is neither retrieved nor made a rule.",
  sensitive: "Its words are not shown any more; its id stays.",
  needs_review: "It waits for a review.",
  expired: "Nobody decided in time.",
};

/** The same of types that become no rule in any case. */
const MEANS_WITHOUT_RULE: Readonly<Partial<Record<ReviewState, string>>> = {
  approved_for_reuse: "It is retrieved.",
  rejected: "It stays in the tree, and is not retrieved.",
  one_time_exception: "It was right once, and is not retrieved.",
};

/** What a decision means for an entry, in a sentence. */
export const meaningOf = (state: ReviewState, type: EntryType): string =>
  (mayBecomeRule(type) ? undefined : MEANS_WITHOUT_RULE[state]) ?? MEANS[state];

const WHAT = "deciding on a review";
const INSTEAD = next("Show a person what waits:", "review", { list: true });

/** An entry as it is shown before a decision, with the word to type. */
export async function entryToReview(
  ctx: Context,
  ref: string,
): Promise<{ entry: Entry; file: string; line: number; word: string; hash: string }> {
  const { tree, id } = await contextHolding(ctx, ref, { writing: true });
  const { entry, file, line } = await tree.one(id);
  return { entry, file, line, word: refOf(entry.id), hash: contentHash(entry) };
}

/** Decides on one entry. For people: exit 5 otherwise. Its tier stays what it is: a review does not raise trust. */
export async function decideReview(ctx: Context, input: ReviewInput): Promise<Reviewed> {
  const { by } = await requireTyped(ctx, WHAT, input.confirmed, INSTEAD);
  await prepareWrite(ctx, REVIEW);
  const { home, tree, id } = await contextHolding(ctx, input.ref, { writing: true });
  const reason = await statedReason(ctx, input.reason);
  const state = REVIEW_ACTIONS[input.action];
  // Of what is about a contact no word stands in git's log.
  const why = reason === undefined || contactOf(tree.resolve(id)) !== undefined ? "" : `: ${reason}`;
  const name = `review: ${input.ref} ${state.replaceAll("_", " ")}${why}`;
  const decision = { state, by, reason, at: stamp(ctx.clock.now()) };
  const result = await changeTree<Reviewed>(home, { ...REVIEW, reason: name }, async (change) => {
    const entry = await change.entry(id);
    const before = entry.review?.state;
    const answer = defined({ id, before, state, by, reason, says: meaningOf(state, entry.type) });
    const place = await stageReview(change, entry, decision, input.shown);
    if (place === undefined) return { decision: "unchanged", ...answer, ...(await change.update(id, {})) };
    const recorded = await recordReview(home, change, [entry], decision);
    const quoting = state === "sensitive" ? await hideQuotations(change, entry, decision) : [];
    const says = [answer.says, ...quoting.map((one) => `${one} quotes it: the same holds for that.`)].join(" ");
    return { decision: input.action, ...answer, says, ...place, ...defined({ recorded }) };
  });
  return fromHome(ctx, home, result);
}

/** What a person decided on a review. */
export interface ReviewDecision {
  state: ReviewState;
  by: string;
  reason: string | undefined;
  at: string;
}

/** Stages a decision on one entry; undefined where it stood so already. `shown`: hash of the words that were seen. */
export async function stageReview(
  change: Change,
  entry: Entry,
  { state, by, reason, at }: ReviewDecision,
  shown: string | undefined,
): Promise<Place | undefined> {
  const { id } = entry;
  refuseEnded(entry);
  const hash = contentHash(entry);
  if (shown !== undefined) requireShownEntry(entry, shown);
  checkReview(entry, state, "person");
  // An approval by a person of these very words, or the same state again: nothing is new.
  if (entry.review?.state === state && approvalVoid(entry) === undefined) return undefined;
  if (state === "approved_for_reuse") await refuseUnfit(entry);
  for (const member of await alike(change, entry, state)) {
    await change.update(member.id, { review: defined({ state, by, at, reason, hash: contentHash(member) }) });
  }
  return await change.update(id, { review: defined({ state, by, at, reason, hash }) });
}

/** The other repeats of a lesson: a refusal reaches them, and what gives one back; an approval is of its own words. */
async function alike(change: Change, { id, review }: Entry, state: ReviewState): Promise<Entry[]> {
  const repeats = state === "approved_for_reuse" ? [] : change.tree.withAny("recurrence_of");
  const chains = chainsOf(repeats.flatMap((one) => [one, change.tree.head(one.recurrence_of ?? "") ?? []].flat()));
  const members = chains.find((chain) => chain.some((one) => one.id === id)) ?? [];
  const others = members.filter((one) => one.id !== id && !ENDED.has(one.status));
  const entries = await Promise.all(others.map((one) => change.entry(one.id)));
  return entries.filter((one) => state !== "needs_review" || one.review?.at === review?.at);
}

/** With a reason a review is a decision that is worth an example. */
export async function recordReview(
  ctx: Context,
  change: Change,
  entries: readonly Entry[],
  { state, by, reason }: ReviewDecision,
): Promise<string | undefined> {
  if (reason === undefined) return undefined;
  const seenEntries = entries.flatMap(({ id }) => change.tree.head(id) ?? []).map(seenEntry);
  const [first] = entries;
  const why = first === undefined ? undefined : reviewInForce(first, ctx.profile.apply_mode)?.reason;
  const situation = reviewSituation(seenEntries, state, entries.length === 1 ? why : undefined);
  return await recordReason(ctx, change, { ...situation, reason, by, about: seenEntries.map(({ id }) => id) });
}

/** What quotes an entry whose words are for nobody is for nobody either; answers the ids. */
async function hideQuotations(change: Change, entry: Entry, { state, by, at }: ReviewDecision): Promise<string[]> {
  const quoting = await quotingRecords(change, new Map([[entry.id, entry]]), SENSITIVE);
  const openQuotations = quoting.map((one) => one.entry).filter((one) => !isSensitive(one));
  for (const one of openQuotations) {
    const reason = `It quotes ${entry.id}.`;
    await change.update(one.id, { review: { state, by, at, reason, hash: contentHash(one) } });
  }
  return openQuotations.map(({ id }) => id);
}

function refuseEnded({ id, status }: Entry): void {
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
