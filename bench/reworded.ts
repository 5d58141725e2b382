/** Twenty claims with a question each, as somebody asks who does not remember the words: written before anything was asked. */
import type { Insight } from "../src/entry/entry.js";
import type { NoteQuestion } from "./notes.js";

const REWORDED: readonly (readonly [claim: string, question: string])[] = `
Postgres listens on host port 5435 because 5432 is taken by another project | which number do I use to connect to our relational store from my laptop
Never amend a commit that was already pushed | may I rewrite a commit that others already have
Refunds above 80 euros need a second pair of eyes | a client wants a big refund, may I just do that
Bridget reads mail only before nine in the morning | when is the best time to write to the boss
Use pnpm in this repository, not npm | which package manager does this repository want
The integration tests need Redis running locally | why do the tests time out on a new machine
Dates in customer letters are written day first | how should I format the calendar notation for clients
Deploy on Tuesdays and Wednesdays only | may I deploy this on a Friday afternoon
Answers to the board fit on one page | how long may the summary for the board be
Feature branches are squashed when they are merged | should each small step stay visible after my pull request lands
The staging key expires at the end of each month | login to the staging system suddenly stopped working on the first
Ask legal before storing a birth date | are we permitted to store how old somebody is
Do not log request bodies, they hold card numbers | may I print everything the caller sent while debugging
Translate error texts with the product team, never alone | who decides how failures are worded in other languages
The parser is generated, edit the grammar instead | I want to change how input is tokenised, which source do I touch
Sensor readings arrive in Fahrenheit and are stored in Celsius | why do the temperatures differ from what the device shows
Interns have no access to the production cluster | our new student asks for permissions on the live machines
Vendor invoices are paid after thirty days unless a discount is offered | how quickly do we settle what a vendor bills us
Retries of the payment call must carry the same idempotency key | somebody got charged twice after a network hiccup
Prefer a plain table over a chart in weekly reports | do readers of the weekly mail like graphics
`
  .trim()
  .split("\n")
  .map((line) => line.split(" | ") as [string, string]);

const idOf = (at: number): string => `INS-20260101-Z${String(at).padStart(4, "0")}`;

/** The claims as insights, to stand among the notes of a tree. */
export const rewordedEntries = (): Insight[] =>
  REWORDED.map(([insight], at) => ({
    ...{ type: "insight", id: idOf(at), timestamp: "2026-01-01T08:00:00Z", agent: "main", tier: "self" },
    ...{ insight, stakes: "medium", at_risk: "Work done twice", status: "active" },
  }));

/** The questions, each with the one claim that answers it. */
export const rewordedQuestions = (): NoteQuestion[] =>
  REWORDED.map(([, query], at) => ({ kind: "reworded", query, answer: idOf(at) }));
