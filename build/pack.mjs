/**
 * Makes the package that people install, for this platform or another: npm run pack -- [--platform linux-x64] [--to FOLDER].
 * Everything lies in it but LanceDB's binary and the embedded PostgreSQL, which npm fetches as packages of their own;
 * nothing in it has an install script (docs/decisions/071). Prints the tarball's path.
 */
import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs, promisify } from "node:util";
import { HERE, hasRuntime, platforms } from "./natives.mjs";

const house = fileURLToPath(new URL("..", import.meta.url));
const run = promisify(execFile);

/** LanceDB's packages, one a platform. */
const BINARIES = "@lancedb/lancedb-";

/** What npm has to know of the package: what it runs on lies in its bundle. */
function manifestFor(platform, manifest) {
  const { scripts, dependencies, devDependencies, allowScripts, ...kept } = manifest;
  const [os, cpu] = platform.split("-");
  const optional = Object.entries(manifest.optionalDependencies).filter(
    ([name]) => !name.startsWith(BINARIES) || name.startsWith(`${BINARIES}${platform}`),
  );
  return { ...kept, os: [os], cpu: [cpu], optionalDependencies: Object.fromEntries(optional) };
}

async function pack(platform, to) {
  const stage = await mkdtemp(join(tmpdir(), "tenet-pack-"));
  try {
    const manifest = JSON.parse(await readFile(join(house, "package.json"), "utf8"));
    for (const part of manifest.files.filter((name) => name !== "dist")) {
      await cp(join(house, part), join(stage, part), { recursive: true });
    }
    await writeFile(join(stage, "package.json"), `${JSON.stringify(manifestFor(platform, manifest), null, 2)}\n`);
    await run(process.execPath, [join(house, "build", "bundle.mjs"), join(stage, "dist"), platform]);
    await mkdir(to, { recursive: true });
    // On Windows npm is a script of the shell.
    const shell = process.platform === "win32";
    const packed = await run("npm", ["pack", "--json"], { cwd: stage, shell });
    const [{ filename }] = JSON.parse(packed.stdout);
    const tarball = join(to, filename.replace(/\.tgz$/, `-${platform}.tgz`));
    await cp(join(stage, filename), `${tarball}.part`);
    await rename(`${tarball}.part`, tarball);
    return tarball;
  } finally {
    await rm(stage, { recursive: true, force: true });
  }
}

const options = { platform: { type: "string", default: HERE }, to: { type: "string", default: "." } };
const { platform, to } = parseArgs({ options }).values;
const known = await platforms();
if (!known.includes(platform)) {
  console.error(`There is no package for ${platform}, only for ${known.join(", ")}.`);
  process.exitCode = 2;
} else {
  if (!(await hasRuntime(platform)))
    console.error(`The ONNX runtime has no binaries for ${platform}: search there is by words alone.`);
  console.log(await pack(platform, resolve(to)));
}
