/** What a person said that corrects something and that nobody recorded yet: one record a sentence, and what closes it. Pure. */

import { speakerOf } from "../../entry/gates/attribution.js";
import { contactScope } from "../../entry/gates/contact-scope.js";
import { isFor, isLive, type Scoped, type Viewer } from "../../entry/gates/visible.js";
import type { Person } from "../../settings.js";
import { next, type Step } from "../../steps.js";
import { claimHash } from "../../text/claims/canonical.js";
import { defined } from "../../text/defined.js";

/** Where a sentence was heard: in a prompt as it was sent, or in a transcript afterwards. */
export const HEARD_IN = ["prompt", "transcript"] as const;
export type HeardIn = (typeof HEARD_IN)[number];

/** What was heard. */
export interface Hearing {
  /** The person's words in full: screened, on one line. */
  sentence: string;
  /** When they were said; UTC to the second. */
  at: string;
  session: string;
  /** Whose session it was, and on behalf of which contact, where that is known: nobody else is shown it. */
  user?: string;
  contact?: string;
  from: HeardIn;
}

/** A sentence as it is kept. */
export interface HeardSentence extends Hearing {
  /** Five characters, as at the end of an entry's id. */
  id: string;
  /** In how many contexts it was printed. */
  printed: number;
  closed?: HeardClosing[];
}

/** An entry that records a sentence; without one a person said that it is no correction. */
export interface HeardClosing {
  at: string;
  session: string;
  by?: string;
}

/** Sentences of equal words are one, of one person and contact. */
const isSameHearing = (a: Hearing, b: Hearing): boolean =>
  a.user === b.user && a.contact === b.contact && claimHash(a.sentence) === claimHash(b.sentence);

/** Whether a recorded sentence is repeated in a later session. Reading one transcript twice is no repeat. */
function isSaidAnew({ closed = [], session }: HeardSentence, hearing: Hearing): boolean {
  const isRecorded = closed.length > 0 && closed.every(({ by }) => by !== undefined);
  return isRecorded && hearing.session !== session && closed.every(({ at }) => hearing.at > at);
}

/** What is kept of a hearing: the earlier sentence where nothing is new. */
export function heardAs(earlier: readonly HeardSentence[], hearing: Hearing, newId: () => string): HeardSentence {
  const same = earlier.find((one) => isSameHearing(one, hearing));
  if (same !== undefined && !isSaidAnew(same, hearing)) return same;
  return defined({ id: same?.id ?? newId(), ...hearing, printed: 0 });
}

type Standing = Parameters<typeof isLive>[0];

/** What tells whether an entry records a sentence. */
interface RecordingEntry extends Standing, Scoped {
  timestamp: string;
  claims: readonly string[];
}

/** May an entry stand for a sentence in equal words? Only one that the sentence's own reader is shown. */
export const mayRecord = (entry: Scoped, { user, session, contact }: Hearing): boolean =>
  isFor(entry, { user, session, contact });

/**
 * Whether a heard sentence is still unrecorded. `stands`: whether an entry of this id is stored, so that a dropped run
 * or a withdrawn capture closes nothing.
 */
export function isOpen(
  one: HeardSentence,
  entries: readonly RecordingEntry[],
  stands: (id: string) => boolean,
): boolean {
  const { sentence, at, session, closed = [] } = one;
  if (closed.some(({ by }) => by === undefined || stands(by))) return false;
  const hash = claimHash(sentence);
  return !entries.some(
    (entry) =>
      isLive(entry) &&
      mayRecord(entry, one) &&
      entry.claims.includes(hash) &&
      (entry.session === session || entry.timestamp >= at),
  );
}

/** Whether both the addressee and the subject match. */
const scopesOf = ({ user, contact }: Hearing): Scoped[] => [
  { user },
  { scope: contact === undefined ? undefined : contactScope(contact) },
];

/** May it be shown to this reader? */
export const isHeardFor = (one: Hearing, viewer: Viewer): boolean =>
  scopesOf(one).every((scoped) => isFor(scoped, viewer));

/** The step that records a sentence, in these words unless better ones are found. */
export const heardStep = ({ id, user, contact }: HeardSentence, words: string, people: readonly Person[]): Step =>
  next("", "correct", { corrected_to: words, source: speakerOf(user, people), contact, heard: [id.toLowerCase()] });
