/**
 * What an export of tenet brings: put back as it was, record files to the byte, where a person restores it into a
 * workspace without entries; anywhere else the same entries arrive with an agent's own trust.
 */

import { stamp } from "../clock.js";
import type { Context } from "../context.js";
import { claimOf, type Entry } from "../entry/entry.js";
import { readEntry } from "../entry/read-entry.js";
import { contentHash } from "../entry/status.js";
import { TenetError } from "../errors.js";
import { screenEntry, screenText } from "../screening/screen.js";
import type { Change } from "../store/change.js";
import type { Store } from "../store/open-store.js";
import { parseRecordFile } from "../store/records/record-parse.js";
import { scanRecords } from "../store/records/scan.js";
import { shorten } from "../text/shorten.js";
import { type ReadExport, stopIfInterrupted } from "./import-read.js";
import { type Imported, type ImportedFile, type ImportedItem, LONGEST_SHOWN } from "./import-schemas.js";
import { arrived, weightOf } from "./policy/arrival.js";
import { itemHash } from "./policy/plan.js";

/** What an export brought, or would bring. */
export interface Taken {
  files: Omit<ImportedFile, "found" | "imported" | "logged" | "folded" | "skipped" | "templates">[];
  unplaced: Imported["unplaced"];
  restored?: NonNullable<Imported["restored"]>;
  changed: Set<string>;
}

/** Nothing of anybody's is there: no entry, and no file in which one could stand. */
export function isWithoutEntries(ctx: Context, tree: Store): boolean {
  return tree.heads.length === 0 && scanRecords(ctx.workspace).files.length === 0;
}

/** One record of an export, read and screened; or why it is none. */
type ReadRecord =
  | { line: number; id: string; entry: Entry; hash: string }
  | { line: number; id?: string; because: string };

class Taking {
  readonly #ctx: Context;
  readonly #export: ReadExport;
  /** Undefined: nothing is written. */
  readonly #change: Change | undefined;
  readonly #tree: Store;
  readonly items: ImportedItem[] = [];
  readonly notes: ImportedFile["notes"] = [];
  readonly unplaced: Imported["unplaced"] = [];
  readonly changed = new Set<string>();
  /** Ids that this import has met. */
  readonly #met: Set<string>;

  constructor(ctx: Context, tree: Store, change: Change | undefined, from: ReadExport, met: Set<string>) {
    this.#ctx = ctx;
    this.#tree = tree;
    this.#change = change;
    this.#export = from;
    this.#met = met;
  }

  #refuse(line: number, id: string | undefined, because: string): void {
    const { name: file } = this.#export;
    this.unplaced.push({ file, line, because, ...(id === undefined ? {} : { id }) });
    this.items.push({ line, fate: "skipped", because, ...(id === undefined ? {} : { id }) });
  }

  #took(line: number, entry: Entry, because: string, place?: { file: string; line: number }): void {
    if (place !== undefined) this.changed.add(place.file);
    const where = place === undefined ? {} : { file: place.file, at: place.line };
    const text = shorten(claimOf(entry), LONGEST_SHOWN);
    this.items.push({ line, fate: "imported", because, id: entry.id, type: entry.type, text, ...where });
  }

  async #screened<T extends Record<string, unknown>>(value: T, where: string, line: number): Promise<T | string> {
    const { secrets } = this.#ctx.profile;
    try {
      const { value: clean, warnings } = await screenEntry(value, { mode: secrets, bidi: "strip" });
      for (const message of warnings) this.notes.push({ line, message: `${where}: ${message}` });
      return clean;
    } catch (cause) {
      if (!(cause instanceof TenetError)) throw cause;
      return `${cause.message}.`;
    }
  }

  async #record(line: number, id: string, stated: Readonly<Record<string, unknown>>): Promise<ReadRecord> {
    const clean = await this.#screened({ ...stated }, id, line);
    if (typeof clean === "string") return { line, id, because: clean };
    const { entry, notes } = readEntry(clean, { agent: this.#ctx.actor.agent });
    const wrong = notes.find(({ severity }) => severity === "error");
    if (entry === undefined || entry.id !== id)
      return { line, id, because: wrong?.message ?? "It is no whole record." };
    return { line, id, entry, hash: itemHash(JSON.stringify(stated)) };
  }

  /** The lines that hold no record, and each record once. */
  async #records(skip: ReadonlySet<string>): Promise<Exclude<ReadRecord, { because: string }>[]> {
    const bar = this.#ctx.progress.start(`reading ${this.#export.name}`, this.#export.lines.length);
    const records: Exclude<ReadRecord, { because: string }>[] = [];
    try {
      for (const [index, line] of this.#export.lines.entries()) {
        await stopIfInterrupted(this.#ctx, index);
        bar.step();
        if (line.is === "file") continue;
        if (line.is === "broken") this.#refuse(line.line, line.id, line.because);
        else if (line.is === "withheld")
          this.#refuse(line.line, line.id, "Sensitive: its words are not in the export.");
        else if (this.#met.has(line.id)) this.#refuse(line.line, line.id, "Another record of this import has its id.");
        else {
          this.#met.add(line.id);
          if (skip.has(line.id)) continue;
          const read = await this.#record(line.line, line.id, line.fields);
          if ("because" in read) this.#refuse(read.line, read.id, read.because);
          else records.push(read);
        }
      }
    } finally {
      bar.stop();
    }
    return records;
  }

  /** The groups in which memories stood, by id: named by their file. */
  #groups(): Map<string, string> {
    const groups = new Map<string, string>();
    for (const line of this.#export.lines) {
      const name =
        line.is === "file" ? /^memory\/facts\/([a-z0-9][a-z0-9-]{0,63})\.md$/.exec(line.file)?.[1] : undefined;
      if (line.is !== "file" || name === undefined) continue;
      for (const [id] of line.text.matchAll(/\bMEM-\d{8}-[0-9A-Z]{3,8}\b/g)) groups.set(id, name);
    }
    return groups;
  }

  #append(entry: Entry, groups: ReadonlyMap<string, string>): { file: string; line: number } | undefined {
    const name = groups.get(entry.id);
    return this.#change?.append(entry, entry.type === "memory" && name !== undefined ? { name } : undefined);
  }

  async arrive(): Promise<void> {
    const { clock } = this.#ctx;
    const groups = this.#groups();
    const at = stamp(clock.now());
    const records = await this.#records(new Set());
    const known = records.filter(({ id }) => this.#tree.head(id) !== undefined).map(({ id }) => id);
    const here = new Map((await this.#tree.load(new Set(known))).map(({ entry }) => [entry.id, entry]));
    for (const { line, id, entry, hash } of records) {
      const twin = here.get(id);
      if (twin === undefined) {
        const from = `${this.#export.name}:${line}`;
        const { entry: arriving, lowered } = arrived(entry, { at, from, hash });
        this.#took(line, arriving, lowered.join(" ") || "As it was.", this.#append(arriving, groups));
      } else if (twin.erased !== undefined || twin.redacted !== undefined || contentHash(twin) === contentHash(entry)) {
        const because = twin.erased
          ? "It was erased here."
          : twin.redacted
            ? "It was redacted here."
            : "It is here already.";
        this.items.push({ line, fate: "skipped", because, id });
      } else this.#refuse(line, id, "An entry of this id says something else here.");
    }
  }

  async restore(): Promise<NonNullable<Imported["restored"]>> {
    const entries: Entry[] = [];
    const lineOf = new Map(this.#export.lines.map((line) => [line.is === "record" ? line.id : "", line.line]));
    const placed = new Set<string>();
    const files = new Set<string>();
    for (const [index, line] of this.#export.lines.entries()) {
      if (line.is !== "file") continue;
      await stopIfInterrupted(this.#ctx, index);
      const text = await this.#file(line.line, line.file, line.text, files);
      if (text === undefined) continue;
      files.add(line.file);
      this.#change?.write(this.#ctx.workspace.absolute(line.file), text, null);
      for (const { entry, line: at } of parseRecordFile(text, line.file, { agent: this.#ctx.actor.agent }).records) {
        placed.add(entry.id);
        entries.push(entry);
        this.#took(lineOf.get(entry.id) ?? line.line, entry, "As it was.", { file: line.file, line: at });
      }
    }
    const groups = this.#groups();
    // Of a file that an export does not hold, such as one of a part of the tree, the records are laid out anew.
    for (const { line, entry } of await this.#records(placed)) {
      entries.push(entry);
      this.#took(line, entry, "As it was, in a file laid out anew.", this.#append(entry, groups));
    }
    return { files: files.size, ...weightOf(entries) };
  }

  /** A record file's text as it may be written; undefined when it may not be, which is reported. */
  async #file(line: number, file: string, text: string, files: ReadonlySet<string>): Promise<string | undefined> {
    if (files.has(file)) this.#refuse(line, undefined, `${file} stands twice in the export.`);
    else {
      const { secrets: mode } = this.#ctx.profile;
      try {
        // The mark some systems put at the beginning of a file hides nothing.
        const mark = text.startsWith("\ufeff") ? "\ufeff" : "";
        const { value, warnings } = await screenText(text.slice(mark.length), file, { mode, bidi: "strip" });
        for (const message of warnings) this.notes.push({ line, message });
        return mark + value;
      } catch (cause) {
        if (!(cause instanceof TenetError)) throw cause;
        this.#refuse(line, undefined, `${cause.message}.`);
      }
    }
    return undefined;
  }
}

/** Takes exports over. `restore`: as they were. Without a change nothing is written, and the same is reported. */
export async function takeOwnEntries(
  ctx: Context,
  exports: readonly ReadExport[],
  tree: Store,
  change: Change | undefined,
  restore: boolean,
): Promise<Taken> {
  const taken: Taken = { files: [], unplaced: [], changed: new Set() };
  const met = new Set<string>();
  for (const from of exports) {
    const taking = new Taking(ctx, tree, change, from, met);
    if (restore) {
      const { restored = { files: 0, ...weightOf([]) } } = taken;
      const more = await taking.restore();
      const sum = Object.entries(more).map(([name, number]) => [name, number + restored[name as keyof typeof more]]);
      taken.restored = Object.fromEntries(sum) as typeof more;
    } else await taking.arrive();
    const items = taking.items.sort((a, b) => a.line - b.line);
    taken.files.push({ file: from.name, kind: "tenet-export", items, template_lines: [], notes: taking.notes });
    taken.unplaced.push(...taking.unplaced);
    for (const file of taking.changed) taken.changed.add(file);
  }
  return taken;
}
