/**
 * What other rules would have changed: of contexts that were printed which lines they would have held, of repeats which
 * they would have stood before. Plain data in, plain data and one or two sentences out.
 */

import { counted } from "../../../text/paint.js";
import { chosenRules, type WeighedLine } from "../../layers/policy/choose-rules.js";
import { saysSame, sharesId } from "../../rules/policy/rule.js";

/** A rule with what it weighs. */
export interface ReplayedLine extends WeighedLine {
  /** Since when it could have stood: when the earliest entry behind it was written. */
  known: string;
  /** Since when it has stood in the words it has; absent where it does not stand. */
  stands?: string | undefined;
  /** Tokens of its line in a context. */
  tokens: number;
}

/** A context that was printed, as its receipt has it. */
export interface PastContext {
  receipt: string;
  at: string;
  session: string;
  /** Ids behind the rules it held. */
  rules: ReadonlySet<string>;
  /** Ids of everything it held. */
  held: ReadonlySet<string>;
  /** At most so many rules, people's not counted. */
  most: number;
}

/** Kinds of failures, in the order in which a sentence names them. */
export const CASE_KINDS = ["repeat", "failure"] as const;

/** Something that went wrong although it had been said before: a repeat, or an answer that it did not hold. */
export interface PastCase {
  id: string;
  at: string;
  kind: (typeof CASE_KINDS)[number];
  text: string;
  /** Where it happened; absent where that is not known. */
  session?: string;
  /** Ids of the entries that say the same, itself among them. */
  lesson: readonly string[];
}

/** Rules before and after a change. */
export interface RuleChange {
  before: readonly ReplayedLine[];
  after: readonly ReplayedLine[];
}

const sameRule = (a: ReplayedLine, b: ReplayedLine): boolean =>
  a === b || sharesId(a, b) || (a.ids.length === 0 && b.ids.length === 0 && saysSame(a.text, b.text));
const counterpart = (line: ReplayedLine, among: readonly ReplayedLine[]): ReplayedLine | undefined =>
  among.find((one) => sameRule(one, line));

/** How one context would have differed. */
export interface ReplayedContext extends Pick<PastContext, "receipt" | "at" | "session"> {
  in: ReplayedLine[];
  out: ReplayedLine[];
  /** More tokens, or fewer where it is negative. */
  tokens: number;
}

/**
 * A context with the rules after the change in place of those before. A new rule comes in only where an entry behind it
 * was written by then, and where it weighs enough for the room there was; what it leaves no room for goes out.
 */
export function replayedContext({ before, after }: RuleChange, past: PastContext): ReplayedContext {
  const printedLines = before.filter(({ ids }) => ids.some((id) => past.rules.has(id)));
  const candidates = after.filter((line) => {
    if (line.ids.some((id) => past.rules.has(id)) || counterpart(line, printedLines) !== undefined) return true;
    return counterpart(line, before) === undefined && line.known <= past.at;
  });
  const { chosen } = chosenRules(candidates, past.most);
  const chosenLines = chosen as ReplayedLine[];
  const isPrinted = (line: ReplayedLine) =>
    line.ids.some((id) => past.rules.has(id)) || counterpart(line, printedLines) !== undefined;
  const coming = chosenLines.filter((line) => !isPrinted(line));
  const going = printedLines.filter((line) => counterpart(line, chosenLines) === undefined);
  const sum = (lines: readonly ReplayedLine[]) => lines.reduce((total, { tokens }) => total + tokens, 0);
  const reworded = chosenLines.flatMap((line) => {
    const was = counterpart(line, printedLines);
    return was === undefined ? [] : [line.tokens - was.tokens];
  });
  const tokens = sum(coming) - sum(going) + reworded.reduce((total, more) => total + more, 0);
  const { receipt, at, session } = past;
  return { receipt, at, session, in: coming, out: going, tokens };
}

/** Whether a rule of the change would have stood before something that went wrong. */
export interface ReplayedCase extends PastCase {
  /** `new`: a line of the change would have; `stood`: the lesson stood there, and it went wrong all the same; `none`: nothing says it. */
  verdict: "new" | "stood" | "none";
  /** The line. */
  line?: ReplayedLine | undefined;
}

/** The context before something that went wrong: the last of its session, or where none is known the last of any. */
function contextBefore({ at, session }: PastCase, contexts: readonly PastContext[]): PastContext | undefined {
  return contexts
    .filter((one) => one.at <= at && (session === undefined || one.session === session))
    .sort((a, b) => (a.at < b.at ? 1 : -1))[0];
}

/** `saysAgain`: ids of other entries that hold the very claim of one of the lesson's. `contexts`: those printed here. */
export function replayedCase(
  { before, after }: RuleChange,
  past: PastCase,
  saysAgain: readonly string[] = [],
  contexts: readonly PastContext[] = [],
): ReplayedCase {
  const concernedIds = new Set([...past.lesson, ...saysAgain]);
  const isAbout = ({ ids }: ReplayedLine) => ids.some((id) => concernedIds.has(id));
  const stood = before.find((line) => isAbout(line) && line.stands !== undefined && line.stands <= past.at);
  if (stood !== undefined) return { ...past, verdict: "stood", line: stood };
  const heldIds = contextBefore(past, contexts)?.held ?? new Set();
  if ([...concernedIds].some((id) => heldIds.has(id))) return { ...past, verdict: "stood" };
  const line = after.find((one) => isAbout(one) && one.known < past.at && counterpart(one, before) === undefined);
  return line === undefined ? { ...past, verdict: "none" } : { ...past, verdict: "new", line };
}

/** A rule that leaves (`removed`), or that others leave no room for, and in how many sessions it was of use. */
export interface Displaced {
  how: "removed" | "pushed";
  sessions: number;
}

function displacedText(how: Displaced["how"], displaced: readonly Displaced[]): string[] {
  const own = displaced.filter((one) => one.how === how);
  if (own.length === 0) return [];
  const most = Math.max(...own.map(({ sessions }) => sessions));
  const used = most === 0 ? "" : ` used in ${own.length === 1 ? "" : "up to "}${counted(most, "session")}`;
  return [`${how === "pushed" ? "pushes out" : "takes out"} ${counted(own.length, "rule")}${used}`];
}

/** Describes a replay in one or two sentences; none where nothing is known. `name`: its subject. */
export function replaySays(
  name: string,
  cases: readonly Pick<ReplayedCase, "verdict" | "kind">[],
  displaced: readonly Displaced[],
  contexts: readonly Pick<ReplayedContext, "in" | "out" | "tokens">[],
): string[] {
  if (cases.length === 0 && contexts.length === 0) return [];
  const hadNothing = cases.filter(({ verdict }) => verdict !== "stood");
  const covered = hadNothing.filter(({ verdict }) => verdict === "new").length;
  const kinds: string[] = CASE_KINDS.filter((kind) => hadNothing.some((one) => one.kind === kind));
  const what = counted(hadNothing.length, kinds[0] ?? "", kinds.map((kind) => `${kind}s`).join(" and "));
  const before = hadNothing.length === 0 ? [] : [`would have stood before ${covered} of ${what} that had nothing`];
  const parts = [...before, ...displacedText("pushed", displaced), ...displacedText("removed", displaced)];
  const first = parts.length === 0 ? [] : [`${name} ${parts.join("; it ")}.`];
  const changed = contexts.filter((past) => past.in.length > 0 || past.out.length > 0 || past.tokens !== 0);
  if (changed.length === 0) return first;
  const mean = Math.round(changed.reduce((sum, { tokens }) => sum + tokens, 0) / changed.length);
  const size = mean === 0 ? "as many tokens" : `${counted(Math.abs(mean), "token")} ${mean > 0 ? "more" : "fewer"}`;
  const each = changed.length === 1 ? "" : " each";
  return [
    ...first,
    `Of the last ${counted(contexts.length, "context")} it would have changed ${changed.length}: ${size}${each}.`,
  ];
}
