/**
 * Writes what is generated: src/commands.ts, docs/reference.md, docs/tested.md and docs/schemas/*.json. With --check it writes nothing and fails when
 * one of them is not up to date.
 */
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";
import { commandTable, formatted } from "../build/commands.mjs";

const house = fileURLToPath(new URL("..", import.meta.url));
const check = process.argv.includes("--check");

/** The pages are made from the real table of commands and the real schemas, so the sources are bundled and run. */
async function pages() {
  const folder = join(house, "node_modules", ".cache", `tenet-docs-${process.pid}`);
  try {
    await build({
      absWorkingDir: house,
      entryPoints: ["docs/pages.ts"],
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
    const { generatedPages } = await import(pathToFileURL(join(folder, "pages.mjs")).href);
    return await generatedPages(join(house, "src"));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const stale = [];

/** Notes a file that is not as it should be, and writes it. */
async function keep(file, wanted) {
  const path = join(house, file);
  const held = await readFile(path, "utf8").catch(() => undefined);
  const text = file.endsWith(".json") ? formatted(file, wanted) : wanted;
  if (held === text) return;
  stale.push(file);
  if (check) return;
  await mkdir(join(path, ".."), { recursive: true });
  await writeFile(path, text);
}

// The pages are made from the table.
await keep("src/commands.ts", await commandTable(house));
const generated = await pages();
for (const [file, text] of Object.entries(generated)) await keep(file, text);
for (const name of await readdir(join(house, "docs", "schemas")).catch(() => [])) {
  const file = `docs/schemas/${name}`;
  if (file in generated) continue;
  stale.push(file);
  if (!check) await rm(join(house, file));
}
if (stale.length === 0) console.log("generated pages are up to date");
else if (check) {
  console.error(`not up to date: ${stale.join(", ")}\nrun: npm run docs`);
  process.exitCode = 1;
} else console.log(`written: ${stale.join(", ")}`);
