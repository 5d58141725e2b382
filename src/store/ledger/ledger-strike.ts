/** Takes lines out of the ledger without breaking its chains: each is replaced by its hash, its links and a mark. */
import { join } from "node:path";
import { sha256, writeFileAtomic } from "../files/atomic-file.js";
import { readBytes } from "../files/safe-path.js";
import type { Workspace } from "../workspace.js";
import { chainFiles, linesOf } from "./ledger.js";
import { isStruck, type LedgerEvent, parsedLine } from "./ledger-line.js";

/** The lines to strike. */
export interface StruckLines {
  event(event: LedgerEvent): boolean;
  /** A line without readable content, such as one that a killed process left half written. */
  garbage(line: string): boolean;
}

/**
 * Strikes every line that is meant, in all chains on this machine. Answers how many. Safe to repeat; a chain that
 * another process wrote to meanwhile is read again.
 */
export async function strikeLines(ws: Workspace, lines: StruckLines, mark: string): Promise<number> {
  let struckCount = 0;
  for (const file of chainFiles(ws)) struckCount += await strikeIn(ws, join(ws.ledger, file), lines, mark);
  return struckCount;
}

const ATTEMPTS = 5;

async function strikeIn(ws: Workspace, path: string, struckLines: StruckLines, mark: string): Promise<number> {
  for (let attempt = 1; ; attempt++) {
    const bytes = await readBytes(ws, path);
    if (bytes === undefined) return 0;
    let struckCount = 0;
    const lines = Buffer.from(bytes)
      .toString("utf8")
      .split("\n")
      .map((line) => {
        const parsed = parsedLine(line);
        const goes = parsed === undefined ? struckLines.garbage(line) : !isStruck(parsed) && struckLines.event(parsed);
        if (line === "" || !goes) return line;
        struckCount++;
        const { prev, follows } = parsed ?? {};
        return JSON.stringify({ erased: sha256(line), mark, prev, follows });
      });
    if (struckCount === 0) return 0;
    try {
      await writeFileAtomic(path, lines.join("\n"), { expected: sha256(bytes), within: ws });
      return struckCount;
    } catch (error) {
      if (attempt === ATTEMPTS) throw error;
    }
  }
}

/** How many lines of all chains were struck. */
export function countStruck(ws: Workspace): number {
  const lines = chainFiles(ws).flatMap((file) => linesOf(join(ws.ledger, file)));
  return lines.flatMap((line) => parsedLine(line) ?? []).filter(isStruck).length;
}
