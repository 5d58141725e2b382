/** Do questions to the owner get answers, and how soon? */

import type { Entry, Question } from "../../entry/entry.js";
import { closingInForce } from "../../entry/near/closings.js";
import { isIn, type Period } from "../../recall/policy/period.js";
import { daysBetween } from "../../text/durations.js";
import type { History } from "../history.js";
import type { Report } from "../report-schemas.js";
import { median, share } from "./figure.js";

type State = "answered" | "unanswered" | "expired" | "open";

const isQuestion = (entry: Entry): entry is Question => entry.type === "question";

/** What came from outside waits for a review, and was put to nobody yet. */
const isPut = ({ tier, review }: Question): boolean => tier !== "external" || review?.state !== "needs_review";

/** Questions that were asked in the period, and what has become of them since. */
export function questionsOf({ entries, now, expire_days }: History, period: Period): Report["questions"] {
  const askedQuestions = entries
    .filter(isQuestion)
    .filter((entry) => isPut(entry) && isIn(period, entry.timestamp, now))
    .map((entry) => ({ entry, state: stateOf(entry, expire_days, now) }));
  const of = (...states: State[]) =>
    askedQuestions.flatMap(({ entry, state }) => (states.includes(state) ? entry.id : []));
  const answeredQuestions = askedQuestions.filter(({ state }) => state === "answered");
  return {
    asked: askedQuestions.length,
    answered: share(of("answered"), of("unanswered", "expired")),
    open: of("open").length,
    expired: of("expired").length,
    days: median(
      answeredQuestions.map(({ entry }) => ({
        id: entry.id,
        value: Math.max(0, daysBetween(entry.timestamp, new Date(entry.closed?.at ?? entry.timestamp))),
      })),
      "days",
    ),
  };
}

function stateOf(entry: Question, expireDays: number, now: Date): State {
  const closing = closingInForce(entry);
  if (closing !== undefined && Date.parse(closing.at) <= now.getTime())
    return closing.how === "answered" ? "answered" : "unanswered";
  return daysBetween(entry.timestamp, now) < expireDays ? "open" : "expired";
}
