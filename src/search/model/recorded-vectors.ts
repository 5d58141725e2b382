/**
 * Vectors read from a file in place of the model's, so that a run prints the same on every machine. `TENET_VECTORS` names
 * the file: its first line the model, then `[role, text, vector]` a line, the vector as signed bytes in base64.
 */
import { readFileSync } from "node:fs";
import { EmbedPool, ModelPools } from "./embed-pool.js";
import { type LocatedModel, normalise, type TextRole } from "./embedder.js";

const vectorOf = (bytes: string): Float32Array =>
  normalise(Float32Array.from(new Int8Array(Buffer.from(bytes, "base64"))));

/** Bytes by role and text. */
function readVectors(file: string): ReadonlyMap<string, string> {
  const lines = readFileSync(file, "utf8").trim().split("\n").slice(1);
  return new Map(
    lines.map((line) => {
      const [role, text, bytes] = JSON.parse(line) as [TextRole, string, string];
      return [`${role}\n${text}`, bytes];
    }),
  );
}

/** No budget of time ends while it embeds. */
class RecordedPool extends EmbedPool {
  readonly #bytes: ReadonlyMap<string, string>;
  readonly #lacking: string[];

  constructor(model: LocatedModel, { bytes, lacking }: { bytes: ReadonlyMap<string, string>; lacking: string[] }) {
    super(model);
    this.#bytes = bytes;
    this.#lacking = lacking;
  }

  override start(): void {}

  override within(): number {
    return Number.POSITIVE_INFINITY;
  }

  override async embed(text: string, role: TextRole): Promise<Float32Array> {
    const bytes = this.#bytes.get(`${role}\n${text}`);
    if (bytes !== undefined) return vectorOf(bytes);
    this.#lacking.push(text);
    throw new Error("a text whose vector was not recorded");
  }
}

/** The models of a file, which is read once. */
export class RecordedModels extends ModelPools {
  /** Texts that were asked for and are not in the file: a search goes on by words where its model fails. */
  readonly lacking: string[] = [];
  readonly #bytes: ReadonlyMap<string, string>;

  constructor(file: string) {
    super();
    this.#bytes = readVectors(file);
  }

  override pool(located: LocatedModel): EmbedPool {
    return new RecordedPool(located, { bytes: this.#bytes, lacking: this.lacking });
  }
}
