/**
 * What npm runs in a clone before tenet can be used from it. `npm install -g .` does not install what the build needs:
 * then it is installed first, without anybody's scripts.
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const house = fileURLToPath(new URL("..", import.meta.url));

function run(command, args, more = {}) {
  const { status, error } = spawnSync(command, args, { cwd: house, stdio: "inherit", ...more });
  if (error !== undefined) throw error;
  if (status !== 0) process.exit(status ?? 1);
}

if (!existsSync(join(house, "node_modules", "esbuild"))) {
  // What this npm was told about itself, that it installs globally or leaves out what is for development, is not meant here.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^npm_config_(global|prefix|omit|include|local_prefix|install_links|production)/i.test(name),
    ),
  );
  run("npm", ["ci", "--ignore-scripts", "--include=dev"], {
    env: { ...env, NODE_ENV: "development" },
    shell: process.platform === "win32",
  });
}
run(process.execPath, [join(house, "build", "bundle.mjs")]);
