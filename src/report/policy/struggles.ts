/** Where does the agent struggle? What went wrong, by domain, each with the command that comes next. */
import { type Entry, refOf, usesOf } from "../../entry/entry.js";
import { domainOf, isIn, NO_DOMAIN, type Period } from "../../recall/policy/period.js";
import { next, type Step } from "../../steps.js";
import type { History } from "../history.js";
import type { Struggle } from "../report-schemas.js";
import { idOf } from "./figure.js";
import { grouped } from "./grouped.js";
import { isOutcome } from "./outcome-loop.js";
import { isCorrection } from "./retention.js";

type Trouble = "repeats" | "failed" | "failed_uses" | "invalidated";

export function strugglesOf(history: History, period: Period): Struggle[] {
  const troubles = history.entries.flatMap((entry) =>
    troublesOf(entry, history, period).map((what) => ({ what, id: entry.id, domain: domainOf(entry, history.byId) })),
  );
  return [...grouped(troubles, ({ domain }) => domain)]
    .map(([domain, own]) => struggleOf(domain, own))
    .sort((a, b) => b.total - a.total || (a.domain < b.domain ? -1 : 1));
}

function struggleOf(domain: string, troubles: readonly { what: Trouble; id: string }[]): Struggle {
  const many = (wanted: Trouble) => troubles.filter(({ what }) => what === wanted).length;
  const row = {
    domain,
    repeats: many("repeats"),
    failed: many("failed"),
    failed_uses: many("failed_uses"),
    invalidated: many("invalidated"),
    entries: [...new Set(troubles.map(idOf))],
  };
  return { ...row, total: troubles.length, next: nextOf(row) };
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

/** Shows the one entry, or lists several. */
const nextOf = ({ entries, domain }: Pick<Struggle, "entries" | "domain">): Step =>
  entries.length === 1 || domain === NO_DOMAIN
    ? next("", "show", { id: refOf(entries.at(-1) ?? "") })
    : next("", "list", { domain });
