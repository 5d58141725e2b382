/** Takes lines out of the ledger. */
import { sha256, writeFileAtomic } from "../files/atomic-file.js";
import { readBytes } from "../files/safe-path.js";
import type { Workspace } from "../workspace.js";
import { ledgerFiles } from "./chains.js";
import { type LedgerEvent, parsedLine } from "./ledger-line.js";

/** The lines to strike. */
export interface StruckLines {
  event(event: LedgerEvent): boolean;
  /** A line without readable content, such as one that a killed process left half written. */
  garbage(line: string): boolean;
}

/**
 * Takes out every line that is meant, on this machine. Answers how many. Safe to repeat; a file that another process wrote
 * to meanwhile is read again.
 */
export async function strikeLines(ws: Workspace, lines: StruckLines): Promise<number> {
  let struckCount = 0;
  for (const path of ledgerFiles(ws)) struckCount += await strikeIn(ws, path, lines);
  return struckCount;
}

const ATTEMPTS = 5;

async function strikeIn(ws: Workspace, path: string, struckLines: StruckLines): Promise<number> {
  for (let attempt = 1; ; attempt++) {
    const bytes = await readBytes(ws, path);
    if (bytes === undefined) return 0;
    const lines = Buffer.from(bytes).toString("utf8").split("\n");
    const rest = lines.filter((line) => {
      const parsed = parsedLine(line);
      return line === "" || !(parsed === undefined ? struckLines.garbage(line) : struckLines.event(parsed));
    });
    const struckCount = lines.length - rest.length;
    if (struckCount === 0) return 0;
    try {
      await writeFileAtomic(path, rest.join("\n"), { expected: sha256(bytes), within: ws });
      return struckCount;
    } catch (error) {
      if (attempt === ATTEMPTS) throw error;
    }
  }
}
