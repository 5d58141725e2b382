/**
 * Edits a record in the person's editor: where to open it, and what changed. Called by `tenet edit` and the review.
 */

import { brokenChecks } from "../../check/check-findings.js";
import type { Context } from "../../context.js";
import type { Entry, Patch } from "../../entry/entry.js";
import { TenetError } from "../../errors.js";
import { contextHolding } from "../../store/home.js";
import { openStore, type Row, type Store } from "../../store/open-store.js";
import { defined } from "../../text/defined.js";
import { whyItWaits } from "./edit.js";
import type { Edited } from "./edit-schemas.js";

/** A record before the editor is opened. */
export interface EditPlace {
  /** The tree that holds it: the workspace's or the user's. */
  home: Context;
  entry: Entry;
  row: Row;
  /** Relative to its tree, and absolute. */
  file: string;
  path: string;
  line: number;
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
  return { home, entry, row: tree.resolve(id), file, path, line, errors: errorsIn(tree, file).length };
}

/**
 * Reads the record after an edit by hand: the changed fields, and findings in the file. An approval lapses with its
 * content. Throws `broken-record` with the line where a record of the file can no longer be read.
 */
export async function afterEditor(place: EditPlace): Promise<Edited> {
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
  return { ...answer, ...defined({ waits: whyItWaits(place.row, head, entry) }) };
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
