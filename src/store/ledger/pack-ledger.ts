/**
 * Keeps the ledger within its bound: the newest days as they were written, earlier ones in one file a month, and of
 * months before the newest fourteen what was written and decided, without what was read. The chains hold. Called by
 * `bounds/local-bounds.ts`, under the workspace's lock.
 */
import { lstatSync, rmdirSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import { DAY_MS } from "../../text/durations.js";
import { writeFileAtomic } from "../files/atomic-file.js";
import { readPlainFile } from "../records/scan.js";
import type { Workspace } from "../workspace.js";
import {
  type Chain,
  chainFilesOf,
  chainOf,
  chainsOfMonth,
  isWithoutReads,
  ledgerDays,
  ledgerMonths,
  monthText,
} from "./chains.js";
import { isPast, PAST, parsedLine, struckLine } from "./ledger-line.js";

/** Days, counted where something happened: a clock that leaps ahead makes none of them old. */
const DAYS_KEPT = 31;
/** So many gather before they are packed: a month's file is not written anew each day. */
const DAYS_MOST = 62;
const MONTHS_WITH_READS = 14;

const monthsWithReads = (ws: Workspace): string[] => ledgerMonths(ws).filter((month) => !isWithoutReads(month));

export function isLedgerLong(ws: Workspace): boolean {
  return ledgerDays(ws).length > DAYS_MOST || monthsWithReads(ws).length > MONTHS_WITH_READS;
}

/** Packs days into months and takes reads out of old months. Safe to repeat after a crash at any line. */
export async function packLedger(ws: Workspace, now: Date): Promise<void> {
  const days = ledgerDays(ws);
  const oldDays = days.slice(0, -DAYS_KEPT);
  for (const month of new Set(oldDays.map((day) => day.slice(0, 7)))) {
    await packMonth(
      ws,
      month,
      oldDays.filter((day) => day.startsWith(month)),
      now,
    );
  }
  for (const month of monthsWithReads(ws).slice(0, -MONTHS_WITH_READS)) await takeReadsOut(ws, month);
}

async function packMonth(ws: Workspace, month: string, days: readonly string[], now: Date): Promise<void> {
  const name = ledgerMonths(ws).find((one) => one.startsWith(month)) ?? `${month}.jsonl`;
  const packed = ledgerMonths(ws).includes(name) ? packedIn(ws, name) : [];
  const packedFiles = new Set(packed.map(({ file }) => file));
  const files = days.flatMap((day) => chainFilesOf(ws, day)).filter((file) => isAtRest(join(ws.ledger, file), now));
  const chains = files.map((file) => chainOf(ws, file)).filter(isSound);
  const added = chains.filter(({ file }) => !packedFiles.has(file));
  if (added.length > 0) await writeMonth(ws, name, [...packed, ...added]);
  for (const { file } of chains) unlinkSync(join(ws.ledger, file));
  for (const day of days) removeIfEmpty(join(ws.ledger, day));
}

/** The chains of a month that is written anew. Throws where it cannot be read: nothing of it may be lost. */
const packedIn = (ws: Workspace, month: string): Chain[] => chainsOfMonth(readPlainFile(join(ws.ledger, month)).bytes);

/** A server writes to the file that it began, also on later days. */
const isAtRest = (path: string, now: Date): boolean => Math.abs(now.getTime() - lstatSync(path).mtimeMs) > DAY_MS;

/** What a check of the ledger would name stays as it is, where it says so. */
function isSound({ lines, isText, isWhole, isReadable }: Chain): boolean {
  const wholeLines = isWhole ? lines : lines.slice(0, -1);
  return isReadable && isText && wholeLines.every((line) => parsedLine(line) !== undefined);
}

async function takeReadsOut(ws: Workspace, month: string): Promise<void> {
  const chains = packedIn(ws, month).flatMap((chain): Chain[] => {
    const lines = chain.lines.map((line) => {
      const parsed = parsedLine(line);
      return parsed !== undefined && "kind" in parsed && parsed.kind === "read" ? struckLine(line, PAST) : line;
    });
    return lines.every(isPast) ? [] : [{ ...chain, lines }];
  });
  await writeMonth(ws, month.replace(/\.jsonl$/, ".old.jsonl"), chains);
  unlinkSync(join(ws.ledger, month));
}

async function writeMonth(ws: Workspace, name: string, chains: readonly Chain[]): Promise<void> {
  await writeFileAtomic(join(ws.ledger, name), monthText(chains), { within: ws, mode: 0o600 });
}

function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // What is still written to, or cannot be read, stays.
  }
}
