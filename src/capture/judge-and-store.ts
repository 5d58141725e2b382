/** Judges and writes checked drafts: compares outside the lock, decides and writes inside. */

import type { Context } from "../context.js";
import { refOf, type Stakes } from "../entry/entry.js";
import { withModelLoading } from "../search/model/started-model.js";
import { openSearch } from "../search/search.js";
import { type Change, changeTree } from "../store/change.js";
import { openStore, type Store } from "../store/open-store.js";
import { beginningOf, oneLine } from "../text/shorten.js";
import type { Captured } from "./capture-schemas.js";
import { type CheckedDraft, claimIn } from "./draft.js";
import { atEntry } from "./draft-list.js";
import { persistCorrection } from "./persist-correction.js";
import { persistActivity, persistInsight } from "./persist-insight.js";
import { persistMemory } from "./persist-memory.js";
import { persistOutcome } from "./persist-outcome.js";
import { isCompared, lowShareWarning } from "./policy/stakes.js";
import { type JudgedDraft, judgeDraft, type PreparedDraft, prepare } from "./prepare.js";

type StageFirst = (change: Change) => Promise<void>;

/** Stores all drafts as one change. `first` stages what belongs to the same change, before anything of the drafts. */
export async function storeDrafts(
  ctx: Context,
  checked: readonly CheckedDraft[],
  first?: StageFirst,
): Promise<Captured[]> {
  return await withModelLoading(
    ctx,
    checked.some(({ type, fields }) => isCompared({ type, ...fields })),
    () => judgeAndWrite(ctx, checked, first),
  );
}

async function judgeAndWrite(ctx: Context, checked: readonly CheckedDraft[], first?: StageFirst): Promise<Captured[]> {
  const tree = await openStore(ctx);
  const search = openSearch(ctx, tree);
  try {
    const judged: JudgedDraft[] = [];
    for (const [at, draft] of checked.entries()) {
      judged.push(await atEntry(at, checked.length, () => judgeDraft(ctx, tree, draft)));
    }
    const ready: (JudgedDraft | PreparedDraft)[] = [];
    for (const alone of judged) {
      ready.push(alone.gate.verdict === "daily-log" ? alone : await prepare(ctx, tree, search, alone));
    }
    search.rest();
    const { answers, written } = await changeTree(ctx, nameOf(checked), async (change) => {
      const answers: Captured[] = [];
      await first?.(change);
      for (const [at, one] of ready.entries()) {
        answers.push(await atEntry(at, ready.length, () => persist(change, one)));
      }
      const ids = answers.flatMap(({ decision, id }) => (id === undefined || decision === "skipped" ? [] : [id]));
      return { answers, written: await Promise.all([...new Set(ids)].map((id) => change.entry(id))) };
    });
    if (written.length > 0) await search.added(written);
    warnOfLowStakes(ctx, tree, ready);
    return answers.map((answer, at) => withNext(answer, ready[at] as JudgedDraft));
  } finally {
    await search.close();
  }
}

async function persist(change: Change, ready: JudgedDraft | PreparedDraft): Promise<Captured> {
  if (!("neighbourhood" in ready)) return await persistActivity(change, ready);
  if (ready.type === "insight") return await persistInsight(change, ready);
  if (ready.type === "correction") return await persistCorrection(change, ready);
  if (ready.type === "memory") return await persistMemory(change, ready);
  return await persistOutcome(change, ready);
}

function warnOfLowStakes(ctx: Context, before: Store, ready: readonly JudgedDraft[]): void {
  const rated = ready.flatMap(({ gate }) => (gate.stakes === undefined ? [] : [gate.stakes]));
  if (!rated.includes("low")) return;
  const known: (Stakes | undefined)[] = before.heads.map((head) => head.stakes);
  const warning = lowShareWarning([...known, ...rated].reverse(), ctx.profile.capture);
  if (warning !== undefined) ctx.warn(warning);
}

/** At most one next step, the most urgent. */
function withNext(answer: Captured, alone: JudgedDraft): Captured {
  const waits = alone.review === undefined || answer.decision === "logged" ? {} : { waits: alone.review.reason };
  const next = nextOf(answer, alone);
  return { ...answer, ...waits, ...(next === undefined ? {} : { next }) };
}

function nextOf(answer: Captured, alone: JudgedDraft): string | undefined {
  const { id, type, decision } = answer;
  const [contested] = answer.contests ?? [];
  if (decision === "logged")
    return 'If something is at risk after all, say it again with --risk "medium: what goes wrong"';
  if (id === undefined) return undefined;
  if (contested !== undefined) return `Decide which is right: tenet resolve ${id} ${contested} --supersedes | --both`;
  if (alone.gate.finding === "stakes-empty") return `Say what was at risk: tenet edit ${id} --risk "high: why"`;
  if (answer.maybe_recurrence_of !== undefined) {
    return `If it is the same again: tenet resolve ${id} ${answer.maybe_recurrence_of} --recurrence; if not: --both`;
  }
  const isOverturned = type === "outcome" && alone.review === undefined && alone.fields["verdict"] === "invalidated";
  if (isOverturned) return `Say what is right instead: tenet correct "<what holds now>" --link ${refOf(id)}`;
  return undefined;
}

/** How the change is named in the ledger. */
function nameOf(drafts: readonly CheckedDraft[]): { op: string; reason: string } {
  const [only] = drafts;
  if (drafts.length !== 1 || only === undefined) return { op: "add", reason: `add: ${drafts.length} entries` };
  return { op: only.type, reason: `${only.type}: ${beginningOf(oneLine(claimIn(only)), 100)}` };
}
