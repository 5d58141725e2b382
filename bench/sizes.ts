/** How large the house is: files and lines of its sources and tests, the largest folders and files. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

const FOLDERS_SHOWN = 5;

/** Rows of a table in Markdown, one for each of the two trees of sources. */
export function sizeReport(house: string): string {
  const lines = [
    "| | files | lines | lines of a file: median, p90, largest | folders with most files of their own |",
    "|---|---|---|---|---|",
  ];
  for (const tree of ["src", "test"]) {
    const paths = readdirSync(join(house, tree), { recursive: true, encoding: "utf8" }).filter((path) =>
      /\.[cm]?ts$/.test(path),
    );
    const files = paths
      .map((path) => ({ path, length: readFileSync(join(house, tree, path), "utf8").split("\n").length - 1 }))
      .sort((a, b) => a.length - b.length);
    const at = (share: number) => files[Math.ceil(files.length * share) - 1]?.length;
    const folders = new Map<string, number>();
    for (const { path } of files) folders.set(dirname(path), (folders.get(dirname(path)) ?? 0) + 1);
    const largest = [...folders].sort((a, b) => b[1] - a[1]).slice(0, FOLDERS_SHOWN);
    const total = files.reduce((sum, { length }) => sum + length, 0);
    const last = files.at(-1);
    lines.push(
      `| \`${tree}/\` | ${files.length} | ${total} | ${at(0.5)}, ${at(0.9)}, ${last?.length} (${last?.path}) | ` +
        `${largest.map(([folder, count]) => `${folder} ${count}`).join(", ")} |`,
    );
  }
  return lines.join("\n");
}
