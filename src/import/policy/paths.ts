/** The files that instructions hold for: by the globs in the head of their file, and by the folder that they lie in. */

import { globTroubles } from "../../text/glob.js";
import type { ClassifiedLine } from "./lines.js";

const GLOBS = /^(?:globs|applyTo|paths)\s*:\s*(.*)$/i;
const ITEM = /^\s*-\s+(.+)$/;
const ALWAYS = /^alwaysApply\s*:\s*true\b/i;
const EVERYWHERE = new Set(["*", "**", "**/*"]);

const bare = (text: string): string => text.trim().replace(/^(["'])(.*)\1$/, "$2");

/** `src/**, "*.ts"`, `[a, b]` or a list below the name. Read as text: `*.ts` is no YAML. */
function globsIn(front: readonly string[]): string[] {
  const at = front.findIndex((line) => GLOBS.test(line));
  if (at === -1 || front.some((line) => ALWAYS.test(line))) return [];
  const below = front.slice(at + 1);
  const end = below.findIndex((line) => !ITEM.test(line));
  const items = below.slice(0, end === -1 ? below.length : end).map((line) => ITEM.exec(line)?.[1] ?? "");
  const inline = bare(GLOBS.exec(front[at] ?? "")?.[1] ?? "").replace(/^\[(.*)\]$/, "$1");
  const globs = [...inline.split(/,(?![^{}]*\})/), ...items].map(bare).filter((glob) => glob !== "");
  return globs.some((glob) => EVERYWHERE.has(glob)) ? [] : globs;
}

function within(folder: string, glob: string): string {
  const [not, path] = glob.startsWith("!") ? ["!", glob.slice(1)] : ["", glob];
  const plain = path.replace(/^\.?\//, "");
  return `${not}${folder}/${plain.includes("/") ? "" : "**/"}${plain}`;
}

/** `folder`: the one that the file's instructions are about, relative to the workspace; empty for all of it. */
export function pathsOf(
  lines: readonly ClassifiedLine[],
  folder: string,
): { paths: string[]; trouble: string | undefined } {
  const globs = globsIn(lines.flatMap(({ kind, text }) => (kind === "front" ? [text] : [])));
  const all = folder === "" ? globs : globs.map((glob) => within(folder, glob));
  const paths = all.length === 0 && folder !== "" ? [`${folder}/**`] : all;
  const [trouble] = paths.length === 0 ? [] : globTroubles(paths);
  return { paths, trouble };
}
