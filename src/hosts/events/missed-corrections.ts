/** Corrections that a conversation held and that nobody recorded: hints for the next session, never entries. */
import { createHash } from "node:crypto";
import { stamp } from "../../clock.js";
import type { Context } from "../../context.js";
import { missedIn, NUDGED_CORRECTIONS } from "../../detect/missed-learnings.js";
import { lex, NO_CORPUS } from "../../search/words/bm25.js";
import { tokensOf } from "../../search/words/tokens.js";
import type { Store } from "../../store/open-store.js";
import { canonicalClaim } from "../../text/canonical.js";
import { defined } from "../../text/defined.js";
import { HOUR_MS } from "../../text/durations.js";
import { oneLine, shorten } from "../../text/shorten.js";
import type { Turn } from "../host.js";
import { openingOf } from "../transcript-words.js";

/** One of them. The quote is screened and on one line. */
export interface MissedCorrection {
  /** Six hex digits, from session and quote: what a person names to dismiss it. */
  key: string;
  /** UTC to the second: when it was said, as far as the transcript tells. */
  at: string;
  /** The host's name of the session. */
  session: string;
  /** Whose session it was, where that is known: nobody else is shown it. */
  user?: string;
  quote: string;
  /** The words that gave it away. */
  phrase: string;
  /** A person said that it is none. */
  dismissed?: true;
}

const MOST_OF_PHRASE = 80;

/**
 * What a turn corrects. Words are screened before anything of them is cut or kept: half a secret would not be known for
 * one.
 */
export async function missedCorrectionsIn(
  ctx: Pick<Context, "actor" | "clock">,
  session: string,
  turn: Pick<Turn, "text" | "at">,
): Promise<MissedCorrection[]> {
  const said = openingOf(turn.text);
  if (missedIn(said, NUDGED_CORRECTIONS).length === 0) return [];
  const { screenText } = await import("../../screening/screen.js");
  const { value } = await screenText(said, "the quote", { mode: "redact", bidi: "strip" });
  return missedIn(value, NUDGED_CORRECTIONS).map(({ quote, phrase }) =>
    defined({
      key: createHash("sha256").update(`${session}\n${quote}`).digest("hex").slice(0, 6),
      at: turn.at ?? stamp(ctx.clock.now()),
      session,
      user: ctx.actor.user,
      quote,
      phrase: shorten(oneLine(phrase), MOST_OF_PHRASE, 0.5),
    }),
  );
}

/** What of a recorded correction says whether it is the one that was heard. */
export interface Recorded {
  corrected_to: string;
  prior_belief?: string | undefined;
  behavioral_change?: string | undefined;
  context?: string | undefined;
}

/** How alike two texts are, from 0 to 1; and the telling words of a text. Given by the caller: words are search's. */
export interface TextLikeness {
  lex(a: string, b: string): number;
  words(text: string): readonly string[];
}

/** From here on two texts share enough rare words to be about one thing (the link rule's cut). */
const ALIKE = 0.27;
/** A quote is talk around a claim: of its own words, this share stands in the correction that covers it. */
const SHARE = 0.5;
const FEW_WORDS = 2;

/** Words with which people correct, whatever about. */
const TALK = new Set(
  "no not wrong actually should told you already said stop use please again instead never always don right correct that this it is was are be mean meant want need".split(
    " ",
  ),
);

/** Does a recorded correction say what was heard? Then nothing is left to record. */
export function isRecorded(missed: MissedCorrection, recorded: Recorded, { lex, words }: TextLikeness): boolean {
  if (canonicalClaim(missed.quote) === canonicalClaim(recorded.corrected_to)) return true;
  const whole = [recorded.corrected_to, recorded.prior_belief, recorded.context, recorded.behavioral_change]
    .filter((part) => part !== undefined)
    .join("\n");
  if (lex(missed.quote, whole) >= ALIKE) return true;
  const telling = [...new Set(words(missed.quote))].filter((word) => !TALK.has(word));
  const known = new Set(words(whole));
  const shared = telling.filter((word) => known.has(word)).length;
  return shared >= Math.min(FEW_WORDS, telling.length) && telling.length > 0 && shared / telling.length >= SHARE;
}

/** Newer ones than these nobody records in a week of talking. */
const MOST_LOOKED_AT = 1_000;

/**
 * Those that no correction recorded since says. A correction counts from an hour before: clocks of a host and of this
 * machine may differ, and a transcript may tell no time at all.
 */
export async function notRecorded(tree: Store, missed: readonly MissedCorrection[]): Promise<MissedCorrection[]> {
  if (missed.length === 0) return [];
  const from = ({ at }: MissedCorrection) => Date.parse(at) - HOUR_MS;
  const first = Math.min(...missed.map(from));
  const since = tree
    .newest(MOST_LOOKED_AT)
    .filter(({ type, timestamp }) => type === "correction" && Date.parse(timestamp) >= first);
  const recorded = (await tree.load(since.map(({ id }) => id))).flatMap(({ entry }) =>
    entry.type === "correction" ? [{ entry, at: Date.parse(entry.timestamp) }] : [],
  );
  const likeness = { lex: (a: string, b: string) => lex(a, b, NO_CORPUS), words: tokensOf };
  return missed.filter((one) => !recorded.some(({ entry, at }) => at >= from(one) && isRecorded(one, entry, likeness)));
}
