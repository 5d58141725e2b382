/** `tenet forget`: entries, or everything from one source, out of use, redacted, or erased. Called by every door. */
import type { Context } from "../context.js";
import { tierOf } from "../entry/gates/trust.js";
import { isLive } from "../entry/gates/visible.js";
import { changeTree, tryChange } from "../store/change/change.js";
import { changeVerb, prepareWrite } from "../store/change/prepare-write.js";
import { isFact } from "../store/contacts/asked-facts.js";
import { plainBytes } from "../store/files/safe-path.js";
import { homeOf } from "../store/home.js";
import * as people from "../store/profile/people-only.js";
import { isErasing } from "../store/state/erasing.js";
import { inUserTree } from "../store/user-tree.js";
import { openShown } from "../store/viewer.js";
import { defined } from "../text/defined.js";
import { commitsHolding } from "./commits-holding.js";
import { completeErasing } from "./complete-erasing.js";
import type { Forgotten } from "./forget-schemas.js";
import { HeldWords } from "./held-words.js";
import type { Ticked } from "./lines-elsewhere.js";
import { entriesNamed } from "./rules-leaving.js";
import type { Selector } from "./said-by.js";
import type { ForgetMode } from "./selection.js";
import { type ForgetRequest, type StagedForgetting, stageForgetting } from "./stage-forgetting.js";

export interface ForgetInput {
  /** Ids, or `FILE:LINE` of a rule. */
  refs: readonly string[];
  selector?: Selector | undefined;
  /** All that is remembered and the reader may see, in the place of both. */
  all?: boolean;
  taking: ForgetMode;
  /** Lines elsewhere in which the words go as well. */
  ticked?: Ticked;
  reason?: string | undefined;
  dryRun?: boolean;
  /** A person typed the word that was asked for. */
  confirmed?: boolean;
}

const DONE = { forget: "forgotten", redact: "redacted", erase: "erased", restore: "restored" } as const;
const MOST_COMMITS = 50;

const INSTEAD =
  "See what it would take along: the same with --dry-run. What is merely wrong now is corrected: tenet correct.";

/**
 * Forgets entries: at once where the table allows it, otherwise only for a person at a terminal. With `dryRun` nothing is
 * written or asked: the answer lists the entries and whether a person is needed. Entries that are named may stand in the
 * user's tree; a source is forgotten in this one.
 */
export async function forget(ctx: Context, stated: ForgetInput): Promise<Forgotten> {
  const { dryRun = false } = stated;
  if (!dryRun) await prepareWrite(ctx, changeVerb("forget"));
  const read = (path: string) => plainBytes(ctx.workspace, path)?.toString("utf8") ?? "";
  const refs = stated.all ? await remembered(ctx) : entriesNamed(ctx, stated.refs, read);
  if (stated.all && refs.length === 0) return unchanged(stated);
  const home = refs.length === 0 ? ctx : await homeOf(ctx, refs);
  const answer = await forgetIn(home, { ...stated, refs });
  if (home === ctx) return answer;
  const named = answer.named && { named: answer.named.map(inUserTree) };
  return { ...answer, entries: answer.entries.map(inUserTree), ...named };
}

/** All memories, or what is known about the contact that is named. */
async function remembered(ctx: Context): Promise<string[]> {
  const rows = (await openShown(ctx)).where({ type: "memory" });
  return rows.filter((row) => isLive(row) && (ctx.actor.contact === undefined || isFact(row))).map(({ id }) => id);
}

async function forgetIn(ctx: Context, input: ForgetInput): Promise<Forgotten> {
  const { dryRun = false, confirmed = false } = input;
  const reason = await people.statedReason(ctx, input.reason);
  const by = (await people.personHere(ctx)) ?? ctx.actor.agent;
  const request: ForgetRequest = { ...input, reason, by, tier: tierOf(await people.provenanceHere(ctx)).tier };
  if (dryRun) {
    const staged = await tryChange(ctx, (change) => stageForgetting(ctx, change, request));
    const needs_person = staged.isNothing ? undefined : staged.needs;
    return { ...answerOf(input, staged), ...defined({ needs_person }), ...(await inHistory(ctx, staged)) };
  }
  const staged = await changeTree(ctx, nameOf(ctx, input, reason), async (change) => {
    const planned = await stageForgetting(ctx, change, request);
    if (planned.isNothing) return planned;
    if (planned.heads.some(people.isForEverybody))
      await people.requireAdmin(ctx, "forgetting what holds for everybody");
    if (planned.needs !== undefined) await people.requireTyped(ctx, planned.needs, confirmed, INSTEAD);
    return planned;
  });
  const answer = answerOf(input, staged);
  if (staged.isNothing || staged.terms === undefined) return answer;
  await completeErasing(ctx);
  const unfinished = isErasing(ctx.workspace) ? (true as const) : undefined;
  return { ...answer, ...defined({ unfinished }), ...(await inHistory(ctx, staged)) };
}

/** What git still holds. */
async function inHistory(ctx: Context, { isNothing, terms }: StagedForgetting) {
  if (isNothing || terms === undefined) return {};
  const held = new HeldWords(terms);
  const { commits, more } = await commitsHolding(ctx.workspace.root, [...terms.names, ...terms.texts], MOST_COMMITS);
  // A subject may quote a learning.
  const subjectOf = (subject: string) => (held.holds(subject) ? "[its subject holds it]" : subject);
  return { commits: commits.map((one) => ({ ...one, subject: subjectOf(one.subject) })), more_commits: more };
}

/**
 * The name of the change, one line for git: the act and its reason. It holds no words of the entry, no source when that
 * is erased, and no reason when the entry is about a contact. `undo` brings no words back.
 */
function nameOf({ actor }: Context, { refs, selector, taking }: ForgetInput, because: string | undefined) {
  const isAbout = selector?.by === "contact";
  const source = taking === "erase" || isAbout ? `one ${selector?.by}` : `${selector?.by} ${selector?.value}`;
  const named = refs.length <= 3 ? refs.join(", ") : `${refs.length} entries`;
  const subject = selector === undefined ? named : `everything ${isAbout ? "about" : "from"} ${source}`;
  const why = because === undefined || isAbout || actor.contact !== undefined ? "" : ` (${because})`;
  const undoable = taking === "forget" || taking === "restore";
  return defined({ ...changeVerb(taking), undoable, reason: `${taking}: ${subject}${why}`, because });
}

function answerOf(input: ForgetInput, staged: StagedForgetting): Forgotten {
  const { heads, others, rules, unrecorded, named, isNothing } = staged;
  const base = { ...unchanged(input), ...defined({ named: named.length === 0 ? undefined : named }) };
  if (isNothing) return base;
  return {
    ...base,
    decision: DONE[input.taking],
    entries: heads.map(({ id, type, tier, status, file, line }) => ({ id, type, tier, status, file, line })),
    others: others.map(({ id }) => id),
    rules: rules.changes,
    ...defined({ version: rules.version, unrecorded: unrecorded === 0 ? undefined : unrecorded }),
  };
}

function unchanged({ selector, dryRun = false }: ForgetInput): Forgotten {
  const empty = { entries: [], others: [], rules: [], commits: [] };
  return { decision: "unchanged", dry_run: dryRun, selector, more_commits: false, ...empty };
}
