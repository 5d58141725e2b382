import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Tokenizer } from "@huggingface/tokenizers";
import type { LocatedModel, TextRole } from "./embedder.js";
import { specialTokens, windowsOf } from "./windows.js";

/** A text as windows of token ids, as the default model takes them. */
export type Windows = (text: string, role: TextRole) => number[][];

/** The default model's tokenizer. Throws when its files are missing or broken. */
export function minilmTokenizer(model: LocatedModel): Windows {
  const [vocabulary, settings] = ["tokenizer.json", "tokenizer_config.json"].map((name) =>
    JSON.parse(readFileSync(join(model.folder, name), "utf8")),
  );
  // The file asks for cutting and padding to 128 tokens; windows are ours.
  const tokenizer = new Tokenizer({ ...vocabulary, truncation: null, padding: null }, settings);
  const encode = (text: string, withSpecialTokens: boolean) =>
    tokenizer.encode(text, { add_special_tokens: withSpecialTokens }).ids;
  const special = specialTokens(encode);
  return (text, role) => windowsOf(model.prefix[role] + text, encode, special);
}
