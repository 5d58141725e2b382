/** What an export of tenet brings: entries that arrive with an agent's own trust. */

import type { Context } from "../context.js";
import { claimOf, type Entry } from "../entry/entry.js";
import { readEntry } from "../entry/read-entry.js";
import { contentHash } from "../entry/status.js";
import { TenetError } from "../errors.js";
import { type Screened, type ScreenOptions, screenEntry } from "../screening/screen.js";
import type { Change } from "../store/change/change.js";
import type { Store } from "../store/open-store.js";
import { defined } from "../text/defined.js";
import { stamp } from "../text/durations.js";
import { shorten } from "../text/shorten.js";
import type { ExportLine } from "./export-lines.js";
import { eachOf, type ReadExport } from "./import-read.js";
import { type Imported, type ImportedFile, type ImportedItem, LONGEST_SHOWN, type Totals } from "./import-schemas.js";
import { arrived } from "./policy/arrival.js";
import { itemHash } from "./policy/plan.js";

/** What an export brought, or would bring. */
export interface Taken {
  files: Omit<ImportedFile, keyof Totals>[];
  unplaced: Imported["unplaced"];
  changed: Set<string>;
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
    this.#own = { name: from.name, records: [], refused: [], notes: [] };
  }

  #refuse(line: number, id: string | undefined, because: string): void {
    this.#own.refused.push(defined({ line, id, because }));
  }

  async all(): Promise<OwnEntries> {
    const { name, lines } = this.#export;
    await eachOf(this.#ctx, `reading ${name}`, lines, (line) => this.#line(line));
    return this.#own;
  }

  async #line(row: ExportLine): Promise<void> {
    const { line, id } = row;
    if (row.is === "broken") this.#refuse(line, id, row.because);
    else if (row.is === "withheld") this.#refuse(line, id, "Sensitive: its words are not in the export.");
    else if (this.#met.has(row.id)) this.#refuse(line, id, "Another record of this import has its id.");
    else {
      this.#met.add(row.id);
      await this.#record(line, row.id, row.fields);
    }
  }

  async #record(line: number, id: string, fields: Readonly<Record<string, unknown>>): Promise<void> {
    const clean = await this.#screened(line, id, (options) => screenEntry({ ...fields }, options));
    if (clean === undefined) return;
    const { entry, troubles } = readEntry(clean, { agent: this.#ctx.actor.agent });
    if (entry === undefined || entry.id !== id)
      this.#refuse(line, id, troubles[0]?.message ?? "It is no whole record.");
    else this.#own.records.push({ line, id, entry, hash: itemHash(JSON.stringify(fields)) });
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

/** Reads and screens exports, before the lock is taken. */
export async function readOwnEntries(ctx: Context, exports: readonly ReadExport[]): Promise<OwnEntries[]> {
  const metIds = new Set<string>();
  const ownEntries: OwnEntries[] = [];
  for (const from of exports) ownEntries.push(await new Reading(ctx, from, metIds).all());
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

  async arrive(tree: Store): Promise<void> {
    const at = stamp(this.#ctx.clock.now());
    const { records, name } = this.#own;
    const presentIds = records.filter(({ id }) => tree.head(id) !== undefined).map(({ id }) => id);
    const here = new Map((await tree.load(new Set(presentIds))).map(({ entry }) => [entry.id, entry]));
    for (const { line, id, entry, hash } of records) {
      const twin = here.get(id);
      if (twin === undefined) {
        const { entry: arriving, lowered } = arrived(entry, { at, from: `${name}:${line}`, hash });
        this.#took(line, arriving, lowered.join(" ") || "As it was.", this.#change?.append(arriving));
      } else if (twin.erased !== undefined) this.#skip(line, id, "It was erased here.");
      else if (twin.redacted !== undefined) this.#skip(line, id, "It was redacted here.");
      else if (contentHash(twin) === contentHash(entry)) this.#skip(line, id, "It is here already.");
      else this.#refuse(line, id, "An entry of this id says something else here.");
    }
  }
}

/** Takes exports over. Without a change nothing is written, and the same is reported. */
export async function takeOwnEntries(
  ctx: Context,
  ownEntries: readonly OwnEntries[],
  tree: Store,
  change: Change | undefined,
): Promise<Taken> {
  const takenEntries: Taken = { files: [], unplaced: [], changed: new Set() };
  for (const own of ownEntries) {
    const placing = new Placing(ctx, own, change);
    await placing.arrive(tree);
    const items = placing.items.sort((a, b) => a.line - b.line);
    takenEntries.files.push({ file: own.name, kind: "tenet-export", items, notes: own.notes });
    takenEntries.unplaced.push(...placing.unplaced);
    for (const file of placing.changed) takenEntries.changed.add(file);
  }
  return takenEntries;
}
