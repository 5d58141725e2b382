/**
 * Where the lines of the ledger lie: a chain of each process in the folder of its day, and chains of earlier months in
 * one file a month (`pack-ledger.ts`).
 */
import { isUtf8 } from "node:buffer";
import { join } from "node:path";
import { namesIn } from "../files/disposable.js";
import { readPlainFile } from "../records/scan.js";
import type { Workspace } from "../workspace.js";

const CHAIN_FILE = /^\d{8}T\d{6}Z-\d+-[0-9a-f]{8}\.jsonl$/;
/** One folder a day, so that none grows long. */
const DAY = /^\d{4}-\d{2}-\d{2}$/;
/** `2026-02.jsonl`, and `2026-02.old.jsonl` once its reads were taken out. */
const MONTH = /^\d{4}-\d{2}(?:\.old)?\.jsonl$/;
/** Stands before the lines of each chain in the file of a month. */
const HEADER = /^\{"chain":"(\d{4}-\d{2}-\d{2}\/[^"/\\]+\.jsonl)"(,"torn":true)?\}$/;

type Here = Pick<Workspace, "ledger">;

/** The lines of one process. */
export interface Chain {
  /** `2026-02-15/<name>`, also in the file of a month. */
  file: string;
  lines: string[];
  /** Its last line has an end: no writer was killed in it. */
  isWhole: boolean;
  /** Every byte is text. */
  isText: boolean;
  /** False where no plain file can be read. */
  isReadable: boolean;
}

/** Names of the folders of days, oldest first. */
export const ledgerDays = (ws: Here): string[] => namesIn(ws.ledger, DAY);

/** Names of the files of months, oldest first. */
export const ledgerMonths = (ws: Here): string[] => namesIn(ws.ledger, MONTH);

/** A month without its reads. */
export const isWithoutReads = (month: string): boolean => month.endsWith(".old.jsonl");

/** Chains in the folder of a day, as `2026-02-15/<name>`, by time. */
export const chainFilesOf = (ws: Here, day: string): string[] =>
  namesIn(join(ws.ledger, day), CHAIN_FILE).map((name) => `${day}/${name}`);

/** Every file with lines of the ledger, by its whole path. */
export function ledgerFiles(ws: Here): string[] {
  const files = [...ledgerMonths(ws), ...ledgerDays(ws).flatMap((day) => chainFilesOf(ws, day))];
  return files.map((file) => join(ws.ledger, file));
}

/** Days and months, oldest first. Their chains: {@link chainsIn}. */
export const ledgerParts = (ws: Here): string[] => [...ledgerMonths(ws), ...ledgerDays(ws)];

function bytesOf(path: string): Buffer | undefined {
  try {
    return readPlainFile(path).bytes;
  } catch {
    return undefined;
  }
}

const linesIn = (bytes: Uint8Array): string[] =>
  Buffer.from(bytes)
    .toString("utf8")
    .split("\n")
    .filter((line) => line !== "");

/** A chain that has a file of its own. */
export function chainOf(ws: Here, file: string): Chain {
  const bytes = bytesOf(join(ws.ledger, file));
  if (bytes === undefined) return { file, lines: [], isWhole: false, isText: true, isReadable: false };
  const isWhole = bytes.at(-1) === 0x0a;
  return { file, lines: linesIn(bytes), isWhole, isText: isUtf8(bytes), isReadable: true };
}

/** True of the line before the lines of a chain. */
export const isHeader = (line: string): boolean => HEADER.test(line);

/** The chains in the file of a month. */
export function chainsOfMonth(bytes: Buffer): Chain[] {
  const chains: Chain[] = [];
  for (const line of linesIn(bytes)) {
    const [, file, torn] = HEADER.exec(line) ?? [];
    if (file !== undefined) {
      chains.push({ file, lines: [], isWhole: torn === undefined, isText: true, isReadable: true });
    } else chains.at(-1)?.lines.push(line);
  }
  return chains;
}

/** Chains as the file of a month holds them. */
export function monthText(chains: readonly Chain[]): string {
  return chains
    .flatMap(({ file, lines, isWhole }) => [
      JSON.stringify({ chain: file, ...(isWhole ? {} : { torn: true }) }),
      ...lines,
    ])
    .map((line) => `${line}\n`)
    .join("");
}

/** The chains of a month or a day, newest first: of a day each is read when it is asked for. */
function* newestIn(ws: Here, part: string): Generator<Chain> {
  const path = join(ws.ledger, part);
  if (MONTH.test(part)) yield* chainsOfMonth(bytesOf(path) ?? Buffer.alloc(0)).reverse();
  else for (const file of chainFilesOf(ws, part).reverse()) yield chainOf(ws, file);
}

/** The chains of a month, or of a day by time. */
export const chainsIn = (ws: Here, part: string): Chain[] => Array.from(newestIn(ws, part)).reverse();

/** Every chain, the oldest parts first. */
export function* allChains(ws: Here): Generator<Chain> {
  for (const part of ledgerParts(ws)) yield* chainsIn(ws, part);
}

/** Every chain, newest first. */
export function* newestChains(ws: Here): Generator<Chain> {
  for (const part of ledgerParts(ws).reverse()) yield* newestIn(ws, part);
}
