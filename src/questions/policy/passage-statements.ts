/** What a passage of a document states, one sentence at a time, so that each is judged as a known fact is. Pure. */
import type { Bands } from "../../config.js";
import { answersQuestion, asksTheSame, mayStandUnder } from "./asked-again.js";

/** One sentence of a passage. */
export interface Statement {
  /** The sentence; behind the heading where that is needed to know of what it speaks. */
  text: string;
  /** It says so beneath a question that asks the same: no likeness is needed. */
  isAnswer: boolean;
}

/** Sections of what is not, or is no longer, so. */
const UNSETTLED_SECTION =
  /\b(?:alternatives?|considered|rejected|superseded|deprecated|obsolete|archived?|history|change ?log|release notes|open (?:questions?|points?|issues?)|ideas?|proposals?|proposed|drafts?|to ?do|backlog|roadmap|wish ?list|examples?)\b/i;
/** Sentences that settle nothing. */
const UNSETTLED =
  /\b(?:tbd|tbc|to-?do|fixme|to be (?:decided|defined|determined|confirmed|clarified|agreed)|undecided|unclear|unknown|(?:not|n't|never)(?: yet)?(?: been)? (?:decided|defined|settled|known|clear|agreed)|open question|nobody knows|maybe|perhaps|ask)\b/i;

const IS_QUESTION = /[?？]["')\]*_]*$/u;
/** Marks of lists, tables, quotations and emphasis at the beginning of a line. */
const LINE_MARK = /^\s*(?:[-*+>|]+\s+|\d{1,3}[.)]\s+|\[[ xX]\]\s+)*/;
const SENTENCE = /[^.!?。！？]+(?:[.!?。！？](?!\s|$)[^.!?。！？]*)*[.!?。！？]*/gu;

/** Sentences of a text, with whether each begins a line with a mark of its own. */
function sentencesOf(text: string): { sentence: string; begins: boolean }[] {
  return text.split("\n").flatMap((line) => {
    const body = line.replace(LINE_MARK, "");
    const found = body.match(SENTENCE) ?? [];
    return found.flatMap((one, at) => {
      const sentence = one.replaceAll(/\*\*|__|`/g, "").trim();
      return /\p{L}/u.test(sentence) ? [{ sentence, begins: at === 0 && body !== line.trimStart() }] : [];
    });
  });
}

/**
 * What a passage states that may answer a question: sentences that ask or settle nothing are none, nor is anything in a
 * section of ideas, alternatives and the past.
 */
export function statementsOf(question: string, { heading, text }: { heading: string; text: string }): Statement[] {
  const headings = heading === "" ? [] : heading.split(" > ");
  if (headings.some((one) => UNSETTLED_SECTION.test(one))) return [];
  const above = headings.at(-1);
  // A heading with nothing beneath it is its own text, and states nothing.
  if (text === above) return [];
  const found: Statement[] = [];
  let before = above !== undefined && IS_QUESTION.test(above) ? above : undefined;
  for (const { sentence, begins } of sentencesOf(text)) {
    const asked = begins && before !== above ? undefined : before;
    before = IS_QUESTION.test(sentence) ? sentence : undefined;
    if (before !== undefined || UNSETTLED.test(sentence)) continue;
    if (asked !== undefined && asksTheSame({ question: asked }, { question })) {
      found.push({ text: `${asked} ${sentence}`, isAnswer: true });
      continue;
    }
    found.push({ text: sentence, isAnswer: false });
    if (heading !== "" && mayStandUnder(question, heading, sentence))
      found.push({ text: `${headings.slice(-2).join(", ")}: ${sentence}`, isAnswer: false });
  }
  return found;
}

/** Could it answer, were its meaning near enough? Only then is it worth a look at the model. */
export const mayAnswer = (question: string, { text, isAnswer }: Statement): boolean =>
  isAnswer || answersQuestion(question, { text, claim: 1 }, CLOSE);

const CLOSE: Bands = { same: 0, evolve: 0, contest: 0, link: 0, lex_link: 0, blend: 0 };
