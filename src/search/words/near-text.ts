import type { CacheDatabase } from "../../store/cache/database.js";
import { type Counted, counted, damped, damping, idf, LEX, saturation } from "./bm25.js";
import { hashTerm, templateCountOf, termsIn } from "./document.js";
import { type Hit, type Ranked, Ranking } from "./ranking.js";

/** One template text against the templates of all entries: its BM25 scores, and `lex` for those that are asked for. */
export class NearText {
  readonly text: string;
  /** Tokens of the text. */
  readonly length: number;
  /** Entries by BM25 of the text to their templates. */
  readonly ranking: Ranking;
  readonly #database: CacheDatabase;
  /** What each of its terms is worth in the text. */
  readonly #own: ReadonlyMap<number, number>;
  readonly #averageLength: number;
  readonly #size: number;
  /** BM25 of the text to itself. */
  readonly #self: number;
  readonly #weights = new Map<number, number>();
  readonly #known = new Map<string, number>();

  /** `corpus` is about the templates of live entries. */
  constructor(database: CacheDatabase, text: string, corpus: { size: number; averageLength: number }) {
    this.text = text;
    this.#database = database;
    const { counts, length }: Counted = counted(text);
    this.length = length;
    this.#size = corpus.size + 1;
    this.#averageLength = (corpus.averageLength * corpus.size + length) / this.#size;
    const own = Array.from(counts, ([term, count]): [number, number] => {
      return [hashTerm(term), saturation(count, length, this.#averageLength, LEX)];
    });
    this.#own = new Map(own);
    this.#weigh([...this.#own.keys()]);
    const weights = new Map(Array.from(this.#own.keys(), (term) => [term, this.#weights.get(term) as number]));
    let self = 0;
    for (const [term, worth] of this.#own) self += (weights.get(term) as number) * worth;
    this.#self = self;
    this.ranking = new Ranking(database, weights, {
      field: "template",
      averageLength: this.#averageLength,
      parameters: LEX,
    });
  }

  /** How telling terms are. */
  #weigh(terms: Iterable<number>): void {
    const wanted = [...terms].filter((term) => !this.#weights.has(term));
    if (wanted.length === 0) return;
    const rows = this.#database.rows<[number, number]>(
      "SELECT term, live_templates FROM terms WHERE term IN (SELECT value FROM json_each(?))",
      JSON.stringify(wanted),
    );
    const held = new Map(rows);
    for (const term of wanted) {
      const frequency = (held.get(term) ?? 0) + Number(this.#own.has(term));
      this.#weights.set(term, idf(this.#size, Math.min(this.#size, frequency)));
    }
  }

  /** `lex` of the text and entries. */
  similarities(entries: readonly Pick<Ranked, "id" | "entry">[]): Hit[] {
    const open = new Map(entries.flatMap(({ id, entry }) => (this.#known.has(id) ? [] : [[entry, id] as const])));
    const rows = this.#database.rows<[entry: number, length: number, terms: Uint8Array]>(
      `SELECT entry, template_length, terms FROM documents NATURAL JOIN document_terms
        WHERE entry IN (SELECT value FROM json_each(?))`,
      JSON.stringify([...open.keys()]),
    );
    const lists = rows.map(([entry, length, terms]) => ({ entry, length, list: termsIn(terms) }));
    this.#weigh(new Set(lists.flatMap(({ list }) => [...list.terms])));
    for (const { entry, length, list } of lists) {
      this.#known.set(open.get(entry) as string, this.#compared(entry, length, list));
    }
    return entries.map(({ id }) => ({ id, score: this.#known.get(id) ?? 0 }));
  }

  #compared(entry: number, length: number, { terms, counts }: ReturnType<typeof termsIn>): number {
    const lessened = damping(length, this.#averageLength, LEX);
    let back = 0;
    let whole = 0;
    terms.forEach((term, at) => {
      const count = templateCountOf(counts[at] as number);
      if (count === 0) return;
      const weight = this.#weights.get(term) as number;
      whole += weight * damped(count, lessened, LEX);
      back += weight * (this.#own.get(term) ?? 0);
    });
    const there = this.ranking.scores[entry] as number;
    return whole === 0 ? 0 : (there / this.#self + back / whole) / 2;
  }
}
