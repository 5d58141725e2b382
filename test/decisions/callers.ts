/**
 * Labelled pairs through the real captures: the first claims are known, each second one is said, and whoever called
 * answers what is asked by the label (the oracle), or never (the silent caller). For the tests and the bench.
 */
import { type CaptureDraft, capture, captureAll } from "../../src/capture/capture.js";
import type { Ask, Captured } from "../../src/capture/capture-schemas.js";
import type { Context } from "../../src/context.js";
import { claimOf, type Entry } from "../../src/entry/entry.js";
import { isLive } from "../../src/entry/gates/visible.js";
import { nearTo } from "../../src/entry/near/pairs.js";
import { resolvePair } from "../../src/review/resolve.js";
import { openStore } from "../../src/store/open-store.js";
import { type Answer, claimIn, type Fields, type LabelledPair } from "./labelled-pairs.js";

/** What stands in the tree about two claims. */
export type Reached = Answer | "exception of the first" | "known" | "open" | "apart";

/** One pair, after its second claim was captured. */
export interface Played {
  pair: LabelledPair;
  /** Id of the first claim. */
  first: string;
  captured: Captured;
  /** It was asked whether the two belong together. */
  asked: boolean;
  /** Wall clock of the capture. */
  ms: number;
}

/** Answers what a capture asked. `partner`: the id of the first claim. */
export type Caller = (ctx: Context, asks: readonly Ask[], pair: LabelledPair, partner: string) => Promise<void>;

export const silentCaller: Caller = async () => undefined;

/** The partner by the label, everything else as unrelated. The partner last: a record that joins another has no open pairs. */
export const oracle: Caller = async (ctx, asks, { answer: label, narrow }, partner) => {
  for (const { id, about } of asks.filter((ask) => ask.about !== partner)) {
    await resolvePair(ctx, { a: id, b: about, how: "unrelated" });
  }
  for (const { id, about } of asks.filter((ask) => ask.about === partner)) {
    const [a, b] = narrow === "first" ? [about, id] : [id, about];
    await resolvePair(ctx, { a, b, how: label });
  }
};

const inSession = (ctx: Context, session: string): Context => ({ ...ctx, actor: { ...ctx.actor, session } });

/** The tree knows all first claims, and other matters. Answers the ids of the first claims. */
export async function teach(
  ctx: Context,
  pairs: readonly LabelledPair[],
  others: readonly Fields[],
): Promise<string[]> {
  const drafts = [...others, ...pairs.map(({ first }) => first)] as unknown as CaptureDraft[];
  const captured = await captureAll(inSession(ctx, "first-day"), drafts);
  return captured.slice(others.length).map(({ id }) => id as string);
}

/** Every second claim in a later session, and its caller's answers. */
export async function play(
  ctx: Context,
  pairs: readonly LabelledPair[],
  firsts: readonly string[],
  caller: Caller,
): Promise<Played[]> {
  const later = inSession(ctx, "second-day");
  const played: Played[] = [];
  for (const [at, pair] of pairs.entries()) {
    const first = firsts[at] as string;
    const started = performance.now();
    const captured = await capture(later, pair.second as unknown as CaptureDraft);
    const ms = performance.now() - started;
    played.push({ pair, first, captured, ms, asked: captured.asks.some(({ about }) => about === first) });
    await caller(later, captured.asks, pair, first);
  }
  return played;
}

/** Does what a claim is to the other have to be said by somebody? */
export const isWorthAsking = ({ answer }: LabelledPair): boolean => answer !== "unrelated";

const ACTS: ReadonlySet<string> = new Set(["counted", "evolved", "replaced", "recurrence"]);

/** The entries that a capture acted upon by itself. */
export function actedUpon({ decision, id, recurrence_of, superseded = [], failed = [] }: Captured): string[] {
  if (!ACTS.has(decision)) return [];
  const into = decision === "counted" || decision === "evolved" ? [id] : [recurrence_of];
  return [...new Set([...into, ...superseded, ...failed])].filter((one) => one !== undefined);
}

/** The capture settled the pair by itself, as the label says. */
export function isSettled({ pair, first, captured }: Played): boolean {
  return pair.ground !== undefined && actedUpon(captured).includes(first);
}

/** What a capture did by itself and should not have: it acted where no ground allows it, or onto another claim. */
export function wrongActs({ pair, first, captured }: Played): string[] {
  return actedUpon(captured).filter((id) => pair.ground === undefined || id !== first);
}

/** How a pair should stand after the oracle has answered. */
export function expectedOf({ answer, narrow, first, second, ground }: LabelledPair): Reached {
  // Who says that the first was believed before replaces it, whatever was meant.
  if (ground === "belief") return "replaces";
  if (answer === "exception" && narrow === "first") return "exception of the first";
  if (answer !== "same") return answer;
  const isOneAudience = first.type === second.type && second["scope"] === undefined;
  return isOneAudience ? "same" : "known";
}

/** Every entry of the tree by its id. */
export async function entriesOf(ctx: Context): Promise<Map<string, Entry>> {
  const tree = await openStore(ctx);
  const loaded = await tree.load(tree.heads.map(({ id }) => id));
  return new Map(loaded.map(({ entry }) => [entry.id, entry]));
}

/** Does the history of a record hold a wording? */
function holdsWording(entry: Entry, claim: string): boolean {
  const { evolution = [] } = entry as { evolution?: { text?: string }[] };
  return claimOf(entry) === claim || evolution.some(({ text }) => text === claim);
}

/** What stands in the tree about the two claims of a pair. */
export function reachedIn(entries: ReadonlyMap<string, Entry>, { pair, first: id, captured }: Played): Reached {
  const first = entries.get(id) as Entry;
  const second = entries.get(captured.id as string) as Entry;
  if (second.id === first.id) return "same";
  if (second.type === "correction" && second.recurrence_of === first.id) return "same";
  if (second.superseded_by === first.id) return holdsWording(first, claimIn(pair.second)) ? "same" : "apart";
  if (first.superseded_by === second.id) return "replaces";
  if (!isLive(first) || !isLive(second)) return "apart";
  if (second.exception_to?.includes(first.id) === true) return "exception";
  if (first.exception_to?.includes(second.id) === true) return "exception of the first";
  const row = nearTo(second, first.id);
  if (row !== undefined) return row.state === "unrelated" ? "unrelated" : "open";
  return second.linked?.includes(first.id) === true ? "known" : "apart";
}

/** Ids of entries that are out of use, were merged, repeat another or were counted. */
export function touchedIn(entries: ReadonlyMap<string, Entry>): string[] {
  return [...entries.values()].flatMap((entry) => {
    const { seen, evolution, recurrence_of, stick } = entry as Entry & Record<string, unknown>;
    const isTouched = !isLive(entry) || [seen, evolution, recurrence_of, stick].some((field) => field !== undefined);
    return isTouched ? [entry.id] : [];
  });
}

/** `12 of 14, 86 %`. */
export function shareOf(part: number, whole: number): string {
  return `${part} of ${whole}, ${whole === 0 ? "–" : `${((100 * part) / whole).toFixed(1)} %`}`;
}

/** Asked shares by class, in Markdown. */
export function askedTable(played: readonly Played[]): string {
  const classes = new Map<string, Played[]>();
  for (const one of played) {
    const name = `${one.pair.class}, ${one.pair.answer}`;
    classes.set(name, [...(classes.get(name) ?? []), one]);
  }
  const rows = [...classes].map(([name, all]) => {
    const [settled, asked] = [all.filter(isSettled).length, all.filter((one) => one.asked).length];
    return `| ${[name, shareOf(asked + settled, all.length), settled || "", all.flatMap(wrongActs).length].join(" | ")} |`;
  });
  return ["| class | asked or settled | by a ground | wrong acts |", "|---|---|---|---|", ...rows].join("\n");
}

/** Questions of a capture, on average. */
export function asksPerCapture(played: readonly Played[]): number {
  return played.reduce((sum, { captured }) => sum + captured.asks.length, 0) / Math.max(1, played.length);
}
