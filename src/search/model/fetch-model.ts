import { mkdir, readFile } from "node:fs/promises";
import { dirname, isAbsolute, join } from "node:path";
import type { Context } from "../../context.js";
import { TenetError } from "../../errors.js";
import { sha256, writeFileAtomic } from "../../store/files/atomic-file.js";
import { onnxFile } from "./minilm-inference.js";
import { DTYPE, packageRoot, readManifest } from "./model-files.js";

/** Where published models are kept. */
const HUB = "https://huggingface.co";
const TIME_LIMIT_MS = 300_000;

export interface FetchedModel {
  model: string;
  folder: string;
  /** Downloaded now. */
  fetched: string[];
  /** Already there and right. */
  kept: string[];
}

interface WantedFile {
  name: string;
  /** Known for models of the manifest only. */
  sha256?: string;
}

function wantedFiles(ctx: Context): { model: string; files: WantedFile[] } {
  const { model } = ctx.profile.embedding;
  const manifest = readManifest();
  const name = model === "default" ? manifest?.default : model;
  if (name === undefined || isAbsolute(name) || name.startsWith(".") || !/^[\w.-]+\/[\w.-]+$/.test(name)) {
    throw new TenetError(`Only a model with a hub name like owner/name can be fetched, not ${JSON.stringify(model)}.`, {
      failure: "usage",
      hint: "Set embedding.model to default, or put the model's folder there yourself.",
    });
  }
  const manifestModel = manifest?.models[name];
  if (manifestModel !== undefined && manifestModel.dtype === DTYPE) {
    return {
      model: name,
      files: Object.entries(manifestModel.files).map(([file, { sha256: hash }]) => ({ name: file, sha256: hash })),
    };
  }
  const files = ["config.json", "tokenizer.json", "tokenizer_config.json", onnxFile(DTYPE)];
  return { model: name, files: files.map((file) => ({ name: file })) };
}

/** Without a hash to compare with: something is there, and it is not a pointer to somewhere else. */
const isWhole = (bytes: Buffer) =>
  bytes.length > 0 && !bytes.toString("latin1", 0, 30).startsWith("version https://git-lfs");

async function download(address: string, signal: AbortSignal): Promise<Uint8Array> {
  let answer: Response;
  try {
    answer = await fetch(address, { signal: AbortSignal.any([signal, AbortSignal.timeout(TIME_LIMIT_MS)]) });
  } catch (cause) {
    throw new TenetError(`${address} cannot be reached.`, {
      failure: "failed",
      code: "network",
      hint: "Search goes on with keywords. Try again with a network, or copy the model's files by hand.",
      cause,
    });
  }
  if (!answer.ok) {
    throw new TenetError(`${address} answered ${answer.status}.`, {
      failure: "failed",
      code: "network",
      hint: "Check embedding.model in tenet.yaml.",
    });
  }
  return new Uint8Array(await answer.arrayBuffer());
}

/** Downloads the files of the profile's model that are missing or wrong, and checks them. `hub` is where to ask. */
export async function fetchModel(ctx: Context, hub: string = HUB): Promise<FetchedModel> {
  const { model, files } = wantedFiles(ctx);
  const folder = join(packageRoot(), "models", model);
  const fetched: string[] = [];
  const keptFiles: string[] = [];
  const bar = ctx.progress.start(`Fetching ${model}`, files.length);
  try {
    for (const { name, sha256: expected } of files) {
      const path = join(folder, name);
      const presentBytes = await readFile(path).catch(() => undefined);
      const isRight =
        presentBytes !== undefined &&
        (expected === undefined ? isWhole(presentBytes) : sha256(presentBytes) === expected);
      if (isRight) keptFiles.push(name);
      else {
        const bytes = await download(`${hub}/${model}/resolve/main/${name}`, ctx.signal);
        if (expected !== undefined && sha256(bytes) !== expected) {
          throw new TenetError(`What ${hub} offers as ${name} is not the file tenet was built with (sha256 differs).`, {
            failure: "failed",
            code: "wrong-model",
            hint: "Nothing was changed. Copy the model's files from another installation of this version.",
          });
        }
        await mkdir(dirname(path), { recursive: true });
        await writeFileAtomic(path, bytes);
        fetched.push(name);
      }
      bar.step();
    }
  } finally {
    bar.stop();
  }
  return { model, folder, fetched, kept: keptFiles };
}
