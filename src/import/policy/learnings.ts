/** LEARNINGS: corrections where a belief was replaced, insights otherwise. */

import { choose, draftOf } from "./drafting.js";
import type { Plan } from "./item.js";
import { type ParsedEntry, spokenTitle } from "./parsed-entry.js";
import { cutAtWord, firstSentence, flatText, paragraphs, sentences } from "./wording.js";

const BELIEF =
  /\b(?:assum\w*|thought|believ\w*|previous\w*|earlier|still|wrong\w*|incorrect\w*|mistak\w*|misread\w*|used to|had been|instead of|rather than|supos\w*|achav\w*|antes|errad\w*|pensaba|creía|dachte|annahm\w*|bisher|croyait|pensait|avant)\b|以为|之前|误以为|错误地|思い込|と思って|줄 알았|думал|считал|раньше|tưởng|nhầm/iu;

/** `I thought X, but Y`: a belief and its replacement in one sentence. */
const THOUGHT =
  /\b(?:i|we|agent|assistant)\s+(?:had\s+)?(?:wrongly\s+|incorrectly\s+)?(?:thought|assumed|believed|expected)\s+(?:that\s+)?(.{3,400}?)[,;.]?\s+(?:but|however|actually|in fact|it turns out|turns out)\b[\s,:]*(.{3,})/isu;

/** `X, not Y.` and `not Y but X` say what is true and what was believed. */
const NOT_TAIL = /^(.{6,}?),\s+(?:and\s+)?not\s+([^,;.]{2,120})[.!]?$/su;
const NOT_BUT = /^(.{0,200}?)\bnot\s+([^,;.]{2,120}?),?\s+but\s+(.{2,})$/isu;

/** The belief that a text says was replaced, when it says so. */
function replacedBelief(text: string): string | undefined {
  const line = text.slice(0, 2_000);
  const thought = THOUGHT.exec(line);
  if (thought !== null) return thought[1]?.trim();
  const claim = firstSentence(line);
  const tail = NOT_TAIL.exec(claim) ?? NOT_BUT.exec(claim);
  return tail?.[2]?.trim();
}

function isCorrection(parsed: ParsedEntry, claim: string | undefined): boolean {
  if (parsed.category === "correction" || parsed.tags.some((tag) => tag.toLowerCase() === "correction")) return true;
  if (
    parsed.content.mistake !== undefined &&
    (parsed.content.lesson ?? parsed.content.summary ?? parsed.content.action)
  )
    return true;
  const texts = [claim, parsed.content.details, parsed.rest];
  if (texts.some((text) => text !== undefined && THOUGHT.test(text.slice(0, 2_000)))) return true;
  return parsed.category === undefined && claim !== undefined && replacedBelief(claim) !== undefined;
}

/** A sentence of the details that speaks of what was believed; else the part behind `not`. */
function beliefIn(parsed: ParsedEntry, claim: string): string | undefined {
  const { details, context } = parsed.content;
  const said = sentences(paragraphs(details, context, parsed.rest) ?? "").find((sentence) => BELIEF.test(sentence));
  return said ?? replacedBelief(claim);
}

function correction(parsed: ParsedEntry): Plan | undefined {
  const { content, rest } = parsed;
  const title = spokenTitle(parsed);
  const lessonFirst = content.mistake !== undefined && content.lesson !== undefined;
  const corrected = choose(lessonFirst ? [content.lesson] : [content.summary, content.lesson, title], [
    content.action,
    firstParagraph(rest),
    firstParagraph(content.details),
    content.resolution,
    parsed.title,
  ]);
  if (corrected === undefined) return undefined;
  const details = paragraphs(content.details, content.context, content.error, content.evidence, rest);
  const prior = choose(
    [content.mistake],
    [
      beliefIn(parsed, corrected.text),
      details === undefined ? undefined : firstSentence(details),
      content.summary,
      corrected.text,
    ],
  );
  const lesson = content.lesson === corrected.text ? undefined : content.lesson;
  const change = choose([content.action], [lesson, content.resolution, corrected.text]);
  if (prior === undefined || change === undefined) return undefined;
  const summary = content.summary === corrected.text ? undefined : content.summary;
  return draftOf(parsed, {
    claimed: { type: "correction", corrected_to: corrected, prior_belief: prior, behavioral_change: change },
    context: paragraphs(summary, details, change.text === content.resolution ? undefined : content.resolution),
    risk: choose([parsed.risk, content.risk], [content.error, details, content.mistake, corrected.text]) ?? corrected,
  });
}

function firstParagraph(text: string | undefined): string | undefined {
  return text?.split(/\n\s*\n/).find((paragraph) => paragraph.trim() !== "");
}

function insight(parsed: ParsedEntry): Plan | undefined {
  const { content, rest } = parsed;
  const title = spokenTitle(parsed);
  const claim = choose(
    [content.summary, content.lesson, title],
    [
      firstParagraph(rest),
      firstParagraph(content.details),
      content.action,
      content.evidence,
      content.error,
      parsed.title,
    ],
  );
  if (claim === undefined) return undefined;
  const used = (text: string | undefined) => (text === claim.text ? undefined : text);
  const lesson = used(content.lesson);
  const evidence = choose(
    [paragraphs(content.evidence, used(content.details))],
    [
      paragraphs(content.context, used(rest)),
      content.error,
      lesson,
      content.action,
      content.resolution,
      title,
      claim.text,
    ],
  );
  if (evidence === undefined) return undefined;
  const left = [content.context, used(rest), content.error].filter((text) => text !== evidence.text);
  const context = evidence.stated ? paragraphs(...left, content.resolution) : undefined;
  return draftOf(parsed, {
    claimed: { type: "insight", insight: claim, evidence, applications: [lesson, used(content.action)] },
    context,
    risk:
      choose(
        [parsed.risk, content.risk],
        [content.error, content.details, content.evidence, content.mistake, claim.text],
      ) ?? claim,
  });
}

/** What becomes of one learning. */
export function judgeLearning(parsed: ParsedEntry): Plan {
  const claim = parsed.content.summary ?? parsed.content.lesson ?? spokenTitle(parsed) ?? parsed.rest;
  const plan = isCorrection(parsed, claim) ? correction(parsed) : insight(parsed);
  return plan ?? { fate: "skip", because: "It has a heading and says nothing below it." };
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

/** What becomes of one error. */
export function judgeError(parsed: ParsedEntry): Plan {
  const { content, rest } = parsed;
  const title = spokenTitle(parsed);
  const happened = choose(
    [content.summary, title],
    [content.error, rest, content.details, content.context, parsed.title],
  );
  if (happened === undefined && Object.keys(content).length === 0) {
    return { fate: "skip", because: "It has a heading and says nothing below it." };
  }
  const teaches = whatItTeaches(parsed);
  if (teaches === undefined) {
    const text = happened === undefined ? parsed.ids.join(" ") : firstSentence(happened.text);
    const id = parsed.ids[0] === undefined ? "" : `${parsed.ids[0]}: `;
    return {
      fate: "log",
      text: cutAtWord(flatText(`${id}${text}`), 300),
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
  return draftOf(parsed, {
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
    risk: choose([parsed.risk, content.risk], [happened?.text, content.error, corrected.text]) ?? corrected,
  });
}
