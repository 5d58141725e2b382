/** What a heartbeat has to say, as data: questions with their answers, what to reinforce, what waits for a person. */
import { tailOf } from "../../entry/entry.js";
import { isSensitive, SENSITIVE } from "../../entry/gates/visible.js";
import { pairSteps } from "../../entry/pair-steps.js";
import { doubtsOf } from "../../entry/states.js";
import { next, type Step } from "../../steps.js";
import type { GroupLength } from "../../store/contacts/fact-groups.js";
import type { Row, Store } from "../../store/open-store.js";
import { defined } from "../../text/defined.js";
import { counted } from "../../text/paint.js";
import { oneLine, shorten } from "../../text/shorten.js";
import { type AnswerForm, answerStep } from "../policy/answer-step.js";
import type { DueItem } from "../policy/budget.js";
import { type AskedPair, type Due, type DuePair, isQuiet } from "../policy/outcome-loop.js";
import type { Pending, Question, Quoted, QuotedSide, Reinforcement } from "./loop-schemas.js";
import { nextTimeOf } from "./next-time.js";
import { recurringLessons } from "./recurring-lessons.js";

const LONGEST = 110;

/** One line that never contains the word for an empty heartbeat. */
export function plainLine(text: string): string {
  return oneLine(text).replace(/HEARTBEAT_OK/gi, "HEARTBEAT-OK");
}

/** One line of at most {@link LONGEST} characters that can close no quotation. */
export function quotable(text: string): string {
  return shorten(plainLine(text).replaceAll('"', "'"), LONGEST);
}

/** Tails that tenet drew itself: no two are the same. Looking through all ids would cost more than the heartbeat. */
const DRAWN = /^(?=.*[A-Z])[0-9A-Z]{5}$/;

export function quotedOf(head: Row): Quoted {
  const tail = tailOf(head.id);
  const { id, type, tier, stakes } = head;
  const text = isSensitive(head) ? SENSITIVE : quotable(head.text);
  return defined({
    id,
    ref: DRAWN.test(tail) ? tail.toLowerCase() : id,
    type,
    text,
    tier,
    stakes,
    doubts: doubtsOf(head),
  });
}

/** The step that answers a question of the outcome loop. */
export function questionAnswers({ entry, kind }: Pick<Due, "entry" | "kind">): Step[] {
  const forms: AnswerForm[] = kind === "stick" ? ["held", "failed"] : ["verdict"];
  return [answerStep(quotedOf(entry).ref, [...forms, "later"])];
}

/** The question, on one line. */
export function askLine({ ask, age_days }: Pick<Question, "ask" | "age_days">): string {
  return age_days === undefined ? ask : `${ask} (${counted(age_days, "day")} old)`;
}

/** Every answer that a question takes, on one line. */
export function answerLine([straight = "", turned]: readonly string[]): string {
  return turned === undefined ? straight : `${straight} (or ${turned})`;
}

/** A question of the outcome loop with every answer it takes. */
function questionOf(due: Due): Question {
  return {
    ...quotedOf(due.entry),
    key: due.entry.id,
    kind: due.kind,
    ask: due.ask,
    age_days: due.age,
    stage: due.stage + 1,
    answers: questionAnswers(due),
  };
}

/** The question about a pair. */
export function pairAsk({ found }: Pick<AskedPair["near"], "found">): string {
  return found === "prior" ? "Does the first take the second back?" : "What is the first to the second?";
}

/** The other side of a pair, as it is quoted. */
function otherOf({ older, line }: AskedPair): Question["other"] {
  if (line === undefined) return older && quotedOf(older);
  return { id: line.ref, ref: `${line.file}:${line.line}`, type: "line", text: quotable(line.text), tier: "owner" };
}

function pairQuestion({ pair, age, stage }: DuePair): Question {
  const other = otherOf(pair) as QuotedSide;
  const { ref } = quotedOf(pair.newer);
  return {
    ...quotedOf(pair.newer),
    key: pair.key,
    kind: "pair",
    ask: pairAsk(pair.near),
    age_days: age,
    stage: stage + 1,
    other,
    answers: pairSteps({ a: ref, b: other.type === "line" ? other.id : other.ref }),
  };
}

/** A due item as it is printed. */
export function itemOf(due: DueItem): Question {
  return "pair" in due ? pairQuestion(due) : questionOf(due);
}

/** Corrections that did not stick, as they are brought to mind. */
export function reinforcementsOf(tree: Store, corrections: readonly Row[]): Reinforcement[] {
  return corrections.map((one) => {
    const quoted = quotedOf(one);
    const nextTime = nextTimeOf(tree, one);
    return defined({
      ...quoted,
      key: one.id,
      said: one.repeats + 1,
      next_time: nextTime === undefined ? undefined : quotable(nextTime),
      answers: [answerStep(quoted.ref, ["held"], "held?")],
    });
  });
}

/** Groups of memories that are too long, one each. */
export function longGroupsOf(groups: readonly GroupLength[]): Pending[] {
  return groups.map(({ group, characters, newest }) => ({
    key: `group:${group}`,
    kind: "group",
    count: characters,
    oldest: { id: group, ref: group, since: newest.timestamp },
    next: next(`group ${group} has ${characters} characters; to shorten it:`, "list", { type: "memory", group }),
  }));
}

/** What runs have taught again and again, one line an entity. */
export function recurringOf(tree: Store): Pending[] {
  return recurringLessons(tree).map(({ entity, ids, runs, since }) => {
    const id = ids.at(-1) ?? "";
    const { ref } = quotedOf(tree.head(id) as Row);
    return {
      key: `reflexion:${entity}`,
      kind: "reflexion",
      count: runs,
      oldest: { id, ref, since },
      next: next(
        `"${quotable(entity)}" came up in ${counted(runs, "approved run")}; say it as a correction:`,
        "correct",
        { corrected_to: "<what holds now>", derived_from: [ref] },
      ),
    };
  });
}

/** True when a notice (waiting items, actions done) was printed within the quiet hours. */
export function quietBy(
  printedAt: Readonly<Record<string, string>>,
  now: Date,
  hours: number,
): (key: string) => boolean {
  return (key) => printedAt[key] !== undefined && isQuiet(printedAt[key], now, hours);
}
