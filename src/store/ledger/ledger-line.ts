/** Parses a line of the ledger. Any program may write to its files: foreign lines count as garbage. */
import { sha256 } from "../files/atomic-file.js";

export interface LedgerEvent {
  at: string;
  /** `decision`: a version of the rules changed its state. */
  kind: "read" | "write" | "decision";
  /** The verb: `recall`, `heartbeat`, `learn`, ... */
  op: string;
  agent: string;
  session: string;
  run?: string;
  /** Entries concerned. */
  ids: string[];
  reason?: string;
  /** Stored only where the profile allows it. */
  query?: string;
  /** Of a decision: the version, its new state, and who stands behind it (`auto`: the apply mode). */
  version?: string;
  decision?: string;
  by?: string;
  /** The proof of a printed context; its content is the concern of contexts alone. */
  receipt?: { readonly id: string };
}

/** A line as it stands in a chain. */
export interface Line extends LedgerEvent {
  /** Hash of the line before; absent on a first line. */
  prev?: string;
  /** On a first line: the chain that was newest then, and its last line. */
  follows?: { file: string; hash: string };
}

/** Replaces a struck line: its hash, so that the chain holds, and its own links, so that no line can be inserted. */
export interface Struck extends Pick<Line, "prev" | "follows"> {
  erased: string;
  mark: string;
}

/** The mark of reads that were taken out for their age. */
export const PAST = "past";

/** A line as its hash, its links and a mark. */
export function struckLine(line: string, mark: string): string {
  const { prev, follows } = parsedLine(line) ?? {};
  return JSON.stringify({ erased: sha256(line), mark, prev, follows });
}

/** Of every line of ours: reading long garbage as JSON takes its time. */
const BEGIN = '{"';

/** The hash a line counts with: its own, or the one it had before it was struck. */
export function countedHash(line: string): string {
  if (!line.startsWith(BEGIN)) return sha256(line);
  try {
    const { erased } = JSON.parse(line) as Partial<Struck>;
    return typeof erased === "string" ? erased : sha256(line);
  } catch {
    return sha256(line);
  }
}

type Fields = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const allTexts = (fields: Fields, names: readonly string[]): boolean =>
  names.every((name) => typeof fields[name] === "string");

const KINDS: readonly unknown[] = ["read", "write", "decision"] satisfies readonly LedgerEvent["kind"][];
const STATED = ["op", "agent", "session"] as const satisfies readonly (keyof Line)[];
const OPTIONAL = ["run", "reason", "query", "version", "decision", "by"] as const satisfies readonly (keyof Line)[];
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}/;

function isLinked({ prev, follows }: Fields): boolean {
  const isFirst = follows === undefined || (isObject(follows) && allTexts(follows, ["file", "hash"]));
  return isFirst && (prev === undefined || typeof prev === "string");
}

function isEvent(line: Fields): boolean {
  const { at, kind, ids, receipt } = line;
  return (
    typeof at === "string" &&
    INSTANT.test(at) &&
    !Number.isNaN(Date.parse(at)) &&
    KINDS.includes(kind) &&
    allTexts(line, STATED) &&
    OPTIONAL.every((name) => line[name] === undefined || typeof line[name] === "string") &&
    Array.isArray(ids) &&
    ids.every((id) => typeof id === "string") &&
    (receipt === undefined || (isObject(receipt) && allTexts(receipt, ["id"])))
  );
}

/** The event of a line; undefined for garbage. */
export function parsedLine(line: string): Line | Struck | undefined {
  let parsed: unknown;
  if (!line.startsWith(BEGIN)) return undefined;
  try {
    parsed = JSON.parse(line);
  } catch {
    return undefined;
  }
  if (!isObject(parsed) || !isLinked(parsed)) return undefined;
  const isOurs = "erased" in parsed ? allTexts(parsed, ["erased", "mark"]) : isEvent(parsed);
  return isOurs ? (parsed as unknown as Line | Struck) : undefined;
}

/** A read that was taken out for its age. */
export function isPast(line: string): boolean {
  const parsed = parsedLine(line);
  return parsed !== undefined && isStruck(parsed) && parsed.mark === PAST;
}

export function isStruck(line: Line | Struck): line is Struck {
  return "erased" in line;
}
