/**
 * `npm run sizes`: holds the size of each part against `sizes.json` and ends with 1 where one is larger. The size of a
 * part is the lines of its text files, whatever their ending, or their bytes ÷ 45, whichever is more; of tests the lines
 * of TypeScript, what they read beside it. `-- --lower` writes what was reached.
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { figures, lower } from "./figures.mjs";

const house = fileURLToPath(new URL("..", import.meta.url));
/** How many bytes count as a line where lines are longer. */
const BYTES_A_LINE = 45;
const AROUND = ["docs", "bench", "build", "demo"];

const read = (path) => readFileSync(`${house}${path}`);
/** Tracked and new files of text; texts of licences are others'. */
const files = execFileSync(
  "git",
  ["ls-files", "-co", "--exclude-standard", "src", "bin", "templates", "test", ...AROUND],
  {
    cwd: house,
    encoding: "utf8",
  },
)
  .split("\n")
  .filter((path) => path !== "" && !path.startsWith("build/licences/"))
  .flatMap((path) => {
    const bytes = readOrNothing(path);
    return bytes === undefined || bytes.includes(0) ? [] : [{ path, bytes: bytes.length, lines: linesIn(bytes) }];
  });

function readOrNothing(path) {
  try {
    return read(path);
  } catch (error) {
    // Deleted, and not committed yet.
    if (error.code === "ENOENT") return undefined;
    throw error;
  }
}

function linesIn(bytes) {
  let lines = 0;
  for (const byte of bytes) if (byte === 10) lines++;
  return lines;
}

/** The part of `src/` that a file belongs to: a row of the table names one folder or several. */
function partOf(path) {
  const [, folder, ...deeper] = path.split("/");
  if (deeper.length === 0) return "top-level files";
  const part = Object.keys(figures.lines).find((name) => name.split(", ").includes(folder));
  if (part === undefined)
    throw new Error(`src/${folder} is in no part of sizes.json: put it into the one it belongs to.`);
  return part;
}

const partsOf = (path) => {
  const [top] = path.split("/");
  if (top === "src") return ["src", partOf(path)];
  if (top === "test") return [path.endsWith(".ts") ? "test" : "test data"];
  return AROUND.includes(top) ? [AROUND.join(", ")] : ["bin, templates"];
};

const sums = {};
for (const { path, bytes, lines } of files) {
  for (const part of partsOf(path)) {
    sums[part] ??= { bytes: 0, lines: 0 };
    sums[part].bytes += bytes;
    sums[part].lines += lines;
  }
}
const sizes = Object.fromEntries(
  Object.entries(sums).map(([part, { bytes, lines }]) => [
    part,
    part === "test" ? lines : Math.max(lines, Math.ceil(bytes / BYTES_A_LINE)),
  ]),
);

const over = Object.entries(sizes).filter(([part, size]) => size > (figures.lines[part] ?? 0));
for (const [part, size] of over) {
  console.log(
    `${part}: ${size} lines, ${figures.lines[part] ?? 0} at most. Take out what nobody would miss in a week.`,
  );
}
if (over.length > 0) process.exit(1);
if (process.argv.includes("--lower")) lower({ lines: sizes });
console.log(`src ${sizes.src} lines, test ${sizes.test}, every part within sizes.json.`);
