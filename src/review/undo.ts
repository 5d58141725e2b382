/** `tenet undo`: takes the last change of this session back, record by record, as long as nothing came on top of it. */
import type { Context } from "../context.js";
import { contactOf } from "../entry/gates/contact-scope.js";
import { tierOf } from "../entry/gates/trust.js";
import { isPrivate, isSensitive, SENSITIVE } from "../entry/gates/visible.js";
import { TenetError, wrongUsage } from "../errors.js";
import { next } from "../steps.js";
import { RELATIONS, targetsOf } from "../store/cache/relations.js";
import { entryOf } from "../store/cache/row.js";
import { type Change, changeTree, tryChange } from "../store/change/change.js";
import { changeVerb, prepareWrite } from "../store/change/prepare-write.js";
import { bytesHeldAt } from "../store/git/commit-files.js";
import { headCommit } from "../store/git/revisions.js";
import type { Row, Store } from "../store/open-store.js";
import { provenanceHere, requirePerson } from "../store/profile/people-only.js";
import { isAbout } from "../store/records/record-place.js";
import { dropStep, lastStep, type RecordStep, type UndoStep } from "../store/state/undo-log.js";
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
  const { home, step } = await lastOf(ctx);
  const obstacle = undoObstacle(step);
  if (obstacle?.kind === "never") {
    const { message, hint } = obstacle;
    throw new TenetError(message, { failure: "refused", code: "not-undoable", hint });
  }
  if (dryRun) {
    const needs = obstacle === undefined ? {} : { needs_person: obstacle.what };
    return { ...(await tryChange(home, (change) => takeBack(home, change, step))), dry_run: true, ...needs };
  }
  if (obstacle !== undefined) requirePerson(ctx, obstacle.what, confirmed, INSTEAD);
  await prepareWrite(ctx, UNDO);
  const undone = await changeTree(home, { ...UNDO, reason: `undo: ${step.op}` }, async (change) => {
    // Another process of this session may have written meanwhile.
    if (lastStep(home.workspace, step.session)?.at !== step.at) throw changedSince("this session");
    return await takeBack(home, change, step);
  });
  dropStep(home.workspace, step.session);
  return undone;
}

/** The newest change of this session, in the workspace or in its reader's own tree. */
async function lastOf(ctx: Context): Promise<{ home: Context; step: UndoStep }> {
  const own = await userContext(ctx);
  const { session } = ctx.actor;
  const lastSteps = [ctx, ...(own === undefined ? [] : [own])].flatMap((home) => {
    const last = lastStep(home.workspace, session);
    return last === undefined ? [] : [{ home, step: last.value, writtenMs: Number(last.key) }];
  });
  const [newest] = lastSteps.sort((a, b) => b.writtenMs - a.writtenMs);
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
  const newRecords = step.records.filter(({ before }) => before === null);
  refuseReferred(change.tree, step.records, newRecords);
  const committedIds = await idsInGit(ctx, newRecords);
  const entries: Undone["entries"] = [];
  const before = new Map<string, Row>();
  for (const record of step.records) {
    const head = change.tree.head(record.id);
    if (head === undefined) throw changedSince(record.id);
    before.set(record.id, head);
    const common = { id: record.id, text: shownWords(ctx, head), file: record.file };
    if (committedIds.has(record.id)) {
      await forgetCommitted(ctx, change, record);
      entries.push({ ...common, did: "forgotten" });
      continue;
    }
    if (!change.putBack(record)) throw changedSince(record.id);
    entries.push({ ...common, did: record.before === null ? "taken out" : "as before" });
  }
  const logs = step.logs.map(({ file, added }) => takeLine(ctx, change, file, added));
  await refreshEntries(ctx, change, entries, before);
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
function refuseReferred(tree: Store, records: readonly RecordStep[], newRecords: readonly RecordStep[]): void {
  if (newRecords.length === 0) return;
  const ownIds = new Set(records.map(({ id }) => id));
  const newIds = new Set(newRecords.map(({ id }) => id));
  for (const row of tree.naming(newIds, ...RELATIONS)) {
    if (ownIds.has(row.id)) continue;
    const referredId = RELATIONS.flatMap((field) => targetsOf(entryOf(row), field)).find((id) => newIds.has(id));
    if (referredId !== undefined) throw changedSince(`${referredId}, to which ${row.id} refers by now,`);
  }
}

/** Of records that would leave those that git has: they are forgotten instead, so that nothing vanishes from a history. */
async function idsInGit({ workspace: ws }: Context, newRecords: readonly RecordStep[]): Promise<ReadonlySet<string>> {
  const head = newRecords.length === 0 ? undefined : await headCommit(ws.root);
  if (head === undefined) return new Set();
  const files = newRecords.map(({ file }) => file);
  const committed = await bytesHeldAt(ws.root, head, files);
  return new Set(newRecords.flatMap(({ id, file }) => (committed.get(file)?.includes(`id: ${id}`) ? [id] : [])));
}

async function forgetCommitted(ctx: Context, change: Change, record: RecordStep): Promise<void> {
  if (!change.putBack({ ...record, before: record.after })) throw changedSince(record.id);
  const { tier } = tierOf(await provenanceHere(ctx));
  const forgotten = { at: stamp(ctx.clock.now()), by: ctx.actor.agent, tier, reason: "undone", alone: true };
  await change.update(record.id, { forgotten });
}

/** Takes a line out of a daily log; a log that is empty then leaves with it. */
function takeLine({ workspace: ws }: Context, change: Change, file: string, addedText: string): Undone["logs"][number] {
  const path = ws.absolute(file);
  const text = Buffer.from(change.read(path) ?? []).toString("utf8");
  const at = text.lastIndexOf(addedText);
  if (at === -1) throw changedSince(file);
  const rest = text.slice(0, at) + text.slice(at + addedText.length);
  if (rest.trim() === "") change.write(path, null);
  else change.write(path, rest);
  const line = addedText.trim().split("\n").at(-1) ?? "";
  return { file, text: isAbout(file, undefined) ? line.replace(/^- /, "") : ABOUT_CONTACT };
}

/** Entries that are as before are told in the words that they have again. */
async function refreshEntries(ctx: Context, change: Change, entries: Undone["entries"], before: Map<string, Row>) {
  if (!entries.some(({ did }) => did === "as before")) return;
  const after = await change.wouldBe();
  for (const one of entries) {
    const [now, then] = [before.get(one.id), after.head(one.id)];
    if (one.did !== "as before" || now === undefined || then === undefined) continue;
    one.text = shownWords(ctx, then);
  }
}
