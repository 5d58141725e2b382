/**
 * The table of commands, `src/commands.ts`: a row for each declaration in `src/<capability>/<verb>.command.ts`, with what the first
 * screen, help and completion need. `npm run docs` writes it; a new verb is its declaration and that.
 */
import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";

const HOUSE = fileURLToPath(new URL("..", import.meta.url));

/** A text as the formatter of this house writes a file of that name. */
export function formatted(name, text) {
  const biome = join(HOUSE, "node_modules", ".bin", "biome");
  // What is generated is none of the files that are checked: the name decides the language alone.
  const file = `src/${basename(name)}`;
  return execFileSync(biome, ["format", `--stdin-file-path=${file}`], { cwd: HOUSE, input: text, encoding: "utf8" });
}

/** Every declaration with its file and the name it is exported by; and the groups in the order of help. */
async function declarations(house) {
  const files = readdirSync(join(house, "src"), { recursive: true, encoding: "utf8" })
    .map((name) => name.replaceAll("\\", "/"))
    .filter((name) => name.endsWith(".command.ts"))
    .toSorted();
  const folder = join(house, "node_modules", ".cache", `tenet-commands-${process.pid}`);
  try {
    await build({
      absWorkingDir: house,
      entryPoints: [...files.map((name) => `src/${name}`), "src/command/command.ts"],
      entryNames: "[dir]/[name]",
      outbase: "src",
      outdir: folder,
      outExtension: { ".js": ".mjs" },
      bundle: true,
      splitting: true,
      format: "esm",
      platform: "node",
      target: "node20",
      packages: "external",
      logLevel: "warning",
    });
    const built = (file) => import(pathToFileURL(join(folder, file.replace(/\.ts$/, ".mjs"))).href);
    const { GROUPS } = await built("command/command.ts");
    const rows = await Promise.all(
      files.map(async (file) => {
        const module = await built(file);
        const [[name, declared] = [], ...more] = Object.entries(module);
        if (declared === undefined || more.length > 0)
          throw new Error(`src/${file} exports one declaration, and nothing else`);
        if (basename(file) !== `${declared.name}.command.ts`) throw new Error(`src/${file} declares ${declared.name}`);
        return { file, exported: name, declared };
      }),
    );
    return { rows, groups: Object.keys(GROUPS) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const MARKS = ["hidden", "protocol", "neverFails"];

/** What the table has of few declarations. */
function marksOf(declared) {
  const marks = Object.fromEntries(
    MARKS.filter((key) => declared[key] !== undefined).map((key) => [key, declared[key]]),
  );
  return { ...marks, ...(declared.tools && { tools: true }) };
}

const lines = (rows, text) =>
  rows.map(({ file, declared }) => `${JSON.stringify(declared.name)}: ${text(declared, file)},`);

/** The text of `src/commands.ts` for the sources in `house`. Throws for a name, word or place that two of them have. */
export async function commandTable(house = HOUSE) {
  const { rows: found, groups } = await declarations(house);
  const rows = found.toSorted(
    ({ declared: a }, { declared: b }) => groups.indexOf(a.group) - groups.indexOf(b.group) || a.place - b.place,
  );
  const places = rows.map(({ declared }) => `place ${declared.place} of ${declared.group}`);
  const words = rows.map(({ declared }) => declared.name);
  const twice = [...words, ...places].filter((word, at, all) => all.indexOf(word) !== at);
  if (twice.length > 0) throw new Error(`named twice: ${twice.join(", ")}`);
  const marked = rows.filter(({ declared }) => Object.keys(marksOf(declared)).length > 0);
  const text = [
    "/** The table of commands. Generated from the declarations by `npm run docs`. Do not edit. */",
    'import { commandTable } from "./command/command.js";',
    "",
    "/** In the order of help. */",
    "const SUMMARIES = {",
    ...groups.flatMap((group) => [
      `${group}: {`,
      ...lines(
        rows.filter(({ declared }) => declared.group === group),
        ({ summary }) => JSON.stringify(summary),
      ),
      "},",
    ]),
    "};",
    "",
    "const LOADERS = {",
    ...lines(rows, (_, file) => `() => import("./${file.replace(/\.ts$/, ".js")}")`),
    "};",
    "",
    "const MARKS = {",
    ...lines(marked, (declared) => JSON.stringify(marksOf(declared))),
    "} as const;",
    "",
    "export const COMMANDS = commandTable(SUMMARIES, LOADERS, MARKS);",
    "",
  ].join("\n");
  return formatted("src/commands.ts", text);
}
