/** LEARNINGS: corrections where the author marks them so, else insights. ERRORS: corrections where one teaches. */

import { type Choice, choose, draftOf } from "../drafting.js";
import { type ParsedEntry, spokenTitle } from "../parsed-entry.js";
import type { Plan } from "../plan.js";
import { cutAtWord, firstSentence, flatText, paragraphs } from "../wording.js";

const SAYS_NOTHING: Plan = { fate: "skip", because: "It has a heading and says nothing below it." };

/** The stated kind: the category or tag, or a field with the mistake beside one with the right way. */
function isCorrection({ category, tags, content }: ParsedEntry): boolean {
  if (category === "correction" || tags.some((tag) => tag.toLowerCase() === "correction")) return true;
  return content.mistake !== undefined && (content.lesson ?? content.summary ?? content.action) !== undefined;
}

/** `rest`: what else was said, in the order in which it may say what to do next time; `context`: all that was said. */
function correction(
  parsed: ParsedEntry,
  corrected: Choice,
  rest: readonly (string | undefined)[],
  context: readonly (string | undefined)[],
): Plan {
  const unlessSame = (text: string | undefined) => (text === corrected.text ? undefined : text);
  const change = choose([unlessSame(parsed.content.action)], rest.map(unlessSame));
  return draftOf(parsed, {
    type: "correction",
    prior_belief: parsed.content.mistake,
    corrected_to: corrected,
    behavioral_change: change,
    context: paragraphs(...context.map(unlessSame).filter((text) => text !== change?.text)),
    at_risk: parsed.risk ?? parsed.content.risk,
  });
}

function firstParagraph(text: string | undefined): string | undefined {
  return text?.split(/\n\s*\n/).find((paragraph) => paragraph.trim() !== "");
}

function insight(parsed: ParsedEntry): Plan {
  const { content, rest } = parsed;
  const { action, resolution, details, context, error } = content;
  const claim = choose(
    [content.summary, content.lesson, spokenTitle(parsed)],
    [firstParagraph(rest), firstParagraph(details), action, content.evidence, error, parsed.title],
  );
  if (claim === undefined) return SAYS_NOTHING;
  const unlessSame = (text: string | undefined) => (text === claim.text ? undefined : text);
  const evidence = choose(
    [paragraphs(content.evidence, unlessSame(details))],
    [paragraphs(context, unlessSame(rest)), unlessSame(error)],
  );
  const otherTexts = [context, unlessSame(rest), error].filter((text) => text !== evidence?.text);
  return draftOf(parsed, {
    type: "insight",
    insight: claim,
    evidence,
    applications: [unlessSame(content.lesson), unlessSame(action)],
    context: paragraphs(...(evidence?.stated === true ? otherTexts : []), unlessSame(resolution)),
    at_risk: parsed.risk ?? content.risk,
  });
}

export function judgeLearning(parsed: ParsedEntry): Plan {
  if (!isCorrection(parsed)) return insight(parsed);
  const { content, rest, title } = parsed;
  const { summary, lesson, mistake, action, resolution, details, context, error, evidence } = content;
  const headlineTexts =
    mistake !== undefined && lesson !== undefined ? [lesson] : [summary, lesson, spokenTitle(parsed)];
  const corrected = choose(headlineTexts, [action, firstParagraph(rest), firstParagraph(details), resolution, title]);
  if (corrected === undefined) return SAYS_NOTHING;
  const partTexts = [summary, details, context, error, evidence, rest, resolution];
  return correction(parsed, corrected, [lesson, resolution], partTexts);
}

/** Does an error teach? Its author states what to make of it, or that it came again; otherwise it is routine. */
function teaches({ content, seen = 0, references }: ParsedEntry): boolean {
  const { lesson, action, resolution, mistake, summary } = content;
  if ((lesson ?? action ?? resolution ?? (mistake && summary)) !== undefined) return true;
  return seen > 1 || references.length > 0;
}

/** A routine error is activity; one that teaches is a correction. */
export function judgeError(parsed: ParsedEntry): Plan {
  const { content, rest } = parsed;
  const { summary, lesson, action, details, context, error, evidence, resolution } = content;
  const happened = choose([summary, spokenTitle(parsed)], [error, rest, details, context, parsed.title])?.text;
  if (happened === undefined && Object.keys(content).length === 0) return SAYS_NOTHING;
  if (!teaches(parsed)) {
    const text = happened === undefined ? parsed.ids.join(" ") : firstSentence(happened);
    const id = parsed.ids[0] === undefined ? "" : `${parsed.ids[0]}: `;
    const because = "A routine error: no fix, no lesson, no repeat.";
    return { fate: "log", text: cutAtWord(flatText(`${id}${text}`), 300), because };
  }
  const corrected = choose([lesson], [action, resolution, happened]);
  if (corrected === undefined) return SAYS_NOTHING;
  const partTexts = [happened, details, rest, context, error, evidence, resolution];
  return correction(parsed, corrected, [resolution, lesson], partTexts);
}
