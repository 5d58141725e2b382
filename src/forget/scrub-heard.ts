/** Scrubs heard sentences: those with erased words, with a forgotten record, or from a meant speaker. */
import type { Context } from "../context.js";
import { type Attribution, speakerOf } from "../entry/gates/attribution.js";
import { contactScope } from "../entry/gates/contact-scope.js";
import type { HeardSentence } from "../entry/heard.js";
import type { Change } from "../store/change/change.js";
import { changeHeard, readHeard } from "../store/state/heard.js";
import type { State } from "../store/state/state-db.js";
import { defined } from "../text/defined.js";
import type { TextMatcher } from "./text-matcher.js";

/** Whether a sentence goes, for its words or for the record that closed it. */
const goesWith = ({ sentence, closed = [] }: HeardSentence, matcher: TextMatcher): boolean =>
  closed.some(({ by = "" }) => matcher.ids.has(by)) || matcher.matches(sentence);

/** Takes such sentences out, as an erasing goes on. */
export function dropHeard(state: State, matcher: TextMatcher): void {
  changeHeard(state, (known) => known.filter((one) => !goesWith(one, matcher)));
}

/** Stages that they go, with those of a meant speaker. Returns whether one does, and how many go because of their speaker. */
export function scrubHeard(
  { workspace: ws, profile }: Context,
  change: Change,
  matcher: TextMatcher,
  isMeant: (speaker: Attribution) => boolean = () => false,
): { goes: boolean; said: number } {
  const isTheirs = ({ user, session, contact }: HeardSentence) => {
    const source = user ?? speakerOf(user, profile.people);
    return isMeant(defined({ source, session, scope: contact === undefined ? undefined : contactScope(contact) }));
  };
  const goes = (one: HeardSentence) => isTheirs(one) || goesWith(one, matcher);
  const sentences = readHeard(ws);
  if (!sentences.some(goes)) return { goes: false, said: 0 };
  change.alongside((state) => changeHeard(state, (known) => known.filter((one) => !goes(one))));
  return { goes: true, said: sentences.filter(isTheirs).length };
}
