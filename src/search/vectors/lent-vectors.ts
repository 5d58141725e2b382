/**
 * Vectors that came with what another agent wrote, made by the same model elsewhere: used until an index is built, which
 * makes them anew. Which of the table's are such is noted here, by the hashes of their texts.
 */
import { textHash } from "../../entry/entry.js";
import { ChangedMeanwhile, sha256, writeFileAtomic } from "../../store/files/atomic-file.js";
import { readBytes } from "../../store/files/safe-path.js";
import type { Workspace } from "../../store/workspace.js";
import type { LocatedModel } from "../model/embedder.js";

/** Hashes of texts, by the fingerprint of the model. */
type Noted = Record<string, string[]>;

const ATTEMPTS = 5;

function notedIn(bytes: Uint8Array | undefined): Noted {
  if (bytes === undefined) return {};
  try {
    const read: unknown = JSON.parse(Buffer.from(bytes).toString("utf8"));
    const pairs = Object.entries((read ?? {}) as object).filter(([, hashes]) => Array.isArray(hashes));
    return Object.fromEntries(pairs) as Noted;
  } catch {
    return {};
  }
}

/** The hashes that are noted for a model. */
export async function lentFor(ws: Workspace, fingerprint: string): Promise<ReadonlySet<string>> {
  return new Set(notedIn(await readBytes(ws, ws.syncLentVectors))[fingerprint]);
}

/** Changes the note; begins again where another process did meanwhile. Nothing is written where nothing changes. */
async function changeNote(ws: Workspace, next: (noted: Noted) => Noted): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const bytes = await readBytes(ws, ws.syncLentVectors);
    const noted = notedIn(bytes);
    const after = Object.fromEntries(Object.entries(next(noted)).filter(([, hashes]) => hashes.length > 0));
    if (JSON.stringify(after) === JSON.stringify(noted)) return;
    const expected = bytes === undefined ? null : sha256(bytes);
    try {
      return await writeFileAtomic(ws.syncLentVectors, `${JSON.stringify(after)}\n`, { expected, within: ws });
    } catch (error) {
      if (!(error instanceof ChangedMeanwhile) || attempt === ATTEMPTS) throw error;
    }
  }
}

/** What is lent to one process. */
export class LentVectors {
  readonly #ws: Workspace;
  readonly #model: Pick<LocatedModel, "fingerprint" | "dimensions">;
  readonly #vectors: ReadonlyMap<string, Float32Array>;
  /** Hashes of texts whose vectors were taken. */
  readonly #taken = new Set<string>();

  /** `vectors`: by the hashes of their texts. Those that are not as long as the model's are left out. */
  constructor(ws: Workspace, model: LocatedModel, vectors: ReadonlyMap<string, Float32Array>) {
    this.#ws = ws;
    this.#model = model;
    this.#vectors = vectors;
  }

  of(text: string): Float32Array | undefined {
    const vector = this.#vectors.get(textHash(text));
    return vector?.length === this.#model.dimensions ? vector : undefined;
  }

  /** The same, and from now on {@link note} counts it among those that were made elsewhere. */
  take(text: string): Float32Array | undefined {
    const vector = this.of(text);
    if (vector !== undefined) this.#taken.add(textHash(text));
    return vector;
  }

  /** Notes which of these rows were made elsewhere, before they are written: a note too many costs one run of the model. */
  async note(rows: readonly { hash: string }[]): Promise<void> {
    const added = rows.flatMap(({ hash }) => (this.#taken.has(hash) ? [hash] : []));
    if (added.length === 0) return;
    const { fingerprint } = this.#model;
    await changeNote(this.#ws, (noted) => ({
      ...noted,
      [fingerprint]: [...new Set([...(noted[fingerprint] ?? []), ...added])],
    }));
  }
}

/** Their vectors were made here, or are gone. */
export async function forgetLent(ws: Workspace, fingerprint: string, gone: ReadonlySet<string>): Promise<void> {
  if (gone.size === 0) return;
  await changeNote(ws, (noted) => ({
    ...noted,
    [fingerprint]: (noted[fingerprint] ?? []).filter((hash) => !gone.has(hash)),
  }));
}

/** Keeps the note of texts that are still there: nothing is told of words that were taken out. */
export async function keepLentOf(ws: Workspace, isThere: (hash: string) => boolean): Promise<void> {
  await changeNote(ws, (noted) =>
    Object.fromEntries(Object.entries(noted).map(([model, hashes]) => [model, hashes.filter(isThere)])),
  );
}
