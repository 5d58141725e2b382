/**
 * Says what answers a capture: one entry, a list, a line in the log, or a whole run. Called by the commands and the MCP
 * tools.
 */

import { dayOf, refOf } from "../entry/entry.js";
import { withShortIds } from "../entry/short-ids.js";
import type { Worded } from "../steps.js";
import { defined } from "../text/defined.js";
import {
  accent,
  type Block,
  bad,
  data,
  faint,
  good,
  line,
  type Outline,
  type Said,
  type Toned,
  warn,
} from "../text/outline/outline.js";
import { counted } from "../text/paint.js";
import { oneLine, shorten } from "../text/shorten.js";
import { nameAsked } from "./answers/asks.js";
import type * as answers from "./capture-schemas.js";
import type { Logged } from "./capture-schemas.js";

type Ask = Worded<answers.Ask>;
type Captured = Worded<answers.Captured>;
type Added = Worded<answers.Added>;
type RunAnswer = Worded<answers.RunAnswer>;

const LONGEST_QUOTE = 70;
const LONGEST_DIFFERENCE = 100;

/** One line in quotation marks, cut where it would run over. */
const quoted = (text: string): Toned => data(`"${shorten(oneLine(text), LONGEST_QUOTE)}"`);

/** File and line of the entry. */
const placeOf = ({ file, line: at }: Captured): Toned => faint(at === undefined ? (file ?? "") : `${file}:${at}`);
const idOf = ({ id }: Captured): Toned => accent(id === undefined ? "" : refOf(id));
/** What waits in a run has no id yet. */
const named = (captured: Captured): (string | Toned)[] => (captured.id === undefined ? [] : ["  ", idOf(captured)]);

/** Beneath a headline. */
const beneath = (says: Said): Block => line(says, { indent: 2, hang: 2 });
/** With the reasons behind it. */
const reasons = ({ because }: Captured): string => because.map(withShortIds).join(" ");
/** With each reason beneath it. */
const withReasons = (head: Block, { because }: Captured): Outline => [
  head,
  ...because.map((says) => beneath(withShortIds(says))),
];

const STAKES = { high: bad, medium: warn, low: faint } as const;

/** `Learned  k7q2x  high   memory/learning/corrections/2026-02-15.md:7`; places stand in one column. */
function stored(word: string, captured: Captured): Block {
  const { stakes } = captured;
  const rated = stakes === undefined ? [] : ["  ", STAKES[stakes](stakes.padEnd(6))];
  return line([good(word), ...named(captured), ...rated, " ", placeOf(captured)], { hang: 2 });
}

const twoDecimals = (score: number): string => score.toFixed(2).replace(/^0/, "");

/** Cells before what is near, and before what is said of it. */
const NEAR = 9;
const near = (...says: readonly (string | Toned)[]): Block =>
  line([warn("near"), "   ", ...says], { indent: 2, hang: NEAR - 2 });

/** `near   m2xba  "..."   (.81; 500 | 300)`: a near claim, for the caller to judge, with all four answers in one line. */
function askBlocks(ask: Ask): Outline {
  const { text, score: likeness = 0, differs, next, found } = ask;
  const how = found === "prior" ? "to what it corrects, " : found === "words" ? "by its words, " : "";
  const knownWords = differs.known.join(" … ");
  const newWords = differs.new.join(" … ");
  const words =
    knownWords === "" && newWords === ""
      ? "equal words"
      : `only there: ${knownWords || "nothing"}; only here: ${newWords || "nothing"}`;
  const score = faint(`(${how}${twoDecimals(likeness)})`);
  return [
    near(accent(nameAsked(ask)), "  ", quoted(text), "   ", score),
    line(faint(shorten(words, LONGEST_DIFFERENCE)), { indent: NEAR }),
    line(next, { indent: NEAR, hang: 2 }),
  ];
}

/** The word that answers a capture of what is no learning. */
const DONE: Partial<Record<Captured["type"], string>> = { decision: "Decided", reflexion: "Noted", edit: "Kept" };

function headline(captured: Captured): Outline {
  const done = DONE[captured.type];
  switch (captured.decision) {
    case "logged":
      return [line([warn("Not learned."), ` ${reasons(captured)} Kept in the daily log (${captured.file}).`])];
    case "counted":
      return [knownLine(captured, done === undefined ? "Not learned:" : "Known already:", done !== undefined)];
    case "evolved":
      return withReasons(stored("Evolved", captured), captured);
    case "repeated":
      return [stored("Learned", captured), repeatLine(captured)];
    case "replaced":
      return withReasons(stored("Learned", captured), captured);
    case "buffered":
      return withReasons(stored("Held back", captured), captured);
    case "held":
    case "failed":
      return withReasons(line([good("Noted"), "  ", idOf(captured), `  ${captured.decision}`]), captured);
    default:
      return withReasons(stored(done ?? "Learned", captured), captured);
  }
}

/** Without an id the text was tenet's own output, and nothing was compared. */
function knownLine(captured: Captured, withoutId: string, namesIt = false): Block {
  const word = captured.id === undefined ? withoutId : "Known already:";
  return line([warn(word), " ", ...(namesIt ? [idOf(captured), "  "] : []), reasons(captured)]);
}

/** `Again: k7q2x said this today and did not stick. ...` */
function repeatLine({ id, repeats: earlierId = "", failed, because }: Captured): Block {
  const day = dayOf(earlierId);
  const when = id !== undefined && dayOf(id) === day ? "today" : `on ${day}`;
  const sentence = ` ${refOf(earlierId)} said this ${when}`;
  const end =
    failed?.includes(earlierId) === true
      ? ` and did not stick. Both are linked; ${refOf(earlierId)} comes up at every heartbeat until it holds.`
      : `. ${because.map(withShortIds).at(-1) ?? ""}`;
  return line([warn("Again:"), `${sentence}${end}`]);
}

/** The longest category, so that places stand in one column. */
const CATEGORY_WIDTH = 11;

/** A memory, and what it replaces. */
function memoryBlocks(captured: Captured): Outline {
  const { category = "", decision } = captured;
  if (decision === "counted") return [knownLine(captured, "Not remembered:")];
  const word = good(decision === "buffered" ? "Held back" : "Remembered");
  const says = [word, ...named(captured), `  ${category.padEnd(CATEGORY_WIDTH)}  `, placeOf(captured)];
  const head = line(says, { hang: 2 });
  const isSaid = decision === "replaced" || decision === "stored" || decision === "buffered";
  return isSaid ? withReasons(head, captured) : [head];
}

/** `near   k7q2x  "..."  memory/facts/2026-02-15.md:7`: a text that may answer a question. */
const nearBlock = ({ id, text, where }: NonNullable<Captured["near"]>[number]): Block =>
  near(...(id === undefined ? [] : [accent(refOf(id)), "  "]), data(`"${oneLine(text)}"`), "  ", faint(where));

const nearTexts = (captured: Captured): Outline => (captured.near ?? []).map(nearBlock);

/** A question to an owner. */
function questionBlocks(captured: Captured): Outline {
  switch (captured.decision) {
    case "known":
      return [line([good("Known:"), ` ${reasons(captured)}  `, placeOf(captured)])];
    case "counted":
      return [line([warn("Asked already:"), ` ${reasons(captured)}`])];
    case "buffered":
      return withReasons(stored("Held back", captured), captured);
    default:
      return [stored("Asked", captured), ...nearTexts(captured)];
  }
}

const BLOCKS: { readonly [type in Captured["type"]]?: (captured: Captured) => Outline } = {
  memory: memoryBlocks,
  question: questionBlocks,
};

/** One capture: the headline, near claims, and at most one next step. */
export function capturedOutline(captured: Captured): Outline {
  const { type, proposed = [], asks, waits, next } = captured;
  return [
    ...(BLOCKS[type] ?? headline)(captured),
    ...proposed.map((id) =>
      beneath([warn("proposed:"), ` about ${refOf(id)} a person decides; both stay until then.`]),
    ),
    ...asks.flatMap(askBlocks),
    ...(waits === undefined ? [] : [beneath([warn("waits:"), ` ${waits}`])]),
    ...(next === undefined ? [] : [beneath([faint("next:"), ` ${withShortIds(next)}`])]),
  ];
}

export const togetherOutline = ({ asks = [], opened }: { asks?: readonly Ask[]; opened?: number }): Outline => [
  ...(opened === undefined ? [] : [line([warn("open:"), ` ${counted(opened, "pair")} of near claims`])]),
  ...asks.flatMap(askBlocks),
];

/** All entries of an input in order; a refused one with the reason. */
export function addedOutline({ results, ...together }: Added): Outline {
  const blocks = results.flatMap((result, i): Outline => {
    if (result.ok) return capturedOutline(result);
    const { message, hint } = result.error;
    return [
      line([bad(`Not stored (entry ${i + 1}):`), ` ${message}`], { hang: 2 }),
      ...(hint === undefined ? [] : [line(hint, { indent: 2 })]),
    ];
  });
  return [...blocks, ...togetherOutline(defined(together))];
}

/** A run, then every write that was committed or refused. */
export function runOutline({ run, state, changed, because, committed, asks, opened }: RunAnswer): Outline {
  const word = changed ? good(state) : faint(`${state} already`);
  const writes = committed.flatMap(({ refused, captured, says = "" }): Outline => {
    if (refused !== undefined) return [line([bad("Not kept:"), " ", data(`"${says}"`)]), line(refused, { indent: 2 })];
    return captured === undefined ? [line([good("Noted"), "  ", data(says)])] : capturedOutline(captured);
  });
  return [
    line(["run ", accent(run), "  ", word, `   ${because.join(" ")}`]),
    ...writes,
    ...togetherOutline(defined({ asks, opened })),
  ];
}

/** `Logged  memory/2026-02-15.md:3` */
export const loggedOutline = ({ decision, because, file, line: at }: Logged): Outline => [
  decision === "buffered"
    ? line([good("Held back"), `  ${because.join(" ")}`])
    : line([good("Logged"), "  ", faint(`${file}:${at}`)]),
];
