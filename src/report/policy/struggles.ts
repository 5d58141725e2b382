/** Where does the agent struggle? What went wrong, by domain, each with the command that comes next. */
import { type Entry, refOf, usesOf } from "../../entry/entry.js";
import type { Period } from "../../recall/policy/period.js";
import { domainOf, isIn, NO_DOMAIN } from "../../recall/policy/period.js";
import { newestRuns } from "../../store/golden/policy/standing.js";
import { shellQuoted } from "../../text/shell-quoted.js";
import type { GoldenQuestion, History } from "../history.js";
import type { Figure, Struggle } from "../report-schemas.js";
import { local, share } from "./figure.js";
import { isOutcome } from "./outcome-loop.js";
import { isCorrection } from "./retention.js";

type Trouble = "repeats" | "failed" | "failed_uses" | "invalidated";
type Row = Omit<Struggle, "total" | "next"> & { tag?: string };

export function strugglesOf(history: History, period: Period): Struggle[] {
  const rows = new Map<string, Row>();
  const rowOf = (domain: string): Row => {
    const knownRow = rows.get(domain);
    if (knownRow !== undefined) return knownRow;
    const row = { domain, repeats: 0, failed: 0, failed_uses: 0, invalidated: 0, golden: [], entries: [] };
    rows.set(domain, row);
    return row;
  };
  for (const entry of history.entries) {
    for (const trouble of troublesOf(entry, history, period)) {
      const row = rowOf(domainOf(entry, history.byId));
      row[trouble]++;
      if (row.entries.at(-1) !== entry.id) row.entries.push(entry.id);
    }
  }
  const domains = new Set(history.entries.flatMap(({ domain }) => domain ?? []));
  for (const question of failingGolden(history, period)) {
    const tag = question.tags.find((one) => domains.has(one));
    const row = rowOf(tag ?? NO_DOMAIN);
    row.golden.push(question.id);
    if (tag !== undefined) row.tag = tag;
  }
  return [...rows.values()].map(toStruggle).sort((a, b) => b.total - a.total || (a.domain < b.domain ? -1 : 1));
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

function toStruggle({ tag, ...row }: Row): Struggle {
  const total = row.repeats + row.failed + row.failed_uses + row.invalidated + row.golden.length;
  return { ...row, total, next: nextOf(row, tag) };
}

/** The next command: asks failed questions again, else shows the one entry or lists several. */
function nextOf({ golden, entries, domain }: Omit<Row, "tag">, tag: string | undefined): string {
  if (golden.length > 0) return tag === undefined ? "tenet eval --all" : `tenet eval --all --tag ${word(tag)}`;
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
  const moments = (found: boolean) => searches.flatMap((one) => (one.found === found ? one.at : []));
  return local(share(moments(false), moments(true)));
}
