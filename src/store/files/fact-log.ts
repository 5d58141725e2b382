/**
 * Local logs of hints, one line of JSON a fact: appended without a lock, read with foreign lines left out, shortened to
 * the newest lines. Called for sessions, opportunities, results of checks and failures of hooks.
 */
import { appendFileSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { isLink } from "../records/scan.js";
import { removeDisposable, tempPathIn } from "./disposable.js";

/** Adds one line. One write call in append mode; the line end before it keeps a torn line of a writer that died apart. */
export function appendFact(path: string, fact: object): boolean {
  try {
    mkdirSync(dirname(path), { recursive: true });
    if (isLink(path)) return false;
    appendFileSync(path, `\n${JSON.stringify(fact)}\n`, { mode: 0o600 });
    return true;
  } catch {
    // A read-only or full disk: reading goes on, only the memory of it is missing.
    return false;
  }
}

/**
 * The lines of such a file, those that hold a text alone where one is named. Foreign lines are omitted: any program that
 * may write files can add one.
 */
export function readFacts<T extends object>(path: string, holding = ""): Partial<Record<keyof T, unknown>>[] {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch {
    return [];
  }
  const asWritten = JSON.stringify(holding).slice(1, -1);
  return text.split("\n").flatMap((line) => {
    if (line === "" || !line.includes(asWritten)) return [];
    try {
      const fact: unknown = JSON.parse(line);
      return typeof fact === "object" && fact !== null ? [fact] : [];
    } catch {
      return [];
    }
  });
}

/** More bytes than these; false where there is no such file. */
export function isLongerThan(path: string, bytes: number): boolean {
  return (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > bytes;
}

/**
 * Leaves the last line of each key, and of those the newest that fill half of so many bytes: the next shortening is as
 * far away. A line that is appended meanwhile may be lost, as a hint may.
 */
export function shortenLog(path: string, mostBytes: number, keyOf: (line: string) => string = (line) => line): void {
  const lines = readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line !== "");
  const byKey = new Map<string, string>();
  for (const line of lines) {
    const key = keyOf(line);
    byKey.delete(key);
    byKey.set(key, line);
  }
  const newest: string[] = [];
  let size = 0;
  for (const line of [...byKey.values()].reverse()) {
    size += Buffer.byteLength(line) + 2;
    if (size > mostBytes / 2) break;
    newest.push(`\n${line}\n`);
  }
  const temp = tempPathIn(dirname(path));
  try {
    writeFileSync(temp, newest.reverse().join(""), { flag: "wx", mode: 0o600 });
    renameSync(temp, path);
  } finally {
    removeDisposable(temp);
  }
}

/** The key of a fact in {@link shortenLog}: these of its fields. */
export const keyBy =
  (...fields: readonly string[]) =>
  (line: string): string => {
    try {
      const fact = JSON.parse(line) as Record<string, unknown>;
      return JSON.stringify(fields.map((field) => fact[field] ?? null));
    } catch {
      return line;
    }
  };
