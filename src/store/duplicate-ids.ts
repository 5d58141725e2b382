import type { Finding } from "../entry/finding.js";
import type { CacheDatabase } from "./cache/database.js";

/** What is to be said of records whose id another one has: of two only the first by file and line counts. */
export function duplicateFindings(database: CacheDatabase): Finding[] {
  const rows = database.rows<[id: string, file: string, line: number, firstFile: string, firstLine: number]>(
    `SELECT twin.id, file.name, twin.line, first_file.name, first.line
      FROM entries twin JOIN files file ON file.number = twin.file
      JOIN entries first ON first.id = twin.id AND first.twin = 0 JOIN files first_file ON first_file.number = first.file
      WHERE twin.twin = 1 ORDER BY twin.timestamp, twin.id, file.name, twin.line`,
  );
  return rows.map(([id, file, line, firstFile, firstLine]) => {
    const message = `${id} stands twice, first at ${firstFile}:${firstLine}; only that one counts`;
    const next = "Give one of them another id, or remove it, by hand.";
    return { code: "duplicate-id", severity: "error", file, line, id, message, next };
  });
}
