/** What holds, then how, as one sentence: the line of a rule, and what an agent reads of a correction. */
import type { GuardToken } from "../../guard/token.js";
import { guardTokens } from "../../guard/tokens.js";
import { EXCEPTIONS, foldWord, MODALS, NEGATIONS, PASSING, QUANTIFIERS, STOP_WORDS } from "../../guard/words.js";

/** Words that say no more than that something is done. */
const LIGHT = new Set("use run do make keep get put go take be sure".split(" ").map((verb) => `w:${foldWord(verb)}`));

/** Words with which a sentence opens and whose capital is no name's, however they are used. */
const OPENERS = new Set(
  `a after all also always an answer any ask avoid before build call change check commit compare confirm count create
  delete deploy do don't double drop during each ensure every explain fetch find first fix follow for from get
  give go grep if in include install instead it keep leave let list log look make measure merge move name never no note
  now on once one only open pick pin place post prefer print push put query quote raise read remember remove rename
  replace restart review run say search send set show sign skip start state stop switch tag take tell test the
  then this treat try turn update upload use validate verify wait warn watch when whenever where while with
  without work write`.split(/\s+/),
);

/** What a word brings to a sentence beside its grammar; undefined when nothing. Negations are one, however they are said. */
function contentOf({ kind, key, word }: GuardToken): string | undefined {
  if (kind === "operator" || key.startsWith("o:") || word === "one" || word === "ones") return undefined;
  if (NEGATIONS.has(word) || word === "instead-of") return "not";
  if (EXCEPTIONS.has(word)) return key;
  const isGrammar = [MODALS, QUANTIFIERS, STOP_WORDS, PASSING].some((list) => list.has(word)) || LIGHT.has(key);
  return isGrammar ? undefined : key;
}

function contentWords(text: string): string[] {
  return guardTokens(text).flatMap((one) => contentOf(one) ?? []);
}

/** Whether `more` holds a content word that `claim` does not. */
function addsWords(claim: string, more: string): boolean {
  const known = new Set(contentWords(claim));
  return contentWords(more).some((word) => !known.has(word));
}

/** A sentence as it goes on after a colon. */
function goingOn(text: string): string {
  const bare = text.replace(/^next time\s*[,:]?\s+/i, "");
  const opener = /^\p{Lu}[\p{Ll}'’]*(?=[\s,]|$)/u.exec(bare)?.[0].replace("’", "'").toLowerCase();
  return opener !== undefined && OPENERS.has(opener) ? bare.charAt(0).toLowerCase() + bare.slice(1) : bare;
}

function joined(claim: string, how: string, more: readonly string[]): string {
  const adding = more.filter((one) => addsWords(claim, one));
  return adding.length === 0
    ? claim
    : `${claim.replace(/[\s.;:,!。！]+$/u, "")}; ${how}: ${adding.map(goingOn).join("; ")}`;
}

/** A correction: `Use npm ci in CI; next time: look for npm install before pushing`. What adds no word is left out. */
export function withNextTime(claim: string, next: string | undefined): string {
  return joined(claim, "next time", next === undefined ? [] : [next]);
}

/** An insight with what to do: `Retries hide a flaky test; in practice: count retries before a release`. */
export function withPractice(claim: string, applications: readonly string[]): string {
  return joined(claim, "in practice", applications);
}
