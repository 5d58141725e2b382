import type { Exported } from "./export.js";

/** JSON Lines: one record a line. */
export function exportText({ entries }: Exported): string {
  return entries.map((entry) => `${JSON.stringify(entry)}\n`).join("");
}
