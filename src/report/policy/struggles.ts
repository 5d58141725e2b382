/** Where does the agent struggle? What went wrong, by domain, each with the command that comes next. */
import { refOf } from "../../entry/entry.js";
import { byAge } from "../../entry/lessons.js";
import { next, type Step } from "../../steps.js";
import type { Row } from "../../store/cache/row.js";
import { grouped } from "../../text/grouped.js";
import type { History } from "../history.js";
import type { Struggle } from "../report-schemas.js";
import { answersIn, chainsOf } from "./answers.js";
import { idOf } from "./figure.js";
import { domainOf, isIn, NO_DOMAIN, type Period } from "./period.js";

type Trouble = "repeats" | "failed" | "failed_uses" | "invalidated";

export function strugglesOf(history: History, period: Period): Struggle[] {
  const { entries, byId, now } = history;
  const chains = chainsOf(entries);
  const failed = chains.flatMap(answersIn).filter(({ word, at }) => word === "failed" && isIn(period, at, now));
  const repeats = chains.flatMap(([, ...again]) => again.filter(({ timestamp }) => isIn(period, timestamp, now)));
  const troubles = [
    ...entries.flatMap((row) => troublesOf(row, history, period).map((what) => ({ what, row }))),
    ...repeats.map((row) => ({ what: "repeats" as const, row })),
    ...failed.map(({ row }) => ({ what: "failed" as const, row })),
  ]
    .sort((a, b) => byAge(a.row, b.row))
    .map(({ what, row }) => ({ what, id: row.id, domain: domainOf(row, byId) }));
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

/** What went wrong with one entry by itself: each failed use, and a refuting outcome. */
function troublesOf({ uses = [], type, verdict, timestamp }: Row, { now }: History, period: Period): Trouble[] {
  const failedUses = uses.filter(({ result, at }) => result === "failed" && isIn(period, at, now));
  const isRefuting = type === "outcome" && verdict === "invalidated" && isIn(period, timestamp, now);
  return [...failedUses.map(() => "failed_uses" as const), ...(isRefuting ? ["invalidated" as const] : [])];
}

/** Shows the one entry, or lists several. */
const nextOf = ({ entries, domain }: Pick<Struggle, "entries" | "domain">): Step =>
  entries.length === 1 || domain === NO_DOMAIN
    ? next("", "show", { id: refOf(entries.at(-1) ?? "") })
    : next("", "list", { domain });
