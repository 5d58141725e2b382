/**
 * Labelled pairs through the real captures: the first claims are known, each second one is said, and whoever called
 * answers what is asked by the label (the oracle), or never (the silent caller). For the tests and the bench.
 */
import { type CaptureDraft, capture, captureAll } from "../../src/capture/capture.js";
import type { Ask, Captured } from "../../src/capture/capture-schemas.js";
import type { Context } from "../../src/context.js";
import { isLive } from "../../src/entry/gates/visible.js";
import { resolvePair } from "../../src/review/resolve.js";
import { openStore, type Row } from "../../src/store/open-store.js";
import type { Answer, Fields, LabelledPair } from "./labelled-pairs.js";

/** What stands in the tree about two claims. */
type Reached = Answer | "exception of the first" | "known" | "open" | "apart";

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
type Caller = (ctx: Context, asks: readonly Ask[], pair: LabelledPair, partner: string) => Promise<void>;

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

const ACTS: ReadonlySet<string> = new Set(["counted", "evolved", "replaced", "repeated"]);

/** The entries that a capture acted upon by itself. */
export function actedUpon({ decision, id, repeats, superseded = [], failed = [] }: Captured): string[] {
  if (!ACTS.has(decision)) return [];
  const into = decision === "counted" || decision === "evolved" ? [id] : [repeats];
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
export function expectedOf({ answer, narrow, ground }: LabelledPair): Reached {
  // Who says that the first was believed before replaces it, whatever was meant.
  if (ground === "belief") return "replaces";
  if (answer === "exception" && narrow === "first") return "exception of the first";
  return answer;
}

/** Every entry of the tree by its id. */
export async function entriesOf(ctx: Context): Promise<Map<string, Row>> {
  return new Map((await openStore(ctx)).heads.map((row) => [row.id, row]));
}

/** What stands in the tree about the two claims of a pair. */
export function reachedIn(entries: ReadonlyMap<string, Row>, { first: id, captured }: Played): Reached {
  const first = entries.get(id) as Row;
  const second = entries.get(captured.id as string) as Row;
  if (second.chain === first.chain) return "same";
  if (first.superseded_by === second.id) return "replaces";
  if (!isLive(first) || !isLive(second)) return "apart";
  if (second.exceptionTo === first.chain) return "exception";
  if (first.exceptionTo === second.chain) return "exception of the first";
  if (second.open.some((row) => row.with === first.id)) return "open";
  if (second.near?.some((row) => row.with === first.id && row.answer === "unrelated")) return "unrelated";
  return second.linked?.includes(first.id) === true ? "known" : "apart";
}

/** Ids of entries that are out of use, or were said again. */
export const touchedIn = (entries: ReadonlyMap<string, Row>): string[] =>
  [...entries.values()].flatMap((row) =>
    !isLive(row) || row.repeats > 0 || row.kept !== undefined || row.chain !== row.id ? [row.id] : [],
  );

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
