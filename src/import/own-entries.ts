/**
 * What an export of tenet brings: put back as it was, record files to the byte, where a person restores it into a
 * workspace without entries; anywhere else the same entries arrive with an agent's own trust.
 */

import type { Context } from "../context.js";
import { claimOf, type Entry } from "../entry/entry.js";
import { SOME_ID } from "../entry/id-form.js";
import { GROUP_NAME } from "../entry/memory-groups.js";
import { readEntry } from "../entry/read-entry.js";
import { RECORD_TYPES } from "../entry/record-types.js";
import { contentHash } from "../entry/status.js";
import { TenetError } from "../errors.js";
import { type Screened, type ScreenOptions, screenEntry, screenText } from "../screening/screen.js";
import { statedName } from "../screening/stated-name.js";
import type { Change } from "../store/change/change.js";
import { groupOf } from "../store/facts/fact-groups.js";
import type { Store } from "../store/open-store.js";
import { parseRecordFile } from "../store/records/record-parse.js";
import { scanRecords } from "../store/records/scan.js";
import { defined } from "../text/defined.js";
import { stamp } from "../text/durations.js";
import { shorten } from "../text/shorten.js";
import type { ExportLine } from "./export-lines.js";
import { eachOf, type ReadExport, stopIfInterrupted } from "./import-read.js";
import { type Imported, type ImportedFile, type ImportedItem, LONGEST_SHOWN, type Totals } from "./import-schemas.js";
import { arrived } from "./policy/arrival.js";
import { itemHash } from "./policy/plan.js";

/** What an export brought, or would bring. */
export interface Taken {
  files: Omit<ImportedFile, keyof Totals>[];
  unplaced: Imported["unplaced"];
  restored?: NonNullable<Imported["restored"]>;
  changed: Set<string>;
}

/** Nothing of anybody's is there: no entry, and no file in which one could stand. */
export function isWithoutEntries(ctx: Context, tree: Store): boolean {
  return tree.heads.length === 0 && scanRecords(ctx.workspace).files.length === 0;
}

/** A record of an export, screened. */
interface ReadRecord {
  line: number;
  id: string;
  entry: Entry;
  hash: string;
}

/** What an export holds, read and screened: all of it that needs neither the tree nor its lock. */
export interface OwnEntries {
  name: string;
  records: ReadRecord[];
  /** Record files to be put back; empty where nothing is restored. */
  files: { file: string; text: string; placed: { entry: Entry; line: number; from: number }[] }[];
  /** The groups in which memories stood, by id. */
  groups: ReadonlyMap<string, string>;
  refused: { line: number; id?: string; because: string }[];
  notes: ImportedFile["notes"];
}

class Reading {
  readonly #ctx: Context;
  readonly #export: ReadExport;
  /** Ids that this import has met. */
  readonly #met: Set<string>;
  readonly #own: OwnEntries;

  constructor(ctx: Context, from: ReadExport, metIds: Set<string>) {
    this.#ctx = ctx;
    this.#export = from;
    this.#met = metIds;
    this.#own = { name: from.name, records: [], files: [], groups: groupsOf(from), refused: [], notes: [] };
  }

  #refuse(line: number, id: string | undefined, because: string): void {
    this.#own.refused.push(defined({ line, id, because }));
  }

  /** `restore`: the record files too, and of the records those that stand in none of them. */
  async all(restore: boolean): Promise<OwnEntries> {
    if (restore) await this.#files();
    const placedIds = new Set(this.#own.files.flatMap((file) => file.placed.map(({ entry }) => entry.id)));
    const { name, lines } = this.#export;
    await eachOf(this.#ctx, `reading ${name}`, lines, (line) => this.#line(line, placedIds));
    return this.#own;
  }

  async #line(row: ExportLine, placedIds: ReadonlySet<string>): Promise<void> {
    if (row.is === "file") return;
    const { line, id } = row;
    if (row.is === "broken") this.#refuse(line, id, row.because);
    else if (row.is === "withheld") this.#refuse(line, id, "Sensitive: its words are not in the export.");
    else if (this.#met.has(row.id)) this.#refuse(line, id, "Another record of this import has its id.");
    else {
      this.#met.add(row.id);
      if (!placedIds.has(row.id)) await this.#record(line, row.id, row.fields);
    }
  }

  async #record(line: number, id: string, fields: Readonly<Record<string, unknown>>): Promise<void> {
    const clean = await this.#screened(line, id, (options) => screenEntry({ ...fields }, options));
    if (clean === undefined) return;
    const { entry, notes } = readEntry(clean, { agent: this.#ctx.actor.agent });
    const wrong = notes.find(({ severity }) => severity === "error");
    if (entry === undefined || entry.id !== id) this.#refuse(line, id, wrong?.message ?? "It is no whole record.");
    else this.#own.records.push({ line, id, entry, hash: itemHash(JSON.stringify(fields)) });
  }

  async #files(): Promise<void> {
    const lineOf = new Map(this.#export.lines.map((row) => [row.is === "record" ? row.id : "", row.line]));
    const metIds = new Set<string>();
    for (const [index, row] of this.#export.lines.entries()) {
      if (row.is !== "file") continue;
      await stopIfInterrupted(this.#ctx, index);
      const { line, file } = row;
      if (metIds.has(file)) {
        this.#refuse(line, undefined, `${file} stands twice in the export.`);
        continue;
      }
      // The mark some systems put at the beginning of a file hides nothing.
      const mark = row.text.startsWith("\ufeff") ? "\ufeff" : "";
      const recordText = row.text.slice(mark.length);
      const clean = await this.#screened(line, undefined, (options) => screenText(recordText, file, options));
      if (clean === undefined) continue;
      metIds.add(file);
      const text = mark + clean;
      const { records } = parseRecordFile(text, file, { agent: this.#ctx.actor.agent });
      const placedRecords = records.map((one) => ({ ...one, from: lineOf.get(one.entry.id) ?? line }));
      this.#own.files.push({ file, text, placed: placedRecords });
    }
  }

  /** What is left of something after screening; undefined when it may not come in, which is reported. */
  async #screened<T>(
    line: number,
    id: string | undefined,
    screen: (options: ScreenOptions) => Promise<Screened<T>>,
  ): Promise<T | undefined> {
    try {
      const { value, warnings, asSaid } = await screen(this.#ctx.profile.secrets);
      for (const note of asSaid) this.#ctx.warn(note);
      const where = id === undefined ? "" : `${id}: `;
      this.#own.notes.push(...warnings.map((warning) => ({ line, message: `${where}${warning}` })));
      return value;
    } catch (cause) {
      if (!(cause instanceof TenetError)) throw cause;
      this.#refuse(line, id, `${cause.message}.`);
      return undefined;
    }
  }
}

const FACTS = `${RECORD_TYPES.memory.folder}/`;

/** Memories stand in a file named by their group. */
function groupsOf({ lines }: ReadExport): Map<string, string> {
  const groups = new Map<string, string>();
  for (const line of lines) {
    const name = line.is === "file" && line.file.startsWith(FACTS) ? groupOf(line.file) : "";
    if (line.is !== "file" || !GROUP_NAME.test(name)) continue;
    for (const [id] of line.text.matchAll(new RegExp(SOME_ID, "gu"))) groups.set(id, name);
  }
  return groups;
}

/** Reads and screens exports, before the lock is taken. `restore`: a person wants them back as they were. */
export async function readOwnEntries(
  ctx: Context,
  exports: readonly ReadExport[],
  restore: boolean,
): Promise<OwnEntries[]> {
  const metIds = new Set<string>();
  const ownEntries: OwnEntries[] = [];
  const named = async (row: ReadExport["lines"][number]) =>
    row.is === "file" ? { ...row, file: await statedName("A file's name", row.file, ctx.warn) } : row;
  for (const from of exports) {
    const lines = await Promise.all(from.lines.map(named));
    ownEntries.push(await new Reading(ctx, { ...from, lines }, metIds).all(restore));
  }
  return ownEntries;
}

/** Takes one export into a tree; reports the fate of each line. */
class Placing {
  readonly #ctx: Context;
  readonly #own: OwnEntries;
  /** Undefined: nothing is written. */
  readonly #change: Change | undefined;
  readonly items: ImportedItem[] = [];
  readonly unplaced: Imported["unplaced"] = [];
  readonly changed = new Set<string>();

  constructor(ctx: Context, own: OwnEntries, change: Change | undefined) {
    this.#ctx = ctx;
    this.#own = own;
    this.#change = change;
    for (const { line, id, because } of own.refused) this.#refuse(line, id, because);
  }

  #refuse(line: number, id: string | undefined, because: string): void {
    this.unplaced.push({ file: this.#own.name, ...defined({ line, id, because }) });
    this.#skip(line, id, because);
  }

  #skip(line: number, id: string | undefined, because: string): void {
    this.items.push({ fate: "skipped", ...defined({ line, id, because }) });
  }

  #took(line: number, entry: Entry, because: string, place?: { file: string; line: number }): void {
    if (place !== undefined) this.changed.add(place.file);
    const text = shorten(claimOf(entry), LONGEST_SHOWN);
    const where = defined({ file: place?.file, at: place?.line });
    this.items.push({ line, fate: "imported", because, id: entry.id, type: entry.type, text, ...where });
  }

  #append(entry: Entry): { file: string; line: number } | undefined {
    const name = this.#own.groups.get(entry.id);
    return this.#change?.append(entry, entry.type === "memory" && name !== undefined ? { name } : undefined);
  }

  async arrive(tree: Store): Promise<void> {
    const at = stamp(this.#ctx.clock.now());
    const { records, name } = this.#own;
    const presentIds = records.filter(({ id }) => tree.head(id) !== undefined).map(({ id }) => id);
    const here = new Map((await tree.load(new Set(presentIds))).map(({ entry }) => [entry.id, entry]));
    for (const { line, id, entry, hash } of records) {
      const twin = here.get(id);
      if (twin === undefined) {
        const { entry: arriving, lowered } = arrived(entry, { at, from: `${name}:${line}`, hash });
        this.#took(line, arriving, lowered.join(" ") || "As it was.", this.#append(arriving));
      } else if (twin.erased !== undefined) this.#skip(line, id, "It was erased here.");
      else if (twin.redacted !== undefined) this.#skip(line, id, "It was redacted here.");
      else if (contentHash(twin) === contentHash(entry)) this.#skip(line, id, "It is here already.");
      else this.#refuse(line, id, "An entry of this id says something else here.");
    }
  }

  restore(): void {
    const { files, records } = this.#own;
    for (const { file, text, placed } of files) {
      this.#change?.write(this.#ctx.workspace.absolute(file), text, null);
      for (const { entry, line, from } of placed) this.#took(from, entry, "As it was.", { file, line });
    }
    // Of a file that an export does not hold, such as one of a part of the tree, the records are laid out anew.
    for (const { line, entry } of records)
      this.#took(line, entry, "As it was, in a file laid out anew.", this.#append(entry));
  }
}

/** The effects of a restored tree, for the person who confirms. */
function broughtBack(ownEntries: readonly OwnEntries[]): NonNullable<Imported["restored"]> {
  const files = ownEntries.flatMap((own) => own.files);
  const placedEntries = [...files.flatMap((file) => file.placed), ...ownEntries.flatMap(({ records }) => records)];
  const of = (isMeant: (entry: Entry) => boolean) => placedEntries.filter(({ entry }) => isMeant(entry)).length;
  return {
    files: files.length,
    entries: placedEntries.length,
    owner: of(({ tier }) => tier === "owner"),
    approved: of(({ review }) => review?.state === "approved_for_reuse"),
    promoted: of(({ status }) => status === "promoted"),
  };
}

/** Takes exports over. `restore`: as they were. Without a change nothing is written, and the same is reported. */
export async function takeOwnEntries(
  ctx: Context,
  ownEntries: readonly OwnEntries[],
  tree: Store,
  change: Change | undefined,
  restore: boolean,
): Promise<Taken> {
  const takenEntries: Taken = { files: [], unplaced: [], changed: new Set() };
  for (const own of ownEntries) {
    const placing = new Placing(ctx, own, change);
    if (restore) placing.restore();
    else await placing.arrive(tree);
    const items = placing.items.sort((a, b) => a.line - b.line);
    takenEntries.files.push({ file: own.name, kind: "tenet-export", items, template_lines: [], notes: own.notes });
    takenEntries.unplaced.push(...placing.unplaced);
    for (const file of placing.changed) takenEntries.changed.add(file);
  }
  return restore ? { ...takenEntries, restored: broughtBack(ownEntries) } : takenEntries;
}
