/** Scrubs heard sentences: those with erased words, with a forgotten record, or from a meant speaker. */
import type { Context } from "../context.js";
import { type Attribution, speakerOf } from "../entry/gates/attribution.js";
import { contactScope } from "../entry/gates/contact-scope.js";
import type { HeardSentence } from "../entry/heard.js";
import type { Change } from "../store/change/change.js";
import { heardIn, heardText } from "../store/state/heard.js";
import { defined } from "../text/defined.js";
import type { TextMatcher } from "./text-matcher.js";

/** The file without them; undefined where it holds none. `isMeant`: sentences that go whatever they say. */
export function heardWithout(
  bytes: Uint8Array | undefined,
  matcher: TextMatcher,
  isMeant: (one: HeardSentence) => boolean = () => false,
): string | undefined {
  const { sentences, unreadable } = heardIn(bytes);
  const isClosedBy = ({ closed = [] }: HeardSentence) => closed.some(({ by = "" }) => matcher.ids.has(by));
  const stays = (one: HeardSentence) => !isMeant(one) && !isClosedBy(one) && !matcher.matches(one.sentence);
  const remaining = {
    sentences: sentences.filter(stays),
    unreadable: unreadable.filter(({ text }) => !matcher.matches(text)),
  };
  const isSame = remaining.sentences.length === sentences.length && remaining.unreadable.length === unreadable.length;
  return isSame ? undefined : heardText(remaining.sentences, remaining);
}

/** Stages the change. Returns the file if it changes, relative, and how many sentences go because of their speaker. */
export function scrubHeard(
  { workspace: ws, profile }: Context,
  change: Change,
  matcher: TextMatcher,
  isMeant: (speaker: Attribution) => boolean = () => false,
): { files: string[]; said: number } {
  const bytes = change.read(ws.heard);
  const isTheirs = ({ user, session, contact }: HeardSentence) => {
    const source = user ?? speakerOf(user, profile.people);
    return isMeant(defined({ source, session, scope: contact === undefined ? undefined : contactScope(contact) }));
  };
  const text = heardWithout(bytes, matcher, isTheirs);
  if (text === undefined) return { files: [], said: 0 };
  change.write(ws.heard, text);
  return { files: [ws.relative(ws.heard)], said: heardIn(bytes).sentences.filter(isTheirs).length };
}
