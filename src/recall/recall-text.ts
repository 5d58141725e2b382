/**
 * The text of recall results: best first, with what a reader must know before trusting them. Called by the command and
 * the MCP tool.
 */
import { tailOf } from "../entry/entry.js";
import { mergeMark } from "../entry/gates/unmerged.js";
import { boundText } from "../entry/holds/holds-in.js";
import { shortId } from "../entry/short-ids.js";
import { countsOfStates, statesOf } from "../entry/states.js";
import { counted, type Paint } from "../text/paint.js";
import { besideCells, besideLines, plainLines } from "./entries-text.js";
import type { Recalled, RecalledEntry } from "./recall-schemas.js";

const score = (value: number) => value.toFixed(2);

/** Marks of an entry: weak, not live, proven wrong, or from a less trusted source. */
function marks({ weak, status, outcome, doubts = [], unmerged, tier, paths }: RecalledEntry): string[] {
  const trust = tier === "peer" || tier === "external" ? [tier] : [];
  return [
    ...(weak === true ? ["weak"] : []),
    ...new Set([...statesOf({ status, outcome }).filter((word) => word !== "active"), ...doubts]),
    ...mergeMark({ unmerged }),
    ...trust,
    ...[boundText({ paths }) ?? []].flat(),
  ];
}

/** A number from 0 to 1 without its leading zero: `.74`. */
const share = (value: number) => score(value).replace(/^0/, "");

/** Why an entry has its rank: its scores, and the words it shares with the question. */
function reasonText({ why, score: total }: RecalledEntry, { mode, weighed }: Recalled): string {
  const common = why.words.length === 0 ? [] : [`in common: ${why.words.join(" ")}`];
  const meaning = why.cosine === undefined ? "not compared by meaning yet" : `meaning ${share(why.cosine)}`;
  if (mode === "keyword") return [`words ${share(why.by_words)}`, ...common].join("; ");
  if (mode === "semantic" || weighed === undefined) return [meaning, ...common].join("; ");
  const coverage = `the best match holds ${Math.round(weighed.held * 100)} % of the question`;
  const words = `words ${share(why.by_words)} × ${share(weighed.weight)} (${coverage})`;
  return [`${words} + ${meaning} → ${share(total)}`, ...common].join("; ");
}

/** How often an entry was of use, for people; empty where it never was. */
function usedText({ uses, last_used }: RecalledEntry): string[] {
  if (uses === 0) return [];
  const last = last_used === undefined ? "" : `, last on ${last_used.slice(0, 10)}`;
  return [`used ${uses === 1 ? "once" : `${uses} times`}${last}`];
}

/**
 * The sentence for an empty result: nothing known, nothing permitted, or not fully searched. `shell`: adds the flags
 * that show what is hidden.
 */
export function nothingFound({ withheld, index, mode, hidden }: Recalled, { shell = true } = {}): string {
  if (withheld > 0) return `Nothing that may be shown: ${counted(withheld, "match waits", "matches wait")} for review.`;
  if (index === "degraded")
    return `Nothing found by ${mode === "keyword" ? "its words" : "words or meaning"}; not everything could be searched.`;
  if (hidden === undefined) return "Nothing known about this.";
  const [word, ...more] = Object.keys(hidden);
  const how = shell ? `; --status ${more.length === 0 ? word : "all"} shows them` : "";
  return `Nothing live about this. Hidden: ${countsOfStates(hidden)}${how}.`;
}

async function sheet(recalled: Recalled, paint: Paint, explain: boolean): Promise<string> {
  const { wrap } = await import("../text/columns.js");
  const indent = Math.max(...recalled.results.map(({ id }) => tailOf(id).length)) + 8;
  const room = Math.max(24, paint.width - indent);
  const lines = recalled.results.flatMap((entry) => {
    const [first = "", ...rest] = wrap(entry.text, room);
    const pad = " ".repeat(indent - tailOf(entry.id).length - 6);
    const stakes = entry.stakes === undefined ? [] : [entry.stakes];
    const about = [entry.type, ...stakes, entry.timestamp.slice(0, 10), ...usedText(entry)];
    const warning = marks(entry);
    const under = [
      `${paint.faint(about.join(" · "))}${warning.length === 0 ? "" : paint.warn(` · ${warning.join(" · ")}`)}`,
      ...besideLines(entry, paint, (line) => wrap(line, room)),
      ...(explain ? wrap(reasonText(entry, recalled), room).map(paint.faint) : []),
    ];
    const head = `${paint.faint(score(entry.score))}  ${shortId(entry.id, entry.unique, paint)}${pad}${paint.strong(first)}`;
    return [head, ...[...rest.map(paint.strong), ...under].map((line) => " ".repeat(indent) + line)];
  });
  const unsure = recalled.results.every(({ weak }) => weak === true)
    ? ["Nothing clearly about this; the nearest:"]
    : [];
  return `${[...unsure, ...lines].join("\n")}\n`;
}

/** The printed length of a passage; the file is at hand. */
const LONGEST_PASSAGE = 300;

/** Stands in place of a tier for lines that people wrote. */
const PEOPLE = "people";

/** Passages and lines of files beneath the entries: the place of each, then its text. */
async function fileLines({ lines: peoplesLines = [], knowledge = [] }: Recalled, paint: Paint): Promise<string> {
  if (knowledge.length + peoplesLines.length === 0) return "";
  const { dataLineOf } = await import("../text/fence.js");
  const { FILE_TIER, passageLine, passagePlace } = await import("../store/knowledge/policy/passage-line.js");
  const fileLine = (place: string, by: string, text: string) =>
    `${paint.accent(place)} ${paint.faint(`${by} |`)} ${dataLineOf(text, LONGEST_PASSAGE)}`;
  const lines = [
    ...peoplesLines.map(({ file, line, text }) => fileLine(`${file}:${line}`, PEOPLE, text)),
    ...knowledge.map((passage) => fileLine(passagePlace(passage), FILE_TIER, passageLine(passage))),
  ];
  if (!paint.terminal) return lines.map((line) => `${line}\n`).join("");
  const { wrap } = await import("../text/columns.js");
  const room = Math.max(24, paint.width - 2);
  return lines.flatMap((line) => wrap(line, room).map((part, at) => `${at === 0 ? "" : "  "}${part}\n`)).join("");
}

/**
 * The text of a result: entries, then lines and passages of files. `explain`: with the reason for each entry. An empty
 * result is reported by {@link nothingFound}.
 */
export async function recallText(recalled: Recalled, paint: Paint, explain = false): Promise<string> {
  return (await entriesText(recalled, paint, explain)) + (await fileLines(recalled, paint));
}

function entriesText(recalled: Recalled, paint: Paint, explain: boolean): string | Promise<string> {
  if (!paint.terminal) {
    const before = (one: RecalledEntry) => [score(one.score), marks(one).join(", ") || "active"];
    const behind = (one: RecalledEntry) => [...besideCells(one), ...(explain ? [reasonText(one, recalled)] : [])];
    return plainLines(recalled.results, before, behind);
  }
  return recalled.results.length === 0 ? "" : sheet(recalled, paint, explain);
}
