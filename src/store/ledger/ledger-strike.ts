/** Takes lines out of the ledger without breaking its chains: each is replaced by its hash, its links and a mark. */
import { sha256, writeFileAtomic } from "../files/atomic-file.js";
import { readBytes } from "../files/safe-path.js";
import type { Workspace } from "../workspace.js";
import { allChains, isHeader, ledgerFiles } from "./chains.js";
import { isPast, isStruck, type LedgerEvent, parsedLine, struckLine } from "./ledger-line.js";

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
  for (const path of ledgerFiles(ws)) struckCount += await strikeIn(ws, path, lines, mark);
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
        if (line === "" || isHeader(line) || !goes) return line;
        struckCount++;
        return struckLine(line, mark);
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

/** How many lines of all chains were struck; those that went for their age are not counted. */
export function countStruck(ws: Workspace): number {
  const struck = (line: string) => {
    const parsed = parsedLine(line);
    return parsed !== undefined && isStruck(parsed) && !isPast(line);
  };
  return Array.from(allChains(ws)).flatMap(({ lines }) => lines.filter(struck)).length;
}
