/**
 * 300 generated insights and 60 questions with one right answer each: to see whether words and meaning together find at
 * least what either finds alone. Every subject meets every lesson, so each entry has nine neighbours that share its
 * subject and twenty-nine that share its lesson.
 */
import type { Insight } from "../src/entry/entry.js";

/** A subject: as entries name it, and the one word that a paraphrase shares with it. */
const SUBJECTS: readonly (readonly [phrase: string, term: string])[] = [
  ["the nightly backup of the customer database", "backup"],
  ["the invoice export for the accountants", "invoice"],
  ["the webhook that receives payment events", "webhook"],
  ["the translation files of the mobile app", "translation"],
  ["the search index of the help centre", "index"],
  ["the password reset mail", "password"],
  ["the image upload in the editor", "upload"],
  ["the calendar sync with external providers", "calendar"],
  ["the feature flags of the checkout", "checkout"],
  ["the rate limiter in front of the public API", "limiter"],
  ["the staging cluster", "cluster"],
  ["the weekly newsletter", "newsletter"],
  ["the certificate of the load balancer", "certificate"],
  ["the PDF renderer", "renderer"],
  ["the onboarding tour for new users", "onboarding"],
  ["the warehouse import of sensor data", "sensor"],
  ["the mobile push notifications", "push"],
  ["the audit trail of the admin console", "audit"],
  ["the queue workers that resize videos", "videos"],
  ["the spreadsheet template for budgets", "spreadsheet"],
  ["the chat assistant on the website", "chat"],
  ["the schema migrations of the billing service", "billing"],
  ["the linter configuration of the monorepo", "linter"],
  ["the map tiles of the delivery tracker", "delivery"],
  ["the recommendation model for articles", "recommendation"],
  ["the cookie banner", "cookie"],
  ["the firmware of the door locks", "firmware"],
  ["the telephone hotline script", "hotline"],
  ["the demo environment for sales", "demo"],
  ["the cache in front of the product catalogue", "catalogue"],
];

/** A lesson: the claim about a subject, what showed it, and the same thought in other words around one shared term. */
const LESSONS: readonly { claim(subject: string): string; evidence: string; paraphrase(term: string): string }[] = [
  {
    claim: (subject) => `Changes to ${subject} need a second reviewer before they are merged`,
    evidence: "An unreviewed edit broke production on a Friday",
    paraphrase: (term) => `must somebody else look over ${term} edits first, four eyes principle`,
  },
  {
    claim: (subject) => `Always test ${subject} with empty input`,
    evidence: "A blank file crashed it and nobody noticed for a day",
    paraphrase: (term) => `${term} when nothing at all is passed in, zero rows`,
  },
  {
    claim: (subject) => `Announce downtime of ${subject} two days ahead`,
    evidence: "Support was flooded with calls because nobody had been told",
    paraphrase: (term) => `planned ${term} outage, warn early`,
  },
  {
    claim: (subject) => `Keep the credentials for ${subject} in the vault and nowhere else`,
    evidence: "A token turned up in a screenshot",
    paraphrase: (term) => `where do secret keys for ${term} belong, safe storage`,
  },
  {
    claim: (subject) => `Measure how slow ${subject} is before optimising anything`,
    evidence: "A week of tuning went into a part that took one percent of the time",
    paraphrase: (term) => `${term} performance profiling first, then speed it up`,
  },
  {
    claim: (subject) => `Write the owner of ${subject} into its readme`,
    evidence: "An alert went unanswered since no team felt responsible",
    paraphrase: (term) => `who is in charge of ${term}, document the contact`,
  },
  {
    claim: (subject) => `Have a way to roll back ${subject} within minutes`,
    evidence: "Reverting by hand took the whole evening",
    paraphrase: (term) => `undo a bad ${term} deployment quickly`,
  },
  {
    claim: (subject) => `Delete old data of ${subject} after ninety days`,
    evidence: "The disk filled up with records that nobody may keep anyway",
    paraphrase: (term) => `${term} retention period, purge stale records`,
  },
  {
    claim: (subject) => `Watch real people use ${subject} before redesigning it`,
    evidence: "Users misunderstood the very button that everyone on the team liked",
    paraphrase: (term) => `${term} usability study, observing customers`,
  },
  {
    claim: (subject) => `Pin the versions that ${subject} depends on`,
    evidence: "A minor update upstream changed the output overnight",
    paraphrase: (term) => `freeze third-party library releases for ${term}`,
  },
];

export const QUESTION_KINDS = ["own words", "half the words", "paraphrase"] as const;
export type QuestionKind = (typeof QUESTION_KINDS)[number];

export interface Question {
  kind: QuestionKind;
  query: string;
  /** Id of the one right answer. */
  answer: string;
}

const idOf = (number: number) => `INS-20260101-A${String(number).padStart(4, "0")}`;
const startsLarge = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** 300 insights, in a fixed order. */
export function recallEntries(): Insight[] {
  return SUBJECTS.flatMap(([subject], row) =>
    LESSONS.map(
      ({ claim, evidence }, column): Insight => ({
        type: "insight",
        id: idOf(row * LESSONS.length + column),
        timestamp: "2026-01-01T08:00:00Z",
        agent: "main",
        tier: "self",
        insight: startsLarge(claim(subject)),
        evidence,
        stakes: "medium",
        at_risk: "Work done twice",
        status: "active",
      }),
    ),
  );
}

/** Every second of its longer words: what somebody remembers of a sentence. */
const halfOf = (text: string) =>
  text
    .split(" ")
    .filter((word) => word.length > 3)
    .filter((_, number) => number % 2 === 0)
    .join(" ");

/** 60 questions, 20 of each kind, spread over subjects and lessons. */
export function recallQuestions(): Question[] {
  const entries = recallEntries();
  return QUESTION_KINDS.flatMap((kind, block) =>
    Array.from({ length: 20 }, (_, number): Question => {
      const row = (number * 7 + block * 3) % SUBJECTS.length;
      const column = (number * 3 + block) % LESSONS.length;
      const entry = entries[row * LESSONS.length + column] as Insight;
      const term = (SUBJECTS[row] as readonly [string, string])[1];
      const lesson = LESSONS[column] as (typeof LESSONS)[number];
      const query =
        kind === "own words"
          ? entry.insight
          : kind === "half the words"
            ? halfOf(entry.insight)
            : lesson.paraphrase(term);
      return { kind, query, answer: entry.id };
    }),
  );
}

/** Questions as a file of `memory/eval/`: each has to find its one right answer. */
export function goldenFile(questions: readonly Question[]): string {
  return questions
    .map(({ query, answer }, at) => `- id: q${at}\n  question: ${JSON.stringify(query)}\n  expect: [${answer}]\n`)
    .join("");
}

/** Share of questions answered within five, and the mean of 1/rank. */
export function qualityOf(ranks: readonly (number | undefined)[]): { recallAt5: number; mrr: number } {
  const within5 = ranks.filter((rank) => rank !== undefined && rank <= 5).length;
  const reciprocal = ranks.reduce<number>((sum, rank) => sum + (rank === undefined ? 0 : 1 / rank), 0);
  return { recallAt5: within5 / ranks.length, mrr: reciprocal / ranks.length };
}
