import { createHash } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { basename, dirname, isAbsolute, join, resolve } from "node:path";
import { crc32 } from "node:zlib";
import type { Profile } from "../../config.js";
import { writeDisposable } from "../../store/files/disposable.js";
import type { Workspace } from "../../store/workspace.js";
import { linkedFolder, readDisposable } from "../disposable-file.js";
import type { LocatedModel } from "./embedder.js";
import { packageRoot } from "./package-root.js";
import { WINDOW } from "./windows.js";

const MARK = "tenet-cache ";
const SUM_LENGTH = 8;
const NEWLINE = 10;

/** What the first line guards: everything after it, or the JSON alone where that holds checksums of the bytes. */
export type Guarded = "all" | "json";

/** A checksum that tells damage, not forgery. */
export const sumOf = (bytes: Uint8Array): string => crc32(bytes).toString(16).padStart(SUM_LENGTH, "0");

/** The bytes of a cache file. */
export function cacheFile(json: unknown, rest: readonly Uint8Array[], guarded: Guarded): Buffer {
  const sum = Buffer.alloc(MARK.length + SUM_LENGTH + 1, "\n");
  const line = Buffer.from(`${JSON.stringify(json)}\n`);
  const bytes = Buffer.concat([sum, line, ...rest]);
  const end = guarded === "all" ? bytes.length : sum.length + line.length;
  bytes.write(`${MARK}${sumOf(bytes.subarray(sum.length, end))}`, "latin1");
  return bytes;
}

/** What a cache file holds; undefined where the first line or what it guards is damaged. */
export function cacheFileIn(bytes: Buffer, guarded: Guarded): { json: unknown; rest: Buffer } | undefined {
  const start = bytes.indexOf(NEWLINE) + 1;
  const border = bytes.indexOf(NEWLINE, start) + 1;
  const sum = sumOf(bytes.subarray(start, guarded === "all" ? bytes.length : border));
  if (border === 0 || bytes.toString("latin1", 0, start) !== `${MARK}${sum}\n`) return undefined;
  return { json: JSON.parse(bytes.toString("utf8", start, border)), rest: bytes.subarray(border) };
}

/** Raised when the text that stands for an entry changes: vectors of other templates are not compared. */
const TEMPLATE = 1;
/** Raised with the runtime's version in package.json: quantised results may differ between versions. */
const RUNTIME = "onnxruntime-node 1.30";

const FILE_OF_DTYPE: Record<string, string> = {
  fp32: "model",
  fp16: "model_fp16",
  q8: "model_quantized",
  int8: "model_int8",
  uint8: "model_uint8",
  q4: "model_q4",
  q4f16: "model_q4f16",
  bnb4: "model_bnb4",
};

/** Where a model keeps the weights of a dtype, as exported models name them. */
export function onnxFile(dtype: string): string {
  return `onnx/${FILE_OF_DTYPE[dtype] ?? `model_${dtype}`}.onnx`;
}

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
}

const FETCH = "`tenet index --fetch-model` downloads it";

/** What is wrong with a file of a model by size and first bytes; `undefined` when nothing is. */
function troubleWith(path: string, name: string, expected?: number): string | undefined {
  let size: number;
  try {
    const found = statSync(path);
    if (!found.isFile()) return `the model's ${name} is not a file`;
    ({ size } = found);
  } catch {
    return `the model's ${name} is missing; ${FETCH}`;
  }
  if (size < 1024 && readFileSync(path).subarray(0, 40).toString("latin1").startsWith("version https://git-lfs")) {
    return `the model's ${name} is a Git LFS pointer, not the file itself; \`git lfs pull\` or ${FETCH}`;
  }
  if (size === 0) return `the model's ${name} is empty; ${FETCH}`;
  if (expected !== undefined && size !== expected) {
    return `the model's ${name} has ${size} bytes instead of ${expected}; ${FETCH}`;
  }
  return undefined;
}

/** Of this process, by the same keys: in another workspace the files are not read once more. */
const hashed = new Map<string, string>();

/**
 * Hashes of model files by path, size and time: hashing 23 MB at every start would cost more than a search. A damaged
 * record is no record: it would make a model look like another one.
 */
class CheckedFiles {
  readonly #path: string;
  readonly #known: Record<string, string>;
  #added = false;

  constructor(cache: string) {
    this.#path = join(cache, "model-files.json");
    let known: unknown;
    try {
      known = cacheFileIn(readDisposable(this.#path) ?? Buffer.alloc(0), "all")?.json;
    } catch {
      known = undefined;
    }
    this.#known = typeof known === "object" && known !== null ? (known as Record<string, string>) : {};
  }

  sha256(path: string): string {
    const { size, mtimeMs, ino } = statSync(path);
    const key = `${path}|${size}|${mtimeMs}|${ino}`;
    const known = this.#known[key];
    if (typeof known === "string") return known;
    const hash = hashed.get(key) ?? createHash("sha256").update(readFileSync(path)).digest("hex");
    hashed.set(key, hash);
    this.#known[key] = hash;
    this.#added = true;
    return hash;
  }

  save(): void {
    if (this.#added) writeDisposable(this.#path, cacheFile(this.#known, [], "all"));
  }
}

function json(path: string): Record<string, unknown> {
  try {
    const read: unknown = JSON.parse(readFileSync(path, "utf8"));
    return typeof read === "object" && read !== null ? (read as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** bge models were trained on the first token's state; a model's own `1_Pooling/config.json` decides. */
function poolingOf(folder: string, name: string): "mean" | "cls" {
  const stated = json(join(folder, "1_Pooling", "config.json"))["pooling_mode_cls_token"];
  if (typeof stated === "boolean") return stated ? "cls" : "mean";
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

/**
 * Finds the profile's model and checks its files: sizes always, hashes once per installation (remembered in the cache
 * folder, unless `untouched`). Says in one sentence why there is none.
 */
export function locateModel(
  profile: Pick<Profile, "embedding">,
  workspace: Pick<Workspace, "root" | "local" | "cache" | "index">,
  { untouched = false }: { untouched?: boolean } = {},
): LocatedModel | Unavailable {
  const manifest = readManifest();
  const { dtype } = profile.embedding;
  if (profile.embedding.model === "default" && manifest === undefined) {
    return { unavailable: "the list of models (models/manifest.json) is missing or damaged; reinstall tenet" };
  }
  const wanted = profile.embedding.model === "default" ? (manifest?.default as string) : profile.embedding.model;
  const folder = folderOf(wanted, workspace.root);
  const listed = manifest?.models[wanted]?.dtype === dtype ? manifest.models[wanted] : undefined;
  const names = listed === undefined ? ["config.json", "tokenizer.json", onnxFile(dtype)] : Object.keys(listed.files);
  for (const name of names) {
    const trouble = troubleWith(join(folder, name), name, listed?.files[name]?.size);
    if (trouble !== undefined) return { unavailable: trouble };
  }
  const checked = new CheckedFiles(workspace.cache);
  let weights = "";
  try {
    for (const name of names) {
      const hash = checked.sha256(join(folder, name));
      if (name === onnxFile(dtype)) weights = hash;
      if (listed !== undefined && hash !== listed.files[name]?.sha256) {
        return { unavailable: `the model's ${name} is not the one tenet was built with (sha256 differs); ${FETCH}` };
      }
    }
  } catch {
    return { unavailable: `the model in ${folder} cannot be read` };
  }
  if (!untouched && linkedFolder(workspace) === undefined) checked.save();
  const name = nameOf(wanted);
  const hidden = json(join(folder, "config.json"))["hidden_size"];
  const dimensions = listed?.dimensions ?? (typeof hidden === "number" ? hidden : 0);
  if (dimensions <= 0) return { unavailable: `the model's config.json does not say how long its vectors are` };
  const pooling = poolingOf(folder, name);
  const prefix = prefixOf(name);
  const identity = [weights, dtype, WINDOW, TEMPLATE, pooling, prefix.passage, RUNTIME, process.arch];
  const fingerprint = createHash("sha256").update(JSON.stringify(identity)).digest("hex").slice(0, 16);
  return { name, folder, dtype, direct: listed !== undefined, fingerprint, dimensions, pooling, prefix };
}
