/** ERRORS: those that teach become corrections, routine ones a line in the daily log of their day. */
import { choose, draftOf } from "./drafting.js";
import type { Plan } from "./item.js";
import { type ParsedEntry, spokenTitle } from "./parsed-entry.js";
import { cut, firstSentence, oneLine, paragraphs } from "./wording.js";

const AGAIN =
  /\b(?:again|recurr\w*|repeated\w*|second time|third time|keeps? (?:happening|failing)|same (?:error|problem|failure)|de novo|otra vez|wieder|erneut|encore)\b|再次|又一次|重复|重復|再び|또다시|снова|опять|lại lần/iu;

/** Why an error teaches; undefined for a routine one. */
export function whatItTeaches(told: ParsedEntry): string | undefined {
  const { content } = told;
  if (content.lesson !== undefined) return "It states a lesson.";
  if (content.action !== undefined) return "It states a fix.";
  if (content.resolution !== undefined) return "It states how it was resolved.";
  if (content.mistake !== undefined && content.summary !== undefined) return "It states what was wrong.";
  if ((told.seen ?? 0) > 1) return "It happened more than once.";
  const said = [told.title, content.summary, ...told.tags]
    .filter((text) => text !== undefined)
    .join(" ")
    .replaceAll("_", " ");
  return AGAIN.test(said) || told.references.length > 0 ? "It repeats an earlier one." : undefined;
}

/** What becomes of one error. */
export function judgeError(told: ParsedEntry): Plan {
  const { content, rest } = told;
  const title = spokenTitle(told);
  const happened = choose(
    [content.summary, title],
    [content.error, rest, content.details, content.context, told.title],
  );
  if (happened === undefined && Object.keys(content).length === 0) {
    return { fate: "skip", because: "It has a heading and says nothing below it." };
  }
  const teaches = whatItTeaches(told);
  if (teaches === undefined) {
    const text = happened === undefined ? told.ids.join(" ") : firstSentence(happened.text);
    const id = told.ids[0] === undefined ? "" : `${told.ids[0]}: `;
    return {
      fate: "log",
      text: cut(oneLine(`${id}${text}`), 300),
      because: "A routine error: no fix, no lesson, no repeat.",
    };
  }
  const corrected = choose([content.lesson], [content.action, content.resolution, happened?.text]);
  const prior = choose([content.mistake], [happened?.text, corrected?.text]);
  const change = choose([content.action], [content.resolution, content.lesson, corrected?.text]);
  if (corrected === undefined || prior === undefined || change === undefined) {
    return { fate: "skip", because: "It has a heading and says nothing below it." };
  }
  const used = new Set([corrected.text, prior.text, change.text]);
  const left = (text: string | undefined) => (text === undefined || used.has(text) ? undefined : text);
  return draftOf(told, {
    claimed: { type: "correction", corrected_to: corrected, prior_belief: prior, behavioral_change: change },
    context: paragraphs(
      left(content.summary),
      left(content.details),
      left(rest),
      left(content.context),
      left(content.error),
      left(content.evidence),
      left(content.resolution),
    ),
    risk: choose([told.risk, content.risk], [happened?.text, content.error, corrected.text]) ?? corrected,
  });
}
