/** Do agents learn from each other? Claims that a second agent came to, how much later, and whether it had been shown the first. */

import type { Claim } from "../../sync/policy/convergence.js";
import { daysBetween } from "../../text/durations.js";
import type { History, LocalHistory } from "../history.js";
import type { AcrossAgents, Arrival, Figure } from "../report-schemas.js";
import { type Chain, chainsOf } from "./answers.js";
import { sayingsOf } from "./evolution.js";
import { local, median, share } from "./figure.js";
import type { Period } from "./period.js";
import { isIn } from "./period.js";

/** An arrival before it is known how it came about, with the entries that said it before. */
type Meeting = Omit<Arrival, "lag_days" | "how"> & { earlier: readonly string[] };

export function acrossAgentsOf(
  history: History,
  period: Period,
  arrivals: readonly Arrival[] = arrivalsIn(history, period),
): AcrossAgents {
  const of = (how: Arrival["how"]) => arrivals.flatMap((one) => (one.how === how ? one.as : []));
  return {
    lag: lagOf(arrivals),
    ...(history.local === undefined ? {} : { learned: local(share(of("learned"), of("independent"))) }),
    arrivals: [...arrivals],
    ...(history.local?.hub === undefined ? {} : { hub: inHub(history.local.hub, period, history.now) }),
  };
}

/** By time: each second agent of a claim, where it came within the period. */
export function arrivalsIn(history: History, period: Period): Arrival[] {
  const shownTo = shownIn(history.local);
  return meetingsIn(history)
    .filter(({ again_at }) => isIn(period, again_at, history.now))
    .map((meeting): Arrival => {
      const { earlier: _, ...arrival } = meeting;
      const lag_days = Math.max(0, Math.round(daysBetween(meeting.at, new Date(meeting.again_at)) * 10) / 10);
      return { ...arrival, lag_days, how: howOf(meeting, shownTo) };
    });
}

/** Days from the first agent of a claim to another one. */
export const lagOf = (arrivals: readonly Arrival[]): Figure =>
  median(
    arrivals.map(({ as, lag_days }) => ({ id: as, value: lag_days })),
    "days",
  );

/** The same of the agents of a hub: each arrival after the first of a claim. */
function inHub(claims: readonly Claim[], period: Period, now: Date): NonNullable<AcrossAgents["hub"]> {
  const later = claims.flatMap(({ arrivals }) => arrivals.slice(1)).filter(({ at }) => isIn(period, at, now));
  const nameOf = ({ agent, entry }: Claim["arrivals"][number]) => `${agent}/${entry}`;
  const of = (how: "learned" | "independent") => later.filter((one) => one.how === how).map(nameOf);
  return {
    claims: claims.length,
    lag: local(
      median(
        later.map((one) => ({ id: nameOf(one), value: one.lag_days })),
        "days",
      ),
    ),
    learned: local(share(of("learned"), of("independent"))),
  };
}

/** By time; of a claim and a second agent only the first. */
function meetingsIn({ entries }: History): Meeting[] {
  const chains = [...chainsOf(entries), ...chainsOf(entries, "insight")];
  const meetings = chains.flatMap(meetingsOf).sort((a, b) => Date.parse(a.again_at) - Date.parse(b.again_at));
  const metKeys = new Set<string>();
  return meetings.filter(({ id, first, second }) => {
    const key = `${id} ${second}`;
    if (first === second || metKeys.has(key)) return false;
    metKeys.add(key);
    return true;
  });
}

/** Each time that a claim was said after the first; the claim is that of who said it first. */
function meetingsOf(chain: Chain): Meeting[] {
  const [first, ...later] = sayingsOf(chain).filter(({ agent }) => agent !== undefined);
  if (first === undefined) return [];
  const { id, at, agent = "" } = first;
  return later.map(({ agent: second = "", at: again_at, id: as }, before) => {
    const earlier = [...new Set([first, ...later.slice(0, before)].map((one) => one.id))];
    return { id, first: agent, second, at, again_at, as, earlier };
  });
}

/** What agents were shown here: the first moment of each entry, and of anything. */
interface Shown {
  entries: ReadonlyMap<string, number>;
  agents: ReadonlyMap<string, number>;
}

const keyOf = (agent: string, id: string): string => `${agent} ${id}`;

function shownIn(local: LocalHistory | undefined): Shown {
  const entries = new Map<string, number>();
  const agents = new Map<string, number>();
  const note = (moments: Map<string, number>, key: string, at: number) => {
    const first = moments.get(key);
    if (first === undefined || at < first) moments.set(key, at);
  };
  for (const { agent, at, ids } of local?.showings ?? []) {
    const moment = Date.parse(at);
    note(agents, agent, moment);
    for (const id of ids) note(entries, keyOf(agent, id), moment);
  }
  return { entries, agents };
}

function howOf({ earlier, second, again_at }: Meeting, { entries, agents }: Shown): Arrival["how"] {
  const again = Date.parse(again_at);
  const isBefore = (moment: number | undefined) => moment !== undefined && moment < again;
  if (earlier.some((id) => isBefore(entries.get(keyOf(second, id))))) return "learned";
  return isBefore(agents.get(second)) ? "independent" : "unknown";
}
