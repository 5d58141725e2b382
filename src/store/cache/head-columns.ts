/**
 * All heads of a tree as one list. Making 10,000 objects costs more than most questions to them: each is made when it is
 * asked for.
 */
import { type EntryMeta, HEAD_FIELDS, plainHead } from "./entry-meta.js";
import { type HeadColumns, OpenColumns, OWN_COLUMNS } from "./open-columns.js";

/**
 * A head that looks its fields up when they are asked for. {@link plainHead} makes one that stands alone. Its two own
 * properties are plain and declared ones: there may be 10,000 to make, and `#` or a field takes four times as long.
 */
class StoredHead {
  declare readonly columns: OpenColumns;
  declare readonly row: number;

  constructor(columns: OpenColumns, row: number) {
    this.columns = columns;
    this.row = row;
  }

  get id(): string {
    return this.columns.id(this.row);
  }
  get timestamp(): string {
    return this.columns.timestamp(this.row);
  }
  get text(): string {
    return this.columns.text(this.row);
  }
  get file(): string {
    return this.columns.file(this.row);
  }
  get line(): number {
    return this.columns.line(this.row);
  }
  get claims(): string[] {
    return this.columns.claims(this.row);
  }
  /** A field without a getter of its own. */
  field(name: string): unknown {
    return this.columns.field(name, this.row);
  }
  toJSON(): EntryMeta {
    return plainHead(this as unknown as EntryMeta);
  }
}

/** The columns and the row that a head reads its fields from; undefined for one that stands alone. */
export function storedPlace(head: EntryMeta): { columns: OpenColumns; row: number } | undefined {
  return head instanceof StoredHead ? head : undefined;
}

for (const field of HEAD_FIELDS) {
  if (OWN_COLUMNS.has(field)) continue;
  Object.defineProperty(StoredHead.prototype, field, {
    get(this: StoredHead) {
      return this.field(field);
    },
  });
}

/** So many entries are looked up by searching; for more an index is made. */
const FEW_LOOKS = 100;

/** All heads of a tree, by timestamp, then id. Those from columns are made when somebody asks for them. */
export class HeadList {
  readonly length: number;
  /** Where all of them come from, row by row, unless any was made anew. */
  readonly columns: OpenColumns | undefined;
  #all: readonly EntryMeta[] | undefined;
  #byId: ReadonlyMap<string, EntryMeta> | undefined;
  #looks = 0;

  private constructor(length: number, columns: OpenColumns | undefined, all: readonly EntryMeta[] | undefined) {
    this.length = length;
    this.columns = columns;
    this.#all = all;
  }

  static of(heads: readonly EntryMeta[]): HeadList {
    return new HeadList(heads.length, undefined, heads);
  }

  /** From the head file; `names` are the files. Values that heads have in common are shared objects: never change them. */
  static stored(stored: HeadColumns, names: readonly string[]): HeadList {
    return new HeadList(stored.count, new OpenColumns(stored, names), undefined);
  }

  at(row: number): EntryMeta {
    if (this.#all === undefined && this.columns !== undefined) return headAt(this.columns, row);
    return this.all[row] as EntryMeta;
  }

  /** The head of an id, where no two share one. */
  find(id: string): EntryMeta | undefined {
    if (this.#byId === undefined && this.#looks++ < FEW_LOOKS) {
      const row = this.columns?.rowOf(id);
      if (row !== undefined) return row < 0 ? undefined : this.at(row);
    }
    this.#byId ??= new Map(this.all.map((held) => [held.id, held]));
    return this.#byId.get(id);
  }

  get all(): readonly EntryMeta[] {
    if (this.#all === undefined) {
      const all: EntryMeta[] = [];
      for (let row = 0; row < this.length; row++) all.push(this.at(row));
      this.#all = all;
    }
    return this.#all;
  }
}

const headAt = (columns: OpenColumns, row: number): EntryMeta => new StoredHead(columns, row) as unknown as EntryMeta;
