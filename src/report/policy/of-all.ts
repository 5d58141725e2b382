/** What several measures are made of: worked out once a report, of all entries before they are cut into rows. */

import type { Row } from "../../store/cache/row.js";
import type { History } from "../history.js";
import type { Arrival } from "../report-schemas.js";
import { arrivalsIn } from "./across-agents.js";
import { type Judgement, judgementsOf } from "./calibration.js";
import { ofAge } from "./outcome-loop.js";
import type { Period } from "./period.js";
import { type Promoted, promotedIn } from "./promotion.js";

export interface OfAll {
  /** Second agents of a claim. */
  arrivals: readonly Arrival[];
  /** Entries whose first question is due. */
  old: readonly Row[];
  /** Learnings of which it is known how they turned out. */
  judged: readonly Judgement[];
  /** Entries that became a rule. */
  promoted: readonly Promoted[];
}

export const ofAll = (history: History, period: Period): OfAll => ({
  arrivals: arrivalsIn(history, period),
  old: ofAge(history, period),
  judged: judgementsOf(history, period),
  promoted: promotedIn(history),
});
