/** What an answer came to, in words: read from how both sides stand since. Called where an answer was written. */
import { claimOf } from "../../entry/entry.js";
import { byAge } from "../../entry/lessons.js";
import { entryOf } from "../../store/cache/row.js";
import type { Store } from "../../store/open-store.js";
import { isLine, nameOf, type PairAnswered, type PairAnswering, type Side } from "./sides.js";

type Words = Pick<PairAnswered, "decision" | "says">;

/** `FILE:LINE` of a line, the id of an entry. */
const shownName = (side: Side): string => (isLine(side) ? `${side.file}:${side.line}` : side.id);

/** The decision with one sentence. `bearer` and `name`: the entry with the row, and what the row names. */
export function wordsOfAnswer(tree: Store, input: PairAnswering, bearer: string, name: string): Words {
  const { answer } = input;
  if (answer === "open") return { decision: "reopened", says: reopenedWords(tree, input) };
  const row = tree.head(bearer);
  if (row?.open.some((one) => one.with === name && one.proposed !== undefined))
    return { decision: "proposed", says: `${untilDecided(input)} until a person decides.` };
  const standsBy = answer === "same" || answer === "unrelated" || isLine(input.first) ? bearer : input.first.id;
  if (tree.head(standsBy)?.review?.state === "needs_review")
    return { decision: "proposed", says: `It takes effect once a person has approved ${standsBy}.` };
  if (answer === "unrelated")
    return { decision: "unrelated", says: "They have nothing to do with each other; both stay." };
  if (answer === "same") return { decision: "same", says: sameWords(tree, input) };
  return answer === "replaces" ? replacedWords(tree, input) : exceptionWords(input);
}

function reopenedWords(tree: Store, { first, second }: PairAnswering): string {
  const counting = [first, second].filter(
    (side) => !isLine(side) && side.status === "superseded" && tree.head(side.id)?.status !== "superseded",
  );
  const again = counting.map((side) => ` ${nameOf(side)} counts again.`);
  return `The pair is open again.${again.join("")}`;
}

function untilDecided({ first, second, answer }: PairAnswering): string {
  const line = [first, second].find(isLine);
  if (line !== undefined && answer === "replaces") return `${shownName(line)} is a person's to change; both are shown`;
  return "Whoever answers is trusted less, so both stay";
}

function sameWords(tree: Store, { first, second }: PairAnswering): string {
  const [line] = [first, second].filter(isLine);
  const [entry, newer] = [first, second].flatMap((side) => (isLine(side) ? [] : [side])).sort(byAge);
  if (entry !== undefined && newer !== undefined && tree.head(newer.id)?.kept === "failed")
    return `${entry.id} did not stick: ${newer.id} says it again.`;
  if (line === undefined || entry === undefined) return `${nameOf(first)} and ${nameOf(second)} are one, shown once.`;
  return `${shownName(line)} says the same: ${nameOf(entry)} becomes no rule in ${line.file}.`;
}

const exceptionWords = ({ first, second }: PairAnswering): Words => ({
  decision: "exception",
  says: `Both hold: ${shownName(first)} is an exception to ${shownName(second)}.`,
});

/** What is for fewer readers or files replaces nothing for the others: it is kept as an exception. */
function replacedWords(tree: Store, input: PairAnswering): Words {
  const { first, second, mode } = input;
  if (isLine(second))
    return { decision: "replaced", says: `${shownName(second)} is a person's to change; both are shown until then.` };
  const loser = tree.head(second.id);
  if (loser?.superseded_by === undefined) {
    const { says } = exceptionWords(input);
    return { decision: "exception", says: `${says} It is for fewer readers or files.` };
  }
  const says = `${shownName(first)} holds instead of ${second.id}: "${claimOf(entryOf(second))}"`;
  if (second.promoted_to === undefined) return { decision: "replaced", says };
  const waits = mode === "auto" ? "" : ", once a person approves that";
  return {
    decision: "replaced",
    says: `${says}. Its rule leaves ${second.promoted_to} with the next digest${waits}.`,
  };
}
