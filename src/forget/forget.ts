/** `tenet forget`: entries, or everything from one source, no longer used, redacted, or erased from every place. */

import type { Context } from "../context.js";
import type { Selector } from "../entry/gates/attribution.js";
import { TenetError } from "../errors.js";
import { rulePaths } from "../rules/policy/rule.js";
import { changeTree } from "../store/change/change.js";
import { changeVerb, prepareWrite } from "../store/change/prepare-write.js";
import { StagedChange } from "../store/change/staged-change.js";
import { homeOf } from "../store/home.js";
import { openStore, type Row } from "../store/open-store.js";
import { isForEverybody, personHere, requireAdmin, requireTyped, statedReason } from "../store/profile/people-only.js";
import { inUserTree, USER_TREE, userContext } from "../store/user-tree.js";
import { defined } from "../text/defined.js";
import { type Completed, completeErasing } from "./complete-erasing.js";
import type { ForgetMode } from "./consequences.js";
import { NameMatcher } from "./contact-names.js";
import type { Forgotten, ForgottenEntry } from "./forget-schemas.js";
import { isRenamed, type Ticked } from "./naming-lines.js";
import { commitsHolding, type Looking, remainingPlaces } from "./remaining.js";
import { type Restored, stageRestore } from "./restore.js";
import { type ForgetRequest, type StagedForgetting, stageForgetting } from "./stage-forgetting.js";
import { TextMatcher } from "./text-matcher.js";

export interface ForgetInput {
  refs: readonly string[];
  selector?: Selector | undefined;
  taking: ForgetMode;
  restore?: boolean;
  /** Lines of others in which the name of an erased contact is replaced. */
  ticked?: Ticked;
  reason?: string | undefined;
  dryRun?: boolean;
  /** A person typed the word that was asked for. */
  confirmed?: boolean;
}

const DONE = { forget: "forgotten", redact: "redacted", erase: "erased" } as const;
const MOST_COMMITS = 50;
/** A shorter name is looked for in no commit: it may be a part of any word. */
const SHORTEST_NAME = 8;
const MOST_PLACES = 50;

const INSTEAD =
  "See what it would take along: the same with --dry-run. What is merely wrong now is corrected: tenet correct.";

/**
 * Forgets entries: at once where mode and table allow it, otherwise only for a person at a terminal. With `dryRun`
 * nothing is written or asked: the answer lists the entries and whether a person is needed.
 */
export async function forget(ctx: Context, input: ForgetInput): Promise<Forgotten> {
  const { refs, selector, dryRun } = input;
  if (selector !== undefined && refs.length === 0) return await forgetFrom(ctx, input);
  if (refs.length === 0 || selector !== undefined) return await forgetHere(ctx, input);
  if (dryRun !== true) await prepareWrite(ctx, changeVerb("forget"));
  const home = await homeOf(ctx, refs);
  const answer = await forgetHere(home, input);
  if (home === ctx) return answer;
  return { ...answer, entries: answer.entries.map(inUserTree) };
}

/**
 * Forgets all entries of one source in the workspace, then in the user tree, in a change each. Both are checked for a
 * needed person before the first is made.
 */
async function forgetFrom(ctx: Context, input: ForgetInput): Promise<Forgotten> {
  const home = await userContext(ctx);
  const homeAnswer = home === undefined ? undefined : await unlessNothing(forgetHere(home, { ...input, dryRun: true }));
  if (home === undefined || homeAnswer === undefined) return await forgetHere(ctx, input);
  const { needs_person: needs } = homeAnswer;
  if (needs !== undefined && input.dryRun !== true) await requireConfirmed(home, needs, input.confirmed === true);
  const here = await unlessNothing(forgetHere(ctx, input));
  const own = input.dryRun === true ? homeAnswer : await forgetHere(home, input);
  return here === undefined ? inBothTrees(unchangedAnswer(input, input.dryRun === true), own) : inBothTrees(here, own);
}

/** One of two trees may well know nothing of a source. */
async function unlessNothing(work: Promise<Forgotten>): Promise<Forgotten | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof TenetError && error.failure === "not-found") return undefined;
    throw error;
  }
}

async function forgetHere(ctx: Context, input: ForgetInput): Promise<Forgotten> {
  const reason = await statedReason(ctx, input.reason);
  const by = (await personHere(ctx)) ?? ctx.actor.agent;
  const request: ForgetRequest = { ...input, reason, by, confirmed: input.confirmed === true };
  if (input.dryRun === true) return await dryRunOf(ctx, input, request);
  await prepareWrite(ctx, changeVerb("forget"));
  if (input.restore === true) return await restore(ctx, input, reason);
  const { taking } = input;
  const staged = await changeTree(ctx, nameOf(ctx, input, reason), async (change) => {
    const staged = await stageForgetting(ctx, change, request);
    refuseNothing(staged, input);
    const everybody = staged.heads.find(isForEverybody);
    if (everybody !== undefined) await requireAdmin(ctx, `forgetting ${everybody.id}`);
    if (staged.needs !== undefined && !isNothing(staged)) await requireConfirmed(ctx, staged.needs, request.confirmed);
    return staged;
  });
  const answer = toResult(input, staged, false);
  if (taking === "forget" || isNothing(staged)) return answer;
  return await completedAnswer(ctx, answer, staged);
}

/** The work outside of the tree: local and rebuildable files, then copies that only the owner can reach. */
async function completedAnswer(ctx: Context, answer: Forgotten, staged: StagedForgetting): Promise<Forgotten> {
  let completed: Completed | undefined;
  try {
    completed = await completeErasing(ctx);
  } catch (error) {
    if (!(error instanceof TenetError) || error.failure !== "busy") throw error;
    ctx.warn(`The search index is being written: the next writing command takes the rest out. ${error.message}`);
    answer.unfinished = true;
  }
  const { workspace: ws } = ctx;
  if ((completed?.local ?? 0) > 0) answer.places.push({ place: "local state", files: [ws.relative(ws.stateDb)] });
  answer.struck = completed?.struck ?? 0;
  return { ...answer, ...(await remainingElsewhere(ctx, staged)) };
}

/** `staged`: files as a change that is not made yet would leave them. */
async function remainingElsewhere(
  { workspace: ws }: Context,
  { terms, names }: Pick<StagedForgetting, "terms" | "names">,
  staged: Looking["staged"] = () => undefined,
) {
  const matcher = new TextMatcher(terms);
  const ofContact = new NameMatcher(names);
  const holds = (path: string, line: string) =>
    path !== ws.indexPage && (matcher.matchesWhole(line) || (!isRenamed(ws, path) && ofContact.names(line)));
  const texts = [...names.filter((name) => name.length >= SHORTEST_NAME), ...terms.texts];
  const { commits: holdingCommits, more } = await commitsHolding(ws.root, texts, MOST_COMMITS);
  // A subject may quote a learning.
  const subjectText = (subject: string) => (matcher.matches(subject) ? "[its subject holds it]" : subject);
  const commits = holdingCommits.map((commit) => ({ ...commit, subject: subjectText(commit.subject) }));
  return { commits, more_commits: more, remaining: await remainingPlaces(ws, { holds, staged }, MOST_PLACES) };
}

/** What would happen, staged and thrown away. Where a person is needed, as one would do it. */
async function dryRunOf(ctx: Context, input: ForgetInput, request: ForgetRequest): Promise<Forgotten> {
  const staging = async () => new StagedChange(ctx, await openStore(ctx, { untouched: true, changes: true }));
  if (input.restore === true) {
    const restored = await stageRestore(ctx, await staging(), input);
    return { ...restoredAnswer(input, restored), needs_person: restored.needs };
  }
  let change = await staging();
  let staged = await stageForgetting(ctx, change, { ...request, confirmed: false });
  const { needs } = staged;
  if (needs !== undefined) {
    change = await staging();
    staged = await stageForgetting(ctx, change, { ...request, confirmed: true });
  }
  refuseNothing(staged, input);
  const answer = toResult(input, staged, true);
  if (needs !== undefined && !isNothing(staged)) answer.needs_person = needs;
  if (input.taking === "forget" || isNothing(staged)) return answer;
  const rulePlaces = new Set(rulePaths(ctx.profile.files, []));
  const own = (file: string) => file.startsWith("memory/") || rulePlaces.has(file);
  const read = (path: string) => (own(ctx.workspace.relative(path)) ? change.read(path) : undefined);
  return { ...answer, ...(await remainingElsewhere(ctx, staged, read)) };
}

async function restore(ctx: Context, input: ForgetInput, reason: string | undefined): Promise<Forgotten> {
  const restored = await changeTree(ctx, nameOf(ctx, input, reason), async (change) => {
    const staged = await stageRestore(ctx, change, input);
    if (staged.heads.length > 0) await requireConfirmed(ctx, staged.needs, input.confirmed === true);
    return staged;
  });
  return restored.heads.length === 0 ? unchangedAnswer(input, false) : restoredAnswer(input, restored);
}

function restoredAnswer(input: ForgetInput, { heads }: Restored): Forgotten {
  const entries = heads.map(toForgottenEntry);
  return { ...unchangedAnswer(input, input.dryRun === true), decision: "restored", entries };
}

/** Requires a person at a terminal. */
async function requireConfirmed(ctx: Context, subject: string, isConfirmed: boolean): Promise<void> {
  await requireTyped(ctx, subject, isConfirmed, INSTEAD);
}

/**
 * The name of the change, one line for git: the act and its reason. It holds no words of the entry, no source when that
 * is erased, and no reason when the entry is about a contact.
 */
function nameOf({ actor }: Context, { refs, selector, taking, restore }: ForgetInput, because: string | undefined) {
  const op = restore === true ? "restore" : taking;
  const refsText = refs.length <= 3 ? refs.join(", ") : `${refs.length} entries`;
  const isAbout = selector?.by === "contact";
  const source = taking === "erase" || isAbout ? `one ${selector?.by}` : `${selector?.by} ${selector?.value}`;
  const subject = selector === undefined ? refsText : `everything ${isAbout ? "about" : "from"} ${source}`;
  const why = because === undefined || isAbout || actor.contact !== undefined ? "" : ` (${because})`;
  return defined({ ...changeVerb(op), reason: `${op}: ${subject}${why}`, because });
}

function isNothing({ heads, others, rules, places, named }: StagedForgetting): boolean {
  const changed = heads.length + others.length + rules.changes.length + places.length;
  return changed === 0 && !named.some(({ replaced }) => replaced);
}

/** A source that nothing came from is misspelt more often than clean. */
function refuseNothing(staged: StagedForgetting, { selector }: ForgetInput): void {
  if (selector === undefined || !isNothing(staged) || staged.known + staged.named.length > 0) return;
  const comes = selector.by === "contact" ? "is about" : "comes from";
  throw new TenetError(`nothing here ${comes} the ${selector.by} ${JSON.stringify(selector.value)}`, {
    failure: "not-found",
    hint: "See who said what: tenet list --json",
  });
}

function toForgottenEntry({ id, type, tier, status, file, line }: Row): ForgottenEntry {
  return { id, type, tier, status, file, line };
}

function unchangedAnswer({ selector }: ForgetInput, dryRun: boolean): Forgotten {
  return {
    decision: "unchanged",
    dry_run: dryRun,
    selector,
    entries: [],
    others: [],
    rules: [],
    kept_lines: [],
    places: [],
    struck: 0,
    derived: [],
    shared: [],
    commits: [],
    more_commits: false,
    remaining: [],
  };
}

function toResult(input: ForgetInput, staged: StagedForgetting, dryRun: boolean): Forgotten {
  const { heads, others, rules, places, derived, shared } = staged;
  const named = staged.named.length === 0 ? {} : { named: staged.named };
  if (isNothing(staged)) return { ...unchangedAnswer(input, dryRun), ...named };
  return {
    ...unchangedAnswer(input, dryRun),
    ...named,
    decision: DONE[input.taking],
    entries: heads.map(toForgottenEntry),
    others: others.map(({ entry, says }) => ({ id: entry.id, says })),
    rules: rules.changes,
    version: rules.version,
    kept_lines: rules.theirs.map(({ target, ids }) => ({ target, ids: [...ids] })),
    places: [...places],
    derived,
    shared,
  };
}

/** Joins the answers of the workspace and the user tree; files of the latter carry its name. */
function inBothTrees(here: Forgotten, own: Forgotten): Forgotten {
  const places = own.places.map(({ place, files }) => ({ place, files: files.map((file) => `${USER_TREE}${file}`) }));
  return {
    ...here,
    decision: here.decision === "unchanged" ? own.decision : here.decision,
    entries: [...here.entries, ...own.entries.map(inUserTree)],
    others: [...here.others, ...own.others],
    rules: [...here.rules, ...own.rules],
    kept_lines: [...here.kept_lines, ...own.kept_lines],
    places: [...here.places, ...places],
    struck: here.struck + own.struck,
    derived: [...here.derived, ...own.derived],
    shared: [...here.shared, ...own.shared],
    unfinished: here.unfinished ?? own.unfinished,
    commits: [...here.commits, ...own.commits],
    more_commits: here.more_commits || own.more_commits,
    remaining: [...here.remaining, ...own.remaining.map(inUserTree)],
    named: [...(here.named ?? []), ...(own.named ?? []).map(inUserTree)],
    needs_person: here.needs_person ?? own.needs_person,
  };
}
