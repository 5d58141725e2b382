/** Where the lines of the ledger lie: one file of each process in the folder of its day. */
import { join } from "node:path";
import { namesIn } from "../files/disposable.js";
import { readPlainFile } from "../records/scan.js";
import type { Workspace } from "../workspace.js";

const CHAIN_FILE = /^\d{8}T\d{6}Z-\d+-[0-9a-f]{8}\.jsonl$/;
/** One folder a day, so that none grows long. */
export const DAY = /^\d{4}-\d{2}-\d{2}$/;

type Here = Pick<Workspace, "ledger">;

/** Names of the folders of days, oldest first. */
export const ledgerDays = (ws: Here): string[] => namesIn(ws.ledger, DAY);

/** Files in the folder of a day, by time. */
const filesOf = (ws: Here, day: string): string[] =>
  namesIn(join(ws.ledger, day), CHAIN_FILE).map((name) => join(ws.ledger, day, name));

/** Every file with lines of the ledger, by its whole path. */
export const ledgerFiles = (ws: Here): string[] => ledgerDays(ws).flatMap((day) => filesOf(ws, day));

/** The lines of one process; none where the file cannot be read. */
function linesOf(path: string): string[] {
  try {
    const text = readPlainFile(path).bytes.toString("utf8");
    return text.split("\n").filter((line) => line !== "");
  } catch {
    return [];
  }
}

/** The lines of each process, the oldest first. */
export function* allChains(ws: Here): Generator<string[]> {
  for (const path of ledgerFiles(ws)) yield linesOf(path);
}

/** The same, newest first. */
export function* newestChains(ws: Here): Generator<string[]> {
  for (const path of ledgerFiles(ws).reverse()) yield linesOf(path);
}
