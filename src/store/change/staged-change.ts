/** Collects the writes of one change in memory. Made by `changeTree`, which commits them as one transaction. */
import { isDeepStrictEqual } from "node:util";
import { localDay } from "../../clock.js";
import type { Context } from "../../context.js";
import { dayOf, type Entry, type EntryType, type Patch, patched, tailOf } from "../../entry/entry.js";
import { contactOf } from "../../entry/gates/contact-scope.js";
import { prefixOf } from "../../entry/record-types.js";
import { COPIED, type Copies, copiesOf, withoutCopies } from "../../entry/standing/copies.js";
import { TenetError } from "../../errors.js";
import { newId } from "../../ids.js";
import { takeCoreFiles } from "../cache/core-files.js";
import type { ParsedRecord } from "../cache/entry-writer.js";
import type { Row } from "../cache/row.js";
import { ChangedMeanwhile } from "../files/atomic-file.js";
import { putText, type Staged, StagedFiles } from "../files/staged-files.js";
import type { FileChange } from "../files/transaction.js";
import type { Store } from "../open-store.js";
import { logBullet, withBullet } from "../records/daily-log.js";
import { conflictLine, linesOf } from "../records/fences.js";
import {
  appendRecord,
  editRecord,
  holdsNoRecord,
  openEnd,
  recordLine,
  replaceRecord,
  withRecordText,
} from "../records/record-edit.js";
import { parseRecordFile } from "../records/record-parse.js";
import { type FactGroup, renderRecord } from "../records/record-text.js";
import { isRecordFile, MAX_FILE_BYTES, stampAt } from "../records/scan.js";
import { tailsInRuns } from "../state/runs.js";
import type { State } from "../state/state-db.js";
import type { RecordStep } from "../state/undo-log.js";
import { type UndoneByStep, undoneBy } from "./undo-step.js";

/** Where a record or bullet stands: relative file, 1-based line. */
export interface Place {
  file: string;
  line: number;
}

/** The operations of a change's body. Nothing is written before the body ends; if it throws, nothing ever is. */
export type Change = Omit<StagedChange, "written" | "writeCopies" | "facts" | "touched" | "undoable">;

/** Collects what one change does to records, logs and other files. */
export class StagedChange {
  /** The tree as it is under the lock, with every entry that this change staged so far. */
  readonly tree: Store;
  readonly #ctx: Context;
  readonly #files: StagedFiles;
  /** Paths of the staged entries, by id. */
  readonly #entries = new Map<string, string>();
  readonly #putBack = new Set<string>();
  readonly #alongside: ((state: State) => void)[] = [];
  #taken: Set<string> | undefined;

  constructor(ctx: Context, tree: Store) {
    this.#ctx = ctx;
    this.tree = tree;
    this.#files = new StagedFiles(ctx.workspace);
  }

  /** An id no tree, tombstone, buffered run or earlier call of this change holds. The day is local to the profile's zone. */
  newId(type: EntryType, timestamp: string): string {
    const { findings } = this.tree;
    this.#taken ??= new Set([
      ...tailsInRuns(this.#ctx.workspace),
      ...findings.flatMap(({ id }) => (id === undefined ? [] : tailOf(id))),
    ]);
    const takenTails = this.#taken;
    const day = localDay(new Date(timestamp), this.#ctx.profile.timezone);
    const isTaken = (tail: string) => takenTails.has(tail) || this.tree.idsNamed(tail).length > 0;
    const id = newId(this.#ctx.ids, prefixOf(type), day, isTaken);
    takenTails.add(tailOf(id));
    return id;
  }

  /** A new record at the end of its day's file; a memory at the end of its group's. */
  append(statedEntry: Entry, group?: FactGroup): Place {
    const { fields, copies: own } = withoutCopies(statedEntry);
    const entry = fields as Entry;
    const stagedFile = this.#placeFor(entry, group);
    const { path, text: before } = stagedFile;
    const copies = { ...own, status: "active" };
    const text = appendRecord(before, { ...entry, ...copies } as Entry, group);
    const added = text.slice(before === undefined || before.trim() === "" ? 0 : before.length);
    const line = linesOf(text.slice(0, text.indexOf(`## ${entry.id}`, before?.length))).text.length + 1;
    this.#readBack(added, entry, path);
    putText(stagedFile, text);
    this.#keep({ entry, copies, line }, path);
    return { file: this.#ctx.workspace.relative(path), line };
  }

  #keep(record: ParsedRecord, path: string): void {
    this.#entries.set(record.entry.id, path);
    this.tree.stage(record, this.#ctx.workspace.relative(path));
  }

  /** Throws for a record that could not be read again: nothing of its change is written. */
  #readBack(text: string, { id, agent }: Entry, path: string): void {
    const file = this.#ctx.workspace.relative(path);
    const { records, findings } = parseRecordFile(text, file, { agent });
    if (records.some(({ entry }) => entry.id === id)) return;
    const reason = findings.find(({ severity }) => severity === "error")?.message ?? "it is no record";
    throw new TenetError(`A record of ${file} could not be read back: ${reason}; nothing was written`, {
      failure: "usage",
      hint: "Say it in fewer words; a file that holds the whole may be named as its --origin.",
    });
  }

  /** The file for a new record, with room for it. */
  #placeFor(entry: Entry, group: FactGroup | undefined): Staged {
    const { workspace: ws, profile } = this.#ctx;
    const record = renderRecord(entry);
    if (entry.type === "memory") {
      const contact = contactOf(entry);
      const path = contact === undefined ? ws.factsFile(group?.name ?? entry.category) : ws.contactFile(contact);
      const stagedFile = this.#files.record(path);
      if (stagedFile === undefined || !this.#hasRoom(stagedFile, record)) throw this.#unreadable(path);
      return stagedFile;
    }
    const day = ws.dayFile(entry.type, dayOf(entry.id));
    const shared = profile.layout === "entry" ? undefined : this.#files.record(day);
    if (shared !== undefined && this.#hasRoom(shared, record)) return shared;
    const path = ws.entryFile(entry.type, dayOf(entry.id), entry.id);
    const stagedFile = this.#files.record(path);
    if (stagedFile === undefined) throw this.#unreadable(path);
    return stagedFile;
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
    if (text !== stagedFile.text) {
      putText(stagedFile, text);
      delete stagedFile.checked;
    }
    const line = recordLine(text, entry.id);
    this.#keep({ entry, copies, line }, path);
    return { file, line };
  }

  /**
   * Writes what bare eyes see on the entries that stand otherwise by this change. Called when its body is done; what was
   * put back as text has its copies.
   */
  async writeCopies(): Promise<void> {
    if (this.#putBack.size > 0) return;
    const { workspace: ws } = this.#ctx;
    await takeCoreFiles(this.#ctx, this.tree.database, (file) => this.#files.get(ws.absolute(file))?.after?.toString());
    this.tree.settle();
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

  /** {@link tree} with every file as this change would leave it: records that were put back or written as text, too. */
  async wouldBe(): Promise<Store> {
    await this.written(this.changes(), () => undefined);
    return this.tree;
  }

  /** Takes the files as they were written into the cache. */
  async written(changes: readonly FileChange[], stampOf: typeof stampAt = stampAt): Promise<void> {
    const records = changes
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

  /** Facts of this machine that belong to the change: both are there afterwards, or neither. */
  alongside(write: (state: State) => void): void {
    this.#alongside.push(write);
  }

  /** Facts that are noted with the change, as one. */
  get facts(): ((state: State) => void) | undefined {
    if (this.#alongside.length === 0) return undefined;
    return (state) => {
      for (const write of this.#alongside) write(state);
    };
  }

  /** Ids of the entries that this change wrote. */
  touched(): string[] {
    return [...new Set([...this.#entries.keys(), ...this.#putBack])];
  }

  /** Puts a record back as it stood before, or takes it out; false, and nothing is staged, where it was changed since. */
  putBack({ id, file, after, before }: RecordStep): boolean {
    const path = this.#ctx.workspace.absolute(file);
    const stagedFile = this.#files.record(path);
    const text = stagedFile?.text === undefined ? undefined : withRecordText(stagedFile.text, id, after, before);
    if (stagedFile === undefined || text === undefined) return false;
    putText(stagedFile, text);
    delete stagedFile.checked;
    if (before === null && holdsNoRecord(text)) stagedFile.after = null;
    if (before !== after) this.#putBack.add(id);
    return true;
  }

  /** The step that takes this change back. Called before it is written. */
  undoable(): UndoneByStep {
    return undoneBy(this.#ctx.workspace, this.#files, this.#entries);
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
