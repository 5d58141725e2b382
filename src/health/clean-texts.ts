/**
 * Texts in which verify found nothing, by their bytes: they are not searched for secrets again. Kept in a cache that is
 * there, and never worth making one. A verdict counts for this build, while the file's stat is the one it was given for:
 * a cache that came with a clone says nothing.
 */
import type { CacheDatabase } from "../store/cache/database.js";
import { keepParsed, type ParsedFile, readParsed } from "../store/cache/parsed-files.js";
import { sha256 } from "../store/files/atomic-file.js";
import { BUILD } from "../store/files/disposable.js";
import { sameStamp, stampAt } from "../store/records/scan.js";

const KIND = "clean text";

export class CleanTexts {
  readonly #database: CacheDatabase;
  readonly #before: ReadonlyMap<string, ParsedFile<string>>;
  readonly #now = new Map<string, ParsedFile<string>>();
  #isChanged = false;

  constructor(database: CacheDatabase) {
    this.#database = database;
    this.#before = readParsed<string>(database, KIND);
  }

  /** True of a text that is clean: as it was noted before, or as `look` finds now. */
  async isClean(file: string, path: string, bytes: Uint8Array, look: () => Promise<boolean>): Promise<boolean> {
    const [stamp, hash] = [stampAt(path), sha256(bytes)];
    const noted = this.#before.get(file);
    const isNoted =
      noted?.value === BUILD && noted.sha256 === hash && stamp !== undefined && sameStamp(noted.stamp, stamp);
    if (!isNoted && !(await look())) return false;
    this.#isChanged ||= !isNoted;
    if (stamp !== undefined) this.#now.set(file, { stamp, at: Date.now(), sha256: hash, value: BUILD });
    return true;
  }

  /** Notes what was clean. What cannot be noted is looked at again. */
  keep(): void {
    if (!this.#isChanged && this.#now.size === this.#before.size) return;
    const writable = this.#database.writable();
    if (writable !== undefined) keepParsed(writable, KIND, this.#now);
  }
}
