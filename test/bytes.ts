/** Files as bytes: what a test compares before and after, or looks through for words that may stand nowhere. */
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";

/** Every file beneath a folder by its path in it, with its bytes as Latin-1, so that no encoding hides anything. */
export function bytesIn(folder: string, counts: (name: string) => boolean = () => true): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  const names = files.map((one) => relative(folder, join(one.parentPath, one.name))).filter(counts);
  return Object.fromEntries(names.sort().map((name) => [name, readFileSync(join(folder, name), "latin1")]));
}

/** The files of a workspace in whose raw bytes a text stands, in any case. git's own are left out. */
export const holding = (folder: string, text: string): string[] =>
  Object.entries(bytesIn(folder, (name) => !name.startsWith(".git/")))
    .filter(([, bytes]) => bytes.toLowerCase().includes(text.toLowerCase()))
    .map(([name]) => name);
