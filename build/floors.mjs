/**
 * The floors of `src/`: what the table in ARCHITECTURE.md lays down, and the imports that stand against it. `npm run arch`
 * prints them and ends with 1 where a pair of folders has more of them than `sizes.json` allows, or where imports make a
 * circle. `npm run arch -- --list` names the files.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { cruise } from "dependency-cruiser";
import extractTsConfig from "dependency-cruiser/config-utl/extract-ts-config";
import { figures, lower } from "./figures.mjs";

const house = fileURLToPath(new URL("..", import.meta.url));
/** They join what a folder does with what several commands ask and print, as the doors do. */
const DECLARED = /\.(command|input|terminal|tool)\.ts$/;

/** Files of `src/` itself that stand on the highest floor. */
const AT_THE_TOP = ["commands.ts", "main.ts"];

/** Every name of the table with its floor, and the pairs on one floor that may be used: `loop > review`. */
function tableIn(markdown) {
  const floorOf = new Map();
  const allowed = new Set();
  for (const [, floor, cell] of markdown.matchAll(/^\| (\d+) \| ([^|]*) \|/gm)) {
    for (const [, name, used] of cell.matchAll(/`([\w.-]+)`(?: \(may use ([^)]*)\))?/g)) {
      floorOf.set(name, Number(floor));
      for (const [, other] of (used ?? "").matchAll(/`([\w.-]+)`/g)) allowed.add(`${name} > ${other}`);
    }
  }
  return { floorOf, allowed };
}

/** The name under which the table has a file. */
function placeOf(file) {
  const [, name, ...deeper] = file.split("/");
  if (DECLARED.test(file)) return "command";
  return deeper.length > 0 || AT_THE_TOP.includes(name) ? name : "src";
}

/** Imports that the table forbids, by pair of folders, and circles, each as the files that make it. */
async function imports() {
  const { floorOf, allowed } = tableIn(readFileSync(join(house, "ARCHITECTURE.md"), "utf8"));
  const { output } = await cruise(
    ["src"],
    {
      doNotFollow: "node_modules",
      tsPreCompilationDeps: true,
      baseDir: house,
      ruleSet: { forbidden: [CIRCLES] },
      validate: true,
    },
    { extensions: [".ts", ".js", ".json"], conditionNames: ["import", "node"] },
    { tsConfig: extractTsConfig(join(house, "tsconfig.json")) },
  );
  const forbidden = new Map();
  for (const { source, dependencies } of output.modules.filter(({ source }) => source.startsWith("src/"))) {
    const from = placeOf(source);
    if (!floorOf.has(from)) throw new Error(`${source}: the table of floors in ARCHITECTURE.md has no ${from}.`);
    for (const { resolved } of dependencies.filter(({ resolved }) => resolved.startsWith("src/"))) {
      const pair = `${from} > ${placeOf(resolved)}`;
      const isBelow = floorOf.get(placeOf(resolved)) < floorOf.get(from);
      if (from === placeOf(resolved) || isBelow || allowed.has(pair)) continue;
      forbidden.set(pair, [...(forbidden.get(pair) ?? []), `${source} imports ${resolved}`]);
    }
  }
  const circles = output.summary.violations.map(({ from, cycle }) =>
    [from, ...cycle.map(({ name }) => name)].join(" → "),
  );
  return { forbidden, circles };
}

const CIRCLES = { name: "no-circles", severity: "error", from: {}, to: { circular: true } };

const { forbidden, circles } = await imports();
const counts = Object.fromEntries([...forbidden].map(([pair, list]) => [pair, list.length]).toSorted());
const over = Object.entries(counts).filter(([pair, count]) => count > (figures.imports[pair] ?? 0));
if (process.argv.includes("--list")) for (const list of forbidden.values()) for (const one of list) console.log(one);
for (const circle of circles) console.log(`a circle: ${circle}`);
for (const [pair, count] of over) {
  console.log(
    `${pair}: ${count} imports, ${figures.imports[pair] ?? 0} at most. Move what both need to the lower of the two:`,
  );
  for (const one of forbidden.get(pair)) console.log(`  ${one}`);
}
if (over.length > 0 || circles.length > 0) process.exit(1);
if (process.argv.includes("--lower")) lower({ imports: counts });
const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
console.log(`${total} imports against the floors, in ${Object.keys(counts).length} pairs of folders; no circle.`);
