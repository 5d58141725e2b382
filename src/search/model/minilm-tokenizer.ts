import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Tokenizer } from "@huggingface/tokenizers";
import { type LocatedModel, type Windows, windowsBy } from "./embedder.js";

/** The model's tokenizer. Throws when its files are missing or broken. */
export function minilmTokenizer(model: LocatedModel): Windows {
  const [vocabulary, settings] = ["tokenizer.json", "tokenizer_config.json"].map((name) =>
    JSON.parse(readFileSync(join(model.folder, name), "utf8")),
  );
  // The file asks for cutting and padding to 128 tokens; windows are ours.
  const tokenizer = new Tokenizer({ ...vocabulary, truncation: null, padding: null }, settings);
  return windowsBy((text, withSpecialTokens) => tokenizer.encode(text, { add_special_tokens: withSpecialTokens }).ids);
}
