/** Collects the writes of one change in memory: each file is read once. Made by `changeTree`, which commits them as one transaction. */
import { isDeepStrictEqual } from "node:util";
import { localDay, localTime } from "../../clock.js";
import type { Context } from "../../context.js";
import { dayOf, type Entry, type EntryType, type Patch, patched, tailOf } from "../../entry/entry.js";
import { contactOf } from "../../entry/gates/contact-scope.js";
import { RECORD_TYPES } from "../../entry/record-types.js";
import { COPIED, type Copies, copiesOf } from "../../entry/standing/copies.js";
import { TenetError } from "../../errors.js";
import { newId } from "../../ids.js";
import { defined } from "../../text/defined.js";
import { oneLine } from "../../text/shorten.js";

import type { Row } from "../cache/row.js";
import { takeCoreFiles } from "../cache/settle.js";
import { ChangedMeanwhile, sha256 } from "../files/atomic-file.js";
import { plainBytes } from "../files/safe-path.js";
import type { FileChange } from "../files/transaction.js";
import { readForOf, type Store } from "../open-store.js";
import { withBullet } from "../records/daily-log.js";
import { conflictLine, layoutOf } from "../records/fences.js";
import { appendRecord, editRecord, recordLine, refuseConflict, replaceRecord } from "../records/record-edit.js";
import { type ParsedRecord, parseRecordFile } from "../records/record-parse.js";
import { aloneBeside } from "../records/record-place.js";
import { type FactGroup, renderRecord } from "../records/record-text.js";
import { isRecordFile, MAX_FILE_BYTES, textOfRecordFile } from "../records/scan.js";
import type { State } from "../state/state-db.js";
import type { EntryStep } from "../state/undo-log.js";
import type { Workspace } from "../workspace.js";

export type Place = Pick<Row, "file" | "line">;

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

interface Staged {
  path: string;
  /** The hash of what was read: the guard against lost updates. */
  before: string | null;
  original: Uint8Array | undefined;
  /** Of a record file that was looked at the text. */
  after: Uint8Array | string | null;
  /** Its end was looked at before the first of many additions: is it outside of any fence? */
  isEnded?: boolean | undefined;
}

export class StagedChange {
  /** As it is under the lock, with every entry that this change staged so far. */
  readonly tree: Store;
  readonly #ctx: Context;
  readonly #files = new Map<string, Staged>();
  /** New records go into files of their own, whatever the layout. */
  readonly #alone: boolean;
  readonly entries = new Map<string, EntryStep>();
  /** What is written to the state of this machine with the change. */
  readonly facts: ((state: State) => void)[] = [];
  readonly #drawn = new Set<string>();

  constructor(ctx: Context, tree: Store, alone = false) {
    this.#ctx = ctx;
    this.tree = tree;
    this.#alone = alone;
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
    const path = this.#placeFor(entry, group);
    const before = this.#textOf(path);
    const file = this.#ctx.workspace.relative(path);
    const text = appendRecord(before, { ...entry, status: "active" } as Entry, group);
    const added = before.trim() === "" ? text : text.slice(before.length);
    const record = readBack(added, entry, file);
    const line = record.line + text.slice(0, -added.length).split("\n").length - 1;
    this.#stage(path).after = text;
    return this.#keep({ ...record, line }, file, true);
  }

  #keep(record: ParsedRecord, file: string, isNew: boolean): Place {
    const { line, entry } = record;
    this.entries.set(entry.id, { id: entry.id, file, isNew: isNew || this.entries.get(entry.id)?.isNew === true });
    this.tree.stage(record, file);
    return { file, line };
  }

  /** The path for a new record: that of its day or group where there is room. */
  #placeFor(entry: Entry, group: FactGroup | undefined): string {
    const { workspace: ws, profile } = this.#ctx;
    const { shared, own } = placesFor(ws, entry, group);
    const isAlone = this.#alone || (profile.layout === "entry" && entry.type !== "memory");
    return !isAlone && this.#hasRoom(shared, renderRecord(entry)) ? shared : own;
  }

  /** False for a file that is no text, would exceed the size limit, or ends inside an unclosed fence. */
  #hasRoom(path: string, record: string): boolean {
    const text = this.#textAt(path);
    if (text === undefined) return false;
    const staged = this.#stage(path);
    staged.isEnded ??= layoutOf(text).fences.at(-1)?.closed !== false;
    return staged.isEnded && (text.length + record.length) * 3 < MAX_FILE_BYTES;
  }

  #stage(path: string): Staged {
    const known = this.#files.get(path);
    if (known !== undefined) return known;
    const original = plainBytes(this.#ctx.workspace, path);
    const staged: Staged = { path, before: original ? sha256(original) : null, original, after: original ?? null };
    this.#files.set(path, staged);
    return staged;
  }

  /** The text of a record file; undefined when its bytes cannot be text, so that nothing is lost by writing them back. */
  #textAt(path: string): string | undefined {
    const staged = this.#stage(path);
    const { after } = staged;
    if (after === null) return "";
    if (typeof after === "string") return after;
    const file = this.#ctx.workspace.relative(path);
    const text = textOfRecordFile(after, file);
    if (typeof text !== "string") return undefined;
    refuseConflict(text, file);
    staged.after = text;
    return text;
  }

  #textOf(path: string): string {
    const text = this.#textAt(path);
    if (text !== undefined) return text;
    const file = this.#ctx.workspace.relative(path);
    const finding = this.tree.findings.find((one) => one.file === file && one.severity === "error");
    const position = finding?.line === undefined ? file : `${file}:${finding.line}`;
    throw new TenetError(`${position}: ${finding?.message ?? "this file cannot be read as text"}; it is not written`, {
      failure: "conflict",
      hint: "Mend the file by hand, then try again.",
    });
  }

  /** Changes fields of one entry; `undefined` removes a field. Throws `not-found`. */
  async update(id: string, patch: Patch): Promise<Place> {
    const entry = patched(await this.entry(id), patch);
    return await this.#rewrite(entry, this.tree.copiesIn(id), (text, file) => editRecord(text, id, patch, file));
  }

  async entry(id: string): Promise<Entry> {
    return (await this.tree.one(id)).entry;
  }

  /** Writes a whole record anew: nothing of how it stood stays. Throws `not-found`. */
  async replace(entry: Entry): Promise<Place> {
    return await this.#rewrite(entry, {}, (text, file) => replaceRecord(text, entry, file));
  }

  async #rewrite(entry: Entry, copies: Copies, edit: (text: string, file: string) => string): Promise<Place> {
    const { file } = await this.tree.one(entry.id);
    const path = this.#ctx.workspace.absolute(file);
    const before = this.#textOf(path);
    const text = edit(before, file);
    const line = recordLine(text, entry.id);
    if (text === before) return { file, line };
    this.write(path, text);
    return this.#keep({ entry, copies, line }, file, false);
  }

  /** Writes what bare eyes see on the entries that stand otherwise by this change. Called when its body is done. */
  async writeCopies(): Promise<void> {
    const { workspace: ws, profile } = this.#ctx;
    const stagedText = (file: string) => this.#files.get(ws.absolute(file))?.after?.toString();
    this.tree.noteSettled(await takeCoreFiles(this.#ctx, this.tree.database, readForOf(profile), stagedText));
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
    const bytes = this.read(this.#ctx.workspace.absolute(file));
    if (bytes === undefined || conflictLine(bytes.toString()) !== undefined) return;
    const patch = Object.fromEntries(COPIED.map((field) => [field, copies[field]]));
    await this.#rewrite(await this.entry(id), copies, (text, name) => editRecord(text, id, patch, name));
  }

  /** A file as this change would leave it. Absolute path. */
  read(path: string): Buffer | undefined {
    const { after } = this.#stage(path);
    return after === null ? undefined : Buffer.from(after);
  }

  /** Takes files of records into {@link tree}, also those that were written as text. */
  async take(): Promise<void> {
    const files = this.changes().map(({ path, after }) => ({ file: this.#ctx.workspace.relative(path), bytes: after }));
    const records = files.filter(({ file }) => isRecordFile(file));
    if (records.length > 0) await this.tree.take(records);
  }

  /** `- 14:02 telegram timeout 500s → 30s` in the daily log of the instant's local day. `contact`: in that contact's own. */
  async log(text: string, at: Date = this.#ctx.clock.now(), contact?: string): Promise<Place> {
    const { workspace: ws, profile } = this.#ctx;
    const { timezone } = profile;
    const day = localDay(at, timezone);
    const path = ws.dailyLog(day, contact);
    const file = ws.relative(path);
    const bullet = `- ${localTime(at, timezone)} ${oneLine(text)}`;
    const { bytes, line } = withBullet(this.read(path), day, bullet, file);
    this.write(path, bytes);
    return { file, line };
  }

  /**
   * A file, whole; null removes it. `read`: sha256 of what the caller read, null where it was absent: when the file has
   * changed since, the body runs again on the current tree.
   */
  write(path: string, content: string | Uint8Array | null, read?: string | null): void {
    const staged = this.#stage(path);
    if (read !== undefined && read !== staged.before) throw new ChangedMeanwhile(path);
    Object.assign(staged, { after: content, isEnded: undefined });
  }

  alongside(write: (state: State) => void): void {
    this.facts.push(write);
  }

  changes(): FileChange[] {
    return [...this.#files.values()].flatMap(({ path, before, original, after: content }) => {
      const after = content === null ? null : Buffer.from(content);
      return (after && sha256(after)) === before ? [] : { path, before, after, ...defined({ read: original }) };
    });
  }
}
