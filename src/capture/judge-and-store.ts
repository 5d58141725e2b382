/**
 * Judges and writes checked drafts: compares outside the lock, decides and writes inside. Called by captures, by
 * runs and by imports.
 */

import { localDay } from "../clock.js";
import type { Context } from "../context.js";
import { type Entry, missingFacts, refOf, type Tier } from "../entry/entry.js";
import { contactOf } from "../entry/gates/contact-scope.js";
import { openStep, pairStep } from "../entry/pair-steps.js";
import { isComparedType } from "../entry/record-types.js";
import { STAKES } from "../entry/words.js";
import { TenetError } from "../errors.js";
import { CoreLines } from "../search/core-lines.js";
import { withModelLoading } from "../search/model/started-model.js";
import { Search } from "../search/search.js";
import { next, type StepText } from "../steps.js";
import { type Change, type ChangeName, changeTree } from "../store/change/change.js";
import { captureVerb } from "../store/change/prepare-write.js";
import { GROUP_CHARACTERS, groupOf, longGroups } from "../store/contacts/fact-groups.js";
import { openStore, type Store } from "../store/open-store.js";
import { unlookedIn } from "../store/state/unlooked.js";
import { openShown } from "../store/viewer.js";
import { defined } from "../text/defined.js";
import { beginningOf, oneLine } from "../text/shorten.js";
import { MANY_CAPTURES } from "./answers/asks.js";
import type { Captured } from "./capture-schemas.js";
import { type CheckedDraft, claimIn } from "./drafts/draft.js";
import { atEntry } from "./drafts/draft-list.js";
import { knownRecord, ListNames, namesOf } from "./drafts/list-names.js";
import { asItIsNow, type JudgedDraft, judgeDraft, type PreparedDraft, prepare } from "./look/prepare.js";
import { persistActivity, persistLearned } from "./persist/persist-learned.js";
import { persistOutcome } from "./persist/persist-outcome.js";
import { type Asking, persistQuestion } from "./persist/persist-question.js";
import { persistRecord } from "./persist/persist-record.js";
import { ruleInWords } from "./policy/auto-review.js";
import { isCompared, LOW_WINDOW, lowShareWarning } from "./policy/stakes.js";

/** Stages writes of the same change before the drafts. Returns ids of entries whose words it changed. */
// biome-ignore lint/suspicious/noConfusingVoidType: most stage something and answer nothing
export type StageFirst = (change: Change) => Promise<readonly string[] | void> | void;

export interface StoreOptions {
  /** The name of the change in git's log and the ledger. */
  name?: ChangeName;
  /** The number of captures in the whole call, where these drafts are only some of them. */
  inCall?: number;
}

/** Stores all drafts as one change, each as the one before it left the tree. */
export async function storeDrafts(
  ctx: Context,
  checked: readonly CheckedDraft[],
  first?: StageFirst,
  options: StoreOptions = {},
): Promise<Captured[]> {
  return await withModelLoading(
    ctx,
    checked.some(({ type, fields }) => isCompared({ type, ...fields })),
    () => judgeAndWrite(ctx, checked, first, options),
  );
}

async function judgeAndWrite(
  ctx: Context,
  checked: readonly CheckedDraft[],
  first: StageFirst | undefined,
  { name = nameOf(checked), inCall = checked.length }: StoreOptions,
): Promise<Captured[]> {
  const tree = await openStore(ctx);
  const search = new Search(ctx, tree);
  const coreLines = new CoreLines(ctx);
  try {
    const list = new ListNames(checked);
    const ready: (JudgedDraft | PreparedDraft)[] = [];
    for (const judged of await judgedDrafts(ctx, tree, checked, list)) {
      ready.push(
        judged.gate.verdict === "daily-log" ? judged : await prepare(ctx, tree, { search, coreLines }, judged),
      );
    }
    await lookAtOthers(ctx, tree, search);
    if (ready.length === 1) search.rest();
    const lowStakes = lowStakesWarning(tree, ready);
    const { answers, written } = await changeTree(ctx, name, async (change) => {
      const answers: Captured[] = [];
      const asking = askingOf(ctx);
      const changedIds = (await first?.(change)) ?? [];
      await list.draw(change, ready);
      for (const [at, one] of ready.entries()) {
        const { answer, waits } = await atEntry(at, ready.length, async () =>
          persist(change, list.toWrite(await asItIsNow(change, one)), asking, inCall),
        );
        answers.push({ ...answer, ...defined({ waits }) });
      }
      await list.relink(change, answers);
      const ids = answers.flatMap(({ decision, id }) => (id === undefined || decision === "counted" ? [] : [id]));
      return {
        answers,
        written: await Promise.all([...new Set([...ids, ...changedIds])].map((id) => change.entry(id))),
      };
    });
    if (written.length > 0) await search.added(written);
    if (lowStakes !== undefined) ctx.warn(lowStakes);
    await warnOfLongGroups(ctx, answers);
    return answers.map((answer, at) => {
      const step = nextOf(answer, ready[at] as JudgedDraft);
      return { ...withMissing(answer, written), ...defined({ next: step }) };
    });
  } finally {
    await search.close();
  }
}

/** Judges drafts that may name each other, in their order. `earlier`: those that stand before them in the list. */
export async function judgedDrafts(
  ctx: Context,
  tree: Store,
  checked: readonly CheckedDraft[],
  list: ListNames,
  earlier: readonly CheckedDraft[] = [],
): Promise<JudgedDraft[]> {
  const results: JudgedDraft[] = [];
  const promisedTiers = new Map<string, Tier | undefined>(list.names.map((name) => [name, undefined]));
  for (const draft of earlier) for (const name of namesOf(draft)) promisedTiers.set(name, draft.made?.tier);
  for (const [at, draft] of checked.entries()) {
    const one = await atEntry(at, checked.length, () => {
      list.check(earlier.length + at, draft.fields);
      return judgeDraft(ctx, tree, draft, promisedTiers);
    });
    for (const name of namesOf(draft)) promisedTiers.set(name, one.tier);
    results.push(one);
  }
  return results;
}

/**
 * A capture also compares this many entries that came from elsewhere; the next captures or `tenet index` compare the
 * rest.
 */
const LOOKED_UP_BESIDE = 3;

/** Compares entries that came by a merge, a pull or a hand, while the model is loaded. A failure here loses nothing. */
async function lookAtOthers(ctx: Context, tree: Store, search: Search): Promise<void> {
  if (unlookedIn(ctx.workspace).length === 0) return;
  const { recheck } = await import("./look/recheck.js");
  try {
    await recheck(ctx, tree, search, { most: LOOKED_UP_BESIDE });
  } catch (thrown) {
    if (!(thrown instanceof TenetError)) throw thrown;
  }
}

function askingOf({ clock, profile }: Context): Asking["asking"] {
  const dayOf = (instant: string) => localDay(new Date(instant), profile.timezone);
  return { limits: profile.ask, at: clock.now(), dayOf };
}

/** The answer, and why a person has to review the entry before it is used. */
interface Persisted {
  answer: Captured;
  waits?: string | undefined;
}

async function persist(
  change: Change,
  draft: JudgedDraft | PreparedDraft,
  asking: Asking["asking"],
  inCall: number,
): Promise<Persisted> {
  if (!("neighbourhood" in draft)) return { answer: await persistActivity(change, draft) };
  const knownAnswer = await knownRecord(change, draft);
  if (knownAnswer !== undefined) return { answer: knownAnswer };
  const answer = await persistPrepared(change, draft, asking, inCall);
  const rule = draft.auto === undefined ? [] : [`Nobody has to look at it first (${ruleInWords(draft.auto)}).`];
  return { answer: { ...answer, because: [...rule, ...answer.because] }, waits: draft.review?.reason };
}

async function persistPrepared(
  change: Change,
  ready: PreparedDraft,
  asking: Asking["asking"],
  inCall: number,
): Promise<Captured> {
  if (isComparedType(ready.type)) return await persistLearned(change, ready, inCall > MANY_CAPTURES);
  if (ready.type === "outcome") return await persistOutcome(change, ready);
  if (ready.type === "question") return await persistQuestion(change, ready, asking);
  return await persistRecord(change, ready);
}

/** Warns of a group that this write takes over its cap. Facts about a contact are in no group. */
async function warnOfLongGroups(ctx: Context, answers: readonly Captured[]): Promise<void> {
  const grownGroups = answers.flatMap(({ type, decision, file, scope }) => {
    const grows = type === "memory" && decision !== "counted" && contactOf({ scope }) === undefined;
    return grows && file !== undefined ? [groupOf(file)] : [];
  });
  if (grownGroups.length === 0) return;
  for (const { group, characters } of longGroups(await openShown(ctx))) {
    if (!grownGroups.includes(group)) continue;
    const why = `Group ${group} has ${characters} characters, more than ${GROUP_CHARACTERS}. To shorten it:`;
    ctx.warn(next(why, "list", { type: "memory", group }));
  }
}

/** Of a tree that does not hold the drafts yet. */
function lowStakesWarning(treeBefore: Store, drafts: readonly JudgedDraft[]): string | undefined {
  // Entries shared from a hub say nothing about how this agent rates.
  const ownDrafts = drafts.filter(({ fields }) => fields["hub"] === undefined);
  const ratings = ownDrafts.flatMap(({ gate }) => (gate.stakes === undefined ? [] : [gate.stakes]));
  if (!ratings.includes("low")) return undefined;
  const ratedBefore = treeBefore.newest(LOW_WINDOW, undefined, { stakes: STAKES });
  const ratingsBefore = ratedBefore.flatMap(({ stakes }) => stakes ?? []);
  return lowShareWarning([...ratings.reverse(), ...ratingsBefore]);
}

/** Adds the missing facts of a new entry to the answer. */
function withMissing(answer: Captured, written: readonly Entry[]): Captured {
  const entry = written.find(({ id }) => id === answer.id);
  const isNew = answer.decision !== "evolved" && answer.decision !== "counted";
  if (entry === undefined || !isNew) return answer;
  const missing = missingFacts(entry);
  return missing.length === 0 ? answer : { ...answer, missing };
}

/** At most one next step, the most urgent. */
function nextOf(answer: Captured, { type, gate, fields }: JudgedDraft): StepText | undefined {
  const { id, decision, superseded: [replaced] = [], repeats: repeated } = answer;
  if (decision === "logged") {
    const ways = [{ risk: "medium: what goes wrong" }, { stakes: "medium" }];
    return next("Something is at risk after all?", "learn", { insight: "<the same>" }, ...ways);
  }
  if (id === undefined) return undefined;
  if (type === "question")
    return decision === "known" || decision === "counted" ? undefined : next("People are asked later:", "review");
  const contact = contactOf(fields as { scope?: string });
  if (replaced !== undefined && (contact !== undefined || !gate.isRiskless))
    return openStep("Not meant so?", { a: id, b: replaced, contact });
  if (contact !== undefined) return undefined;
  if (gate.isRiskless) return next("Say what was at risk:", "edit", { id, risk: "high: why" });
  if (repeated !== undefined) return pairStep({ a: id, b: repeated }, "Something else?");
  if (type !== "outcome" || answer.waits !== undefined || fields["verdict"] !== "invalidated") return undefined;
  return next("Say what is right instead:", "correct", { corrected_to: "<what holds now>", linked: [refOf(id)] });
}

function nameOf(drafts: readonly CheckedDraft[]): ChangeName {
  const [only, second] = drafts;
  if (only === undefined || second !== undefined)
    return { ...captureVerb("add"), reason: `add: ${drafts.length} entries` };
  // No word about a contact goes into git's log: erasing does not reach it.
  const isAboutContact = contactOf(only.fields as { scope?: string }) !== undefined;
  const words = isAboutContact ? "about a contact" : beginningOf(oneLine(claimIn(only)), 100);
  return { ...captureVerb(only.type), reason: `${only.type}: ${words}` };
}
