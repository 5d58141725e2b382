/** The operations available inside one change of the tree. `changeTree` passes them to its body. */
import type { Entry, EntryType, Patch } from "../../entry/entry.js";
import type { Row } from "../cache/row.js";
import type { Store } from "../open-store.js";
import type { FactGroup } from "../records/record-text.js";
import type { State } from "../state/state-db.js";
import type { RecordStep } from "../state/undo-log.js";

/** Where a record or bullet stands: relative file, 1-based line. */
export interface Place {
  file: string;
  line: number;
}

/** The operations of a change's body. Nothing is written before the body ends; if it throws, nothing ever is. */
export interface Change {
  /** The tree as it is under the lock, with every entry that this change staged so far. */
  readonly tree: Store;
  /** The head of an entry, as this change staged it. */
  head(id: string): Row | undefined;
  /** An id no tree, tombstone, buffered run or earlier call of this change holds. The day is local to the profile's zone. */
  newId(type: EntryType, timestamp: string): string;
  /** A new record at the end of its day's file; a memory at the end of its group's. */
  append(entry: Entry, group?: FactGroup): Place;
  /** Changes fields of one entry; `undefined` removes a field. Throws `not-found`. */
  update(id: string, patch: Patch): Promise<Place>;
  /** An entry with what this change staged for it. Throws `not-found`. */
  entry(id: string): Promise<Entry>;
  /** Writes a whole record anew, heading and comments included: nothing of how it stood stays. Throws `not-found`. */
  replace(entry: Entry): Promise<Place>;
  /** Puts a record back as it stood before, or takes it out; false, and nothing is staged, where it was changed since. */
  putBack(step: RecordStep): boolean;
  /** A file as this change would leave it; undefined where there would be none. Absolute path. */
  read(path: string): Uint8Array | undefined;
  /** {@link tree} with every file as this change would leave it: records that were put back or written as text, too. */
  wouldBe(): Promise<Store>;
  /** A bullet at the end of the daily log of the instant's local day; default now. `contact`: of that contact's own. */
  log(text: string, at?: Date, contact?: string): Promise<Place>;
  /**
   * Any other file, whole. Absolute path. `read`: sha256 of the content the caller read (null: it was absent); when the
   * file has changed since, the body runs again on the current tree.
   */
  write(path: string, content: string | Uint8Array, read?: string | null): void;
  remove(path: string): void;
  /** Facts of this machine that belong to the change: both are there afterwards, or neither. */
  alongside(write: (state: State) => void): void;
}
