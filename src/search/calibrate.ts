import type { Bands } from "../config.js";
import type { Context } from "../context.js";
import { claimOf, type Entry, isApproved, isLive, templateOf } from "../entry/entry.js";
import { TenetError } from "../errors.js";
import { compareClaims } from "../guard/change-guard.js";
import type { Store } from "../store/open-store.js";
import { RELATED, SAME } from "./calibration-pairs.js";
import { cosine } from "./model/embedder.js";
import { startedModel } from "./model/started-model.js";
import type { Search } from "./search.js";

/** Entries looked at for near and far pairs; more would not move a percentile. */
const SAMPLE = 400;
/** Shares of false pairs that are put up with above each cut. */
const ALLOWED = { same: 0.05, evolve: 0.25, contest: 0.4, link: 0.15, lex_link: 0.1, blend: 0.1 } as const;
const STEP = 0.01;

type Kind = "same" | "related" | "unrelated";

/** Two texts measured. `guarded`: the change guard speaks between them, so that no band alone decides. */
export interface Pair {
  kind: Kind;
  /** Of the whole texts, and of the claims alone. */
  cosine: number;
  claim: number;
  lexical: number;
  guarded: boolean;
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
  /** Of the tree's entries looked at, the share whose nearest neighbour lies above the cut; cosine bands only. */
  near?: number;
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

export interface Measured {
  band: keyof Bands;
  value(pair: Pair): number;
  belongs(kind: Kind): boolean;
  /** Cosine bands are strictly greater than; all others greater or equal. */
  strict: boolean;
  /** False: pairs that do not belong count only where the change guard is silent, as the band is used. */
  guarded: boolean;
}

const sayTheSame = (kind: Kind) => kind === "same";
const haveToDo = (kind: Kind) => kind !== "unrelated";
const blended = (pair: Pair) => 0.5 * pair.lexical + 0.5 * pair.cosine;

export const CUTS: readonly Measured[] = [
  { band: "same", value: (pair) => pair.claim, belongs: sayTheSame, strict: true, guarded: false },
  { band: "evolve", value: (pair) => pair.claim, belongs: sayTheSame, strict: true, guarded: false },
  { band: "contest", value: (pair) => pair.claim, belongs: haveToDo, strict: true, guarded: true },
  { band: "link", value: (pair) => pair.cosine, belongs: haveToDo, strict: true, guarded: true },
  { band: "lex_link", value: (pair) => pair.lexical, belongs: haveToDo, strict: false, guarded: true },
  { band: "blend", value: blended, belongs: haveToDo, strict: false, guarded: true },
];

const hundredths = (value: number) => Math.round(value * 100) / 100;

/** The lowest cut above which no more pairs are false than allowed; undefined when no cut finds any right pair so. */
export function proposeCut(cut: Measured, all: readonly Pair[], allowed: number): ProposedCut | undefined {
  const pairs = all.filter(({ guarded, kind }) => cut.guarded || !guarded || cut.belongs(kind));
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
    if (judged.falseShare <= allowed && judged.found > 0) return judged;
  }
  return undefined;
}

interface Labelled {
  kind: Kind;
  a: string;
  b: string;
  claims: readonly [string, string];
  guarded: boolean;
}

const labelled = (kind: Kind, a: string, b: string, claims: readonly [string, string] = [a, b]): Labelled => ({
  kind,
  a,
  b,
  claims,
  guarded: compareClaims(...claims).relation !== "silent",
});

/** Pairs whose kind the tree itself tells: histories and recurrences are the same lesson, contests are not. */
function treePairs(entries: ReadonlyMap<string, Entry>): Labelled[] {
  const pairs: Labelled[] = [];
  for (const entry of entries.values()) {
    const add = (kind: Kind, id: string | undefined) => {
      const other = id === undefined ? undefined : entries.get(id);
      if (other === undefined) return;
      pairs.push(labelled(kind, templateOf(entry), templateOf(other), [claimOf(entry), claimOf(other)]));
    };
    if (entry.type === "insight") {
      for (const item of entry.evolution ?? []) pairs.push(labelled("same", entry.insight, item.text));
    }
    add("same", entry.type === "outcome" ? undefined : entry.recurrence_of);
    for (const id of entry.contests ?? []) add("related", id);
  }
  return pairs;
}

/** Entries of the tree far apart in time and tied by nothing: what unrelated means here, within one subject. */
function strangers(sample: readonly Entry[]): Labelled[] {
  const half = Math.floor(sample.length / 2);
  return sample.slice(0, half).flatMap((entry, number) => {
    const other = sample[number + half];
    if (other === undefined || entry.linked?.includes(other.id) || other.linked?.includes(entry.id)) return [];
    return [labelled("unrelated", templateOf(entry), templateOf(other), [claimOf(entry), claimOf(other)])];
  });
}

function shippedPairs(): Labelled[] {
  const unrelated = SAME.flatMap(([a], row) =>
    [3, 5, 7].map((away) =>
      labelled("unrelated", a, (SAME[(row + away) % SAME.length] as readonly [string, string])[1]),
    ),
  );
  const of = (kind: Kind, pairs: readonly (readonly [string, string])[]) => pairs.map(([a, b]) => labelled(kind, a, b));
  return [...of("same", SAME), ...of("related", RELATED), ...unrelated];
}

const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/**
 * Proposes bands for the profile's model from labelled pairs (ours and the tree's own) and from how near the tree's
 * entries are to each other. Prints only: a person puts them into the profile.
 */
export async function calibrate(ctx: Context, tree: Store, search: Search): Promise<Calibration> {
  const started = startedModel(ctx);
  if ("unavailable" in started) {
    throw new TenetError(`Bands cannot be measured: ${started.unavailable}.`, { failure: "failed", code: "no-model" });
  }
  const live = tree.heads.filter((head) => isLive(head) && isApproved(head));
  const stride = Math.max(1, Math.floor(live.length / SAMPLE));
  const entries = new Map((await tree.load(live.map(({ id }) => id))).map(({ entry }) => [entry.id, entry]));
  const sample = live.filter((_, number) => number % stride === 0).flatMap(({ id }) => entries.get(id) ?? []);
  const own = [...treePairs(entries), ...strangers(sample)];
  const wanted = [...shippedPairs(), ...own];
  const vectors = new Map<string, Float32Array>();
  const texts = new Set([...wanted.flatMap(({ a, b, claims }) => [a, b, ...claims]), ...sample.map(templateOf)]);
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
  const pairs = wanted.map(
    ({ kind, a, b, claims, guarded }): Pair => ({
      kind,
      cosine: between(a, b),
      claim: between(...claims),
      lexical: search.likeness(a, b).lex,
      guarded,
    }),
  );
  const current = search.bandsOf(started.located.name);
  const spread = spreadOf(sample.map((entry) => vectors.get(templateOf(entry)) as Float32Array));
  const cuts = CUTS.flatMap((cut): ProposedCut[] => {
    const proposed = proposeCut(cut, pairs, ALLOWED[cut.band]);
    if (proposed === undefined) return [];
    const above = spread.nearest.filter((value) => value > proposed.value).length;
    return [
      {
        ...proposed,
        ...(current === undefined ? {} : { now: current[cut.band] }),
        ...(cut.strict && spread.nearest.length > 0 ? { near: hundredths(above / spread.nearest.length) } : {}),
      },
    ];
  });
  const count = (kind: Kind) => pairs.filter((pair) => pair.kind === kind).length;
  // A band that nothing separates keeps its value: half a set of bands is none.
  const values = CUTS.flatMap(({ band }) => {
    const value = cuts.find((cut) => cut.band === band)?.value ?? current?.[band];
    return value === undefined ? [] : [`${band}: ${value}`];
  });
  return {
    model: started.located.name,
    cuts,
    pairs: { same: count("same"), related: count("related"), unrelated: count("unrelated") },
    fromTree: own.length,
    ...(spread.nearest.length === 0 ? {} : { nearest: hundredths(median(spread.nearest)) }),
    ...(spread.random.length === 0 ? {} : { random: hundredths(median(spread.random)) }),
    yaml: `bands:\n  "${started.located.name}": {${values.join(", ")}}\n`,
  };
}

/** How near entries of the tree are to their nearest neighbour, and to one taken at random. */
function spreadOf(vectors: readonly Float32Array[]): { nearest: number[]; random: number[] } {
  if (vectors.length < 2) return { nearest: [], random: [] };
  const nearest = vectors.map((vector) =>
    vectors.reduce((best, other) => (other === vector ? best : Math.max(best, cosine(vector, other))), -1),
  );
  const half = Math.floor(vectors.length / 2);
  const random = vectors.slice(0, half).map((vector, number) => cosine(vector, vectors[number + half] as Float32Array));
  return { nearest, random };
}
