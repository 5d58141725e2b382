/** How agents came to the same claims: who had each first, who next and how much later, learned or on their own. */
import { DAY_MS } from "../../../text/durations.js";

/** One row that says that an agent came to a claim. */
export interface ArrivalFact {
  /** Claim by which the hub groups it. */
  cluster: string;
  /** Hash of its own canonical claim. */
  claim: string;
  agent: string;
  entry: string;
  kind: "entry" | "arrival";
  at: string;
  /** The agent had been shown the claim before it said so itself. */
  shown_before: boolean;
  /** Entries that it contradicts, as `agent/entry`. */
  contests: readonly string[];
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
  cluster: string;
  /** The first one, then the others in order of time; each agent once. */
  arrivals: Arrival[];
  /** Somebody says the contrary, or it says the contrary of something. */
  contested: boolean;
}

/**
 * The claims that two or more agents came to, the oldest first, whatever order the rows are given in.
 *
 * Amos says on Monday that a migration needs a lock (claim `m`, cluster `m`). Bea, who was never shown that, says the same
 * in other words two days later (claim `w`, cluster `m`): `independent`, lag 2. Carl had it from the hub and says it again
 * on Friday (claim `m`, shown before): `learned`, lag 4. Dora's push found no neighbour, so that her row of the claim `w`
 * opened the cluster `w`: it shares the claim `w` with Bea's, and both clusters are one.
 *
 * The first is the earliest that had not been shown the claim: whoever learned it is not first because of a clock that
 * lags a day. Only where all were shown it, the earliest of them is.
 */
export function convergenceOf(rows: readonly ArrivalFact[]): Claim[] {
  const groups = groupsOf(rows);
  const contested = new Set(rows.flatMap(({ contests }) => contests));
  const claims = groups.flatMap((group): Claim[] => {
    const earliest = earliestOfEach(group);
    const first = earliest.find(({ shown_before }) => !shown_before) ?? earliest[0];
    if (first === undefined || earliest.length < 2) return [];
    const others = earliest.filter((row) => row !== first);
    return [
      {
        cluster: first.cluster,
        arrivals: [arrivalOf(first, first), ...others.map((row) => arrivalOf(row, first))],
        contested: group.some((row) => row.contests.length > 0 || contested.has(`${row.agent}/${row.entry}`)),
      },
    ];
  });
  return claims.sort(byFirst);
}

/** What was come to first stands first. */
export const byFirst = (a: Claim, b: Claim): number =>
  timeOf(a.arrivals[0]) - timeOf(b.arrivals[0]) || compared(a.cluster, b.cluster);

function arrivalOf(row: ArrivalFact, first: ArrivalFact): Arrival {
  const { agent, at, entry } = row;
  const how = row === first ? "first" : row.shown_before ? "learned" : "independent";
  const days = Math.max(0, timeOf(row) - timeOf(first)) / DAY_MS;
  return { agent, at, how, lag_days: Math.round(days * 10) / 10, entry };
}

/** Rows of clusters that share a claim are one group. A cluster is named by a claim, so both are joined alike. */
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
  for (const { cluster, claim } of rows) {
    const [one, other] = [rootOf(cluster), rootOf(claim)];
    if (one !== other) parents.set(other, one);
  }
  const groups = new Map<string, ArrivalFact[]>();
  for (const row of rows) {
    const root = rootOf(row.cluster);
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
      Number(a.shown_before) - Number(b.shown_before) ||
      compared(a.entry, b.entry) ||
      compared(a.kind, b.kind) ||
      compared(a.cluster, b.cluster) ||
      compared(a.claim, b.claim),
  );
  const seen = new Set<string>();
  return ordered.filter(({ agent }) => !seen.has(agent) && seen.add(agent));
}

const timeOf = (one: { at: string } | undefined): number => Date.parse(one?.at ?? "") || 0;

const compared = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
