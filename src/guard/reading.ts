/** What a claim says of what: its mood, what it denies, its subject, where it holds, what comes before what. */
import { mainVerb } from "./main-verb.js";
import { oppositeForm } from "./opposites.js";
import { isOrderMark, ORDER_WORDS, type Order, orderOf } from "./order.js";
import { type Role, rolesOf } from "./roles.js";
import type { GuardToken } from "./token.js";
import { isBareVerb, isContent, isNegation } from "./token-kinds.js";
import { activeVoice, adjunctsLast, withRejections } from "./word-order.js";
import { CLAUSE_BREAKERS, CONDITIONS, EXCEPTIONS, MODALS, NARROWING, PREPOSITIONS, QUANTIFIERS } from "./words.js";

/** A token that is compared word by word. */
export interface Term extends GuardToken {
  role: Role;
  /** Its place in the claim, counted over all tokens. */
  at: number;
  /** The word as opposites are looked up. */
  form: string;
}

/** A token that turns, binds or widens what is said, with its class: "must" and "shall" share one. */
export interface Cue {
  token: GuardToken;
  at: number;
  meaning: string;
}

/** A claim taken apart. */
export interface Reading {
  tokens: readonly GuardToken[];
  /** Without mood, negation and quantifiers, adjuncts last. */
  terms: readonly Term[];
  negations: readonly Cue[];
  modals: readonly Cue[];
  quantifiers: readonly Cue[];
  exceptions: readonly Cue[];
  /** An order: "sign commits", "never sign commits". */
  imperative: boolean;
  order: Order | undefined;
}

/** Takes a claim apart. Linear in its tokens. */
export function readingOf(claim: readonly GuardToken[]): Reading {
  const passive = adjunctsLast(withRejections(claim));
  const { at: verb, imperative } = mainVerb(passive);
  const roles = rolesOf(passive, verb, imperative);
  const tokens = activeVoice(passive);
  const order = orderOf(tokens);
  const terms: Term[] = [];
  const negations: Cue[] = [];
  const modals: Cue[] = [];
  const quantifiers: Cue[] = [];
  const exceptions: Cue[] = [];
  tokens.forEach((token, at) => {
    const { word } = token;
    const cue = (meaning: string): Cue => ({ token, at, meaning });
    const term = (role: Role): Term => ({ ...token, role, at, form: oppositeForm(word) });
    const next = tokens[at + 1]?.word ?? "";
    if (isNegation(token)) negations.push(cue("not"));
    else if (token.kind === "word" && MODALS.has(word)) modals.push(cue(MODALS.get(word) ?? ""));
    else if (token.kind === "word" && EXCEPTIONS.has(word)) {
      // "without rate limits, ..." sets a case apart and excepts nothing
      if (token !== claim[0]) exceptions.push(cue(EXCEPTIONS.get(word) ?? ""));
      else terms.push(term("place"));
    } else if (token.kind === "word" && QUANTIFIERS.has(word)) {
      // "only after the review" is "after the review"
      if (!(word === "only" && (ORDER_WORDS.has(next) || CONDITIONS.has(next)))) {
        const meaning = QUANTIFIERS.get(word) ?? "";
        // "not every customer" is some
        quantifiers.push(cue(meaning === "all" && tokens[at - 1]?.word === "not" ? "some" : meaning));
      }
    } else if (at === 0 ? NARROWING.has(word) : order !== undefined && isOrderMark(token)) return;
    else if (!isMood(tokens, at)) terms.push(term(roles.get(token) ?? "value"));
  });
  const cancels = negations.length === 1 && exceptions.length === 1 && exceptions[0]?.meaning === "without";
  return {
    tokens,
    terms,
    // "does not work without": needs
    negations: cancels ? [] : negations,
    modals,
    quantifiers,
    exceptions: cancels ? [] : exceptions,
    imperative,
    order,
  };
}

/** Forms of "be", and "do" before a negation: how it is said, not what. */
function isMood(tokens: readonly GuardToken[], at: number): boolean {
  const word = tokens[at]?.word ?? "";
  if (/^(?:be|is|are|was|were|am|been|being|there|you)$/.test(word)) return true;
  return (
    /^(?:do|does|did)$/.test(word) && tokens.slice(at + 1, at + 2).some((next) => isNegation(next) || isBareVerb(next))
  );
}

/** The negation that denies this word: "is not enabled", "has no index"; "does not help on warm starts" denies the help. */
export function denierOf({ negations, tokens, terms }: Reading, { at }: Term): Cue | undefined {
  return negations.find((negation) => {
    if (negation.at > at || at - negation.at > FARTHEST_DENIED) return negation.at === at + 1;
    const between = tokens.slice(negation.at + 1, at);
    const ends = ({ pause, word }: GuardToken) => pause === true || CLAUSE_BREAKERS.has(word) || PREPOSITIONS.has(word);
    if (between.some(ends)) return false;
    return !terms.some((term) => term.role === "action" && term.at > negation.at && term.at < at && isContent(term));
  });
}

const FARTHEST_DENIED = 4;
