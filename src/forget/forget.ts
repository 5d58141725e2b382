/** `tenet forget`: entries, or everything from one source, out of use, redacted, or erased. Called by every door. */
import type { Context } from "../context.js";
import { isLive } from "../entry/gates/visible.js";
import { CacheDatabase } from "../store/cache/database.js";
import { type Change, changeTree, tryChange } from "../store/change/change.js";
import { changeVerb, prepareWrite } from "../store/change/prepare-write.js";
import { isFact } from "../store/contacts/asked-facts.js";
import { homeOf } from "../store/home.js";
import * as people from "../store/profile/people-only.js";
import { tierOf } from "../store/profile/tier-of.js";
import { fromHome } from "../store/user-tree.js";
import { openShown } from "../store/viewer.js";
import { defined } from "../text/defined.js";
import { copiesOutside } from "./copies-outside.js";
import { eraseHere } from "./erase-here.js";
import type { Forgotten } from "./forget-schemas.js";
import { entriesNamed } from "./rules-leaving.js";
import type { ForgetRequest } from "./selection.js";
import { type StagedForgetting, stageForgetting } from "./stage-forgetting.js";

/** `refs`: ids, or `FILE:LINE` of a rule. `all`: all that is remembered and the reader may see, in the place of the rest. */
export interface ForgetInput extends Omit<ForgetRequest, "takenBack" | "by" | "tier"> {
  dryRun?: boolean;
  /** A person typed the word that was asked for. */
  confirmed?: boolean;
}

const DONE = { forget: "forgotten", redact: "redacted", erase: "erased" } as const;

const INSTEAD =
  "See what it would take along: the same with --dry-run. What is merely wrong now is corrected: tenet correct.";

/**
 * Forgets entries: at once where the table allows it, otherwise only for a person at a terminal. With `dryRun` nothing is
 * written or asked: the answer lists the entries and whether a person is needed. Entries that are named may stand in the
 * user's tree; a source is forgotten in this one.
 */
export async function forget(ctx: Context, stated: ForgetInput): Promise<Forgotten> {
  if (!stated.dryRun) await prepareWrite(ctx, changeVerb("forget"));
  const refs = stated.all ? await remembered(ctx) : await entriesNamed(ctx, stated.refs);
  if (stated.all && refs.length === 0) return unchanged(stated);
  const home = refs.length === 0 ? ctx : await homeOf(ctx, refs);
  const answer = await forgetIn(home, { ...stated, refs });
  const named = answer.named && { named: answer.named.map((one) => fromHome(ctx, home, one)) };
  return { ...answer, entries: answer.entries.map((one) => fromHome(ctx, home, one)), ...named };
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
  const act = async (change: Change) => {
    const planned = await stageForgetting(ctx, change, request);
    if (dryRun || planned.isNothing) return planned;
    if (planned.heads.some(people.isForEverybody))
      await people.requireAdmin(ctx, "forgetting what holds for everybody");
    if (planned.needs !== undefined) await people.requirePerson(ctx, planned.needs, confirmed, INSTEAD);
    if (planned.terms !== undefined) await eraseHere(ctx, change, planned.terms);
    return planned;
  };
  const staged = dryRun ? await tryChange(ctx, act) : await changeTree(ctx, nameOf(ctx, input, reason), act);
  // A reader may have made it anew from files that were not written yet.
  if (!dryRun && staged.terms !== undefined) CacheDatabase.remove(ctx.workspace);
  return await answerOf(ctx, input, staged);
}

/**
 * The name of the change, one line for git: the act and its reason. It holds no words of the entry, no source when that
 * is erased, and no reason when the entry is about a contact.
 */
function nameOf({ actor }: Context, { refs, selector, taking }: ForgetInput, because: string | undefined) {
  const isAbout = selector?.by === "contact";
  const source = taking === "erase" || isAbout ? `one ${selector?.by}` : `${selector?.by} ${selector?.value}`;
  const named = refs.length <= 3 ? refs.join(", ") : `${refs.length} entries`;
  const subject = selector === undefined ? named : `everything ${isAbout ? "about" : "from"} ${source}`;
  const why = because === undefined || isAbout || actor.contact !== undefined ? "" : ` (${because})`;
  return defined({
    ...changeVerb(taking),
    undoable: taking === "forget",
    reason: `${taking}: ${subject}${why}`,
    because,
  });
}

async function answerOf(ctx: Context, input: ForgetInput, staged: StagedForgetting): Promise<Forgotten> {
  const { heads, others, rules, named, isNothing, terms } = staged;
  const base = { ...unchanged(input), ...defined({ named: named.length === 0 ? undefined : named }) };
  if (isNothing) return base;
  return {
    ...base,
    decision: DONE[input.taking],
    entries: heads.map(({ id, type, tier, status, file, line }) => ({ id, type, tier, status, file, line })),
    others: others.map(({ id }) => id),
    rules: rules.changes,
    ...defined({ version: rules.version, needs_person: input.dryRun ? staged.needs : undefined }),
    ...(terms === undefined ? {} : await copiesOutside(ctx.workspace, terms)),
  };
}

function unchanged({ selector, dryRun = false }: ForgetInput): Forgotten {
  const empty = { entries: [], others: [], rules: [], commits: [] };
  return { decision: "unchanged", dry_run: dryRun, selector, more_commits: false, ...empty };
}
