/** LEARNINGS: corrections where a belief was replaced, insights otherwise. */

import { choose, draftOf } from "./drafting.js";
import { type ParsedEntry, spokenTitle } from "./parsed-entry.js";
import type { Plan } from "./plan.js";
import { cutAtWord, firstSentence, flatText, paragraphs } from "./wording.js";

/** `I thought X, but Y`: a belief and its replacement in one sentence. */
const THOUGHT =
  /\b(?:i|we|agent|assistant)\s+(?:had\s+)?(?:wrongly\s+|incorrectly\s+)?(?:thought|assumed|believed|expected)\s+(?:that\s+)?(.{3,400}?)[,;.]?\s+(?:but|however|actually|in fact|it turns out|turns out)\b[\s,:]*(.{3,})/isu;

/** `X, not Y.` and `not Y but X` say what is true and what is not. */
const NOT = /^.{6,}?,\s+(?:and\s+)?not\s+[^,;.]{2,120}[.!]?$|^.{0,200}?\bnot\s+[^,;.]{2,120}?,?\s+but\s+.{2,}$/isu;

const beliefIn = (text = ""): string | undefined => THOUGHT.exec(text.slice(0, 2_000))?.[1]?.trim();

function isCorrection({ category, tags, content, rest }: ParsedEntry, claim: string): boolean {
  if (category === "correction" || tags.some((tag) => tag.toLowerCase() === "correction")) return true;
  const { mistake, lesson, summary, action, details } = content;
  if (mistake !== undefined && (lesson ?? summary ?? action)) return true;
  if ([claim, details, rest].some((text) => beliefIn(text) !== undefined)) return true;
  return category === undefined && NOT.test(firstSentence(claim.slice(0, 2_000)));
}

function correction(parsed: ParsedEntry): Plan | undefined {
  const { content, rest } = parsed;
  const { summary, lesson, mistake, action, resolution, error } = content;
  const stated = mistake !== undefined && lesson !== undefined ? [lesson] : [summary, lesson, spokenTitle(parsed)];
  const borrowed = [action, firstParagraph(rest), firstParagraph(content.details), resolution, parsed.title];
  const corrected = choose(stated, borrowed);
  if (corrected === undefined) return undefined;
  const unlessSame = (text: string | undefined) => (text === corrected.text ? undefined : text);
  const details = paragraphs(content.details, content.context, error, content.evidence, rest);
  const prior = choose([mistake, beliefIn(corrected.text)], []);
  const change = choose([unlessSame(action)], [unlessSame(lesson), unlessSame(resolution)]);
  return draftOf(parsed, {
    claimed: { type: "correction", corrected_to: corrected, prior_belief: prior, behavioral_change: change },
    context: paragraphs(unlessSame(summary), details, change?.text === resolution ? undefined : unlessSame(resolution)),
    risk: parsed.risk ?? content.risk,
  });
}

function firstParagraph(text: string | undefined): string | undefined {
  return text?.split(/\n\s*\n/).find((paragraph) => paragraph.trim() !== "");
}

function insight(parsed: ParsedEntry): Plan | undefined {
  const { content, rest } = parsed;
  const { action, resolution, details, context, error } = content;
  const title = spokenTitle(parsed);
  const claim = choose(
    [content.summary, content.lesson, title],
    [firstParagraph(rest), firstParagraph(details), action, content.evidence, error, parsed.title],
  );
  if (claim === undefined) return undefined;
  const unlessSame = (text: string | undefined) => (text === claim.text ? undefined : text);
  const lesson = unlessSame(content.lesson);
  const evidence = choose(
    [paragraphs(content.evidence, unlessSame(details))],
    [paragraphs(context, unlessSame(rest)), unlessSame(error)],
  );
  const left = [context, unlessSame(rest), error].filter((text) => text !== evidence?.text);
  return draftOf(parsed, {
    claimed: { type: "insight", insight: claim, evidence, applications: [lesson, unlessSame(action)] },
    context: paragraphs(...(evidence?.stated === true ? left : []), unlessSame(resolution)),
    risk: parsed.risk ?? content.risk,
  });
}

const SAYS_NOTHING: Plan = { fate: "skip", because: "It has a heading and says nothing below it." };

export function judgeLearning(parsed: ParsedEntry): Plan {
  const claim = parsed.content.summary ?? parsed.content.lesson ?? spokenTitle(parsed) ?? parsed.rest;
  return (isCorrection(parsed, claim) ? correction(parsed) : insight(parsed)) ?? SAYS_NOTHING;
}

const AGAIN =
  /\b(?:again|recurr\w*|repeated\w*|second time|third time|keeps? (?:happening|failing)|same (?:error|problem|failure)|de novo|otra vez|wieder|erneut|encore)\b|再次|又一次|重复|重復|再び|또다시|снова|опять|lại lần/iu;

/** Why an error teaches; undefined for a routine one. */
function whatItTeaches(parsed: ParsedEntry): string | undefined {
  const { content } = parsed;
  if (content.lesson !== undefined) return "It states a lesson.";
  if (content.action !== undefined) return "It states a fix.";
  if (content.resolution !== undefined) return "It states how it was resolved.";
  if (content.mistake !== undefined && content.summary !== undefined) return "It states what was wrong.";
  if ((parsed.seen ?? 0) > 1) return "It happened more than once.";
  const said = [parsed.title, content.summary, ...parsed.tags]
    .filter((text) => text !== undefined)
    .join(" ")
    .replaceAll("_", " ");
  return AGAIN.test(said) || parsed.references.length > 0 ? "It repeats an earlier one." : undefined;
}

/** A routine error is activity; one that teaches is a correction. */
export function judgeError(parsed: ParsedEntry): Plan {
  const { content, rest } = parsed;
  const { summary, lesson, mistake, action, details, context, error, evidence, resolution } = content;
  const title = spokenTitle(parsed);
  const happened = choose([summary, title], [error, rest, details, context, parsed.title]);
  if (happened === undefined && Object.keys(content).length === 0) return SAYS_NOTHING;
  const teaches = whatItTeaches(parsed);
  if (teaches === undefined) {
    const text = happened === undefined ? parsed.ids.join(" ") : firstSentence(happened.text);
    const id = parsed.ids[0] === undefined ? "" : `${parsed.ids[0]}: `;
    const because = "A routine error: no fix, no lesson, no repeat.";
    return { fate: "log", text: cutAtWord(flatText(`${id}${text}`), 300), because };
  }
  const corrected = choose([lesson], [action, resolution, happened?.text]);
  if (corrected === undefined) return SAYS_NOTHING;
  const unlessSame = (text: string | undefined) => (text === corrected.text ? undefined : text);
  const prior = choose([mistake], []);
  const change = choose([unlessSame(action)], [unlessSame(resolution), unlessSame(lesson)]);
  const used = new Set([corrected.text, prior?.text, change?.text]);
  const left = (text: string | undefined) => (text === undefined || used.has(text) ? undefined : text);
  return draftOf(parsed, {
    claimed: { type: "correction", corrected_to: corrected, prior_belief: prior, behavioral_change: change },
    context: paragraphs(...[happened?.text, details, rest, context, error, evidence, resolution].map(left)),
    risk: parsed.risk ?? content.risk,
  });
}
