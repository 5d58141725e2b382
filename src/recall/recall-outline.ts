/**
 * Says what was recalled: best first, with what a reader must know before trusting it. Called by the command and the MCP
 * tool.
 */

import { idSaid } from "../entry/short-ids.js";
import { countsOfStates } from "../entry/states.js";
import { next, type StepText } from "../steps.js";
import { accent, aside, data, faint, line, type Outline, table, warn } from "../text/outline/outline.js";
import { counted } from "../text/paint.js";
import { besideSaid, pipedCells } from "./entries-outline.js";
import { boundText } from "./policy/bound-text.js";
import type { Recalled, RecalledEntry } from "./recall-schemas.js";

const score = (value: number) => value.toFixed(2);

/** Marks of an entry: weak, not live, proven wrong, or from a less trusted source. */
function marks({ weak, status, outcome, doubts = [], tier, paths }: RecalledEntry): string[] {
  const trust = tier === "peer" || tier === "external" ? [tier] : [];
  return [
    ...(weak === true ? ["weak"] : []),
    ...new Set([status, outcome ?? "active", ...doubts].filter((word) => word !== "active")),
    ...trust,
    ...[boundText({ paths }) ?? []].flat(),
  ];
}

/** How often an entry was of use, for people; empty where it never was. */
function usedText({ uses, last_used }: RecalledEntry): string[] {
  if (uses === 0) return [];
  const last = last_used === undefined ? "" : `, last on ${last_used.slice(0, 10)}`;
  return [`used ${uses === 1 ? "once" : `${uses} times`}${last}`];
}

/** For an empty answer while something cannot be read. */
const NOTHING_READ = "Nothing about this in what could be read.";

/** The sentence for an empty result: nothing known, nothing permitted, or not fully searched. */
export function nothingFound({ withheld, index, mode, hidden, unread }: Recalled): StepText {
  if (withheld > 0) return `Nothing that may be shown: ${counted(withheld, "match waits", "matches wait")} for review.`;
  if (index === "degraded")
    return `Nothing found by ${mode === "keyword" ? "its words" : "words or meaning"}; not everything could be searched.`;
  if (hidden === undefined) return unread === undefined ? "Nothing known about this." : NOTHING_READ;
  const [word, ...more] = Object.keys(hidden);
  const status = more.length === 0 ? word : "all";
  return next(`Nothing live about this. Hidden: ${countsOfStates(hidden)}. See them with:`, "list", { status });
}

function sheet({ results }: Recalled): Outline {
  const rows = results.map((entry) => {
    const stakes = entry.stakes === undefined ? [] : [entry.stakes];
    const about = [entry.type, ...stakes, entry.timestamp.slice(0, 10), ...usedText(entry)];
    const warning = marks(entry);
    return {
      cells: [faint(score(entry.score)), idSaid(entry.id, entry.unique), data(entry.text, "strong")],
      under: [[faint(about.join(" · ")), ...warning.map((mark) => warn(` · ${mark}`))], ...besideSaid(entry)],
      piped: pipedCells(entry, score(entry.score), warning.join(", ") || "active"),
    };
  });
  const isUnsure = results.every(({ weak }) => weak === true);
  return [...(isUnsure ? [aside("Nothing clearly about this; the nearest:")] : []), table(rows, { aligned: true })];
}

/** The printed length of a passage; the file is at hand. */
const LONGEST_PASSAGE = 300;

/** Stands in place of a tier for lines that people wrote. */
const PEOPLE = "people";

/** Passages and lines of files beneath the entries: the place of each, then its text. */
async function fileLines({ lines: peoplesLines = [], knowledge = [] }: Recalled): Promise<Outline> {
  if (knowledge.length + peoplesLines.length === 0) return [];
  const { dataLineOf } = await import("../text/fence.js");
  const { FILE_TIER, passageLine, passagePlace } = await import("../search/knowledge/policy/passage-line.js");
  const fileLine = (place: string, by: string, text: string) =>
    line([accent(place), " ", faint(`${by} |`), " ", data(dataLineOf(text, LONGEST_PASSAGE))], { hang: 2 });
  return [
    ...peoplesLines.map(({ file, line: at, text }) => fileLine(`${file}:${at}`, PEOPLE, text)),
    ...knowledge.map((passage) => fileLine(passagePlace(passage), FILE_TIER, passageLine(passage))),
  ];
}

/** What was found: entries, then lines and passages of files. An empty result is reported by {@link nothingFound}. */
export async function recallOutline(recalled: Recalled): Promise<Outline> {
  const { results } = recalled;
  const entries = results.length === 0 ? [] : sheet(recalled);
  return [...entries, ...(await fileLines(recalled))];
}
