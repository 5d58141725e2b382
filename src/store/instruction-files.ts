/** Files of instructions that hosts read by themselves: which there are, and which file one of them really is. */
import { lstatSync, readFileSync, realpathSync } from "node:fs";
import { posix, relative, sep } from "node:path";
import { type Host, READ_BY } from "./host.js";
import type { Workspace } from "./workspace.js";

/** Where several are there, the first one is proposed for rules. */
export const INSTRUCTION_FILES = [
  "CLAUDE.md",
  ".claude/CLAUDE.md",
  "AGENTS.md",
  "GEMINI.md",
  ".github/copilot-instructions.md",
] as const;

/** `@AGENTS.md` in running text, as Claude Code and Gemini CLI import a file; not in code. */
const IMPORT = /(?:^|\s)@((?:\.{1,2}\/)*[\p{L}\p{N}._/-]+\.md)\b/gu;
const CODE = /^ {0,3}(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:^ {0,3}\1|(?![\s\S]))|`[^`\n]*`/gm;

/** The files that the text of a file imports, relative to the workspace. */
export function importsIn(text: string, file: string): string[] {
  const names = text.replace(CODE, "").matchAll(IMPORT);
  return Array.from(names, ([, name = ""]) => posix.normalize(posix.join(posix.dirname(file), name)));
}

/**
 * The file that has the words: of a link the one it leads to, of a file that imports another one of instructions that
 * one. Undefined where there is none, or it lies outside the workspace.
 */
export function realInstructions(root: string, name: string): string | undefined {
  const real = realFile(root, name);
  const imported = importedBy(root, name).filter((one) => (INSTRUCTION_FILES as readonly string[]).includes(one));
  return imported.flatMap((one) => realFile(root, one) ?? []).find((one) => one !== real) ?? real;
}

/** Where a file really lies, relative; undefined where it is none, or not inside. */
export function realFile(root: string, file: string): string | undefined {
  try {
    const real = realpathSync.native(`${root}/${file}`);
    const relativePath = relative(realpathSync.native(root), real).split(sep).join("/");
    return relativePath.startsWith("../") || !lstatSync(real).isFile() ? undefined : relativePath;
  } catch {
    return undefined;
  }
}

/** The files that a file takes in, relative to the workspace; empty where there is no such file. */
function importedBy(root: string, file: string): string[] {
  const real = realFile(root, file);
  if (real === undefined) return [];
  return importsIn(readFileSync(`${root}/${real}`, "utf8"), real);
}

/**
 * Files that a host reads into the prompt by itself, in this workspace, with the number of lines that it reads of each:
 * those that lie wholly within its first bytes.
 */
export function loadedLines(ws: Pick<Workspace, "root">, host: Host): ReadonlyMap<string, number> {
  const { files, imports, bytes: most = Number.POSITIVE_INFINITY } = READ_BY[host];
  const loaded = new Set(files.flatMap((name) => [name, realInstructions(ws.root, name) ?? name]));
  // What is added meanwhile is looked at, too.
  if (imports) for (const file of loaded) for (const one of importedBy(ws.root, file)) loaded.add(one);
  const linesOf = (file: string) => {
    const real = realFile(ws.root, file);
    const bytes = real === undefined ? Buffer.alloc(0) : readFileSync(`${ws.root}/${real}`);
    if (bytes.length <= most) return Number.POSITIVE_INFINITY;
    return bytes.subarray(0, most).toString("latin1").split("\n").length - 1;
  };
  return new Map([...loaded].map((file) => [file, linesOf(file)]));
}
