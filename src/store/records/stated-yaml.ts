/** YAML or JSON that an agent hands over, as agents like to write it. */
import { parseSafeYaml } from "./safe-yaml.js";

const FENCED = /^\s*(`{3,})(?:ya?ml|json)?[ \t]*\r?\n([\s\S]*?)\r?\n\1\s*$/;

/**
 * The value of a text, a Markdown fence around the whole and a byte order mark left out. YAML is a superset of JSON, so
 * one parser reads both. Throws `YamlTrouble`.
 */
export function parseStated(text: string): unknown {
  const plain = FENCED.exec(text)?.[2] ?? text;
  return parseSafeYaml(plain.replace(/^\uFEFF/, "").replaceAll("\r\n", "\n")).value;
}
