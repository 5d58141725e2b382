import type { Bands } from "../config.js";
import type { Context } from "../context.js";
import { TenetError } from "../errors.js";
import { type Entry, isApproved, isLive, templateOf } from "../memory/entry.js";
import type { Tree } from "../tree/tree.js";
import { RELATED, SAME } from "./calibration-pairs.js";
import { cosine } from "./embedder.js";
import type { Search } from "./search.js";
import { startedModel } from "./started-model.js";

/** Entries looked at for near and far pairs; more would not move a percentile. */
const SAMPLE = 400;
/** Shares of false pairs that are put up with above each cut. */
const ALLOWED = { duplicate: 0.1, evolve: 0.25, link: 0.15, lex_link: 0.1, blend: 0.1 } as const;
const STEP = 0.01;

type Kind = "same" | "related" | "unrelated";

interface Pair {
  kind: Kind;
  cosine: number;
  lexical: number;
}

export interface ProposedCut {
  band: keyof Bands;
  value: number;
  /** Of the labelled pairs above the cut, the share that does not belong there. */
  falseShare: number;
  /** Of the pairs that belong there, the share above the cut. */
  found: number;
  /** The cut in force; absent when the model has none. */
  now?: number;
}

export interface Calibration {
  model: string;
  cuts: ProposedCut[];
  /** How many pairs of each kind were judged by, and how many of them the tree gave. */
  pairs: Record<Kind, number>;
  fromTree: number;
  /** Median cosine of an entry to its nearest neighbour, and of two entries taken at random. */
  nearest?: number;
  random?: number;
  /** What to put into the profile, if a person agrees. */
  yaml: string;
}

interface Measured {
  band: keyof Bands;
  value(pair: Pair): number;
  belongs(kind: Kind): boolean;
  /** Cosine bands are strictly greater than; all others greater or equal. */
  strict: boolean;
}

const CUTS: readonly Measured[] = [
  { band: "duplicate", value: (pair) => pair.cosine, belongs: (kind) => kind === "same", strict: true },
  { band: "evolve", value: (pair) => pair.cosine, belongs: (kind) => kind === "same", strict: true },
  { band: "link", value: (pair) => pair.cosine, belongs: (kind) => kind !== "unrelated", strict: true },
  { band: "lex_link", value: (pair) => pair.lexical, belongs: (kind) => kind !== "unrelated", strict: false },
  {
    band: "blend",
    value: (pair) => 0.5 * pair.lexical + 0.5 * pair.cosine,
    belongs: (kind) => kind !== "unrelated",
    strict: false,
  },
];

const hundredths = (value: number) => Math.round(value * 100) / 100;

/** The lowest cut above which no more pairs are false than allowed; the highest value seen when there is none. */
export function proposeCut(cut: Measured, pairs: readonly Pair[], allowed: number): Omit<ProposedCut, "now"> {
  const above = (value: number) =>
    pairs.filter((pair) => (cut.strict ? cut.value(pair) > value : cut.value(pair) >= value));
  const wanted = pairs.filter(({ kind }) => cut.belongs(kind)).length;
  const judge = (value: number) => {
    const passed = above(value);
    const right = passed.filter(({ kind }) => cut.belongs(kind)).length;
    const falseShare = passed.length === 0 ? 0 : (passed.length - right) / passed.length;
    return {
      band: cut.band,
      value,
      falseShare: hundredths(falseShare),
      found: wanted === 0 ? 0 : hundredths(right / wanted),
    };
  };
  for (let value = 0; value < 1; value = hundredths(value + STEP)) {
    const judged = judge(value);
    if (judged.falseShare <= allowed && above(value).length > 0) return judged;
  }
  return judge(hundredths(1 - STEP));
}

/** Pairs whose kind the tree itself tells: histories and recurrences are the same lesson, contests and links are not. */
function labelledPairs(entries: ReadonlyMap<string, Entry>): { kind: Kind; a: string; b: string }[] {
  const pairs: { kind: Kind; a: string; b: string }[] = [];
  for (const entry of entries.values()) {
    const a = templateOf(entry);
    const with_ = (kind: Kind, id: string | undefined) => {
      const other = id === undefined ? undefined : entries.get(id);
      if (other !== undefined) pairs.push({ kind, a, b: templateOf(other) });
    };
    if (entry.type === "insight") {
      for (const item of entry.evolution ?? []) pairs.push({ kind: "same", a: entry.insight, b: item.text });
    }
    with_("same", entry.recurrence_of);
    for (const id of entry.contests ?? []) with_("related", id);
  }
  return pairs;
}

function shippedPairs(): { kind: Kind; a: string; b: string }[] {
  const of = (kind: Kind, pairs: readonly (readonly [string, string])[]) => pairs.map(([a, b]) => ({ kind, a, b }));
  const unrelated = SAME.flatMap(([a], row) =>
    [3, 5, 7].map((away) => ({
      kind: "unrelated" as const,
      a,
      b: (SAME[(row + away) % SAME.length] ?? SAME[0])?.[1] ?? "",
    })),
  );
  return [...of("same", SAME), ...of("related", RELATED), ...unrelated];
}

const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/**
 * Proposes bands for the profile's model from labelled pairs (ours and the tree's own) and from how near the tree's
 * entries are to each other. Prints only: a person puts them into the profile.
 */
export async function calibrate(ctx: Context, tree: Tree, search: Search): Promise<Calibration> {
  const started = startedModel(ctx);
  if ("unavailable" in started) {
    throw new TenetError(`Bands cannot be measured: ${started.unavailable}.`, { failure: "failed", code: "no-model" });
  }
  const live = tree.heads.filter((head) => isLive(head) && isApproved(head));
  const stride = Math.max(1, Math.floor(live.length / SAMPLE));
  const entries = new Map((await tree.load(live.map(({ id }) => id))).map(({ entry }) => [entry.id, entry]));
  const sample = live.filter((_, number) => number % stride === 0).flatMap(({ id }) => entries.get(id) ?? []);
  const own = labelledPairs(entries);
  const labelled = [...shippedPairs(), ...own];
  const vectors = new Map<string, Float32Array>();
  const texts = new Set([...labelled.flatMap(({ a, b }) => [a, b]), ...sample.map(templateOf)]);
  const bar = ctx.progress.start("Measuring pairs", texts.size);
  for (const text of texts) {
    if (ctx.signal.aborted) break;
    vectors.set(text, await started.embedder.embed(text, "passage"));
    bar.step();
  }
  bar.stop();
  const between = (a: string, b: string) => {
    const [one, other] = [vectors.get(a), vectors.get(b)];
    return one === undefined || other === undefined ? 0 : cosine(one, other);
  };
  const pairs = labelled.map(({ kind, a, b }) => ({ kind, cosine: between(a, b), lexical: search.lex(a, b) }));
  const current = search.bandsOf(started.located.name);
  const cuts = CUTS.map((cut): ProposedCut => {
    const proposed = proposeCut(cut, pairs, ALLOWED[cut.band]);
    return { ...proposed, ...(current === undefined ? {} : { now: current[cut.band] }) };
  });
  const count = (kind: Kind) => pairs.filter((pair) => pair.kind === kind).length;
  const { nearest, random } = spread(sample.map((entry) => vectors.get(templateOf(entry)) as Float32Array));
  const values = cuts.map(({ band, value }) => `${band}: ${value}`).join(", ");
  return {
    model: started.located.name,
    cuts,
    pairs: { same: count("same"), related: count("related"), unrelated: count("unrelated") },
    fromTree: own.length,
    ...(nearest === undefined ? {} : { nearest }),
    ...(random === undefined ? {} : { random }),
    yaml: `bands:\n  "${started.located.name}": {${values}}\n`,
  };
}

/** How near entries of the tree are to their nearest neighbour, and to one taken at random. */
function spread(vectors: readonly Float32Array[]): { nearest?: number; random?: number } {
  if (vectors.length < 2) return {};
  const nearest: number[] = [];
  const random: number[] = [];
  vectors.forEach((vector, number) => {
    let best = -1;
    vectors.forEach((other, at) => {
      if (at !== number) best = Math.max(best, cosine(vector, other));
    });
    nearest.push(best);
    const other = vectors[(number + Math.ceil(vectors.length / 2)) % vectors.length];
    if (other !== undefined && other !== vector) random.push(cosine(vector, other));
  });
  return { nearest: hundredths(median(nearest)), random: hundredths(median(random)) };
}
