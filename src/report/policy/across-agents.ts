/** Do agents learn from each other? Claims that a second agent came to, how much later, and whether it had been shown the first. */
import type { Correction, Entry } from "../../entry/entry.js";
import { chainsOf } from "../../entry/lessons.js";
import type { Period } from "../../recall/policy/period.js";
import { isIn } from "../../recall/policy/period.js";
import type { Claim } from "../../sync/policy/convergence.js";
import { daysBetween } from "../../text/durations.js";
import type { History, LocalHistory } from "../history.js";
import type { AcrossAgents, Arrival, Figure } from "../report-schemas.js";
import { isInsight, mergedInto } from "./evolution.js";
import { local, median, share } from "./figure.js";

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
function meetingsIn(history: History): Meeting[] {
  const meetings = [...itemsOf(history), ...repeatsOf(history)].sort(
    (a, b) => Date.parse(a.again_at) - Date.parse(b.again_at),
  );
  const metKeys = new Set<string>();
  return meetings.filter(({ id, first, second }) => {
    const key = `${id} ${second}`;
    if (first === second || metKeys.has(key)) return false;
    metKeys.add(key);
    return true;
  });
}

/** Wordings of one insight; those of one that was merged stand in the other. What is only near is no arrival. */
function itemsOf({ entries, byId }: History): Meeting[] {
  const threads = entries.filter(isInsight).filter((entry) => mergedInto(entry, byId) === undefined);
  return threads.flatMap(({ id, agent: own, timestamp, evolution = [] }): Meeting[] => {
    const saidItems = evolution.flatMap(({ agent, at, of }) => (agent === undefined ? [] : [{ agent, at, of }]));
    const inOrder = [{ agent: own, at: timestamp, of: undefined }, ...saidItems].sort(
      (a, b) => Date.parse(a.at) - Date.parse(b.at),
    );
    const [{ agent: first, at }, ...later] = inOrder as [(typeof inOrder)[number], ...typeof inOrder];
    const earlier = [id, ...saidItems.flatMap(({ of }) => of ?? [])];
    return later.map(({ agent, at: again_at }) => ({ id, first, second: agent, at, again_at, as: id, earlier }));
  });
}

/** Corrections that say a lesson again; the claim is that of who said it first. Each agent arrives once. */
function repeatsOf({ entries }: History): Meeting[] {
  return (chainsOf(entries) as Correction[][]).flatMap(([first, ...repeats]) => {
    if (first === undefined) return [];
    const knownAgents = new Set([first.agent]);
    return repeats.flatMap((again, before) => {
      if (knownAgents.has(again.agent)) return [];
      knownAgents.add(again.agent);
      return [meetingOf(first, again, [first, ...repeats.slice(0, before)])];
    });
  });
}

function meetingOf(first: Correction, again: Correction, saidBetween: readonly Entry[]): Meeting {
  const { id, agent, timestamp: at } = first;
  const earlier = saidBetween.map((one) => one.id);
  return { id, first: agent, second: again.agent, at, again_at: again.timestamp, as: again.id, earlier };
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
