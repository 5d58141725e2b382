/** Chooses the due items that are printed now. Pure. Called by `agenda`. */
import type { Row } from "../../store/cache/row.js";
import type { Due, DuePair } from "./outcome-loop.js";
import { openSince } from "./outcome-loop.js";
import { stakesRank } from "./stick.js";

/** A question, or a pair. */
export type DueItem = Due | DuePair;

/** How much may be printed, and how much was today. */
export interface Budget {
  per_heartbeat: number;
  /** Printed today, reminders included. */
  today: number;
  /** Reminders among them. */
  remindersToday: number;
  /** Pairs among them. */
  pairsToday: number;
}

/** At most so many questions, pairs and reminders a day. */
const MOST_A_DAY = 6;

/** One place in so many is a pair's, of a heartbeat and of the day. */
const PAIR_SHARE = 3;
const pairPlaces = (places: number): number => Math.ceil(places / PAIR_SHARE);

export interface Chosen {
  /** The most important first; may be cut further by what fits. */
  due: DueItem[];
  reminders: Row[];
  /** Questions and pairs that are due and wait for a later heartbeat. */
  waiting: number;
}

/** The entries that an item names. */
export function entriesOf(item: DueItem): Row[] {
  return "pair" in item ? [item.pair.newer, item.pair.older ?? []].flat() : [item.entry];
}

const stakesOf = (item: DueItem): number => Math.min(...entriesOf(item).map(({ stakes }) => stakesRank(stakes)));
const isImported = (item: DueItem): number => Number(entriesOf(item).every(({ imported }) => imported !== undefined));
const since = (item: DueItem): string => ("pair" in item ? openSince(item.pair) : item.entry.born);
/** The key under which it is remembered: its entry's id, or the key of the pair. */
export const keyOf = (item: DueItem): string => ("pair" in item ? item.pair.key : item.entry.id);

type Order = (a: DueItem, b: DueItem) => number;

const keepsBack = (item: DueItem): boolean => "pair" in item && item.pair.keepsBack === true;

const keptBackFirst: Order = (a, b) => Number(keepsBack(b)) - Number(keepsBack(a));
const unaskedFirst: Order = (a, b) => Number(a.isAsked) - Number(b.isAsked);
const byStakes: Order = (a, b) => stakesOf(a) - stakesOf(b);
const nativeFirst: Order = (a, b) => isImported(a) - isImported(b);
const olderFirst: Order = (a, b) => Date.parse(since(a)) - Date.parse(since(b)) || (keyOf(a) < keyOf(b) ? -1 : 1);

/** Pairs that keep a rule back first, then never-asked entries, then stakes, native before imported, older. */
const inOrder: Order = (a, b) =>
  keptBackFirst(a, b) || unaskedFirst(a, b) || byStakes(a, b) || nativeFirst(a, b) || olderFirst(a, b);

/**
 * Questions, pairs and reminders under one budget: pairs that keep a rule back; one reminder and one pair where a question
 * has room beside them, what was never asked, what is asked again. No entry stands in two items of one heartbeat. Reminders take one of the places of
 * a heartbeat, and as large a share of the day; other pairs one place in three of either.
 */
export function withinBudget(
  items: readonly DueItem[],
  reminders: readonly Row[],
  { per_heartbeat, today, remindersToday, pairsToday }: Budget,
): Chosen {
  let room = Math.max(0, Math.min(per_heartbeat, MOST_A_DAY - today));
  let pairRoom = Math.max(0, Math.min(pairPlaces(per_heartbeat), pairPlaces(MOST_A_DAY) - pairsToday));
  const namedIds = new Set<string>();
  const chosen: Chosen = { due: [], reminders: [], waiting: 0 };
  const takeAll = (among: readonly DueItem[]) => {
    for (const item of among) {
      const ids = entriesOf(item).map(({ id }) => id);
      if (room === 0 || ids.some((id) => namedIds.has(id))) continue;
      if ("pair" in item && !keepsBack(item) && pairRoom-- <= 0) continue;
      for (const id of ids) namedIds.add(id);
      chosen.due.push(item);
      room--;
    }
  };
  // A question about it comes first: a daily reminder would keep it away for ever.
  const askedIds = new Set(items.flatMap(entriesOf).map(({ id }) => id));
  const remind = () => {
    const reminder = reminders.find(({ id }) => !askedIds.has(id));
    if (room === 0 || reminder === undefined || chosen.reminders.length > 0) return;
    if (remindersToday * per_heartbeat >= MOST_A_DAY) return;
    chosen.reminders.push(reminder);
    room--;
  };
  const inTurn = [...items].sort(inOrder);
  takeAll(inTurn.filter(keepsBack));
  if (room > 1) remind();
  if (room > 1) takeAll(inTurn.filter((item) => "pair" in item).slice(0, 1));
  takeAll(inTurn.filter(({ isAsked }) => !isAsked));
  remind();
  takeAll(inTurn.filter(({ isAsked }) => isAsked));
  chosen.due.sort(inOrder);
  chosen.waiting = items.length - chosen.due.length;
  return chosen;
}
