/** Hears a person's corrections in a session and keeps each sentence until it is recorded. Called by hooks. */

import type { Context } from "../../context.js";
import { missedIn } from "../../screening/detect/missed-learnings.js";
import type { Turn } from "../../store/host.js";
import type { HeardIn, HeardSentence, Hearing } from "../../store/state/heard.js";
import { hear } from "../../store/state/heard.js";
import { defined } from "../../text/defined.js";
import { stamp } from "../../text/durations.js";
import { openingOf } from "../../transcripts/transcript-words.js";

/**
 * The corrections in a person's turns, as they are kept. Words are screened before anything of them is cut or kept: half a
 * secret would not be known for one.
 */
export async function hearTurns(
  ctx: Context,
  turns: readonly Pick<Turn, "text" | "at">[],
  from: HeardIn,
): Promise<HeardSentence[]> {
  const { session, user, contact } = ctx.actor;
  const { personal } = ctx.profile.secrets;
  const hearings: Hearing[] = [];
  for (const turn of turns) {
    const words = openingOf(turn.text);
    if (missedIn(words, "correction").length === 0) continue;
    const { screenText } = await import("../../screening/screen.js");
    const { value } = await screenText(words, "the quote", { personal });
    const at = turn.at ?? stamp(ctx.clock.now());
    for (const { quote: sentence } of missedIn(value, "correction")) {
      hearings.push(defined({ sentence, at, session, user, contact, from }));
    }
  }
  return hear(ctx, hearings);
}
