/**
 * Proposes the cuts of a model from judged pairs of claims: shipped ones and those of the tree. Only prints: a person
 * puts them into the profile. Called by `tenet index --calibrate`.
 */

import type { Context } from "../context.js";
import { claimOf, type Entry } from "../entry/entry.js";
import { isApproved, isLive } from "../entry/gates/visible.js";
import { cutsOf } from "../entry/near/near-cuts.js";
import { TenetError } from "../errors.js";
import type { NearCuts } from "../settings.js";
import type { Store } from "../store/open-store.js";
import { RELATED, SAME } from "./calibration-pairs.js";
import { cosine } from "./model/embedder.js";
import { startedModel } from "./model/started-model.js";
import type { Search } from "./search.js";

/** Entries looked at for far pairs; more would not move a share. */
const SAMPLE = 400;

/** Whether two claims are about one matter, so that a person had to judge them, or unrelated. */
type Kind = "related" | "unrelated";

/** Two claims measured. */
export interface Measured {
  kind: Kind;
  claim: number;
}

type Cosine = Exclude<keyof NearCuts, "lexical">;

/** Shares of the related pairs that lie at or above each cut. */
export const KEPT: Readonly<Record<Cosine, number>> = { claim: 0.95, second: 0.9, close: 0.75 };

export interface ProposedCut {
  cut: Cosine;
  value: number;
  /** Of the related pairs, the share at or above it. */
  found: number;
  /** Of the unrelated pairs, the share at or above it: asked about for nothing. */
  asked: number;
  /** The cut in force; absent when the model has none. */
  now?: number;
}

export interface Calibration {
  model: string;
  cuts: ProposedCut[];
  /** How many pairs of each kind were judged by, and how many of them the tree gave. */
  pairs: Record<Kind, number>;
  fromTree: number;
  /** What to put into the profile, if a person agrees. */
  yaml: string;
}

const rounded = (value: number): number => Math.round(value * 100) / 100;

/** The highest cut, in hundredths, that still keeps the share of the related pairs: whatever lies higher asks less, and misses more. */
export function proposeCut(cut: Cosine, pairs: readonly Measured[]): Omit<ProposedCut, "now"> | undefined {
  const of = (kind: Kind) => pairs.filter((pair) => pair.kind === kind).map(({ claim }) => claim);
  const related = of("related").sort((a, b) => b - a);
  const last = related[Math.ceil(KEPT[cut] * related.length) - 1];
  if (last === undefined) return undefined;
  const value = Math.max(0, Math.floor(last * 100) / 100);
  const share = (all: readonly number[]) =>
    all.length === 0 ? 0 : rounded(all.filter((one) => one >= value).length / all.length);
  return { cut, value, found: share(related), asked: share(of("unrelated")) };
}

type Labelled = readonly [kind: Kind, a: string, b: string];

/** Pairs that were judged in this tree: repeated, evolved, superseded and excepted ones are related. */
function judgedPairs(entries: ReadonlyMap<string, Entry>): Labelled[] {
  const pairs: Labelled[] = [];
  for (const entry of entries.values()) {
    const add = (kind: Kind, id: string) => {
      const other = entries.get(id);
      if (other !== undefined) pairs.push([kind, claimOf(entry), claimOf(other)]);
    };
    const { evolution = [], recurrence_of, exception_to = [], near = [] } = entry as Partial<EntryFields>;
    for (const { text } of evolution) if (text !== claimOf(entry)) pairs.push(["related", claimOf(entry), text]);
    for (const id of [recurrence_of ?? [], entry.supersedes ?? [], exception_to].flat()) add("related", id);
    for (const { with: id, state } of near) if (state === "unrelated") add("unrelated", id);
  }
  return pairs;
}

/** Fields by which a judgement stands in an entry, of whatever type. */
interface EntryFields {
  evolution: readonly { text: string }[];
  recurrence_of: string;
  exception_to: readonly string[];
  near: readonly { with: string; state: string }[];
}

/** Entries of the tree far apart in time and tied by nothing: what unrelated means within its subject. */
function strangers(sample: readonly Entry[]): Labelled[] {
  const half = Math.floor(sample.length / 2);
  return sample.slice(0, half).flatMap((entry, number): Labelled[] => {
    const other = sample[number + half];
    if (other === undefined || entry.linked?.includes(other.id) || other.linked?.includes(entry.id)) return [];
    return [["unrelated", claimOf(entry), claimOf(other)]];
  });
}

function shippedPairs(): Labelled[] {
  const unrelated = SAME.flatMap(([a], row) =>
    [3, 5, 7].map((away): Labelled => ["unrelated", a, SAME[(row + away) % SAME.length]?.[1] ?? ""]),
  );
  return [...[...SAME, ...RELATED].map(([a, b]): Labelled => ["related", a, b]), ...unrelated];
}

/** Throws `failed` (`no-model`) where there is no model to be measured. */
export async function calibrate(ctx: Context, tree: Store, search: Search): Promise<Calibration> {
  const started = startedModel(ctx);
  if ("unavailable" in started) {
    throw new TenetError(`Nothing can be measured: ${started.unavailable}.`, { failure: "failed", code: "no-model" });
  }
  const { name } = started.located;
  const heads = tree.heads.filter((head) => isApproved(head));
  const entries = new Map((await tree.load(heads.map(({ id }) => id))).map(({ entry }) => [entry.id, entry]));
  const live = heads.filter(isLive);
  const stride = Math.max(1, Math.floor(live.length / SAMPLE));
  const sample = live.filter((_, number) => number % stride === 0).flatMap(({ id }) => entries.get(id) ?? []);
  const own = [...judgedPairs(entries), ...strangers(sample)];
  const labelledPairs = [...shippedPairs(), ...own];
  const vectors = new Map<string, Float32Array>();
  const texts = new Set(labelledPairs.flatMap(([, a, b]) => [a, b]));
  const bar = ctx.progress.start("Measuring pairs", texts.size);
  for (const text of texts) {
    if (ctx.signal.aborted) break;
    vectors.set(text, await started.embedder.embed(text, "passage"));
    bar.step();
  }
  bar.stop();
  const pairs = labelledPairs.flatMap(([kind, a, b]): Measured[] => {
    const [one, other] = [vectors.get(a), vectors.get(b)];
    return one === undefined || other === undefined ? [] : [{ kind, claim: cosine(one, other) }];
  });
  const current = search.cutsOf(name);
  const cuts = (Object.keys(KEPT) as Cosine[]).flatMap((cut): ProposedCut[] => {
    const proposed = proposeCut(cut, pairs);
    return proposed === undefined ? [] : [{ ...proposed, ...(current === undefined ? {} : { now: current[cut] }) }];
  });
  const count = (kind: Kind) => pairs.filter((pair) => pair.kind === kind).length;
  return {
    model: name,
    cuts,
    pairs: { related: count("related"), unrelated: count("unrelated") },
    fromTree: own.length,
    yaml: yamlOf(cuts, cutsOf(ctx.profile).lexical),
  };
}

/** How alike words are depends on no model: that cut stays. */
function yamlOf(cuts: readonly ProposedCut[], lexical: number): string {
  const values = [...cuts.map(({ cut, value }) => `${cut}: ${value}`), `lexical: ${lexical}`];
  return `near: {${values.join(", ")}}\n`;
}
