/** Rows that share words with a claim: for hubs without pgvector, and models that it has no index for. */
import type { Query } from "./hub.js";

/** Words of a claim that count; those behind them are the commonest. */
const MOST_WORDS = 24;
/** A word in more rows than this tells nothing, and would take long to read. */
const MOST_ROWS = 40_000;
/** Rows gone through for one claim: its rarest words come first, and the commonest add little. */
const MOST_VISITS = 20_000;

/** The live rows of one model by their words, as far as they were asked for. */
export class WordCandidates {
  #query: Query;
  #model: string;
  #total: number | undefined;
  /** Places in the lists below, by word. */
  #places = new Map<string, Int32Array>();
  #ids: number[] = [];
  #placeOf = new Map<number, number>();
  #scores = new Float64Array(0);

  constructor(query: Query, model: string) {
    this.#query = query;
    this.#model = model;
  }

  /** For each list of stems the ids of the `most` rows that share the rarest of them, by what each word tells in this hub. */
  async of(lists: readonly (readonly string[])[], most: number): Promise<number[][]> {
    const asked = lists.map((words) => [...new Set(words)].slice(0, MOST_WORDS));
    await this.#load([...new Set(asked.flat())].filter((word) => !this.#places.has(word)));
    if (this.#scores.length < this.#ids.length) this.#scores = new Float64Array(this.#ids.length);
    return asked.map((words) => this.#best(words, most));
  }

  /** The ids come as packed numbers of four bytes: as text they would take three times as long to read. */
  async #load(words: readonly string[]): Promise<void> {
    if (words.length === 0) return;
    this.#total ??= await this.#liveRows();
    const rows = await this.#query<{ word: string; ids: Uint8Array | null }>(
      `select w.word, (select string_agg(int4send(r.id::int), ''::bytea) from (
          select id from tenet.rows where words @@ w.quoted::tsquery and body is not null and model = $2 limit $4
        ) r) as ids
      from unnest($1::text[], $3::text[]) w (word, quoted)`,
      [words, this.#model, words.map(quoted), MOST_ROWS],
    );
    for (const { word, ids } of rows) this.#places.set(word, ids === null ? NOWHERE : this.#placesOf(ids));
  }

  async #liveRows(): Promise<number> {
    const [row] = await this.#query<{ live: number }>(
      "select count(*)::int as live from tenet.rows where kind = 'entry' and body is not null",
    );
    return row?.live ?? 0;
  }

  #placesOf(ids: Uint8Array): Int32Array {
    const view = new DataView(ids.buffer, ids.byteOffset, ids.byteLength);
    const places = new Int32Array(ids.byteLength / 4);
    for (let at = 0; at < places.length; at++) {
      const id = view.getInt32(at * 4);
      let place = this.#placeOf.get(id);
      if (place === undefined) {
        place = this.#ids.push(id) - 1;
        this.#placeOf.set(id, place);
      }
      places[at] = place;
    }
    return places;
  }

  #best(words: readonly string[], most: number): number[] {
    const lists = words.flatMap((word) => this.#places.get(word) ?? []).filter(({ length }) => length > 0);
    lists.sort((a, b) => a.length - b.length);
    const scores = this.#scores;
    const touched: number[] = [];
    let visits = 0;
    for (const places of lists) {
      visits += places.length;
      if (visits > MOST_VISITS && touched.length > 0) break;
      const weight = Math.log(1 + (this.#total ?? 0) / places.length);
      for (const place of places) {
        if (scores[place] === 0) touched.push(place);
        scores[place] = (scores[place] ?? 0) + weight;
      }
    }
    const best = highest(touched, scores, most).map((place) => this.#ids[place] ?? 0);
    for (const place of touched) scores[place] = 0;
    return best;
  }
}

const NOWHERE = new Int32Array(0);

/** Steps into which scores are sorted: sorting them all would take most of the time. */
const STEPS = 2_048;

/** The `most` places of the highest scores, in no order; of nearly equal ones any. */
function highest(places: readonly number[], scores: Float64Array, most: number): readonly number[] {
  if (places.length <= most) return places;
  let top = 0;
  for (const place of places) top = Math.max(top, scores[place] ?? 0);
  const stepOf = (place: number) => Math.floor(((scores[place] ?? 0) / top) * (STEPS - 1));
  const counts = new Uint32Array(STEPS);
  for (const place of places) counts[stepOf(place)] = (counts[stepOf(place)] ?? 0) + 1;
  let step = STEPS - 1;
  let above = 0;
  while (step > 0 && above + (counts[step] ?? 0) <= most) above += counts[step--] ?? 0;
  const chosen = places.filter((place) => stepOf(place) > step);
  for (const place of places) {
    if (chosen.length >= most) break;
    if (stepOf(place) === step) chosen.push(place);
  }
  return chosen;
}

/** A word as a query that is this word and nothing else. */
const quoted = (word: string) => `'${word.replaceAll("\\", "\\\\").replaceAll("'", "''")}'`;
