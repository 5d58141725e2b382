/** Where does the agent struggle? What went wrong, by domain, each with the command that comes next. */
import { type Entry, refOf, usesOf } from "../../entry/entry.js";
import { domainOf, isIn, NO_DOMAIN, type Period } from "../../recall/policy/period.js";
import { newestRuns } from "../../store/golden/policy/standing.js";
import { grouped } from "../../text/grouped.js";
import { shellQuoted } from "../../text/shell-quoted.js";
import type { GoldenQuestion, History } from "../history.js";
import type { Figure, Struggle } from "../report-schemas.js";
import { idOf, local, shareOf } from "./figure.js";
import { isOutcome } from "./outcome-loop.js";
import { isCorrection } from "./retention.js";

type Trouble = "repeats" | "failed" | "failed_uses" | "invalidated";

export function strugglesOf(history: History, period: Period): Struggle[] {
  const troubles = history.entries.flatMap((entry) =>
    troublesOf(entry, history, period).map((what) => ({ what, id: entry.id, domain: domainOf(entry, history.byId) })),
  );
  const domains = new Set(history.entries.flatMap(({ domain }) => domain ?? []));
  const golden = failingGolden(history, period).map(({ id, tags }) => ({
    id,
    tag: tags.find((one) => domains.has(one)),
  }));
  const [byDomain, goldenBy] = [
    grouped(troubles, ({ domain }) => domain),
    grouped(golden, ({ tag }) => tag ?? NO_DOMAIN),
  ];
  return [...new Set([...byDomain.keys(), ...goldenBy.keys()])]
    .map((domain) => struggleOf(domain, byDomain.get(domain) ?? [], (goldenBy.get(domain) ?? []).map(idOf)))
    .sort((a, b) => b.total - a.total || (a.domain < b.domain ? -1 : 1));
}

function struggleOf(domain: string, troubles: readonly { what: Trouble; id: string }[], golden: string[]): Struggle {
  const many = (wanted: Trouble) => troubles.filter(({ what }) => what === wanted).length;
  const row = {
    domain,
    repeats: many("repeats"),
    failed: many("failed"),
    failed_uses: many("failed_uses"),
    invalidated: many("invalidated"),
    golden,
    entries: [...new Set(troubles.map(idOf))],
  };
  return { ...row, total: troubles.length + golden.length, next: nextOf(row) };
}

/** What went wrong with one entry: each repeat, failure, failed use and refuting outcome by itself. */
function troublesOf(entry: Entry, { now }: History, period: Period): Trouble[] {
  const troubles: Trouble[] = usesOf(entry).flatMap(({ result, at }) =>
    result === "failed" && isIn(period, at, now) ? ["failed_uses" as const] : [],
  );
  if (isCorrection(entry)) {
    if (entry.recurrence_of !== undefined && isIn(period, entry.timestamp, now)) troubles.push("repeats");
    if (entry.stick?.verdict === "failed" && isIn(period, entry.stick.at, now)) troubles.push("failed");
  }
  if (isOutcome(entry) && entry.verdict === "invalidated" && isIn(period, entry.timestamp, now))
    troubles.push("invalidated");
  return troubles;
}

/** Golden questions that did not pass when they were last asked, in the period. */
function failingGolden({ golden: { questions, runs }, now }: History, period: Period): GoldenQuestion[] {
  const newest = newestRuns(runs, now);
  return questions.filter(({ id }) => {
    const run = newest.get(id);
    return run !== undefined && !run.pass && isIn(period, run.at, now);
  });
}

/** The next command: asks failed questions again, else shows the one entry or lists several. */
function nextOf({ golden, entries, domain }: Pick<Struggle, "golden" | "entries" | "domain">): string {
  if (golden.length > 0) return domain === NO_DOMAIN ? "tenet eval --all" : `tenet eval --all --tag ${word(domain)}`;
  const [one, ...more] = entries;
  if (one !== undefined && more.length === 0) return `tenet show ${refOf(one)}`;
  return domain === NO_DOMAIN ? `tenet show ${refOf(entries.at(-1) ?? "")}` : `tenet list --domain ${word(domain)}`;
}

/** A plain word as it is, anything else in quotes. */
const word = (text: string): string => (/^[\w.-]+$/.test(text) ? text : shellQuoted(text));

/** Searches that found nothing, of all that this machine knows of. */
export function searchesOf({ local: localHistory, now }: History, period: Period): Figure | undefined {
  if (localHistory === undefined) return undefined;
  const searches = localHistory.searches.filter(({ at }) => isIn(period, at, now));
  return local(
    shareOf(
      searches,
      ({ found }) => !found,
      ({ at }) => at,
    ),
  );
}
