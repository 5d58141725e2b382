/** Which texts are alike: among all that was said, and with the entries of a tree. */
import { suggestedTruth } from "../detect/missed-learnings.js";
import { isLearning, isLive } from "../entry/entry.js";
import { bm25, type Counted, counted, idf, lex } from "../search/words/bm25.js";
import { tokensOf } from "../search/words/tokens.js";
import type { EntryMeta, Store } from "../store/open-store.js";
import { claimHash } from "../text/canonical.js";
import type { HarvestDecision, KnownEntry } from "./harvest-state.js";
import { ALIKE, type Likeness, type UtteranceGroup } from "./repeats.js";

/** A term in more texts than this finds no candidates: what is alike shares rarer ones, too. */
const MOST_POSTINGS = 400;
/** So many of a text's most telling terms look for candidates. */
const TELLING_TERMS = 8;

/** Among fewer texts a word that all of them share would count for nothing, though they share it because they say the same. */
const FEWEST_TEXTS = 12;

/** Which of many texts hold something telling of another one. */
class Postings {
  readonly holding = new Map<string, number[]>();

  add(at: number, terms: Iterable<string>): void {
    for (const term of terms) {
      const held = this.holding.get(term);
      if (held === undefined) this.holding.set(term, [at]);
      else held.push(at);
    }
  }

  candidates(terms: Iterable<string>, most: number): Set<number> {
    const telling = [...terms]
      .flatMap((term) => [this.holding.get(term) ?? []])
      .filter((held) => held.length > 0 && held.length <= most)
      .sort((a, b) => a.length - b.length)
      .slice(0, TELLING_TERMS);
    return new Set(telling.flat());
  }
}

/** All texts that were found, as one corpus: the same number as `lex`, with every text counted only once. */
export class Texts implements Likeness {
  readonly #texts: readonly Counted[];
  readonly #postings = new Postings();
  readonly #averageLength: number;
  readonly #own: readonly number[];

  constructor(texts: readonly string[]) {
    this.#texts = texts.map(counted);
    let total = 0;
    for (const [at, { counts, length }] of this.#texts.entries()) {
      total += length;
      this.#postings.add(at, counts.keys());
    }
    this.#averageLength = texts.length === 0 ? 0 : total / texts.length;
    this.#own = this.#texts.map((text) => this.#score(text, text));
  }

  /** What `lex` must know to compare another text with these. */
  get corpus() {
    return {
      size: this.#texts.length,
      averageLength: this.#averageLength,
      documentFrequency: (term: string) => this.#postings.holding.get(term)?.length ?? 0,
    };
  }

  near(at: number): Iterable<number> {
    const most = Math.max(MOST_POSTINGS, this.#texts.length / 20);
    const found = this.#postings.candidates((this.#texts[at] as Counted).counts.keys(), most);
    found.delete(at);
    return found;
  }

  lex(a: number, b: number): number {
    const [one, other] = [this.#texts[a] as Counted, this.#texts[b] as Counted];
    const [ownOne, ownOther] = [this.#own[a] as number, this.#own[b] as number];
    if (ownOne === 0 || ownOther === 0) return 0;
    return (this.#score(one, other) / ownOne + this.#score(other, one) / ownOther) / 2;
  }

  #score(query: Counted, document: Counted): number {
    const size = Math.max(FEWEST_TEXTS, this.#texts.length);
    const weight = (term: string) => idf(size, this.#postings.holding.get(term)?.length ?? 0);
    return bm25(query, document, weight, this.#averageLength);
  }
}

/** Finds the places of texts that hold something telling of a text: candidates for `lex`. */
export function candidatesAmong(texts: readonly string[]): (text: string) => Iterable<number> {
  const postings = new Postings();
  for (const [at, text] of texts.entries()) postings.add(at, new Set(tokensOf(text)));
  return (text) => postings.candidates(new Set(tokensOf(text)), MOST_POSTINGS);
}

/** What may not be offered again, nor be spoken of. */
function isClosed({ status, review }: EntryMeta): boolean {
  return status === "forgotten" || review?.state === "rejected" || review?.state === "sensitive";
}

function knownOf(head: EntryMeta): KnownEntry {
  const { id, timestamp } = head;
  return { id, timestamp, closed: isClosed(head) };
}

/** The texts under which a group may be known: what was said, and the wording that was suggested for it. */
function wordingsOfGroup(group: UtteranceGroup): string[] {
  return [...new Set(group.said.flatMap((one) => [one.quote, suggestedTruth(one)]))];
}

/** What a group was kept as is gone from the tree: erased, so that nothing of it comes back. */
const GONE = { timestamp: "", closed: true } as const;

/**
 * For each group the entry that says it; undefined where none does. What says exactly the same comes first, and there
 * what was taken out or turned down before what lives; of what is alike, what lives.
 */
export function knownIn(
  tree: Store,
  groups: readonly UtteranceGroup[],
  decided: (hash: string) => HarvestDecision | undefined,
): (KnownEntry | undefined)[] {
  const learnings = tree.heads.filter((head) => isLearning(head) && (isLive(head) || isClosed(head)));
  const byClaim = new Map<string, EntryMeta[]>();
  for (const head of learnings) {
    for (const claim of head.claims) byClaim.set(claim, [...(byClaim.get(claim) ?? []), head]);
  }
  const texts = learnings.map(({ text }) => text);
  const corpus = new Texts(texts).corpus;
  const candidates = candidatesAmong(texts);
  return groups.map((group) => {
    const same = new Set<EntryMeta>();
    const alike = new Set<EntryMeta>();
    for (const { hash } of group.said) {
      const id = decided(hash)?.id;
      if (id === undefined) continue;
      const head = tree.head(id);
      if (head === undefined) return { id, ...GONE };
      same.add(head);
    }
    for (const text of wordingsOfGroup(group)) {
      for (const head of byClaim.get(claimHash(text)) ?? []) same.add(head);
      for (const at of candidates(text)) {
        const head = learnings[at] as EntryMeta;
        if (head.type === group.type && lex(text, head.text, corpus) >= ALIKE) alike.add(head);
      }
    }
    const newest = (a: EntryMeta, b: EntryMeta) => b.timestamp.localeCompare(a.timestamp);
    const closed = (head: EntryMeta) => Number(isClosed(head));
    const best =
      [...same].sort((a, b) => closed(b) - closed(a) || newest(a, b))[0] ??
      [...alike].sort((a, b) => closed(a) - closed(b) || newest(a, b))[0];
    return best === undefined ? undefined : knownOf(best);
  });
}
