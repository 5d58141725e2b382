/** `sizes.json`: how large each part may be, and how many imports may stand against the floors. A figure only falls. */
import { readFileSync, writeFileSync } from "node:fs";

const FILE = new URL("../sizes.json", import.meta.url);

export const figures = JSON.parse(readFileSync(FILE, "utf8"));

/** Writes what was reached, where it is less; what is not there any more leaves. `reached`: by the two names in the file. */
export function lower(reached) {
  for (const [name, counts] of Object.entries(reached)) {
    const lowered = Object.entries(figures[name]).map(([key, figure]) => [key, Math.min(figure, counts[key] ?? 0)]);
    figures[name] = Object.fromEntries(lowered.filter(([, figure]) => figure > 0));
  }
  writeFileSync(FILE, `${JSON.stringify(figures, null, 2)}\n`);
}
