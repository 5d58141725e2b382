/**
 * `tenet heartbeat`: does the upkeep that is due by time, and prints the due questions. Called by the command, the
 * hooks and the MCP tool. No model, no network.
 */

import type { Context } from "../context.js";
import { TenetError } from "../errors.js";
import { type CorrectionOffer, correctionOffer } from "../examples/correction-offer.js";
import { PERSON, waitingForPerson, wereAgentsTold } from "../review/waiting/tell-agents.js";
import { turnedDown } from "../rules/planning/turned-down.js";
import { needsTidying } from "../search/index-status.js";
import type { Say, Worded } from "../steps.js";
import { longGroups } from "../store/contacts/fact-groups.js";
import type { Store } from "../store/open-store.js";
import { recordRead } from "../store/state/ledger.js";
import {
  type AskedQuestion,
  changeQuestions,
  MOST_WAITING,
  type Questions,
  readQuestions,
} from "../store/state/question-log.js";
import { rememberAsked, rememberShown } from "../store/state/sessions.js";
import { shownTree } from "../store/viewer.js";
import { DAY_MS, stamp } from "../text/durations.js";
import { agendaOf, chosenOf } from "./due/agenda.js";
import { itemOf, longGroupsOf, plainLine, quietBy, recurringOf, reinforcementsOf } from "./due/heartbeat-items.js";
import { HEARTBEAT_LIMIT, heartbeatText } from "./due/loop-outline.js";
import type { HeartbeatData, Pending } from "./due/loop-schemas.js";
import { linesInPairs } from "./due/open-pairs.js";
import type { TimedChange } from "./due/timed-change.js";
import { QUIET_HOURS } from "./policy/outcome-loop.js";
import { doUpkeep, type TendRules, tend } from "./upkeep.js";

/** Does the upkeep and asks. With `dryRun` nothing is written, not even that questions were asked. */
export async function heartbeat(
  ctx: Context,
  input: { dryRun?: boolean },
  { tendRules, say }: { tendRules: TendRules; say: Say },
): Promise<Worded<HeartbeatData>> {
  const { workspace: ws, clock } = ctx;
  const dryRun = input.dryRun === true;
  if (!ctx.profile.learning.on) {
    ctx.warn("Learning is off here (learning.on): nothing is asked, and nothing new is made.");
    return { due: [], reinforce: [], pending: [], did: [], waiting: 0, dry_run: dryRun };
  }
  const now = clock.now();
  const questionsFile = readQuestions(ws);
  const { tree, did } = await tend(ctx, { dryRun, tendRules });
  warnOfFuture(ctx, tree, now);
  if (!dryRun && needsTidying(tree.database)) await (await import("../search/index-check.js")).tidyIndex(ctx, tree);
  const visibleTree = await shownTree(ctx, tree);
  const waiting = wereAgentsTold(questionsFile, now) ? [] : await waitingForPerson(ctx, { shown: visibleTree });
  const groups = longGroupsOf(longGroups(visibleTree));
  const pending = [...waiting, ...groups, ...recurringOf(visibleTree)];
  const offer = await correctionOffer(ctx, visibleTree);
  const otherParts = await say({ did, pending, offer });
  const printoutFor = (questions: Questions) => printoutOf(ctx, visibleTree, questions, { ...otherParts, say });
  const first = await printoutFor(questionsFile);
  const isQuiet = first.asked.length + first.notices.length === 0 && did.length === 0;
  if (dryRun || isQuiet) return { ...first.data, dry_run: dryRun };
  const printout = await changeQuestions(ctx, async (questions) => {
    // Another heartbeat may have asked the same meanwhile.
    const answer = await printoutFor(questions);
    return { answer, keep: questionsAfter(questions, answer, did, now) };
  }).catch((error: unknown) => {
    // On a read-only disk the questions are printed all the same.
    if (!(error instanceof TenetError)) throw error;
    ctx.warn(`What was asked is not remembered: ${error.message}`);
    return first;
  });
  await afterPrinting(ctx, tree, printout);
  return printout.data;
}

function warnOfFuture(ctx: Context, tree: Store, now: Date): void {
  const [newest] = tree.newest(1);
  if (newest === undefined || new Date(newest.timestamp).getTime() - now.getTime() < DAY_MS) return;
  ctx.warn(
    `${newest.file}:${newest.line}: ${newest.id} is dated ${newest.timestamp}, in the future of this machine's clock.`,
  );
}

/** The output of one heartbeat. */
interface Printout {
  data: Worded<HeartbeatData>;
  /** Keys of its notices: what waits for a person, and what was done. */
  notices: string[];
  /** Its questions, as they are remembered. */
  asked: Omit<AskedQuestion, "at">[];
  /** Entries whose last question is printed, and that are inconclusive by now. */
  unanswered: string[];
}

/** The notice key of all actions together. */
const DID = "did";

/** One thing to print: its list, and what is remembered of it. */
interface PrintItem {
  list: "due" | "reinforce" | "pending" | "did";
  item: unknown;
  notice?: string;
  asked?: Omit<AskedQuestion, "at">;
  unanswered?: string;
}

/**
 * The due questions within the budget, and the notices that are not quiet. What does not fit is dropped, the least
 * important first.
 */
async function printoutOf(
  ctx: Context,
  tree: Store,
  questions: Questions,
  otherParts: {
    did: readonly string[];
    pending: readonly Worded<Pending>[];
    offer: Worded<CorrectionOffer> | undefined;
    say: Say;
  },
): Promise<Printout> {
  const { did, pending, offer, say } = otherParts;
  const now = ctx.clock.now();
  const quiet = quietBy(questions.printed, now, QUIET_HOURS);
  const isTold = ({ key }: Pick<Pending, "key">) => (key === PERSON ? wereAgentsTold(questions, now) : quiet(key));
  const { items, reminders } = agendaOf(ctx, tree, questions, await linesInPairs(ctx, tree));
  const down = reminders.length === 0 ? undefined : await turnedDown(ctx, tree);
  const taught = reminders.filter(({ id }) => down?.has(id) !== true);
  const agenda = chosenOf(ctx, { items, reminders: taught }, questions);
  const lines = quiet(DID) ? [] : [...(questions.did ?? []), ...did].map(plainLine);
  const toPrint = await say<PrintItem[]>([
    ...agenda.due.map((dueItem): PrintItem => {
      const item = itemOf(dueItem);
      const isUnanswered = "entry" in dueItem && dueItem.isLast && dueItem.entry.outcome === "inconclusive";
      const unanswered = isUnanswered ? { unanswered: item.id } : {};
      return { list: "due", item, asked: { id: item.key, stage: dueItem.stage }, ...unanswered };
    }),
    ...reinforcementsOf(tree, agenda.reminders).map(
      (item): PrintItem => ({ list: "reinforce", item, asked: { id: item.key } }),
    ),
    ...pending.filter((one) => !isTold(one)).map((item): PrintItem => ({ list: "pending", item, notice: item.key })),
    ...lines.map((item): PrintItem => ({ list: "did", item, notice: DID })),
  ]);
  const { waiting } = agenda;
  const data: Worded<HeartbeatData> = { due: [], reinforce: [], pending: [], did: [], waiting, dry_run: false };
  const printout: Printout = { data, notices: [], asked: [], unanswered: [] };
  for (const { list, item, notice, asked, unanswered } of toPrint) {
    const target: unknown[] = data[list];
    target.push(item);
    if (heartbeatText(data).length > HEARTBEAT_LIMIT) {
      target.pop();
      break;
    }
    if (notice !== undefined) printout.notices.push(notice);
    if (asked !== undefined) printout.asked.push(asked);
    if (unanswered !== undefined) printout.unanswered.push(unanswered);
  }
  const wasOffered = quietBy(questions.printed, now, OFFER_HOURS);
  const dataWithOffer = offer === undefined || wasOffered(offer.key) ? undefined : { ...data, offer };
  if (dataWithOffer !== undefined && heartbeatText(dataWithOffer).length <= HEARTBEAT_LIMIT) {
    printout.data = dataWithOffer;
    printout.notices.push(dataWithOffer.offer.key);
  }
  return printout;
}

/** The same three edits are shown once a week: they may amount to nothing. */
const OFFER_HOURS = 7 * 24;
/** Questions asked longer ago are forgotten. */
const FORGET_DAYS = 400;

function questionsAfter(
  questions: Questions,
  { data, notices, asked }: Printout,
  did: readonly string[],
  now: Date,
): Questions {
  const at = stamp(now);
  const oldest = stamp(new Date(now.getTime() - FORGET_DAYS * DAY_MS));
  const isRecent = (one: { at: string }) => one.at >= oldest;
  const recentNotices = Object.entries(questions.printed).filter(([, when]) => when >= oldest);
  const unprintedActions = [...(questions.did ?? []), ...did].slice(data.did.length);
  const { did: _, ...rest } = questions;
  return {
    ...rest,
    asked: [...questions.asked.filter(isRecent), ...asked.map((one) => ({ ...one, at }))],
    later: questions.later.filter(isRecent),
    printed: { ...Object.fromEntries(recentNotices), ...Object.fromEntries(notices.map((key) => [key, at])) },
    ...(unprintedActions.length === 0 ? {} : { did: unprintedActions.slice(-MOST_WAITING) }),
    last: at,
  };
}

/** After the output is remembered: writes for bare eyes what nobody answered, and updates the session and the ledger. */
async function afterPrinting(ctx: Context, tree: Store, { data, unanswered }: Printout): Promise<void> {
  const changes = unanswered.map((id): TimedChange => ({ does: "inconclusive", id }));
  await doUpkeep(ctx, { isInterrupted: false, staleRuns: [], changes });
  const ids = [...data.due, ...data.reinforce].map(({ id }) => id);
  if (ids.length === 0) return;
  const reinforcedIds = data.reinforce.map(({ id }) => id);
  rememberShown(ctx, tree, reinforcedIds);
  rememberAsked(
    ctx,
    data.due.map(({ key }) => key),
  );
  recordRead(ctx, "heartbeat", ids);
}
