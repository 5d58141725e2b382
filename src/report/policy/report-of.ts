/** The report of a history: every measure. */

import { stamp } from "../../text/durations.js";
import type { By, History } from "../history.js";
import type { Report } from "../report-schemas.js";
import { acrossAgentsOf } from "./across-agents.js";
import { calibrationOf } from "./calibration.js";
import { editingOf } from "./editing.js";
import { evolutionOf } from "./evolution.js";
import { ofAll } from "./of-all.js";
import { outcomeLoopOf } from "./outcome-loop.js";
import type { Period } from "./period.js";
import { promotionOf } from "./promotion.js";
import { retentionOf } from "./retention.js";
import { rowsOf } from "./rows.js";
import { strugglesOf } from "./struggles.js";
import { weeksOf } from "./weeks.js";

/** What of a history is reported, and how its rows are cut. */
export interface Scope extends Period {
  by?: By | undefined;
}

/** Pure, and linear in the number of entries. */
export function reportOf(history: History, { since, by }: Scope): Report {
  const period = { since };
  const all = ofAll(history, period);
  const rows = (key: By) => rowsOf(history, period, key, all);
  const [agents, domains] = [rows("agent"), rows("domain")];
  const cut = { agent: () => agents, domain: () => domains, week: () => rows("week") } as const;
  return {
    at: stamp(history.now),
    ...(since === undefined ? {} : { since: stamp(since) }),
    entries: history.entries.length,
    retention: retentionOf(history, period),
    evolution: evolutionOf(history, period),
    outcome_loop: outcomeLoopOf(history, period, all.old),
    calibration: calibrationOf(history, period, all.judged),
    across_agents: acrossAgentsOf(history, period, all.arrivals),
    promotion: promotionOf(history, period),
    struggles: strugglesOf(history, period),
    editing: editingOf(history, period),
    weeks: weeksOf(history, period),
    agents,
    domains,
    ...(by === undefined ? {} : { by: { by, rows: cut[by]() } }),
  };
}
