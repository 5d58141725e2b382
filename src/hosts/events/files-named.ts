/** The files that a prompt names. Pure: whether they are there is nobody's concern. */
import { posix } from "node:path";

const MOST_FILES = 50;
const WORD = /[^\s"'`<>|,;]+/g;
/** `@`, brackets and full stops around a name, and the lines that are meant of it. */
const AROUND = /^[@([{]+|(?:[:#]L?\d[\d:,L-]*)?[)\]}.:!?]*$/g;
const FILE_NAME = /^[\p{L}\p{N}_.-]+\.\p{L}[\p{L}\p{N}]{0,9}$/u;

const isFileLike = (word: string): boolean =>
  !word.includes("://") && !word.startsWith("~") && (word.includes("/") || FILE_NAME.test(word));

/** As it may be meant: from the top of the workspace, and from the folder in which the session works. */
function placesOf(word: string, root: string, folder: string): string[] {
  const relativePath = word.startsWith(`${root}/`) ? word.slice(root.length + 1) : word;
  if (relativePath.startsWith("/")) return [];
  return [relativePath, posix.join(folder, relativePath)].map((path) => posix.normalize(path));
}

/** Names in a prompt that look like files (`src/a.ts`, `@src/a.ts:12`, `a.py`), relative to the workspace, those outside left out. */
export function filesNamed(
  prompt: string,
  { root, folder = "" }: { root: string; folder?: string | undefined },
): string[] {
  const words = [...prompt.matchAll(WORD)].map(([word]) => word.replace(AROUND, "")).filter(isFileLike);
  const places = words.slice(0, MOST_FILES).flatMap((word) => placesOf(word, root, folder));
  return [...new Set(places)].filter((path) => path !== "." && path !== ".." && !path.startsWith("../"));
}
