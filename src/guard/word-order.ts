/** One order of words for what is said in several: conditions last, rejected alternatives marked, active voice. */
import { CHANGE_VERBS } from "./changes.js";
import type { GuardToken } from "./token.js";
import { isBareVerb, isNegation } from "./token-kinds.js";
import { CONDITIONS, foldWord, PREPOSITIONS } from "./words.js";

/** "In CI, use npm ci" is "use npm ci in CI": a leading clause or phrase that says when or where goes last. */
export function adjunctsLast(tokens: readonly GuardToken[]): readonly GuardToken[] {
  if (!CONDITIONS.has(tokens[0]?.word ?? "")) return tokens;
  const pause = tokens.findIndex((token) => token.pause === true);
  if (pause < 1 || pause === tokens.length - 1) return tokens;
  const rest = tokens.slice(pause + 1).map((token, at, all) => (at === all.length - 1 ? unpaused(token) : token));
  return [...rest, ...tokens.slice(0, pause + 1)];
}

function unpaused({ pause: _, ...token }: GuardToken): GuardToken {
  return token;
}

/** "Use tabs, not spaces": a rejected alternative. "If it fails, never retry" and "log it, do not print it" are none. */
export function withRejections(tokens: readonly GuardToken[]): readonly GuardToken[] {
  const conditional = CONDITIONS.has(tokens[0]?.word ?? "");
  return tokens.map((token, at) => {
    const next = tokens[at + 1];
    if (tokens[at - 1]?.pause !== true || next === undefined) return token;
    const rejects = token.word === "not" || (token.word === "never" && !conditional && !isBareVerb(next));
    return rejects && (PREPOSITIONS.has(next.word) || !CONDITIONS.has(next.word))
      ? { ...token, key: "w:instead", word: "instead" }
      : token;
  });
}

/**
 * "Do not carry crates, use the ramp" as "use the ramp instead of carrying crates"; undefined for any other claim. Asked
 * where the other claim has an "instead".
 */
export function withInstead([first, second, ...rest]: readonly GuardToken[]): GuardToken[] | undefined {
  if (first?.word !== "do" || second?.word !== "not") return undefined;
  const pause = rest.findIndex((token) => token.pause === true);
  const [verb, ...object] = rest.slice(pause + 1);
  if (pause < 0 || verb === undefined || !isBareVerb(verb) || [verb, ...object].some(isNegation)) return undefined;
  const instead = { ...second, kind: "word" as const, key: "w:instead", word: "instead" };
  return [verb, ...object.map(unpaused), instead, ...rest.slice(0, pause + 1).map(unpaused)];
}

/** "The import slows with attachments" is "attachments slow the import". */
function causeFirst(tokens: readonly GuardToken[]): readonly GuardToken[] | undefined {
  const by = tokens.findIndex(({ word }) => word === "with");
  if (by < 2 || by === tokens.length - 1 || tokens.some(({ pause }) => pause === true)) return undefined;
  if (!CHANGE_VERBS.has(foldWord(tokens[by - 1]?.word ?? ""))) return undefined;
  return [...tokens.slice(by + 1), ...tokens.slice(by - 1, by), ...tokens.slice(0, by - 1)];
}

/** "The source is cited by agents" is "agents cite the source". */
export function activeVoice(tokens: readonly GuardToken[]): readonly GuardToken[] {
  const caused = causeFirst(tokens);
  if (caused !== undefined) return caused;
  const by = tokens.findIndex(({ word }) => word === "by");
  const agent = tokens[by + 1];
  if (by < 2 || agent === undefined || agent.kind === "number" || agent.kind === "date" || agent.word.endsWith("ing")) {
    return tokens;
  }
  const be = tokens.slice(0, by).findLastIndex(({ word }) => /^(?:be|is|are|was|were|been)$/.test(word));
  if (be < 1) return tokens;
  let end = by + 1;
  while (end < tokens.length && !PREPOSITIONS.has(tokens[end]?.word ?? "") && tokens[end - 1]?.pause !== true) end++;
  if (tokens.slice(0, be).some(({ word, pause }) => pause === true || CONDITIONS.has(word))) return tokens;
  return [...tokens.slice(by + 1, end), ...tokens.slice(be + 1, by), ...tokens.slice(0, be + 1), ...tokens.slice(end)];
}
