/** The entries of one tree by meaning. */
import type { Context, Progress } from "../../context.js";
import { type Entry, textHash } from "../../entry/entry.js";
import { isSearched } from "../../entry/gates/visible.js";
import { ENTRY_TYPES, type EntryType } from "../../entry/record-types.js";
import type { Row, Store } from "../../store/open-store.js";
import type { TextRole } from "../model/embedder.js";
import type { StartedModel } from "../model/started-model.js";
import { isPresent, keysOfHead } from "./embed-missing.js";
import { EntryRows, type IndexState } from "./entry-rows.js";
import { READ_WAIT_MS, reasonOf, StartedVectors } from "./started-vectors.js";
import { nameIn, type Part } from "./text-name.js";
import { dot, type NearRow } from "./vector-table.js";

export interface Comparison {
  /** Of the whole texts, by id; undefined when nothing could be compared. */
  cosines: Map<string, number> | undefined;
  /** Of the claims alone: of several wordings the nearest. */
  claims: Map<string, number>;
  state: IndexState;
}

/** The `limit` nearest entries that are accepted, and of those in `first` all that are. */
export interface WantedEntries {
  /** All types unless stated. */
  kinds?: readonly EntryType[] | undefined;
  accept(id: string): boolean;
  limit: number;
  first: ReadonlySet<string>;
  /** For a capture: those in `first` are embedded whatever it takes. */
  capture?: boolean;
}

export class VectorSearch {
  /** What the last look at the table came to. */
  state: IndexState | undefined;
  readonly #tree: Store;
  readonly #vectors: StartedVectors;
  readonly #rows: EntryRows;

  constructor(ctx: Context, tree: Store, started: StartedModel) {
    this.#tree = tree;
    this.#vectors = new StartedVectors(ctx, tree.database, started);
    this.#rows = new EntryRows(ctx, tree, this.#vectors);
  }

  get model(): string | undefined {
    return this.#vectors.model;
  }

  /** The vector of a text. Rejects with the reason when there is no model, or it cannot be run here. */
  embed(text: string, role: TextRole): Promise<Float32Array> {
    return this.#vectors.embed(text, role);
  }

  /** The vector of a text that was embedded for this search. */
  vectorOf(text: string): Float32Array | undefined {
    return this.#vectors.vectorOf(textHash(text));
  }

  /** Some text of an entry was not embedded for this search. */
  isUnembedded(head: Row | undefined): boolean {
    const keys = head === undefined ? [] : keysOfHead(head);
    return keys.some((key) => this.#vectors.vectorOf(nameIn(key).hash) === undefined);
  }

  /** Begins to open the table in the background. Errors surface in the comparison that follows. */
  load(): void {
    this.#vectors.load();
  }

  /** Starts the model and opens the table: what the first search of a process that stays would have to wait for. */
  prepare(): Promise<void> {
    return this.#vectors.prepare();
  }

  /**
   * Cosines of a whole text to those of entries, and of a claim to theirs; a question is both. The table is brought level
   * with the tree before, as far as the time allows.
   */
  async compare(
    whole: Promise<Float32Array>,
    wanted: WantedEntries,
    claim: Promise<Float32Array> = whole,
  ): Promise<Comparison> {
    try {
      const opening = this.#vectors.open();
      // Awaited without a vector as well: nobody is answered while files are still being opened for them.
      const [target, claimed] = await Promise.all([whole, claim]).finally(() => opening.catch(() => undefined));
      await opening;
      const { index, database } = this.#vectors;
      const once = async () => {
        const state = await this.#rows.follow(wanted.first, wanted.capture === true);
        return { ...(await this.#near(target, claimed, wanted)), state: this.#tell(state) };
      };
      return await once()
        .catch(() => index.reopen(database, READ_WAIT_MS).then(once))
        .catch(() => index.makeAnew(database, READ_WAIT_MS).then(once));
    } catch (error) {
      const state = this.#tell({ index: "degraded", pending: 0, why: reasonOf(error) });
      return { cosines: undefined, claims: new Map(), state };
    }
  }

  async #near(target: Float32Array, claimed: Float32Array, wanted: WantedEntries): Promise<Omit<Comparison, "state">> {
    if (target === claimed) {
      const rows = await this.#nearest(target, wanted);
      return { cosines: bestOf(rows, "whole"), claims: bestOf(rows, "claim") };
    }
    const cosines = bestOf(await this.#nearest(target, wanted, "whole"), "whole");
    const first = new Set([...wanted.first, ...cosines.keys()]);
    return { cosines, claims: bestOf(await this.#nearest(claimed, { ...wanted, first }, "claim"), "claim") };
  }

  /** The claims near a text, after a comparison. */
  async claimsNear(vector: Float32Array, wanted: WantedEntries): Promise<Map<string, number>> {
    return bestOf(await this.#nearest(vector, wanted, "claim"), "claim");
  }

  /** Rows of the nearest entries that are accepted, and of those in `first`; of one part of them or of both. */
  async #nearest(vector: Float32Array, wanted: WantedEntries, part?: Part): Promise<NearRow[]> {
    const { kinds = ENTRY_TYPES, accept, limit, first } = wanted;
    const { index } = this.#vectors;
    const filter = { kinds, ...(part === undefined ? {} : { part }) };
    const headOf = (id: string) => (accept(id) ? this.#tree.head(id) : undefined);
    const isWanted = ({ key }: NearRow) => {
      const head = headOf(nameIn(key).owner);
      return head !== undefined && isSearched(head) && isPresent(head, key);
    };
    const near = new Map<string, NearRow[]>();
    // Refused rows take places, so each round asks for more.
    for (let asked = limit * 2; ; asked *= 8) {
      const rows = await index.nearest(vector, filter, asked);
      near.clear();
      for (const row of rows.filter(isWanted)) {
        const { owner } = nameIn(row.key);
        if (near.has(owner) || near.size < limit) near.set(owner, [...(near.get(owner) ?? []), row]);
      }
      if (near.size >= limit || rows.length < asked) break;
    }
    const nearRows = [...near.values()].flat();
    const nearKeys = new Set(nearRows.map(({ key }) => key));
    const otherKeys = [...new Set([...first, ...near.keys()])]
      .flatMap((id) => headOf(id) ?? [])
      .flatMap((head) => keysOfHead(head, part))
      .filter((key) => !nearKeys.has(key));
    return [...nearRows, ...(await index.cosinesTo(vector, otherKeys))];
  }

  /** Cosines of a text to the nearest of each entry's, of one part, as far as both have vectors. */
  async cosinesTo(text: string | undefined, heads: readonly Row[], part: Part): Promise<Map<string, number>> {
    const vector = text === undefined ? undefined : this.vectorOf(text);
    if (vector === undefined || heads.length === 0) return new Map();
    const made: NearRow[] = [];
    const others: string[] = [];
    for (const key of heads.flatMap((head) => keysOfHead(head, part))) {
      const other = this.#vectors.vectorOf(nameIn(key).hash);
      if (other === undefined) others.push(key);
      else made.push({ key, cosine: dot(vector, other) });
    }
    // A capture under way is stored with what is known.
    const rows = await this.#vectors.index.cosinesTo(vector, others).catch(() => []);
    return bestOf([...made, ...rows], part);
  }

  #tell(state: IndexState): IndexState {
    this.state = { ...state, ...(this.model === undefined ? {} : { model: this.model }) };
    return this.state;
  }

  /** Keeps the vectors of entries that were just written. */
  add(entries: readonly Entry[]): Promise<void> {
    return this.#rows.add(entries);
  }

  /** Gives every entry its rows; not where more than `most` lack them. */
  async build(progress: Progress, most: number): Promise<IndexState & { embedded: number; cached: number }> {
    const { embedded, cached, ...state } = await this.#rows.build(progress, most);
    return { ...this.#tell(state), embedded, cached };
  }

  /** Begins to end the model's thread. */
  rest(): void {
    this.#vectors.rest();
  }

  /** Ends the model's thread and gives its memory back. */
  close(): Promise<void> {
    return this.#vectors.close();
  }
}

/** By entry, of its rows of one part the nearest. */
function bestOf(rows: readonly NearRow[], part: Part): Map<string, number> {
  const best = new Map<string, number>();
  for (const { key, cosine } of rows) {
    const name = nameIn(key);
    if (name.part === part) best.set(name.owner, Math.max(best.get(name.owner) ?? -1, cosine));
  }
  return best;
}
