/**
 * The native parts of one platform, as they come in their packages, put together in dist/native/: so an installed tenet
 * needs neither package, and no script of theirs runs (docs/decisions/071).
 */
import { cp, link, mkdir, readdir, rename, rm, stat } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";

const require = createRequire(import.meta.url);
const BINDINGS = join(dirname(require.resolve("@photostructure/sqlite/package.json")), "prebuilds");
const RUNTIMES = join(dirname(require.resolve("onnxruntime-node/package.json")), "bin", "napi-v6");

/** SQLite's binding, in the order it is tried: on Linux for both C libraries. */
export const SQLITE = ["@photostructure+sqlite.glibc.node", "@photostructure+sqlite.musl.node"];
export const RUNTIME = "onnxruntime_binding.node";

export const HERE = `${process.platform}-${process.arch}`;

const namesIn = (folder) => readdir(folder).catch(() => []);

/** Every platform that SQLite is there for. */
export const platforms = () => namesIn(BINDINGS);

/** The runtime's files. On macOS its library lies there twice; the binding asks for the name without a version. */
async function runtimeFiles(platform) {
  const folder = join(RUNTIMES, ...platform.split("-"));
  const names = await namesIn(folder);
  return names.filter((name) => !/\.\d+\.\d+\.\d+\.dylib$/.test(name)).map((name) => join(folder, name));
}

/** Whether meaning can be searched by there. */
export const hasRuntime = async (platform) => (await runtimeFiles(platform)).length > 0;

/** A hard link where that is possible. What a running process has loaded keeps its bytes. */
async function place(file, target) {
  const [now, before] = await Promise.all([stat(file), stat(target).catch(() => undefined)]);
  if (before?.size === now.size && before.mtimeMs === now.mtimeMs) return;
  const beside = `${target}.${process.pid}`;
  await link(file, beside).catch(() => cp(file, beside, { preserveTimestamps: true }));
  await rename(beside, target);
}

/** Makes `folder` hold the native parts of a platform and nothing else. */
export async function placeNatives(folder, platform) {
  const bindings = join(BINDINGS, platform);
  const files = [...(await namesIn(bindings)).map((name) => join(bindings, name)), ...(await runtimeFiles(platform))];
  const names = files.map((file) => basename(file));
  await mkdir(folder, { recursive: true });
  await Promise.all(files.map((file) => place(file, join(folder, basename(file)))));
  // What begins with one of the names may be what another build is placing.
  const others = (await readdir(folder)).filter((name) => !names.some((own) => name.startsWith(own)));
  await Promise.all(others.map((name) => rm(join(folder, name), { force: true })));
}
