/** What each word does in its claim. */
import { isVerb, mayBeVerb } from "./opposites.js";
import type { GuardToken } from "./token.js";
import { IRREGULAR_PAST, isAuxiliary, isContent, isCounter, isNegation, LONGEST_PHRASE, YEAR } from "./token-kinds.js";
import {
  AUXILIARIES,
  CONSULTING,
  IDENTITIES,
  ORDERING,
  PLACES,
  PREPOSITIONS,
  QUANTIFIERS,
  SCOPES,
  SELECTING,
} from "./words.js";

/**
 * What a word does in its claim. `subject`: what is spoken of; `action`: the verb; `object`: what an order acts on; `place`: where, when
 * or for whom it holds beside what it says; `value`: what is said of the subject.
 */
export type Role = "subject" | "action" | "object" | "place" | "value";

/** Roles of all tokens in one pass. */
export function rolesOf(
  tokens: readonly GuardToken[],
  verb: number,
  imperative: boolean,
): ReadonlyMap<GuardToken, Role> {
  const selecting = imperative && SELECTING.has(tokens[verb]?.word ?? "");
  const consulting = imperative && CONSULTING.has(tokens[verb]?.word ?? "");
  let phrase: Phrase | undefined;
  let said = false;
  const role = (token: GuardToken, at: number): Role => {
    if (isIdentity(tokens, at)) return "subject";
    if (at < verb) return isMeasure(tokens, at, verb) ? "value" : "subject";
    if (tokens[at - 1]?.pause === true) phrase = undefined;
    if (PREPOSITIONS.has(token.word)) {
      phrase = { preposition: token.word, bare: !said };
      return "value";
    }
    if (token.kind === "word" && isAction(tokens, at, verb)) return "action";
    if (!isContent(token)) return "value";
    if (phrase === undefined) {
      said = true;
      if (consulting && at === verb + 1 && token.kind === "name" && token.article !== true) return "value";
      return imperative && !selecting && !isAmount(token) ? "object" : "value";
    }
    said = true;
    return isPlace(tokens, at, phrase) ? "place" : "value";
  };
  return new Map(tokens.map((token, at) => [token, role(token, at)]));
}

/** The verb, and what an auxiliary has behind it: "is written", "does not guarantee". */
function isAction(tokens: readonly GuardToken[], at: number, verb: number): boolean {
  if (at === verb) return true;
  const [auxiliary, next] = [tokens[verb], tokens[verb + 1]];
  const place = next !== undefined && isNegation(next) ? verb + 2 : verb + 1;
  if (at !== place || auxiliary === undefined || !isAuxiliary(auxiliary)) return false;
  const { word } = tokens[at] as GuardToken;
  return word.endsWith("ed") || mayBeVerb(word);
}

/** The phrase a token stands in: its preposition, and whether it is all that is said ("runs on port 8080"). */
interface Phrase {
  preposition: string;
  bare: boolean;
}

function isAmount({ kind }: GuardToken): boolean {
  return kind === "number" || kind === "date" || kind === "version";
}

function isPlace(tokens: readonly GuardToken[], at: number, { preposition, bare }: Phrase): boolean {
  const token = tokens[at] as GuardToken;
  if (!SCOPES.has(preposition)) return false;
  if (YEAR.test(token.key)) return !bare;
  if (isAmount(token)) return false;
  if (preposition === "for" || (token.kind === "name" && !bare && preposition !== "to" && preposition !== "from"))
    return true;
  if (PLACES.has(token.word)) return true;
  if (token.pause === true) return false;
  const rest = tokens.slice(at + 1, at + LONGEST_PHRASE);
  const end = rest.findIndex(({ word }) => PREPOSITIONS.has(word) || AUXILIARIES.has(word));
  return rest.slice(0, end < 0 ? LONGEST_PHRASE : end).some(({ word }) => PLACES.has(word));
}

/** Words before a number that only measure: "the last 30 days", "max 3 retries". */
const MEASURING = /^(?:last|next|past|top|max|maximum|min|minimum|another|other|extra)$/;

/** A number before the verb counts or measures what follows it, unless it stands behind a noun: "Berth 618 is free". */
function isMeasure(tokens: readonly GuardToken[], at: number, verb: number): boolean {
  const [before, token, after] = [tokens[at - 1], tokens[at] as GuardToken, tokens[at + 1]];
  if (token.kind !== "number" || YEAR.test(token.key)) return false;
  if (!isCounter(token) || before === undefined || !isContent(before) || MEASURING.test(before.word)) return true;
  if (before.kind !== "word" && before.kind !== "name") return true;
  if (QUANTIFIERS.has(before.word) || after === undefined) return true;
  const helped = isAuxiliary(after) || IRREGULAR_PAST.test(after.word);
  const orders = at === 1 && before.article !== true && (isVerb(before.word) || ORDERING.has(before.word));
  return orders ? !helped : !(at + 1 === verb || helped || isNegation(after) || PREPOSITIONS.has(after.word));
}

/** "Customer 4411", "room A", "#881": a name for one of many. */
function isIdentity(tokens: readonly GuardToken[], at: number): boolean {
  const token = tokens[at] as GuardToken;
  if (token.kind === "word" || token.kind === "date" || token.kind === "path") return false;
  if (/^#\d+$/.test(token.raw)) return true;
  const noun = tokens[at - 1]?.word ?? "";
  return IDENTITIES.has(noun) || (noun.endsWith("s") && IDENTITIES.has(noun.slice(0, -1)));
}
