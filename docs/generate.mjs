/**
 * Writes what is generated: src/commands.ts and docs/reference.md. With --check it writes nothing and fails when one of
 * them is not up to date.
 */
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";
import { commandTable } from "../build/commands.mjs";

const house = fileURLToPath(new URL("..", import.meta.url));
const check = process.argv.includes("--check");

/** The page is made from the real declarations, so the sources are bundled and run. */
async function reference() {
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
    const pages = await import(pathToFileURL(join(folder, "pages.mjs")).href);
    return await pages.reference();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const stale = [];

/** Notes a file that is not as it should be, and writes it. */
async function keep(file, wanted) {
  const path = join(house, file);
  const held = await readFile(path, "utf8").catch(() => undefined);
  if (held === wanted) return;
  stale.push(file);
  if (!check) await writeFile(path, wanted);
}

// The page is made from the table.
await keep("src/commands.ts", await commandTable(house));
await keep("docs/reference.md", await reference());
if (stale.length === 0) console.log("generated files are up to date");
else if (check) {
  console.error(`not up to date: ${stale.join(", ")}\nrun: npm run docs`);
  process.exitCode = 1;
} else console.log(`written: ${stale.join(", ")}`);
