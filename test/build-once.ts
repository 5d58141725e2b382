/**
 * Builds the binary once a test run, into a folder of its own: a build beside it never pulls chunks away from a child
 * that is just starting. A failing build fails only the tests that run the binary.
 */
import { execFile } from "node:child_process";
import { cp, mkdir, readdir, rm, stat, symlink } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import type { TestProject } from "vitest/node";
import { BUILD, BUILDS, compileSource, HOUSE } from "./compiled-source.js";
import { addFresh } from "./recorded-vectors.js";

declare module "vitest" {
  interface ProvidedContext {
    built: { binary: string; failure?: string };
  }
}

const HOUR_MS = 3_600_000;

async function removeForgotten(): Promise<void> {
  for (const name of await readdir(BUILDS)) {
    const path = join(BUILDS, name);
    const { mtimeMs } = await stat(path);
    if (Date.now() - mtimeMs > HOUR_MS) await rm(path, { recursive: true, force: true });
  }
}

export default async function buildOnce(project: TestProject): Promise<() => Promise<void>> {
  await mkdir(BUILDS, { recursive: true });
  await removeForgotten();
  await rm(BUILD, { recursive: true, force: true });
  const binary = join(BUILD, "bin", "tenet.js");
  await cp(join(HOUSE, "bin"), join(BUILD, "bin"), { recursive: true });
  for (const shared of ["models", "templates", "package.json"]) await symlink(join(HOUSE, shared), join(BUILD, shared));
  await compileSource();
  try {
    await promisify(execFile)(process.execPath, [join(HOUSE, "build", "bundle.mjs"), join(BUILD, "dist")], {
      cwd: HOUSE,
    });
    project.provide("built", { binary });
  } catch (cause) {
    project.provide("built", { binary, failure: cause instanceof Error ? cause.message : String(cause) });
  }
  return async () => {
    addFresh();
    await rm(BUILD, { recursive: true, force: true });
  };
}
