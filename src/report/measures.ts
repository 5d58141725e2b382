/** The measures of a report as rows of one list, each under the name that docs/measures.md defines it by. */
import type { Worded } from "../steps.js";
import { figureText } from "./figure-text.js";
import type { Figure, Report } from "./report-schemas.js";

/** One measure, in words and with the entries behind it. */
export interface Measure {
  section: string;
  name: string;
  says: string;
  ids: readonly string[];
}

type Counted = number | { count: number; entries: readonly string[] };

/** What can be known, and is not nothing. */
function measured(section: string, of: Readonly<Record<string, Figure | Counted | undefined>>): Measure[] {
  return Object.entries(of).flatMap(([name, one]) => {
    if (one === undefined) return [];
    if (typeof one === "number") return one === 0 ? [] : [{ section, name, says: String(one), ids: [] }];
    if ("count" in one) return one.count === 0 ? [] : [{ section, name, says: String(one.count), ids: one.entries }];
    return one.n === 0 ? [] : [{ section, name, says: figureText(one), ids: one.entries }];
  });
}

const listed = (entries: readonly string[] = []): Counted => ({ count: entries.length, entries });

/** In the order in which they are read: what was learned, whether it held, how it turned out, what became of it. */
export function measuresOf(report: Worded<Report>): Measure[] {
  const { agents, retention, outcome_loop: loop, evolution, across_agents: across, promotion, editing } = report;
  const all = (what: "corrections" | "insights" | "outcomes") => agents.reduce((sum, row) => sum + row[what], 0);
  const wrong = report.calibration.table.map(({ stakes, wrong: of }) => [`went wrong, stakes ${stakes}`, of] as const);
  return [
    ...measured("learned", {
      corrections: all("corrections"),
      insights: all("insights"),
      outcomes: all("outcomes"),
      "rules in force": promotion.in_force,
    }),
    ...measured("retention", {
      held: retention.share,
      failed: listed(retention.share.others),
      "still open": listed(retention.entries.open),
      "ended without an answer": listed(retention.entries.unknown),
      "said again": retention.repeats,
      "not said again in 30 days": retention.kept_30_days,
    }),
    ...measured("outcomes", {
      answered: loop.answered,
      validated: loop.validated,
      mixed: loop.mixed,
      invalidated: loop.invalidated,
      inconclusive: loop.inconclusive,
      score: loop.score,
    }),
    ...measured("stakes", Object.fromEntries(wrong)),
    ...measured("evolution", {
      "insights that grew": evolution.threads,
      "wordings of each": evolution.length,
      "items by other agents": evolution.by_others,
      "came to a known claim alone": evolution.converging,
    }),
    ...measured("agents", {
      "a second agent came to it after": across.lag,
      "had been shown it": across.learned,
      "in the hub after": across.hub?.lag,
      "had been shown it there": across.hub?.learned,
    }),
    ...measured("promotion", {
      qualified: promotion.qualified,
      "became rules": promotion.promoted,
      "time until then": promotion.time_to_rule,
      evicted: promotion.evicted,
      "taken back": promotion.taken_back,
    }),
    ...measured("editing", {
      "share of a draft changed": editing.now,
      "in the period before": editing.before,
    }),
  ];
}
