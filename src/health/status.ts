/** `tenet status`: how the workspace stands, from heads and a few small files. */
import { unlookedEntries } from "../capture/look/recheck.js";
import { waitingContacts, waitingContactsText } from "../contacts/waiting.js";
import type { Context } from "../context.js";
import { refOf } from "../entry/entry.js";
import { placeOf } from "../entry/findings.js";
import { isLive } from "../entry/gates/visible.js";
import { ENTRY_TYPES, type EntryType, JUDGED_TYPES, LEARNING_TYPES, pluralOf } from "../entry/record-types.js";
import { agendaOf } from "../loop/due/agenda.js";
import { quotedOf } from "../loop/due/heartbeat-items.js";
import { linesInPairs } from "../loop/due/open-pairs.js";
import { currentStatus } from "../loop/due/rules-due.js";
import { countWaiting, waitingText } from "../review/policy/count-waiting.js";
import { waitingFor } from "../review/waiting/waiting.js";
import { unmergedRules } from "../rules/planning/base-rules.js";
import { effectiveAt, type Version } from "../rules/policy/version.js";
import { readChain } from "../rules/versions/chain.js";
import { readIndexStatus } from "../search/index-status.js";
import { cutsOf } from "../search/near-cuts.js";
import { ownAgents } from "../settings.js";
import type { Worded } from "../steps.js";
import { baseSentence } from "../store/base/policy/base-state.js";
import { TURN_LEARNING_ON } from "../store/change/prepare-write.js";
import { isChangePending } from "../store/files/transaction.js";
import { unfinishedMerge } from "../store/git/git-state.js";
import { DRIVER_MISSING, lacksDriver } from "../store/merge/merge-driver.js";
import { silentIn } from "../store/open-pairs.js";
import { openStore, type Store } from "../store/open-store.js";
import { readQuestions } from "../store/state/question-log.js";
import { openRuns } from "../store/state/runs.js";
import { notLookedAt } from "../store/state/unlooked.js";
import { shownTree } from "../store/viewer.js";
import { accent, data, faint, field, type Outline, type Said, warn } from "../text/outline/outline.js";
import { counted } from "../text/paint.js";
import type { StatusReport } from "./health-schemas.js";

/** Reads heads and local state; writes nothing but the caches that reading refreshes. */
export async function status(ctx: Context): Promise<StatusReport> {
  const { workspace: ws, profile } = ctx;
  // git answers while the store is read.
  const [merge, tree] = await Promise.all([unfinishedMerge(ws.root), openStore(ctx)]);
  // Counts cover the whole tree; quotes and questions only the entries that the reader may see.
  const treeShown = await shownTree(ctx, tree);
  const [newest] = treeShown.newest(1);
  const runs = openRuns(ws);
  const errors = tree.findings.filter(({ severity }) => severity === "error");
  const [worst] = errors;
  const chain = await readChain(ws);
  // What keeps a rule back, and so waits for a person, is found out with it.
  const ready = await readyRules(ctx, tree);
  const items = await waitingFor(ctx, { shown: treeShown, chain });
  const contacts = waitingContacts(tree, cutsOf(profile));
  const unlooked = new Set([...unlookedEntries(ctx, tree).map(({ id }) => id), ...notLookedAt(ws, tree.database)]);
  return {
    workspace: ws.root,
    agent: ownAgents(profile)[0] ?? "main",
    base: { state: ctx.base.state, says: baseSentence(ctx.base) },
    counts: countsOf(tree),
    newest: newest && { ...quotedOf(newest), at: newest.timestamp },
    due: await dueOf(ctx, treeShown),
    ready: ready || undefined,
    rules: chain.active && lastChange(chain.active),
    rules_not_merged: (await unmergedRules(ctx, chain, tree)).length || undefined,
    waiting: countWaiting(items, ctx.clock.now()),
    contacts: contacts.length === 0 ? undefined : contacts,
    unlooked: unlooked.size || undefined,
    learning: profile.learning.on ? undefined : { on: false },
    index: readIndexStatus(ws, tree.database),
    interrupted: isChangePending(ws),
    merge: merge === undefined ? undefined : { state: merge },
    driver: lacksDriver(ws.root) ? "missing" : undefined,
    runs: runs.map(({ id, opened, writes }) => ({ id, opened, writes: writes.length })),
    findings: {
      errors: errors.length,
      warnings: tree.findings.filter(({ severity }) => severity === "warning").length,
      first: worst && `${placeOf(worst)}: ${worst.message}`,
    },
  };
}

/** How many rules a digest would add now. What counts them is loaded only where something has changed since. */
async function readyRules(ctx: Context, tree: Store): Promise<number> {
  const readiness = currentStatus(ctx, tree)?.ready;
  return readiness ?? (await (await import("../rules/planning/view-rules.js")).countReadyRules(ctx, tree));
}

function lastChange(version: Version): NonNullable<StatusReport["rules"]> {
  const rollback = `tenet versions rollback --dry-run ${refOf(version.id)}`;
  return { version: version.id, at: effectiveAt(version), summary: version.change_summary, rollback };
}

function countsOf(tree: Store): StatusReport["counts"] {
  const counts = {
    ...(Object.fromEntries(ENTRY_TYPES.map((type) => [type, 0])) as Record<EntryType, number>),
    live: 0,
    promoted: 0,
    inconclusive: 0,
    superseded: 0,
    forgotten: 0,
  };
  // One counts for a whole chain.
  const silent = silentIn(tree).map((head) => ({ head, count: -1 }));
  for (const { head, count } of [...tree.tally(), ...silent]) {
    if (head.status === "superseded" || head.status === "forgotten") counts[head.status] += count;
    if (!isLive(head)) continue;
    counts.live += count;
    counts[head.type] += count;
    if (head.status === "promoted") counts.promoted += count;
  }
  const unanswered = tree.where({ type: JUDGED_TYPES, outcome: null }, "inUse");
  counts.inconclusive = unanswered.filter(({ outcome }) => outcome === "inconclusive").length;
  return counts;
}

async function dueOf(ctx: Context, tree: Store): Promise<StatusReport["due"]> {
  const log = readQuestions(ctx.workspace);
  const { items, reminders } = agendaOf(ctx, tree, log, await linesInPairs(ctx, tree));
  return { questions: items.filter((item) => !("pair" in item)).length, reinforce: reminders.length };
}

const INDEX = {
  none: "not built yet: recall finds words until `tenet index` has run",
  behind: "behind the tree; the next recall or `tenet index` brings it level",
  fresh: "complete",
} as const;

function countLine({ counts }: StatusReport): string {
  const otherTypes = ENTRY_TYPES.filter((type) => !LEARNING_TYPES.includes(type) && counts[type] > 0);
  const parts = [...LEARNING_TYPES, ...otherTypes].map((type) => counted(counts[type], type, pluralOf(type)));
  const states = (["promoted", "inconclusive", "superseded", "forgotten"] as const)
    .filter((state) => counts[state] > 0)
    .map((state) => `${counts[state]} ${state}`);
  return `${parts.join(", ")}${states.length === 0 ? "" : ` (${states.join(", ")})`}`;
}

const nothingYet = ({ learning }: StatusReport): string =>
  learning === undefined ? 'nothing yet: tenet learn "..."' : "nothing yet";

function dueLine({ due }: StatusReport): string | undefined {
  const parts = [
    due.questions > 0 ? counted(due.questions, "question") : undefined,
    due.reinforce > 0 ? `${counted(due.reinforce, "correction")} that did not stick` : undefined,
  ].filter((part) => part !== undefined);
  return parts.length === 0 ? undefined : `${parts.join(", ")}: tenet heartbeat`;
}

function rulesLine({ version, at, summary, rollback }: NonNullable<StatusReport["rules"]>): string {
  return `${summary}, ${at.slice(0, 10)} (version ${version}); back: ${rollback}`;
}

function waitingLine({ waiting }: StatusReport): string | undefined {
  const says = waitingText(waiting);
  return says && `${says}: tenet review`;
}

function findingsSaid({ findings: { errors, warnings, first } }: StatusReport): Said | undefined {
  if (errors + warnings === 0) return undefined;
  const sum = `${counted(errors, "error")}, ${counted(warnings, "warning")}: tenet doctor`;
  return first === undefined ? sum : [sum, "\n", data(first, "bad")];
}

const numbered = (count: number | undefined, says: (count: number) => Said): Said | undefined =>
  count === undefined ? undefined : says(count);

const NOT_MERGED = "not merged, without effect before that: tenet versions";
const NEVER_COMPARED = "never compared with the rest: tenet index";

/** How the workspace stands, one field a subject; subjects with nothing to say are left out. */
export function statusOutline(report: Worded<StatusReport>): Outline {
  const { newest, interrupted, merge, runs } = report;
  const rows: [string, Said | undefined][] = [
    ["workspace", `${report.workspace} (agent ${report.agent})`],
    ["base", report.base.state === "unreadable" ? undefined : report.base.says],
    ["known", report.counts.live === 0 ? nothingYet(report) : countLine(report)],
    ["newest", newest && [accent(newest.ref), ` ${newest.at.slice(0, 10)} `, data(`"${newest.text}"`)]],
    ["due", dueLine(report) ?? faint("nothing")],
    ["ready", numbered(report.ready, (count) => `${counted(count, "rule")}: tenet digest`)],
    ["rules", report.rules && rulesLine(report.rules)],
    ["rules", numbered(report.rules_not_merged, (count) => warn(`${counted(count, "rule")} ${NOT_MERGED}`))],
    ["waits", waitingLine(report)],
    ["waits", waitingContactsText(report.contacts ?? [])],
    ["unlooked", numbered(report.unlooked, (count) => `${counted(count, "entry", "entries")} ${NEVER_COMPARED}`)],
    ["learning", report.learning && warn(`off, so nothing is captured; back on: ${TURN_LEARNING_ON}`)],
    ["index", INDEX[report.index]],
    ["write", interrupted ? warn("an interrupted write is completed by the next writing command") : undefined],
    ["git", merge && warn(`${merge.state}; known entries are not changed until it is done`)],
    ["git", report.driver && warn(`${DRIVER_MISSING}; the next capture registers it`)],
    ...runs.map(({ id, opened, writes }): [string, string] => [
      "run",
      `${id} open since ${opened.slice(0, 10)}, ${counted(writes, "write")} held back`,
    ]),
    ["findings", findingsSaid(report)],
  ];
  return rows.flatMap(([subject, says]) =>
    says === undefined ? [] : [field(subject, says, { cells: 11, indent: 0 })],
  );
}
