/**
 * What an agent is told of what waits for a person: one line, once a week, in whichever heartbeat or context comes
 * first. `status` and `review` always show it. Until it is due again, nothing is looked for.
 */
import type { Context } from "../../context.js";
import { TenetError } from "../../errors.js";
import { quietBy } from "../../loop/due/heartbeat-items.js";
import type { Pending } from "../../loop/due/loop-schemas.js";
import { next } from "../../steps.js";
import { changeQuestions, type Questions } from "../../store/state/question-log.js";
import { stamp } from "../../text/durations.js";
import { countWaiting, needsPerson, sumOf, waitingText } from "../policy/count-waiting.js";
import type { WaitingOptions } from "./waiting.js";

/** Its key in the log of questions. */
export const PERSON = "person";
const QUIET_DAYS = 7;

/** Whether some agent here was told within the week. */
export function wereAgentsTold({ printed }: Pick<Questions, "printed">, now: Date): boolean {
  return quietBy(printed, now, QUIET_DAYS * 24)(PERSON);
}

/** Everything that waits, as one thing to print; none while an agent can answer all of it. */
export async function waitingForPerson(ctx: Context, options: WaitingOptions): Promise<Pending[]> {
  const { waitingFor } = await import("./waiting.js");
  const items = await waitingFor(ctx, options);
  const kinds = countWaiting(items, ctx.clock.now());
  const [first] = kinds;
  if (first === undefined || !needsPerson(kinds)) return [];
  const { id, since } = kinds.reduce((oldest, one) => (one.since < oldest.since ? one : oldest), first);
  const review = next(`${waitingText(kinds)}:`, "review");
  return [{ key: PERSON, kind: "person", count: sumOf(kinds), oldest: { id, ref: id, since }, next: review, kinds }];
}

/** Notes that it was printed. Where that cannot be written it is told again. */
export async function noteAgentsTold(ctx: Context): Promise<void> {
  try {
    await changeQuestions(ctx, async (questions) => {
      const printed = { ...questions.printed, [PERSON]: stamp(ctx.clock.now()) };
      return { keep: { ...questions, printed }, answer: undefined };
    });
  } catch (error) {
    if (!(error instanceof TenetError)) throw error;
  }
}
