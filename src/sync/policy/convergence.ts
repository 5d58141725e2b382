/** How agents came to the same claims: who had each first, who next and how much later, learned or on their own. */
import { DAY_MS } from "../../text/durations.js";

/** One row that says that an agent came to a claim. */
export interface ArrivalFact {
  agent: string;
  entry: string;
  at: string;
  /** Hash of the canonical claim of an entry; none of an arrival at another's entry. */
  claim?: string | undefined;
  /** Another's entry that it says as well, as `agent/entry`; and its own entry that says the same in other words. */
  of?: string | undefined;
  own?: string | undefined;
  /** The agent whose claim it had been shown before it said so itself. */
  from?: string | undefined;
}

export interface Arrival {
  agent: string;
  at: string;
  /** `learned`: it had been shown the claim before. `independent`: it came to it by itself, after the first. */
  how: "first" | "learned" | "independent";
  /** After the first, to a tenth of a day; 0 where a clock says before. */
  lag_days: number;
  /** Its entry. */
  entry: string;
}

export interface Claim {
  /** Hash of the claim in the words of the first that has words; empty where none has. */
  claim: string;
  /** The first one, then the others in order of time; each agent once. */
  arrivals: Arrival[];
}

/**
 * The claims that two or more agents came to, the oldest first, whatever order the rows are given in.
 *
 * Amos says on Monday that a migration needs a lock. Bea, who was never shown that, says it in the same words two days
 * later: `independent`, lag 2. Carl had it from the hub and says it again on Friday: `learned`, lag 4. Dora said it in other
 * words on Tuesday, and answers on Saturday that both are the same: hers is one of them, `independent`, lag 1.
 *
 * The first is the earliest that had not been shown the claim: whoever learned it is not first because of a clock that
 * lags a day. Only where all were shown it, the earliest of them is.
 */
export function convergenceOf(rows: Iterable<ArrivalFact>): Claim[] {
  const claims = groupsOf([...rows]).flatMap((group): Claim[] => {
    const earliest = earliestOfEach(group);
    const first = earliest.find(({ from }) => from === undefined) ?? earliest[0];
    if (first === undefined || earliest.length < 2) return [];
    const others = earliest.filter((row) => row !== first);
    const claim = [first, ...group].find((row) => row.claim !== undefined)?.claim ?? "";
    return [{ claim, arrivals: [arrivalOf(first, first), ...others.map((row) => arrivalOf(row, first))] }];
  });
  return claims.sort((a, b) => timeOf(a.arrivals[0]) - timeOf(b.arrivals[0]) || compared(a.claim, b.claim));
}

function arrivalOf(row: ArrivalFact, first: ArrivalFact): Arrival {
  const { agent, at, entry } = row;
  const how = row === first ? "first" : row.from === undefined ? "independent" : "learned";
  const days = Math.max(0, timeOf(row) - timeOf(first)) / DAY_MS;
  return { agent, at, how, lag_days: Math.round(days * 10) / 10, entry };
}

const nameOf = ({ agent, entry }: ArrivalFact): string => `${agent}/${entry}`;

/** Rows of one claim, of an entry and of what was said to be the same are one group. */
function groupsOf(rows: readonly ArrivalFact[]): ArrivalFact[][] {
  const parents = new Map<string, string>();
  const rootOf = (name: string): string => {
    let root = name;
    for (let parent = parents.get(root); parent !== undefined; parent = parents.get(root)) root = parent;
    for (let at = name; at !== root; ) {
      const next = parents.get(at) as string;
      parents.set(at, root);
      at = next;
    }
    return root;
  };
  for (const row of rows) {
    const { claim, of, own } = row;
    for (const other of [claim, of, own && `${row.agent}/${own}`]) {
      const [one, root] = [rootOf(nameOf(row)), rootOf(other ?? nameOf(row))];
      if (one !== root) parents.set(one, root);
    }
  }
  const groups = new Map<string, ArrivalFact[]>();
  for (const row of rows) {
    const root = rootOf(nameOf(row));
    const group = groups.get(root);
    if (group === undefined) groups.set(root, [row]);
    else group.push(row);
  }
  return [...groups.values()];
}

/** By time, each agent once: with its earliest row, of several at one time the one that was not shown. */
function earliestOfEach(group: readonly ArrivalFact[]): ArrivalFact[] {
  const ordered = [...group].sort(
    (a, b) =>
      timeOf(a) - timeOf(b) ||
      compared(a.agent, b.agent) ||
      compared(a.from ?? "", b.from ?? "") ||
      compared(a.entry, b.entry),
  );
  const seen = new Set<string>();
  return ordered.filter(({ agent }) => !seen.has(agent) && seen.add(agent));
}

const timeOf = (one: { at: string } | undefined): number => Date.parse(one?.at ?? "") || 0;

const compared = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
