/** Collects the writes of one change in memory. Made by `changeTree`, which commits them as one transaction. */
import { isDeepStrictEqual } from "node:util";
import { localDay } from "../../clock.js";
import type { Context } from "../../context.js";
import { dayOf, type Entry, type EntryType, type Patch, patched, tailOf } from "../../entry/entry.js";
import { contactOf } from "../../entry/gates/contact-scope.js";
import { RECORD_TYPES } from "../../entry/record-types.js";
import { COPIED, type Copies, copiesOf } from "../../entry/standing/copies.js";
import { TenetError } from "../../errors.js";
import { newId } from "../../ids.js";
import { takeCoreFiles } from "../cache/core-files.js";
import type { ParsedRecord } from "../cache/entry-writer.js";
import type { Row } from "../cache/row.js";
import { ChangedMeanwhile } from "../files/atomic-file.js";
import { putText, type Staged, StagedFiles } from "../files/staged-files.js";
import type { FileChange } from "../files/transaction.js";
import { readForOf, type Store } from "../open-store.js";
import { logBullet, withBullet } from "../records/daily-log.js";
import { conflictLine } from "../records/fences.js";
import { appendRecord, editRecord, openEnd, recordLine, replaceRecord } from "../records/record-edit.js";
import { parseRecordFile } from "../records/record-parse.js";
import { aloneBeside } from "../records/record-place.js";
import { type FactGroup, renderRecord } from "../records/record-text.js";
import { isRecordFile, MAX_FILE_BYTES, type stampAt } from "../records/scan.js";
import type { State } from "../state/state-db.js";
import type { EntryStep } from "../state/undo-log.js";
import type { Workspace } from "../workspace.js";

/** Where a record or bullet stands: relative file, 1-based line. */
export interface Place {
  file: string;
  line: number;
}

/** The operations of a change's body. Nothing is written before the body ends; if it throws, nothing ever is. */
export type Change = Omit<StagedChange, "writeCopies" | "facts">;

/** The file that a record shares with others of its day or group, and the one that it has alone. */
function placesFor(ws: Workspace, entry: Entry, group: FactGroup | undefined): { shared: string; own: string } {
  const { id } = entry;
  if (entry.type !== "memory")
    return { shared: ws.dayFile(entry.type, dayOf(id)), own: ws.entryFile(entry.type, dayOf(id), id) };
  const contact = contactOf(entry);
  const shared = contact === undefined ? ws.factsFile(group?.name ?? entry.category) : ws.contactFile(contact);
  return { shared, own: aloneBeside(shared, id) };
}

/** A new record as it will be read. Throws where it could not be: nothing of its change is written. */
function readBack(text: string, { id, agent }: Entry, file: string): ParsedRecord {
  const { records, findings } = parseRecordFile(text, file, { agent });
  const record = records.find(({ entry }) => entry.id === id);
  if (record !== undefined) return record;
  const reason = findings.find(({ severity }) => severity === "error")?.message ?? "it is no record";
  throw new TenetError(`A record of ${file} could not be read back: ${reason}; nothing was written`, {
    failure: "usage",
    hint: "Say it in fewer words; a file that holds the whole may be named as its --origin.",
  });
}

/** Collects what one change does to records, logs and other files. */
export class StagedChange {
  /** The tree as it is under the lock, with every entry that this change staged so far. */
  readonly tree: Store;
  readonly #ctx: Context;
  readonly #files: StagedFiles;
  /** New records go into files of their own, whatever the layout. */
  readonly #alone: boolean;
  /** The entries that this change wrote. */
  readonly entries = new Map<string, EntryStep>();
  /** What is written to the state of this machine with the change: both are there afterwards, or neither. */
  readonly facts: ((state: State) => void)[] = [];
  readonly #drawn = new Set<string>();

  constructor(ctx: Context, tree: Store, alone = false) {
    this.#ctx = ctx;
    this.tree = tree;
    this.#alone = alone;
    this.#files = new StagedFiles(ctx.workspace);
  }

  /** An id that no entry, tombstone or earlier call of this change has. The day is local to the profile's zone. */
  newId(type: EntryType, timestamp: string): string {
    const day = localDay(new Date(timestamp), this.#ctx.profile.timezone);
    const isTaken = (tail: string) => this.#drawn.has(tail) || this.tree.idsNamed(tail).length > 0;
    const id = newId(this.#ctx.ids, RECORD_TYPES[type].prefix, day, isTaken);
    this.#drawn.add(tailOf(id));
    return id;
  }

  /** A new record at the end of its day's file; a memory at the end of its group's. */
  append(entry: Entry, group?: FactGroup): Place {
    const stagedFile = this.#placeFor(entry, group);
    const { path, text: before = "" } = stagedFile;
    const file = this.#ctx.workspace.relative(path);
    const text = appendRecord(stagedFile.text, { ...entry, status: "active" } as Entry, group);
    const added = before.trim() === "" ? text : text.slice(before.length);
    const record = readBack(added, entry, file);
    const line = record.line + text.slice(0, -added.length).split("\n").length - 1;
    putText(stagedFile, text);
    return this.#keep({ ...record, line }, file, true);
  }

  #keep(record: ParsedRecord, file: string, isNew: boolean): Place {
    const { line, entry } = record;
    this.entries.set(entry.id, { id: entry.id, file, isNew: isNew || this.entries.get(entry.id)?.isNew === true });
    this.tree.stage(record, file);
    return { file, line };
  }

  /** The file for a new record, with room for it. */
  #placeFor(entry: Entry, group: FactGroup | undefined): Staged {
    const { workspace: ws, profile } = this.#ctx;
    const { shared, own } = placesFor(ws, entry, group);
    const isAlone = this.#alone || (profile.layout === "entry" && entry.type !== "memory");
    const stagedShared = isAlone ? undefined : this.#files.record(shared);
    if (stagedShared !== undefined && this.#hasRoom(stagedShared, renderRecord(entry))) return stagedShared;
    const stagedOwn = this.#files.record(own);
    if (stagedOwn === undefined) throw this.#unreadable(own);
    return stagedOwn;
  }

  /** False for a day file that would exceed the size limit, or that ends inside an unclosed fence. */
  #hasRoom(stagedFile: Staged, record: string): boolean {
    if (stagedFile.text === undefined) return true;
    if ((stagedFile.text.length + record.length) * 3 >= MAX_FILE_BYTES) return false;
    // Records that this change added are whole, so the end is looked at once and not for each of them.
    stagedFile.checked ??= !openEnd(stagedFile.text);
    return stagedFile.checked;
  }

  /** Changes fields of one entry; `undefined` removes a field. Throws `not-found`. */
  async update(id: string, patch: Patch): Promise<Place> {
    return await this.#rewrite(id, (text, file, entry) => {
      return [editRecord(text, id, patch, file), patched(entry, patch)];
    });
  }

  /** An entry with what this change staged for it. Throws `not-found`. */
  async entry(id: string): Promise<Entry> {
    return (await this.tree.one(id)).entry;
  }

  /** Writes a whole record anew, heading and comments included: nothing of how it stood stays. Throws `not-found`. */
  async replace(entry: Entry): Promise<Place> {
    return await this.#rewrite(entry.id, (text, file) => [replaceRecord(text, entry, file), entry], {});
  }

  async #rewrite(
    id: string,
    edit: (text: string, file: string, entry: Entry) => [text: string, entry: Entry],
    copies = this.tree.copiesIn(id),
  ) {
    const { file, entry: before } = await this.tree.one(id);
    const path = this.#ctx.workspace.absolute(file);
    const stagedFile = this.#files.record(path);
    if (stagedFile?.text === undefined) throw this.#unreadable(path);
    const [text, entry] = edit(stagedFile.text, file, before);
    const line = recordLine(text, entry.id);
    if (text === stagedFile.text) return { file, line };
    putText(stagedFile, text);
    delete stagedFile.checked;
    return this.#keep({ entry, copies, line }, file, false);
  }

  /** Writes what bare eyes see on the entries that stand otherwise by this change. Called when its body is done. */
  async writeCopies(): Promise<void> {
    const { workspace: ws } = this.#ctx;
    const stagedText = (file: string) => this.#files.get(ws.absolute(file))?.after?.toString();
    this.tree.noteSettled(await takeCoreFiles(this.#ctx, this.tree.database, readForOf(this.#ctx.profile), stagedText));
    for (const id of this.tree.resettled) {
      const row = this.tree.head(id);
      if (row === undefined || row.unreadable) continue;
      const held = this.tree.copiesIn(id);
      const wanted = copiesOf(row, held);
      if (!isDeepStrictEqual(wanted, held)) await this.#putCopies(row, wanted);
    }
  }

  /** Writes for bare eyes that nobody answered how an entry turned out. */
  async noteInconclusive(id: string): Promise<void> {
    const row = this.tree.head(id);
    if (row?.outcome !== "inconclusive" || row.judged !== undefined) return;
    await this.#putCopies(row, { ...this.tree.copiesIn(id), outcome: "inconclusive" });
  }

  /** A record with git's markers keeps its copies until somebody has decided. */
  async #putCopies({ id, file }: Row, copies: Copies): Promise<void> {
    const text = this.#files.stage(this.#ctx.workspace.absolute(file)).after?.toString();
    if (text === undefined || conflictLine(text) !== undefined) return;
    const patch = Object.fromEntries(COPIED.map((field) => [field, copies[field]]));
    await this.#rewrite(id, (before, name, entry) => [editRecord(before, id, patch, name), entry], copies);
  }

  /** A file as this change would leave it; undefined where there would be none. Absolute path. */
  read(path: string): Uint8Array | undefined {
    const { after } = this.#files.stage(path);
    return after === null ? undefined : Buffer.from(after);
  }

  /** Takes files of records as this change leaves them into {@link tree}, also those that were written as text. */
  async take(stampOf: typeof stampAt = () => undefined): Promise<void> {
    const records = this.changes()
      .map(({ path, after }) => ({ file: this.#ctx.workspace.relative(path), bytes: after, stamp: stampOf(path) }))
      .filter(({ file }) => isRecordFile(file));
    if (records.length > 0) await this.tree.take(records);
  }

  /** A bullet at the end of the daily log of the instant's local day; default now. `contact`: of that contact's own. */
  async log(text: string, at: Date = this.#ctx.clock.now(), contact?: string): Promise<Place> {
    const { workspace: ws, profile } = this.#ctx;
    const day = localDay(at, profile.timezone);
    const stagedLog = this.#files.stage(ws.dailyLog(day, contact));
    const file = ws.relative(stagedLog.path);
    const stagedBytes = stagedLog.after === null ? undefined : Buffer.from(stagedLog.after);
    const bullet = logBullet(text, at, profile.timezone);
    const { bytes, line } = withBullet(stagedBytes, day, bullet, file);
    stagedLog.after = bytes;
    return { file, line };
  }

  /**
   * Any other file, whole; null removes it. Absolute path. `read`: sha256 of the content the caller read (null: it was
   * absent); when the file has changed since, the body runs again on the current tree.
   */
  write(path: string, content: string | Uint8Array | null, read?: string | null): void {
    const stagedFile = this.#files.stage(path);
    if (read !== undefined && read !== stagedFile.before) throw new ChangedMeanwhile(path);
    stagedFile.after = content;
    stagedFile.text = undefined;
  }

  /** Writes facts of this machine with the change. */
  alongside(write: (state: State) => void): void {
    this.facts.push(write);
  }

  /** The files with changes. */
  changes(): FileChange[] {
    return this.#files.changes();
  }

  #unreadable(path: string): TenetError {
    const file = this.#ctx.workspace.relative(path);
    const finding = this.tree.findings.find((one) => one.file === file && one.severity === "error");
    const position = finding?.line === undefined ? file : `${file}:${finding.line}`;
    return new TenetError(`${position}: ${finding?.message ?? "this file cannot be read as text"}; it is not written`, {
      failure: "conflict",
      hint: "Mend the file by hand, then try again.",
    });
  }
}
