/** The report of a history: every measure. */
import type { Period } from "../../recall/policy/period.js";
import { stamp } from "../../text/durations.js";
import type { By, History } from "../history.js";
import type { Report } from "../report-schemas.js";
import { acrossAgentsOf } from "./across-agents.js";
import { calibrationOf } from "./calibration.js";
import { editingOf } from "./editing.js";
import { evolutionOf } from "./evolution.js";
import { noiseOf } from "./noise.js";
import { ofAll } from "./of-all.js";
import { outcomeLoopOf } from "./outcome-loop.js";
import { promotionOf } from "./promotion.js";
import { questionsOf } from "./questions.js";
import { retentionOf } from "./retention.js";
import { rowsOf } from "./rows.js";
import { rulesShownOf } from "./rules-shown.js";
import { searchesOf, strugglesOf } from "./struggles.js";
import { weeksOf } from "./weeks.js";

/** What of a history is reported, and how its rows are cut. */
export interface Scope extends Period {
  by?: By | undefined;
}

/** Pure, and linear in the number of entries. */
export function reportOf(history: History, { since, by }: Scope): Report {
  const period = { since };
  const searches = searchesOf(history, period);
  const rulesShown = rulesShownOf(history, period);
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
    noise: noiseOf(history, period),
    struggles: strugglesOf(history, period),
    ...(searches === undefined ? {} : { searches }),
    editing: editingOf(history, period),
    ...(rulesShown === undefined ? {} : { rules_shown: rulesShown }),
    questions: questionsOf(history, period),
    waiting: [...history.waiting],
    weeks: weeksOf(history, period),
    agents,
    domains,
    ...(by === undefined ? {} : { by: { by, rows: cut[by]() } }),
  };
}
