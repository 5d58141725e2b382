/** `npm run bench [-- --data DIR] [--only size,index,cold,mcp,crowd,opening,report,sync,sync-take,sync-hub,quality,golden,filled,detect,decisions,years]`: bundles the bench and runs it. */

import { spawn } from "node:child_process";
import { mkdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = fileURLToPath(new URL("..", import.meta.url));
const outfile = `${root}node_modules/.cache/tenet-bench/main.mjs`;
await mkdir(`${root}node_modules/.cache/tenet-bench`, { recursive: true });
await build({
  entryPoints: [`${root}bench/main.ts`],
  outfile,
  bundle: true,
  format: "esm",
  platform: "node",
  target: "node20",
  packages: "external",
  logLevel: "warning",
});
const child = spawn(process.execPath, [outfile, ...process.argv.slice(2)], {
  stdio: "inherit",
  env: { ...process.env, TENET_BENCH_ROOT: root },
});
child.on("exit", (code) => {
  process.exitCode = code ?? 1;
});
