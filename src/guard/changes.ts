/** Verbs of change in their many forms, read as one: "gets slower", "slows down", "makes it slower". */
import type { GuardToken } from "./token.js";
import { BECOMING, CHANGES, foldWord, MAKING, PREPOSITIONS } from "./words.js";

/** So many words what is changed may have: "slows the whole nightly import down". */
const LONGEST_OBJECT = 5;

const PARTICLES: ReadonlyMap<string, string> = new Map([
  ["speed", "up"],
  ["slow", "down"],
]);

/** A verb of change in the place of what stands for it. */
function changing(verb: string, at: GuardToken, shown: GuardToken): GuardToken {
  const base = /^(?:get|become|grow|go|turn|make)$/.test(at.word);
  const word = base ? verb : `${verb}s`;
  const { pause: _, ...rest } = at;
  const token: GuardToken = { ...rest, kind: "word", key: `w:${foldWord(word)}`, word, raw: `${at.raw} ${shown.raw}` };
  return shown.pause === true ? { ...token, pause: true } : token;
}

/** "Prices go up", but not "go up to the roof". */
function isChange(token: GuardToken, next: GuardToken | undefined): boolean {
  return !/^(?:up|down)$/.test(token.word) || (next?.article !== true && !/^(?:to|and|or)$/.test(next?.word ?? ""));
}

/** "Gets slower" as "slows", "goes up" as "rises". */
function withBecoming(tokens: readonly GuardToken[]): GuardToken[] {
  const out: GuardToken[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const [here, next] = [tokens[at] as GuardToken, tokens[at + 1]];
    const verb = BECOMING.has(here.word) && next !== undefined ? CHANGES.get(next.word) : undefined;
    const motion = next !== undefined && /^(?:up|down)$/.test(next.word);
    if (verb === undefined || next === undefined || (motion && !here.word.startsWith("go") && here.word !== "went")) {
      out.push(here);
    } else if (isChange(next, tokens[at + 2])) {
      out.push(changing(verb, here, next));
      at++;
    } else out.push(here);
  }
  return out;
}

/** Verbs of change, folded. */
export const CHANGE_VERBS: ReadonlySet<string> = new Set([...CHANGES.values()].map(foldWord));

/** What closes a verb of change behind its object: "makes it faster", "slows it down". */
function closerOf(tokens: readonly GuardToken[], from: number): number | undefined {
  const verb = tokens[from] as GuardToken;
  const particle = PARTICLES.get(foldWord(verb.word));
  if (particle === undefined && !MAKING.has(verb.word)) return undefined;
  for (let at = from + 1; at <= from + 1 + LONGEST_OBJECT && at < tokens.length; at++) {
    const { word } = tokens[at] as GuardToken;
    if (particle !== undefined ? word === particle : isOutcome(word) && at > from + 1) return at;
    if (PREPOSITIONS.has(word) || tokens[at]?.pause === true) return undefined;
  }
  return undefined;
}

function isOutcome(word: string): boolean {
  return (CHANGES.has(word) && !/^(?:up|down)$/.test(word)) || CHANGE_VERBS.has(foldWord(word));
}

/** Reads comparatives and particles that make a verb of change as that verb, so that opposite changes are opposites. */
export function withChanges(claim: readonly GuardToken[]): GuardToken[] {
  const tokens = withBecoming(claim);
  for (let at = 0; at < tokens.length; at++) {
    const closing = closerOf(tokens, at);
    const [verb, closer] = [tokens[at], closing === undefined ? undefined : tokens[closing]];
    if (verb === undefined || closer === undefined || closing === undefined) continue;
    if (MAKING.has(verb.word)) {
      const { pause: _, ...change } = changing(CHANGES.get(closer.word) ?? foldWord(closer.word), verb, closer);
      tokens[at] = change;
    } else tokens[at] = { ...verb, raw: `${verb.raw} ${closer.raw}` };
    tokens.splice(closing, 1);
    const last = tokens[closing - 1];
    if (closer.pause === true && last !== undefined) tokens[closing - 1] = { ...last, pause: true };
  }
  return tokens;
}
