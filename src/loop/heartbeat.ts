/** `tenet heartbeat`: tidies what time brought, and asks what is due. No model, no network. */
import { stamp } from "../clock.js";
import { rememberShown } from "../context/session-memory.js";
import type { Context } from "../context.js";
import { TenetError } from "../errors.js";
import { shownUserTree } from "../recall/home.js";
import { hiddenIn } from "../recall/viewer.js";
import { recordEvent } from "../store/ledger.js";
import { type EntryMeta, openStore, type Store } from "../store/open-store.js";
import { DAY_MS } from "../text/durations.js";
import { pairsOf, pendingOf, plainLine, questionOf, quietBy, reinforcementsOf } from "./heartbeat-items.js";
import { isIdle, type TimedChange, tendRules, timeLeap, type Upkeep, upkeepDue } from "./heartbeat-upkeep.js";
import type { HeartbeatData, Pending } from "./loop-schemas.js";
import { HEARTBEAT_LIMIT, heartbeatText } from "./loop-text.js";
import type { Due } from "./outcome-loop.js";
import { changeQuestions, loopOf, type Questions, readQuestions } from "./questions.js";

const DID = "did";

/** Asks and tidies. With `dryRun` nothing is written anywhere, the memory of what was asked included. */
export async function heartbeat(ctx: Context, input: { dryRun?: boolean } = {}): Promise<HeartbeatData> {
  const { workspace: ws, clock } = ctx;
  const dryRun = input.dryRun === true;
  const now = clock.now();
  let tree = await openStore(ctx, { untouched: dryRun });
  const known = await readQuestions(ws);
  const leap = timeLeap(now, newestMoment(tree, known), known.leapt);
  if (leap.because !== undefined) ctx.warn(leap.because);
  warnOfFuture(ctx, tree, now);
  const upkeep = await upkeepDue(ctx, tree, leap.doubted);
  const overdue = leap.doubted ? [] : unansweredOf(ctx, tree, known);
  const timed = { ...upkeep, changes: [...upkeep.changes, ...overdue] };
  const did = dryRun ? wouldDo(timed) : await doUpkeep(ctx, timed);
  if (did.length > 0 && !dryRun) tree = await openStore(ctx);
  const rules = await tendRules(ctx, tree, { doubted: leap.doubted, dryRun });
  if (rules.did.length > 0 && !dryRun) tree = await openStore(ctx);
  did.push(...rules.did);
  const shown = tree.without(await hiddenIn(ctx, tree));
  const pending = [...pendingOf(shown, ...(await shownUserTree(ctx, { untouched: dryRun }))), ...rules.pending];
  const say = (questions: Questions) => agendaOf(ctx, shown, questions, did, pending, leap.doubted);
  const first = await say(known);
  const quiet = first.keys.length === 0 && did.length === 0 && leap.leapt === known.leapt;
  if (dryRun || quiet) return { ...first.data, dry_run: dryRun };
  const said = await rememberAgenda(ctx, first, async (questions) => {
    // Another heartbeat may have asked the same a moment ago.
    const said = await say(questions);
    return { said, keep: questionsAfter(questions, said, did, now, leap.leapt) };
  });
  await afterPrinting(ctx, tree, said);
  return said.data;
}

async function doUpkeep(ctx: Context, upkeep: Upkeep): Promise<string[]> {
  if (isIdle(upkeep)) return [];
  return await (await import("./heartbeat-tidy.js")).doUpkeep(ctx, upkeep);
}

/** The latest moment at which anything is known to have happened here. */
function newestMoment(tree: Store, known: Questions): string | undefined {
  const moments = [tree.newest(1)[0]?.timestamp, known.last, known.asked.at(-1)?.at];
  return moments
    .filter((moment) => moment !== undefined)
    .sort()
    .at(-1);
}

function warnOfFuture(ctx: Context, tree: Store, now: Date): void {
  const [last] = tree.newest(1);
  if (last === undefined || new Date(last.timestamp).getTime() - now.getTime() < DAY_MS) return;
  ctx.warn(`${last.file}:${last.line}: ${last.id} is dated ${last.timestamp}, in the future of this machine's clock.`);
}

function unansweredOf(ctx: Context, tree: Store, known: Questions): TimedChange[] {
  return loopOf(ctx, tree, known).unanswered.map(inconclusive);
}

function inconclusive({ id }: EntryMeta): TimedChange {
  return { id, does: "inconclusive", says: `${id} is inconclusive: nobody answered` };
}

function wouldDo(upkeep: Upkeep): string[] {
  return [
    ...(upkeep.replay ? ["complete an interrupted write"] : []),
    ...upkeep.commits.map((what) => `commit ${what}`),
    ...upkeep.staleRuns.map(({ id, opened, writes }) => `drop run ${id}, open since ${opened}, with ${writes} writes`),
    ...upkeep.changes.map(({ says }) => `note that ${says}`),
  ];
}

interface Agenda {
  data: HeartbeatData;
  /** Keys of what is printed. */
  keys: string[];
  asked: Due<EntryMeta>[];
}

/** Everything that is due and not quiet, as much of it as fits, the least important dropped first. */
async function agendaOf(
  ctx: Context,
  tree: Store,
  known: Questions,
  did: readonly string[],
  pending: readonly Pending[],
  doubted: boolean,
): Promise<Agenda> {
  const now = ctx.clock.now();
  const { quiet_hours } = ctx.profile.outcome;
  const quiet = quietBy(known.printed, now, quiet_hours);
  const loop = doubted ? { due: [], waiting: 0 } : loopOf(ctx, tree, known);
  const lines = [...(known.did ?? []), ...did].map(plainLine);
  const said: Agenda = {
    data: { due: [], reinforce: [], pending: [], did: [], waiting: loop.waiting, dry_run: false },
    keys: [],
    asked: [],
  };
  const { data } = said;
  const steps: { key: string; take: () => void; undo: () => void }[] = [
    ...loop.due.map((due) => ({
      ...step(data.due, questionOf(due)),
      take: () => {
        data.due.push(questionOf(due));
        said.asked.push(due);
      },
      undo: () => {
        data.due.pop();
        said.asked.pop();
      },
    })),
    ...pairsOf(tree, quiet).map((question) => step(data.due, question)),
    ...(await reinforcementsOf(tree, quiet)).map((item) => step(data.reinforce, item)),
    ...pending.filter(({ key }) => !quiet(key)).map((item) => step(data.pending, item)),
    ...(quiet(DID) ? [] : lines.map((line) => ({ ...step(data.did, line), key: DID }))),
  ];
  for (const { key, take, undo } of steps) {
    take();
    if (heartbeatText(data).length > HEARTBEAT_LIMIT) {
      undo();
      break;
    }
    said.keys.push(key);
  }
  return said;
}

function step<T>(list: T[], item: T): { key: string; take: () => void; undo: () => void } {
  const key = typeof item === "object" && item !== null && "key" in item ? String(item.key) : DID;
  return { key, take: () => void list.push(item), undo: () => void list.pop() };
}

/** Under the memory's own lock; where that cannot be kept (a read-only disk), it is printed all the same. */
async function rememberAgenda(
  ctx: Context,
  first: Agenda,
  body: (questions: Questions) => Promise<{ said: Agenda; keep: Questions }>,
): Promise<Agenda> {
  try {
    return await changeQuestions(ctx, "heartbeat", async (questions) => {
      const { said, keep } = await body(questions);
      return { keep, answer: said };
    });
  } catch (error) {
    if (!(error instanceof TenetError)) throw error;
    ctx.warn(`What was asked is not remembered: ${error.message}`);
    return first;
  }
}

/** Older than this nothing that was asked matters any more. */
const FORGET_DAYS = 400;

function questionsAfter(known: Questions, said: Agenda, did: readonly string[], now: Date, leapt?: string): Questions {
  const at = stamp(now);
  const oldest = stamp(new Date(now.getTime() - FORGET_DAYS * DAY_MS));
  const recent = (one: { at: string }) => one.at >= oldest;
  const printed = Object.entries(known.printed).filter(([, when]) => when >= oldest);
  const waiting = [...(known.did ?? []), ...did].slice(said.data.did.length);
  const { leapt: _, did: __, ...rest } = known;
  return {
    ...rest,
    asked: [...known.asked.filter(recent), ...said.asked.map(({ entry, stage }) => ({ id: entry.id, stage, at }))],
    later: known.later.filter(recent),
    printed: { ...Object.fromEntries(printed), ...Object.fromEntries(said.keys.map((key) => [key, at])) },
    ...(waiting.length === 0 ? {} : { did: waiting.slice(-MOST_HELD_BACK) }),
    ...(leapt === undefined ? { last: at } : { leapt }),
  };
}

/** Lines of what was done that wait for the quiet hours to end. */
const MOST_HELD_BACK = 20;

/** After the printing is remembered: last questions settle their entries, the session and the ledger follow. */
async function afterPrinting(ctx: Context, tree: Store, said: Agenda): Promise<void> {
  const { workspace: ws, actor, clock } = ctx;
  const settled = said.asked.filter((due) => due.settles).map((due) => inconclusive(due.entry));
  if (settled.length > 0) {
    const did = await doUpkeep(ctx, { replay: false, commits: [], staleRuns: [], changes: settled });
    if (did.length === 0)
      ctx.warn("The last questions were asked, but their entries could not be set inconclusive yet.");
  }
  const ids = [...said.data.due, ...said.data.reinforce].map(({ id }) => id);
  if (ids.length === 0) return;
  await rememberShown(
    ctx,
    tree,
    said.data.reinforce.map(({ id }) => id),
  );
  const { agent, session } = actor;
  await recordEvent(ws, { at: stamp(clock.now()), kind: "read", op: "heartbeat", agent, session, ids });
}
