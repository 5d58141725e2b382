/** `tenet list`: entries of the tree, the newest first. Called by the command. */

import type { Context } from "../context.js";
import { isLive } from "../entry/gates/visible.js";
import { endOf } from "../entry/standing/facts.js";
import { countsOfStates, STATES, type State, stateOf } from "../entry/states.js";
import { next, type Step } from "../steps.js";
import { lastUsedOf } from "../store/cache/row.js";
import { factsNow, isTold } from "../store/contacts/asked-facts.js";
import { memoryTrees } from "../store/home.js";
import { silentIn } from "../store/open-pairs.js";
import type { Row, Store } from "../store/open-store.js";
import { recordRead } from "../store/state/ledger.js";
import { warnOfUnread } from "../store/unread.js";
import { openShown, shownText } from "../store/viewer.js";
import { defined } from "../text/defined.js";
import { counted } from "../text/paint.js";
import { besideNamed } from "./beside.js";
import { type EntryFilter, FILTERS, filteredIn } from "./filter.js";
import type { Listed } from "./recall-schemas.js";

export interface ListInput extends EntryFilter {
  limit: number;
  /** Words that the text must all contain, in any case. */
  text?: string;
}

/** Counts of matching entries that are not live, by state. */
type Hidden = NonNullable<Listed["hidden"]>;

type Ended = Parameters<typeof isLive>[0];

/** How many entries no longer count, by the word that says why. */
export function countHidden(heads: Iterable<{ head: Ended; count: number }>): Hidden {
  const countByState = new Map<State, number>();
  for (const { head, count } of heads) {
    const word = stateOf(head);
    if (!isLive(head)) countByState.set(word, (countByState.get(word) ?? 0) + count);
  }
  return Object.fromEntries([...countByState].sort(([a], [b]) => STATES.indexOf(a) - STATES.indexOf(b)));
}

interface Matching {
  heads: readonly Row[];
  total: number;
  hidden: Hidden;
}

/** The newest entries without any filter: the database has them and all counts, so no other entry is read. */
function newestLive(tree: Store, limit: number): Matching {
  const tally = tree.tally();
  const silent = new Set(silentIn(tree).map(({ id }) => id));
  const newest = tree.newest(limit + silent.size, "live").filter(({ id }) => !silent.has(id));
  return { heads: newest.slice(0, limit), total: liveCount(tally) - silent.size, hidden: countHidden(tally) };
}

const liveCount = (tally: ReturnType<Store["tally"]>): number =>
  tally.reduce((sum, { head, count }) => sum + (isLive(head) ? count : 0), 0);

/** The stated filters, in the order of help. */
function statedFilters(input: ListInput): [flag: string, value: string][] {
  return [...FILTERS, "text" as const].flatMap((flag): [string, string][] => {
    const value = input[flag];
    return value === undefined ? [] : [[flag, value === true ? "" : value]];
  });
}

function matchingIn(tree: Store, input: ListInput, now: Date): Matching {
  const { limit, text = "", ...filter } = input;
  if (statedFilters(input).length === 0) return newestLive(tree, limit);
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const filteredHeads = filteredIn(tree, filter, now).reverse();
  const matchingHeads = filteredHeads.filter((head) => words.length === 0 || holds(shownText(head), words));
  const silent = new Set(filter.status === undefined ? silentIn(tree).map(({ id }) => id) : []);
  const live =
    filter.status === undefined ? matchingHeads.filter((head) => isLive(head) && !silent.has(head.id)) : matchingHeads;
  const hidden = countHidden(filter.status === undefined ? matchingHeads.map((head) => ({ head, count: 1 })) : []);
  return { heads: live.slice(0, limit), total: live.length, hidden };
}

function holds(text: string, words: readonly string[]): boolean {
  const lowerText = text.toLowerCase();
  return words.every((word) => lowerText.includes(word));
}

/** The warning for an empty list: what exists all the same, and how to see it. */
function nothingFound(tree: Store, input: ListInput, hidden: Hidden): Step {
  if (tree.newest(1).length === 0)
    return next("Nothing is known here yet. It starts with:", "correct", { corrected_to: "<what holds now>" });
  const [first, ...more] = Object.keys(hidden);
  if (first !== undefined) {
    const word = more.length === 0 ? first : "all";
    return next(`No live entry matches. Hidden: ${countsOfStates(hidden)}:`, "list", { status: word });
  }
  const flags = statedFilters(input).map(([flag, value]) => `--${flag} ${value}`.trim());
  const others = counted(liveCount(tree.tally()), "live entry", "live entries");
  return next(`Nothing matches ${flags.join(" ")}; without that there are ${others}:`, "list");
}

/** Entries of the tree, newest first, at most `limit` of them; `total` counts all that match, `hidden` those that no longer count. */
export async function list(ctx: Context, input: ListInput): Promise<Listed> {
  // A sensitive entry is shown only when it is named by its id.
  const tree = (await openShown(ctx)).narrowed({ sensitive: false });
  const facts = factsNow(ctx);
  const { heads, total, hidden } = matchingIn(tree, input, facts.at);
  const unread = warnOfUnread(ctx, [{ tree }]);
  if (total === 0 && unread === undefined) {
    const { screenText } = await import("../screening/screen.js");
    const { why, verb, args } = nothingFound(tree, input, hidden);
    ctx.warn(next((await screenText(why, "the filter")).value, verb, args));
  }
  const trees = await memoryTrees(ctx, tree);
  const [besideById] = await Promise.all([
    besideNamed(ctx, { trees, tells: (head) => isTold(head, facts) }, heads),
    recordRead(
      ctx,
      "list",
      heads.map(({ id }) => id),
    ),
  ]);
  const entries = heads.map((head) => {
    const { id, type, stakes, tier, timestamp, uses = [], paths, file, line } = head;
    return defined({
      id,
      type,
      text: shownText(head),
      status: stateOf(head),
      stakes,
      tier,
      timestamp,
      uses: uses.length,
      last_used: lastUsedOf(head),
      valid_to: endOf(head),
      paths,
      outcome: head.outcome ?? head.verdict,
      beside: besideById.get(id),
      file,
      line,
      unique: tree.shortest(id),
    });
  });
  return defined({ entries, total, hidden: Object.keys(hidden).length === 0 ? undefined : hidden, unread });
}
