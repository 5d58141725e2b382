/** Lines of the daily logs about insights that the gate kept out of the entries: how they are written, and read again. */

import { defined } from "../../text/defined.js";
import { ANY_ID_FORM } from "../../text/id-shape.js";
import { readDailyLogs } from "../loop/daily-log.js";
import { conflictRegions, linesOf, skeletonOf } from "../records/fences.js";
import type { Workspace } from "../workspace.js";

/** `logged`: nothing was at risk. `skipped`: known in the same words. */
type GateKind = "logged" | "skipped";

/** The content of such a line behind its time. */
export interface GateText {
  kind: GateKind;
  words: string;
  /** For a skipped statement: the entry that states it already. */
  id?: string | undefined;
}

/** An insight that the gate kept out of the entries, by a line in a daily log. */
export interface GateLine {
  /** Local day and time, as the log has them: `2026-02-15`, `14:02`. */
  day: string;
  time: string;
  kind: GateKind;
  /** For a skipped statement: the entry that states it already. */
  id?: string | undefined;
}

const PREFIXES = { logged: "not learned: ", skipped: "said again: " } as const satisfies Record<GateKind, string>;

/** `not learned: npm ci printed 3 warnings`, `said again: caches are cold (INS-20260215-K7Q2X)`. */
export function gateText({ kind, words, id }: GateText): string {
  return `${PREFIXES[kind]}${words}${id === undefined ? "" : ` (${id})`}`;
}

const MARKED = /^(not learned|said again):\s*(.*)$/is;
const NAMED = new RegExp(String.raw`^\((${ANY_ID_FORM})\)$`);

/** Parses a bullet of this kind; undefined for every other one. */
export function gateTextOf(bulletText: string): GateText | undefined {
  const [, mark = "", rest = ""] = MARKED.exec(bulletText) ?? [];
  if (mark === "") return undefined;
  if (mark.toLowerCase() === "not learned") return { kind: "logged", words: rest };
  const end = rest.trimEnd();
  const open = end.lastIndexOf("(");
  const id = open === -1 ? undefined : NAMED.exec(end.slice(open))?.[1];
  return { kind: "skipped", words: id === undefined ? rest : end.slice(0, open).trimEnd(), ...defined({ id }) };
}

const TIMED = /^\s*[-*+]\s+([01]?\d|2[0-3]):([0-5]\d)\s+(\S.*)$/s;

function gateLine(line: string, day: string): GateLine | undefined {
  const [, hour = "", minute = "", statement = ""] = TIMED.exec(line) ?? [];
  const gateText = gateTextOf(statement);
  if (gateText === undefined) return undefined;
  return { day, time: `${hour.padStart(2, "0")}:${minute}`, kind: gateText.kind, ...defined({ id: gateText.id }) };
}

/**
 * The gate lines of a daily log, in its order. A bullet without a time is none of tenet's. A line that a person wrote in
 * the same form cannot be distinguished, and counts.
 */
export function gateLinesIn(text: string, day: string): GateLine[] {
  return standingLines(text).flatMap((line) => gateLine(line, day) ?? []);
}

/** The lines of a text; of a conflict that git left those of both sides, what both say once. */
function standingLines(text: string): readonly string[] {
  const lines = linesOf(text);
  const regions = text.includes("<<<<<<<") ? conflictRegions(lines, skeletonOf(lines)) : [];
  let from = 0;
  const keptLines = regions.flatMap((region) => {
    const before = lines.text.slice(from, region.from);
    from = region.to + 1;
    return [...before, ...bothSides(lines.text.slice(region.from + 1, region.to))];
  });
  return regions.length === 0 ? lines.text : [...keptLines, ...lines.text.slice(from)];
}

function bothSides(region: readonly string[]): string[] {
  const middle = region.indexOf("=======");
  const base = region.findIndex((line) => /^\|{7}( |$)/.test(line));
  const ours = region.slice(0, base === -1 ? middle : Math.min(base, middle));
  const ownLines = new Set(ours);
  return [...ours, ...region.slice(middle + 1).filter((line) => !ownLines.has(line))];
}

/** All that the logs of a workspace hold, by day and in the order of their lines. */
export function readGateLines(ws: Workspace): GateLine[] {
  return readDailyLogs(ws).flatMap(({ day, text }) => gateLinesIn(text, day));
}
