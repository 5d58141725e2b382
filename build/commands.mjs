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

const ROW_KEYS = ["name", "group", "summary", "aliases", "hidden", "protocol", "neverFails", "firstStep"];

function rowText({ file, exported, declared }) {
  const known = ROW_KEYS.filter((key) => declared[key] !== undefined).map(
    (key) => `${key}: ${JSON.stringify(declared[key])}`,
  );
  const marks = [...(declared.alone ? ["alone: true"] : []), ...(declared.tools ? ["tools: true"] : [])];
  const load = `load: async () => (await import("./${file.replace(/\.ts$/, ".js")}")).${exported}`;
  return `  { ${[...known, ...marks, load].join(", ")} },`;
}

/** The text of `src/commands.ts` for the sources in `house`. Throws for a name, word or place that two of them have. */
export async function commandTable(house = HOUSE) {
  const { rows: found, groups } = await declarations(house);
  const rows = found.toSorted(
    ({ declared: a }, { declared: b }) => groups.indexOf(a.group) - groups.indexOf(b.group) || a.place - b.place,
  );
  const places = rows.map(({ declared }) => `place ${declared.place} of ${declared.group}`);
  const words = rows.flatMap(({ declared }) => [declared.name, ...(declared.aliases ?? [])]);
  const twice = [...words, ...places].filter((word, at, all) => all.indexOf(word) !== at);
  if (twice.length > 0) throw new Error(`named twice: ${twice.join(", ")}`);
  const text = [
    "/** The table of commands. Generated from the declarations by `npm run docs`. Do not edit. */",
    'import type { CommandRow } from "./command/command.js";',
    "",
    "/** In the order of help. */",
    "export const COMMANDS: readonly CommandRow[] = [",
    ...rows.map(rowText),
    "];",
    "",
  ].join("\n");
  return formatted("src/commands.ts", text);
}
