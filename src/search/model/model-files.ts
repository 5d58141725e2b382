/** The models on this machine: shipped ones, the one a profile names, and whether their files are complete. */
import { existsSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { Profile } from "../../settings.js";
import { sha256 } from "../../store/files/atomic-file.js";
import type { Workspace } from "../../store/workspace.js";
import { type LocatedModel, WINDOW } from "./embedder.js";
import { onnxFile } from "./minilm-inference.js";

const here = dirname(fileURLToPath(import.meta.url));

/** The folder that holds package.json and `models/`, seen from `src/`, from `dist/parts/` and from an installed package. */
export function packageRoot(): string {
  for (let folder = here; ; folder = dirname(folder)) {
    if (existsSync(join(folder, "package.json"))) return folder;
    if (folder === dirname(folder)) return here;
  }
}

/** The built worker, beside the parts of the bundle; `undefined` when tenet runs from its sources. */
export function workerFile(): string | undefined {
  const file = join(here, "..", "embed-worker.cjs");
  return existsSync(file) ? file : undefined;
}

/** Raised when the text that stands for an entry changes: vectors of other templates are not compared. */
const TEMPLATE = 1;
/** The number format of weights, of whatever model. */
const DTYPE = "q8";
/** Raised with the runtime's version in package.json: quantised results may differ between versions. */
const RUNTIME = "onnxruntime-node 1.30";

interface ManifestModel {
  dtype: string;
  dimensions: number;
  files: Record<string, { size: number; sha256: string }>;
}

interface Manifest {
  default: string;
  models: Record<string, ManifestModel>;
}

/** What tenet ships and how it must look; `undefined` when the installation lacks it. */
function readManifest(): Manifest | undefined {
  try {
    return JSON.parse(readFileSync(join(packageRoot(), "models", "manifest.json"), "utf8"));
  } catch {
    return undefined;
  }
}

/** Why there is no model: one plain sentence without a full stop. Keyword search works all the same. */
export interface Unavailable {
  unavailable: string;
}

/** What is wrong with a file of a model by size and first bytes; `undefined` when nothing is. */
function troubleWith(path: string, name: string, expected?: number): string | undefined {
  let size: number;
  try {
    const stats = statSync(path);
    if (!stats.isFile()) return `the model's ${name} is not a file`;
    ({ size } = stats);
  } catch {
    return `the model's ${name} is missing`;
  }
  if (size < 1024 && readFileSync(path).subarray(0, 40).toString("latin1").startsWith("version https://git-lfs")) {
    return `the model's ${name} is a Git LFS pointer, not the file itself; to get it: git lfs pull`;
  }
  if (size === 0) return `the model's ${name} is empty`;
  if (expected !== undefined && size !== expected) {
    return `the model's ${name} has ${size} bytes instead of ${expected}; reinstall tenet`;
  }
  return undefined;
}

function json(path: string): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(readFileSync(path, "utf8"));
    return typeof parsed === "object" && parsed !== null ? (parsed as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** `Xenova/bge-small-en-v1.5` of a folder that is named so. */
const nameOf = (folder: string): string => `${basename(dirname(folder))}/${basename(folder)}`;

/**
 * Finds the profile's model and checks the sizes of its files, with `hashes` also the shipped one's contents. Says in one
 * sentence why there is none.
 */
export function locateModel(
  { embedding: { model } }: Pick<Profile, "embedding">,
  { root }: Pick<Workspace, "root">,
  { hashes = false }: { hashes?: boolean } = {},
): LocatedModel | Unavailable {
  const manifest = readManifest();
  if (model === "default" && manifest === undefined) {
    return { unavailable: "the list of models (models/manifest.json) is missing or damaged; reinstall tenet" };
  }
  const shippedName = model === "default" ? (manifest?.default as string) : model;
  const shipped = manifest?.models[shippedName]?.dtype === DTYPE ? manifest.models[shippedName] : undefined;
  const folder = shipped === undefined ? resolve(root, model) : join(packageRoot(), "models", shippedName);
  const names =
    shipped === undefined
      ? ["config.json", "tokenizer.json", "tokenizer_config.json", onnxFile(DTYPE)]
      : Object.keys(shipped.files);
  for (const name of names) {
    const trouble = troubleWith(join(folder, name), name, shipped?.files[name]?.size);
    if (trouble !== undefined) return { unavailable: trouble };
  }
  const changed = hashes
    ? Object.entries(shipped?.files ?? {}).find(
        ([name, file]) => sha256(readFileSync(join(folder, name))) !== file.sha256,
      )
    : undefined;
  if (changed !== undefined) {
    const why = `the model's ${changed[0]} is not the one tenet was built with (sha256 differs)`;
    return { unavailable: `${why}; reinstall tenet` };
  }
  const { size, mtimeMs } = statSync(join(folder, onnxFile(DTYPE)));
  const weights = shipped?.files[onnxFile(DTYPE)]?.sha256 ?? `${size} ${mtimeMs}`;
  const hidden = json(join(folder, "config.json"))["hidden_size"];
  const dimensions = shipped?.dimensions ?? (typeof hidden === "number" ? hidden : 0);
  if (dimensions <= 0) return { unavailable: `the model's config.json does not say how long its vectors are` };
  const identity = [weights, DTYPE, WINDOW, TEMPLATE, RUNTIME, process.arch];
  const fingerprint = sha256(JSON.stringify(identity)).slice(0, 16);
  const name = shipped === undefined ? nameOf(folder) : shippedName;
  return { name, folder, dtype: DTYPE, fingerprint, dimensions };
}
