/** `tenet heartbeat`: tidies what time brought, and asks what is due. No model, no network. */

import type { Context } from "../context.js";
import { TenetError } from "../errors.js";
import { needsCompacting } from "../search/index-status.js";
import { type CorrectionOffer, correctionOffer } from "../store/examples/correction-offer.js";
import { longGroups } from "../store/facts/group-length.js";
import { shownUserTree } from "../store/home.js";
import { recordRead } from "../store/ledger/ledger.js";
import { agendaOf, chosenOf, linesInPairs } from "../store/loop/agenda.js";
import {
  askedOf,
  itemOf,
  longGroupsOf,
  pendingOf,
  plainLine,
  quietBy,
  recurringOf,
  reinforcementsOf,
} from "../store/loop/heartbeat-items.js";
import type { HeartbeatData, Pending } from "../store/loop/loop-schemas.js";
import { HEARTBEAT_LIMIT, heartbeatText } from "../store/loop/loop-text.js";
import type { AskedQuestion } from "../store/loop/policy/outcome-loop.js";
import { changeQuestions, MOST_WAITING, type Questions, readQuestions } from "../store/loop/question-log.js";
import type { EntryMeta, Store } from "../store/open-store.js";
import { openQuestionsIn } from "../store/questions/open-questions.js";
import { rememberAsked, rememberShown } from "../store/sessions.js";
import { shownTree } from "../store/viewer.js";
import { DAY_MS, stamp } from "../text/durations.js";
import { PLAIN } from "../text/paint.js";
import { doUpkeep, inconclusive, type TendRules, tend } from "./upkeep.js";

/** Asks and tidies. With `dryRun` nothing is written anywhere, the memory of what was asked included. */
export async function heartbeat(
  ctx: Context,
  input: { dryRun?: boolean },
  tendRules: TendRules,
): Promise<HeartbeatData> {
  const { workspace: ws, clock } = ctx;
  const dryRun = input.dryRun === true;
  if (!ctx.profile.learning.on) {
    ctx.warn("Learning is off here (learning.on): nothing is asked, and nothing new is made.");
    return { due: [], reinforce: [], pending: [], did: [], waiting: 0, dry_run: dryRun };
  }
  const now = clock.now();
  const known = await readQuestions(ws);
  const { tree, leap, did, pending: versions } = await tend(ctx, known, { dryRun, tendRules });
  if (leap.because !== undefined) ctx.warn(leap.because);
  warnOfFuture(ctx, tree, now);
  if (!dryRun && needsCompacting(ws)) await (await import("../search/index-check.js")).compactIndex(ctx, tree);
  const shown = await shownTree(ctx, tree);
  const asked = askedOf(openQuestionsIn(ctx, shown));
  const groups = longGroupsOf(await longGroups(ctx, shown));
  const theirs = await shownUserTree(ctx, { untouched: dryRun });
  const pending = [...asked, ...pendingOf(shown, ...theirs), ...versions, ...groups, ...recurringOf(shown)];
  const offer = await correctionOffer(ctx, shown);
  const beside = { did, pending, offer, doubted: leap.doubted };
  const printoutBeside = (questions: Questions) => printoutOf(ctx, shown, questions, beside);
  const first = await printoutBeside(known);
  const quiet = first.asked.length + first.notices.length === 0 && did.length === 0 && leap.leapt === known.leapt;
  if (dryRun || quiet) return { ...first.data, dry_run: dryRun };
  const printout = await changeQuestions(ctx, "heartbeat", async (questions) => {
    // Another heartbeat may have asked the same a moment ago.
    const answer = await printoutBeside(questions);
    return { answer, keep: questionsAfter(questions, answer, did, now, leap.leapt) };
  }).catch((error: unknown) => {
    // Where that cannot be kept, on a read-only disk, it is printed all the same.
    if (!(error instanceof TenetError)) throw error;
    ctx.warn(`What was asked is not remembered: ${error.message}`);
    return first;
  });
  await afterPrinting(ctx, tree, printout);
  return printout.data;
}

function warnOfFuture(ctx: Context, tree: Store, now: Date): void {
  const [last] = tree.newest(1);
  if (last === undefined || new Date(last.timestamp).getTime() - now.getTime() < DAY_MS) return;
  ctx.warn(`${last.file}:${last.line}: ${last.id} is dated ${last.timestamp}, in the future of this machine's clock.`);
}

/** What one heartbeat prints. */
interface Printout {
  data: HeartbeatData;
  /** Keys of the notices in it: what waits for a person, what was done. */
  notices: string[];
  /** Its items, as they are remembered. */
  asked: Omit<AskedQuestion, "at">[];
  /** Entries that are inconclusive with their last question. */
  settled: EntryMeta[];
}

/** The key of all that was done: it is quiet as one. */
const DID = "did";

/** What an agent can do nothing about: it is told of it once a week. */
const ONLY_PEOPLE: ReadonlySet<Pending["kind"]> = new Set(["ask", "review", "version"]);

/** One thing to print: the list it goes into, and what is remembered of it. */
interface PrintItem {
  list: "due" | "reinforce" | "pending" | "did";
  item: unknown;
  notice?: string;
  asked?: Omit<AskedQuestion, "at">;
  settles?: EntryMeta;
}

/** What is due under the budget, and what is not quiet besides, as much of it as fits, the least important dropped first. */
async function printoutOf(
  ctx: Context,
  tree: Store,
  known: Questions,
  beside: { did: readonly string[]; pending: readonly Pending[]; offer: CorrectionOffer | undefined; doubted: boolean },
): Promise<Printout> {
  const { did, pending, offer, doubted } = beside;
  const quiet = quietBy(known.printed, ctx.clock.now(), ctx.profile.outcome.quiet_hours);
  const quietForWeek = quietBy(known.printed, ctx.clock.now(), 7 * 24);
  const isTold = ({ key, kind }: Pending) => (ONLY_PEOPLE.has(kind) ? quietForWeek(key) : quiet(key));
  const { items, reminders } = agendaOf(ctx, tree, known, await linesInPairs(ctx, tree));
  const chosen = chosenOf(ctx, { items: doubted ? [] : items, reminders }, known);
  const lines = quiet(DID) ? [] : [...(known.did ?? []), ...did].map(plainLine);
  const toPrint: PrintItem[] = [
    ...chosen.due.map((due): PrintItem => {
      const item = itemOf(due, ctx.steps);
      const settles = "settles" in due && due.settles ? { settles: due.entry } : {};
      return { list: "due", item, asked: { id: item.key, stage: due.stage }, ...settles };
    }),
    ...(await reinforcementsOf(tree, ctx.steps, chosen.reminders)).map(
      (item): PrintItem => ({ list: "reinforce", item, asked: { id: item.key } }),
    ),
    ...pending.filter((one) => !isTold(one)).map((item): PrintItem => ({ list: "pending", item, notice: item.key })),
    ...lines.map((item): PrintItem => ({ list: "did", item, notice: DID })),
  ];
  const { waiting } = chosen;
  const data: HeartbeatData = { due: [], reinforce: [], pending: [], did: [], waiting, dry_run: false };
  const printout: Printout = { data, notices: [], asked: [], settled: [] };
  for (const { list, item, notice, asked, settles } of toPrint) {
    const printed: unknown[] = data[list];
    printed.push(item);
    if (heartbeatText(data, PLAIN, ctx.steps).length > HEARTBEAT_LIMIT) {
      printed.pop();
      break;
    }
    if (notice !== undefined) printout.notices.push(notice);
    if (asked !== undefined) printout.asked.push(asked);
    if (settles !== undefined) printout.settled.push(settles);
  }
  const offering = offer === undefined || quiet(offer.key) ? undefined : { ...data, offer };
  if (offering !== undefined && heartbeatText(offering, PLAIN, ctx.steps).length <= HEARTBEAT_LIMIT) {
    printout.data = offering;
    printout.notices.push(offering.offer.key);
  }
  return printout;
}

/** Older than this nothing that was asked matters any more. */
const FORGET_DAYS = 400;

function questionsAfter(
  known: Questions,
  { data, notices, asked }: Printout,
  did: readonly string[],
  now: Date,
  leapt?: string,
): Questions {
  const at = stamp(now);
  const oldest = stamp(new Date(now.getTime() - FORGET_DAYS * DAY_MS));
  const recent = (one: { at: string }) => one.at >= oldest;
  const printed = Object.entries(known.printed).filter(([, when]) => when >= oldest);
  const waiting = [...(known.did ?? []), ...did].slice(data.did.length);
  const { leapt: _, did: __, ...rest } = known;
  return {
    ...rest,
    asked: [...known.asked.filter(recent), ...asked.map((one) => ({ ...one, at }))],
    later: known.later.filter(recent),
    printed: { ...Object.fromEntries(printed), ...Object.fromEntries(notices.map((key) => [key, at])) },
    ...(waiting.length === 0 ? {} : { did: waiting.slice(-MOST_WAITING) }),
    ...(leapt === undefined ? { last: at } : { leapt }),
  };
}

/** After the printing is remembered: last questions set their entries inconclusive, the session and the ledger follow. */
async function afterPrinting(ctx: Context, tree: Store, { data, settled }: Printout): Promise<void> {
  const changes = settled.map(inconclusive);
  if (changes.length > 0) {
    const did = await doUpkeep(ctx, { replay: false, commits: [], staleRuns: [], changes });
    if (did.length === 0)
      ctx.warn("The last questions were asked, but their entries could not be set inconclusive yet.");
  }
  const ids = [...data.due, ...data.reinforce].map(({ id }) => id);
  if (ids.length === 0) return;
  const reinforced = data.reinforce.map(({ id }) => id);
  await rememberShown(ctx, tree, reinforced);
  rememberAsked(ctx, data.due);
  await recordRead(ctx, "heartbeat", ids);
}
