/** `tenet undo`: takes the last change of this session back, as long as nothing came on top of it. */
import type { Context } from "../context.js";
import { contactOf } from "../entry/gates/contact-scope.js";
import { isPrivate, isSensitive, SENSITIVE } from "../entry/gates/visible.js";
import { TenetError, wrongUsage } from "../errors.js";
import { next } from "../steps.js";
import { RELATIONS, targetsOf } from "../store/cache/relations.js";
import { entryOf } from "../store/cache/row.js";
import { type Change, changeTree, tryChange } from "../store/change/change.js";
import { changeVerb, prepareWrite } from "../store/change/prepare-write.js";
import { contentsOf, filesAt } from "../store/git/commit-files.js";
import { headCommit } from "../store/git/revisions.js";
import type { Row, Store } from "../store/open-store.js";
import { provenanceHere, requirePerson } from "../store/profile/people-only.js";
import { tierOf } from "../store/profile/tier-of.js";
import { isAbout } from "../store/records/record-place.js";
import {
  dropStep,
  type EntryStep,
  type FileStep,
  isLog,
  lastStep,
  takenBack,
  type UndoStep,
} from "../store/state/undo-log.js";
import { userContext } from "../store/user-tree.js";
import { stamp } from "../text/durations.js";
import { undoObstacle } from "./policy/undo-check.js";
import type { Undone } from "./review-schemas.js";

const UNDO = { ...changeVerb("undo"), undoable: false };

export interface UndoInput {
  dryRun?: boolean;
  /** A person was shown what would be taken back, and typed the word. */
  confirmed?: boolean;
}

const INSTEAD = "Tell a person what should be taken back; they can at a terminal.";

/**
 * Takes back what the last change of this session did: new records leave the tree (those git has already are forgotten),
 * changed ones stand as they did. Twice takes the one before back as well. Throws `conflict` where something changed
 * since, and then nothing is done; `refused` for what is not taken back here, or only by a person.
 */
export async function undo(ctx: Context, { dryRun = false, confirmed = false }: UndoInput): Promise<Undone> {
  if (ctx.actor.run !== undefined) {
    throw wrongUsage(
      `run ${ctx.actor.run} holds its writes back`,
      next("All of it is dropped with:", "run fail", { id: ctx.actor.run }),
    );
  }
  const { home, step, key } = await lastOf(ctx);
  const obstacle = undoObstacle(step);
  if (obstacle?.kind === "never") {
    const { message, hint } = obstacle;
    throw new TenetError(message, { failure: "refused", code: "not-undoable", hint });
  }
  if (dryRun) {
    const needs = obstacle === undefined ? {} : { needs_person: obstacle.what };
    return { ...(await tryChange(home, (change) => takeBack(home, change, step))), dry_run: true, ...needs };
  }
  if (obstacle !== undefined) await requirePerson(ctx, obstacle.what, confirmed, INSTEAD);
  await prepareWrite(ctx, UNDO);
  return await changeTree(home, { ...UNDO, reason: `undo: ${step.op}` }, async (change) => {
    // Another process of this session may have written meanwhile.
    const { session } = ctx.actor;
    if (lastStep(home.workspace, session)?.key !== key) throw changedSince("this session");
    change.alongside((state) => dropStep(state, session, key));
    return await takeBack(home, change, step);
  });
}

/** The newest change of this session, in the workspace or in its reader's own tree. */
async function lastOf(ctx: Context): Promise<{ home: Context; step: UndoStep; key: string }> {
  const homes = [ctx, (await userContext(ctx)) ?? []].flat();
  const { session } = ctx.actor;
  const lastSteps = homes.flatMap((home) => {
    const last = lastStep(home.workspace, session);
    return last === undefined ? [] : { home, ...last };
  });
  const [newest] = lastSteps.sort((a, b) => Number(b.key) - Number(a.key));
  if (newest !== undefined) return newest;
  throw new TenetError(`session ${session} has changed nothing here that can be taken back`, {
    failure: "not-found",
    code: "nothing-to-undo",
    hint: next("An entry of another session is taken out of use:", "forget", { refs: ["<id>"] }),
  });
}

const changedSince = (what: string): TenetError =>
  new TenetError(`${what} was changed since; nothing was taken back`, {
    failure: "conflict",
    code: "changed-since",
    hint: next("An entry is taken out of use:", "forget", { refs: ["<id>"] }),
  });

async function takeBack(ctx: Context, change: Change, step: UndoStep): Promise<Undone> {
  const brought = step.entries.filter(({ isNew }) => isNew);
  refuseReferred(change.tree, step.entries, brought);
  const committed = await entriesInGit(ctx, brought);
  const isLeft = (file: string) => committed.some((one) => one.file === file);
  const heads = new Map(step.entries.map(({ id }) => [id, change.tree.head(id)]));
  for (const [id, head] of heads) if (head === undefined) throw changedSince(id);
  for (const one of step.files) takeOut(ctx, change, one, isLeft(one.file));
  const asBefore = step.entries.filter(({ file }) => !isLeft(file));
  for (const one of asBefore) change.entries.set(one.id, one);
  await change.take();
  for (const { id } of committed) await forgetCommitted(ctx, change, id);
  const entries = [...asBefore, ...committed].map(({ id, file, isNew }): Undone["entries"][number] => {
    const did = !isNew ? "as before" : isLeft(file) ? "forgotten" : "taken out";
    // Entries that are as before are told in the words that they have again.
    const head = (isNew ? undefined : change.tree.head(id)) ?? (heads.get(id) as Row);
    return { id, did, text: shownWords(ctx, head), file };
  });
  const logs = step.files.filter(({ file }) => isLog(file)).map(logLine);
  return { decision: "undone", dry_run: false, op: COMMAND_OF[step.op] ?? step.op, at: step.at, entries, logs };
}

const ABOUT_CONTACT = "[about a contact]";

/** What an entry says, unless only others may be shown it: a session may speak with several contacts. */
function shownWords({ actor }: Context, head: Row): string {
  const contact = contactOf(head);
  if (isPrivate(head) || (contact !== undefined && contact !== actor.contact)) return ABOUT_CONTACT;
  return isSensitive(head) ? SENSITIVE : head.text;
}

/** The commands behind changes that are named by the type of what they brought. */
const COMMAND_OF: Readonly<Record<string, string>> = { correction: "correct", insight: "learn", memory: "remember" };

/** What others rest on by now stays: taking it out would leave them pointing at nothing. */
function refuseReferred(tree: Store, written: readonly EntryStep[], brought: readonly EntryStep[]): void {
  if (brought.length === 0) return;
  const ownIds = new Set(written.map(({ id }) => id));
  const newIds = new Set(brought.map(({ id }) => id));
  for (const row of tree.naming(newIds, ...RELATIONS)) {
    if (ownIds.has(row.id)) continue;
    const referredId = RELATIONS.flatMap((field) => targetsOf(entryOf(row), field)).find((id) => newIds.has(id));
    if (referredId !== undefined) throw changedSince(`${referredId}, to which ${row.id} refers by now,`);
  }
}

/** Of entries that would leave those that git has: they are forgotten instead, so that nothing vanishes from a history. */
async function entriesInGit({ workspace: ws }: Context, brought: readonly EntryStep[]): Promise<EntryStep[]> {
  const head = brought.length === 0 ? undefined : await headCommit(ws.root);
  if (head === undefined) return [];
  const files = brought.map(({ file }) => file);
  const committed = await contentsOf(ws.root, await filesAt(ws.root, head, files));
  return brought.filter(({ id, file }) => committed.get(file)?.includes(`id: ${id}`) === true);
}

async function forgetCommitted(ctx: Context, change: Change, id: string): Promise<void> {
  const { tier } = tierOf(await provenanceHere(ctx));
  const forgotten = { at: stamp(ctx.clock.now()), by: ctx.actor.agent, tier, reason: "undone", alone: true };
  await change.update(id, { forgotten });
}

/** Takes a change out of a file, unless that is left as it is. */
function takeOut({ workspace: ws }: Context, change: Change, step: FileStep, isLeft: boolean): void {
  const path = ws.absolute(step.file);
  const bytes = change.read(path) ?? Buffer.of();
  const text = Buffer.from(bytes).toString();
  const rest = Buffer.from(text).equals(bytes) ? takenBack(text, step) : undefined;
  if (rest === undefined) throw changedSince(step.file);
  if (!isLeft) change.write(path, rest);
}

/** The line that leaves a daily log. */
function logLine({ file, after }: FileStep): Undone["logs"][number] {
  const line = after.trim().split("\n").at(-1) ?? "";
  return { file, text: isAbout(file, undefined) ? line.replace(/^- /, "") : ABOUT_CONTACT };
}
