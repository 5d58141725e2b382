/** The models on this machine: shipped ones, the one a profile names, and whether their files are complete. */
import { existsSync, readFileSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, isAbsolute, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { Profile } from "../../settings.js";
import { SHELL_STEPS, type Steps } from "../../steps.js";
import { sha256 } from "../../store/files/atomic-file.js";
import { keepValue, keptValue, linkedFolder } from "../../store/files/disposable.js";
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
export const DTYPE = "q8";
/** Raised with the runtime's version in package.json: quantised results may differ between versions. */
const RUNTIME = "onnxruntime-node 1.30";

interface ManifestModel {
  dtype: string;
  dimensions: number;
  files: Record<string, { size: number; sha256: string }>;
}

export interface Manifest {
  default: string;
  models: Record<string, ManifestModel>;
}

/** What tenet ships and how it must look; `undefined` when the installation lacks it. */
export function readManifest(): Manifest | undefined {
  try {
    return JSON.parse(readFileSync(join(packageRoot(), "models", "manifest.json"), "utf8"));
  } catch {
    return undefined;
  }
}

/** Why there is no model: one plain sentence without a full stop. Keyword search works all the same. */
export interface Unavailable {
  unavailable: string;
  /** What helps where fetching the model does not. */
  next?: string;
}

const FETCH = "tenet index --fetch-model";

/** The runtime of models other than the default: an optional peer, in the version that package.json names. */
const LIBRARY = "@huggingface/transformers";
/** Its runtime's install script asks a foreign host for what no model here needs. */
export const GET_LIBRARY = `npm install --global --ignore-scripts ${LIBRARY}@4.3.1`;

/** Whether a module of tenet finds the library. */
function findsLibrary(module: string): boolean {
  try {
    createRequire(module).resolve(LIBRARY);
    return true;
  } catch {
    return false;
  }
}

/** What is wrong with a file of a model by size and first bytes; `undefined` when nothing is. */
function troubleWith(path: string, name: string, steps: Steps, expected?: number): string | undefined {
  const fetch = (commands = FETCH) => `to download it: ${steps.terminal(commands)}`;
  let size: number;
  try {
    const stats = statSync(path);
    if (!stats.isFile()) return `the model's ${name} is not a file`;
    ({ size } = stats);
  } catch {
    return `the model's ${name} is missing; ${fetch()}`;
  }
  if (size < 1024 && readFileSync(path).subarray(0, 40).toString("latin1").startsWith("version https://git-lfs")) {
    return `the model's ${name} is a Git LFS pointer, not the file itself; ${fetch(`git lfs pull, or ${FETCH}`)}`;
  }
  if (size === 0) return `the model's ${name} is empty; ${fetch()}`;
  if (expected !== undefined && size !== expected) {
    return `the model's ${name} has ${size} bytes instead of ${expected}; ${fetch()}`;
  }
  return undefined;
}

type Hashes = Record<string, string>;
type Checked = { known: Hashes; sum: string };
const sumOf = (known: Hashes): string => sha256(JSON.stringify(known));

/** Of this process, by the same keys: in another workspace the files are not read once more. */
const hashed = new Map<string, string>();

/**
 * Hashes of model files by path, size and time: hashing 23 MB at every start would cost more than a search. A damaged
 * record is no record: it would make a model look like another one.
 */
class CheckedFiles {
  readonly #ws: Place;
  readonly #path: string;
  readonly #known: Hashes;
  #added = false;

  constructor(ws: Place) {
    this.#ws = ws;
    this.#path = join(ws.cache, "model-files.json");
    const { known = {}, sum } = keptValue<Checked>(this.#path) ?? {};
    this.#known = sum === sumOf(known) ? known : {};
  }

  sha256(path: string): string {
    const { size, mtimeMs, ino } = statSync(path);
    const key = `${path}|${size}|${mtimeMs}|${ino}`;
    const knownHash = this.#known[key];
    if (knownHash !== undefined) return knownHash;
    const hash = hashed.get(key) ?? sha256(readFileSync(path));
    hashed.set(key, hash);
    this.#known[key] = hash;
    this.#added = true;
    return hash;
  }

  save(): void {
    if (this.#added && linkedFolder(this.#ws) === undefined) {
      const checked: Checked = { known: this.#known, sum: sumOf(this.#known) };
      keepValue(this.#ws, this.#path, checked);
    }
  }
}

type Place = Pick<Workspace, "root" | "local" | "cache" | "index">;

function json(path: string): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(readFileSync(path, "utf8"));
    return typeof parsed === "object" && parsed !== null ? (parsed as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** bge models were trained on the first token's state; a model's own `1_Pooling/config.json` decides. */
function poolingOf(folder: string, name: string): "mean" | "cls" {
  const clsPooling = json(join(folder, "1_Pooling", "config.json"))["pooling_mode_cls_token"];
  if (typeof clsPooling === "boolean") return clsPooling ? "cls" : "mean";
  return /(^|\/)bge-/i.test(name) ? "cls" : "mean";
}

function prefixOf(name: string): LocatedModel["prefix"] {
  return /(^|\/)(multilingual-)?e5-/i.test(name)
    ? { query: "query: ", passage: "passage: " }
    : { query: "", passage: "" };
}

function folderOf(model: string, root: string): string {
  if (isAbsolute(model)) return model;
  if (model.startsWith(".")) return resolve(root, model);
  return join(packageRoot(), "models", model);
}

/** `Xenova/bge-small-en-v1.5`, also for a folder that is named so. */
function nameOf(model: string): string {
  return isAbsolute(model) || model.startsWith(".") ? `${basename(dirname(model))}/${basename(model)}` : model;
}

interface LocateOptions {
  /** Not even the cache folder is written to. */
  untouched?: boolean;
  steps?: Steps;
  /** Where the library of models other than the default is looked for from. */
  module?: string;
}

/**
 * Finds the profile's model and checks its files: sizes always, hashes once per installation (remembered in the cache
 * folder, unless `untouched`). Says in one sentence why there is none, with the next step as `steps` has it.
 */
export function locateModel(
  profile: Pick<Profile, "embedding">,
  workspace: Place,
  { untouched = false, steps = SHELL_STEPS, module = import.meta.url }: LocateOptions = {},
): LocatedModel | Unavailable {
  const manifest = readManifest();
  if (profile.embedding.model === "default" && manifest === undefined) {
    return { unavailable: "the list of models (models/manifest.json) is missing or damaged; reinstall tenet" };
  }
  const modelName = profile.embedding.model === "default" ? (manifest?.default as string) : profile.embedding.model;
  const folder = folderOf(modelName, workspace.root);
  const manifestModel = manifest?.models[modelName]?.dtype === DTYPE ? manifest.models[modelName] : undefined;
  const names =
    manifestModel === undefined ? ["config.json", "tokenizer.json", onnxFile(DTYPE)] : Object.keys(manifestModel.files);
  for (const name of names) {
    const trouble = troubleWith(join(folder, name), name, steps, manifestModel?.files[name]?.size);
    if (trouble !== undefined) return { unavailable: trouble };
  }
  if (manifestModel === undefined && !findsLibrary(module)) {
    const why = `${modelName} runs on ${LIBRARY}, which is not installed beside tenet`;
    return { unavailable: `${why}; to install it: ${steps.terminal(GET_LIBRARY)}`, next: GET_LIBRARY };
  }
  const checked = new CheckedFiles(workspace);
  let weights = "";
  try {
    for (const name of names) {
      const hash = checked.sha256(join(folder, name));
      if (name === onnxFile(DTYPE)) weights = hash;
      if (manifestModel !== undefined && hash !== manifestModel.files[name]?.sha256) {
        const why = `the model's ${name} is not the one tenet was built with (sha256 differs)`;
        return { unavailable: `${why}; to download it: ${steps.terminal(FETCH)}` };
      }
    }
  } catch {
    return { unavailable: `the model in ${folder} cannot be read` };
  }
  if (!untouched) checked.save();
  const name = nameOf(modelName);
  const hidden = json(join(folder, "config.json"))["hidden_size"];
  const dimensions = manifestModel?.dimensions ?? (typeof hidden === "number" ? hidden : 0);
  if (dimensions <= 0) return { unavailable: `the model's config.json does not say how long its vectors are` };
  const pooling = poolingOf(folder, name);
  const prefix = prefixOf(name);
  const identity = [weights, DTYPE, WINDOW, TEMPLATE, pooling, prefix.passage, RUNTIME, process.arch];
  const fingerprint = sha256(JSON.stringify(identity)).slice(0, 16);
  return { name, folder, dtype: DTYPE, direct: manifestModel !== undefined, fingerprint, dimensions, pooling, prefix };
}
