/** Passages of knowledge files that answer a question. Called by `recall`, and for the context. */
import type { Context } from "../../context.js";
import { screenText } from "../../screening/screen.js";
import { next } from "../../steps.js";
import type { Store } from "../../store/open-store.js";
import { defined } from "../../text/defined.js";
import { counted } from "../../text/paint.js";
import { CLEAR_OF_LINK, fuse, isWeak, type RecallMode, type Scored } from "../fusion.js";
import { isOutsideModel } from "../near-cuts.js";
import { Search } from "../search.js";
import { TextVectors, type WantedTexts } from "../vectors/text-vectors.js";
import type { FoundPassage } from "./knowledge-schemas.js";
import { namedKnowledge } from "./named-knowledge.js";
import {
  type FollowedFiles,
  followKnowledge,
  type KeptPassage,
  passageHashes,
  passageHits,
  passagesAt,
  passageTexts,
} from "./passage-index.js";

/** More of them are no answer but a page to read. */
export const MOST_PASSAGES = 8;
/** Candidates that each measure contributes. */
const CANDIDATES = 50;

type Database = Store["database"];

interface WantedPassage {
  query: string;
  mode: RecallMode;
  limit: number;
}

/**
 * The passages that clearly answer, best first; merely near ones are left out, or there would always be some. Updates
 * passages and vectors within the time, and reports the rest.
 */
export async function searchKnowledge(ctx: Context, tree: Store, wanted: WantedPassage): Promise<FoundPassage[]> {
  const passages = await bestPassages(ctx, tree, wanted, (one, clear) => !isWeak(one, clear));
  return passages.map(({ passage }) => passage);
}

/** A passage with its cosine to the query, where there is a vector to compare. */
export interface NearPassage {
  passage: FoundPassage;
  cosine?: number;
}

async function bestPassages(
  ctx: Context,
  tree: Store,
  { query, mode, limit }: WantedPassage,
  isWanted: (one: Scored, clear: number) => boolean,
): Promise<NearPassage[]> {
  const { database } = tree;
  const vectors = mode === "keyword" ? undefined : new TextVectors(ctx, "passage", database);
  vectors?.load();
  const followed = await followKnowledge(ctx, database, namedKnowledge(ctx));
  if (followed.why !== undefined) {
    // What was read before may be gone since.
    ctx.warn(`Files of \`knowledge\` were not looked at: ${followed.why}.`);
    return [];
  }
  if (followed.passages === 0) return [];
  const by = { mode, vectors, link: linkOf(ctx, tree) };
  const { scored, clear, pending, mode: answeredMode } = await scoredPassages(database, followed, query, by);
  if (followed.left > 0) ctx.warn(`${counted(followed.left, "file")} of \`knowledge\` could not be read in time.`);
  else if (pending > 0) {
    const passages = counted(pending, "passage");
    ctx.warn(next(`${passages} of \`knowledge\` are found by their words only until the index is complete:`, "index"));
  }
  const { scores } = fuse(scored, answeredMode, isOutsideModel(query));
  const best = scored
    .filter((one) => isWanted(one, clear) && (scores.get(one.id) ?? 0) > 0)
    .sort((a, b) => (scores.get(b.id) ?? 0) - (scores.get(a.id) ?? 0) || a.number - b.number)
    .slice(0, Math.min(limit, MOST_PASSAGES));
  const keptPassages = new Map(
    passagesAt(
      database,
      best.map(({ number }) => number),
    ).map((one) => [one.number, one]),
  );
  const nearPassages: NearPassage[] = [];
  for (const { id, number, cosine } of best) {
    const passage = keptPassages.get(number);
    if (passage === undefined) continue;
    nearPassages.push({ passage: await asPrinted(ctx, passage, scores.get(id) ?? 0), ...defined({ cosine }) });
  }
  return nearPassages;
}

/** The cosine above which two texts are linked, of the model by name; 0 for one without them. */
const linkOf =
  (ctx: Context, tree: Store) =>
  (model: string | undefined): number =>
    new Search(ctx, tree).cutsOf(model)?.link ?? 0;

interface ScoredPassages {
  /** By hash: the same words in two files are one. */
  scored: (Scored & { number: number })[];
  /** `keyword` where the model could not be used. */
  mode: RecallMode;
  /** The cosine from which a passage clearly answers. */
  clear: number;
  pending: number;
}

async function scoredPassages(
  database: Database,
  followed: FollowedFiles,
  query: string,
  by: { mode: RecallMode; vectors: TextVectors | undefined; link(model: string | undefined): number },
): Promise<ScoredPassages> {
  const hits = passageHits(database, followed, query);
  const hashes = passageHashes(database);
  const numbers = new Map(hashes.toReversed().map(([number, name]) => [name, number]));
  const best = Array.from(numbers, ([name, number]) => ({ name, number, hit: hits.get(number) }))
    .filter(({ hit }) => hit !== undefined)
    .sort((a, b) => (b.hit?.score ?? 0) - (a.hit?.score ?? 0) || a.number - b.number)
    .slice(0, CANDIDATES);
  const scoredByWords = (name: string) => {
    const number = numbers.get(name) as number;
    const { score: bm25, share } = hits.get(number) ?? { score: 0, share: 0 };
    return { id: name, number, bm25, share };
  };
  const first = best.map(({ name }) => name);
  const byWords = (): ScoredPassages => {
    return { scored: first.map(scoredByWords), mode: "keyword", clear: Number.POSITIVE_INFINITY, pending: 0 };
  };
  if (by.vectors === undefined) return byWords();
  const wanted: WantedTexts = {
    hashes: new Set(numbers.keys()),
    texts: (names) => passageTexts(database, names),
  };
  try {
    const { cosines, pending } = await by.vectors.compare({ text: query, role: "query" }, wanted, {
      first,
      limit: CANDIDATES,
    });
    const link = by.link(by.vectors.model);
    const scored = [...new Set([...first, ...cosines.keys()])].map((name) => ({
      ...scoredByWords(name),
      cosine: cosines.get(name),
    }));
    const clear = isOutsideModel(query) || link === 0 ? Number.POSITIVE_INFINITY : CLEAR_OF_LINK * link;
    return { scored, mode: by.mode, clear, pending };
  } catch {
    // Problems with the model are reported by the search for entries.
    return byWords();
  }
}

/** A passage as it may be printed: what came through the first screening, or hides in a text, goes here. */
async function asPrinted(
  ctx: Context,
  { file, line, headings, text }: KeptPassage,
  score: number,
): Promise<FoundPassage> {
  const screened = async (text: string) => {
    const { value, findings } = await screenText(text, file);
    for (const { what, kind } of findings) {
      if (what === "secret") ctx.warn(`${file}:${line} holds a secret (${kind}): the secret is not printed.`);
    }
    return value;
  };
  return {
    file,
    line,
    heading: await screened(headings.join(" > ")),
    text: await screened(text),
    score: Math.round(score * 100) / 100,
  };
}
