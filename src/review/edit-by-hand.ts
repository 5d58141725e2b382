/**
 * Edits a record in the person's editor: where to open it, what changed, and how to restore it. Called by `tenet edit`
 * and the review.
 */

import type { Context } from "../context.js";
import type { Entry, Patch } from "../entry/entry.js";
import { approvalLapsed } from "../entry/status.js";
import { TenetError } from "../errors.js";
import { changeTree } from "../store/change/change.js";
import { tendVerb } from "../store/change/prepare-write.js";
import { brokenChecks } from "../store/checks/check-findings.js";
import { sha256, writeFileAtomic } from "../store/files/atomic-file.js";
import { Backup } from "../store/files/backup.js";
import { withLock } from "../store/files/lock.js";
import { readBytes } from "../store/files/safe-path.js";
import { contextHolding } from "../store/home.js";
import { rememberStep } from "../store/ledger/undo-log.js";
import { openStore, type Store } from "../store/open-store.js";
import { recordText } from "../store/records/record-edit.js";
import { stamp } from "../text/durations.js";
import { OPEN_AGAIN } from "./edit.js";
import type { Edited } from "./edit-schemas.js";

/** A record before the editor is opened. */
export interface EditPlace {
  /** The tree that holds it: the workspace's or the user's. */
  home: Context;
  entry: Entry;
  /** Relative to its tree, and absolute. */
  file: string;
  path: string;
  line: number;
  bytes: Uint8Array;
  /** The number of errors in its file. */
  errors: number;
}

const errorsIn = (tree: Store, file: string) =>
  tree.findings.filter((finding) => finding.file === file && finding.severity === "error");

/** The place of the record, for an editor. */
export async function placeToEdit(ctx: Context, reference: string): Promise<EditPlace> {
  const { home, tree, id } = await contextHolding(ctx, reference, { writing: true });
  const { entry, file, line } = await tree.one(id);
  const path = home.workspace.absolute(file);
  const bytes = (await readBytes(home.workspace, path)) ?? new Uint8Array();
  return { home, entry, file, path, line, bytes, errors: errorsIn(tree, file).length };
}

/**
 * Reads the record after an edit by hand: the changed fields, and findings in the file. An approval lapses with its
 * content, and an edited rating is noted. Throws `broken-record` with the line where a record of the file can no longer
 * be read.
 */
export async function afterEditor(ctx: Context, place: EditPlace): Promise<Edited> {
  const { home, entry: before, file } = place;
  const tree = await openStore(home);
  const head = tree.head(before.id);
  const errors = errorsIn(tree, file);
  if (head === undefined || errors.length > place.errors) throw broken(place, errors);
  const recordNow = await tree.one(before.id);
  const { entry } = recordNow;
  const fields = new Set([...Object.keys(before), ...Object.keys(entry)]);
  const value = (of: Entry, field: string) => JSON.stringify((of as Patch)[field]);
  const changedFields = [...fields].filter((field) => value(before, field) !== value(entry, field));
  const fileFindings = tree.findings.filter((finding) => finding.file === head.file);
  const findings = [...fileFindings, ...(await brokenChecks([recordNow]))];
  const answer = { id: head.id, file: head.file, line: head.line, changed: changedFields, findings };
  const waits = approvalLapsed(entry) ? { waits: OPEN_AGAIN } : {};
  const review = { state: "needs_review", at: stamp(ctx.clock.now()), reason: OPEN_AGAIN };
  try {
    if ("waits" in waits) await noteOn(home, head.id, { review });
  } finally {
    await remember(ctx, place);
  }
  return { ...answer, ...waits };
}

/** Notes the consequences of an edit by hand as part of it, so that one `undo` reverts both. */
async function noteOn(home: Context, id: string, follows: Patch): Promise<void> {
  const name = { ...tendVerb("edit"), reason: `edit: ${id}` };
  await changeTree(home, name, async (change) => {
    await change.update(id, follows);
  });
}

function broken({ entry: { id }, file, line }: EditPlace, errors: ReturnType<typeof errorsIn>): TenetError {
  const finding = errors.find((one) => one.id === id) ?? errors.at(-1);
  const at = finding?.line ?? line;
  const why = finding === undefined ? `no record ${id} stands there any more` : finding.message;
  return new TenetError(`${file}:${at} can no longer be read: ${why}`, {
    failure: "findings",
    code: "broken-record",
    hint: "Open it again and mend it; nothing else was touched.",
    details: { file, line: at },
  });
}

/** The time to wait for another writer, as for every change. */
const LONGEST_WAIT_MS = 15_000;

/** Records the edit for `undo`. */
async function remember(ctx: Context, { home, entry: { id }, file, path, bytes }: EditPlace): Promise<void> {
  const now = Buffer.from((await readBytes(home.workspace, path)) ?? []).toString("utf8");
  const [before, after] = [recordText(Buffer.from(bytes).toString("utf8"), id), recordText(now, id)];
  if (before === undefined || after === undefined || before === after) return;
  const { agent, session, atTerminal: typed } = ctx.actor;
  const step = { op: "edit", at: stamp(ctx.clock.now()), agent, session, typed, logs: [], others: [] };
  const { workspace: ws } = home;
  await withLock(ws.lock, "edit", LONGEST_WAIT_MS, () =>
    rememberStep(ws, { ...step, records: [{ id, file, before, after }] }),
  );
}

/** Restores the file as it was before the editor. The person's text is kept as a copy, which the answer names. */
export async function throwAway({ home, entry: { id }, file, path, line, bytes }: EditPlace): Promise<Edited> {
  const { workspace: ws, clock } = home;
  const draft = (await readBytes(ws, path)) ?? new Uint8Array();
  const backup = new Backup(ws, clock.now());
  await backup.keepAs(file, draft);
  await writeFileAtomic(path, bytes, { expected: sha256(draft), within: ws });
  return { id, file, line, changed: [], findings: [], draft: `${backup.folder}/${file}` };
}
