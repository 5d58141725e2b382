/** Files of instructions that hosts read by themselves: which there are, and which file one of them really is. */
import { existsSync, lstatSync, readdirSync, readFileSync, realpathSync } from "node:fs";
import { join, posix, relative, sep } from "node:path";
import type { Places } from "../context.js";
import { defaultProfile } from "../settings.js";
import { coreFileTrouble } from "./core-file-name.js";
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

/** Cursor reads every file of this folder; tenet's own is made where there is nothing else. */
const CURSOR_RULES = ".cursor/rules";
export const CURSOR_FILE = `${CURSOR_RULES}/tenet.mdc`;

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
function realInstructions(root: string, name: string): string | undefined {
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

/** Files that a host reads into the prompt by itself, in this workspace. */
export function loadedFiles(ws: Pick<Workspace, "root">, host: Host): readonly string[] {
  const loaded = new Set(READ_BY[host].files.flatMap((name) => [name, realInstructions(ws.root, name) ?? name]));
  // What is added meanwhile is looked at, too.
  if (READ_BY[host].imports) for (const file of loaded) for (const one of importedBy(ws.root, file)) loaded.add(one);
  return [...loaded];
}

/** The same with the number of lines that the host reads of each: those that lie wholly within its first bytes. */
export function loadedLines(ws: Pick<Workspace, "root">, host: Host): ReadonlyMap<string, number> {
  const most = READ_BY[host].bytes ?? Number.POSITIVE_INFINITY;
  const linesOf = (file: string) => {
    const real = realFile(ws.root, file);
    const bytes = real === undefined ? Buffer.alloc(0) : readFileSync(`${ws.root}/${real}`);
    if (bytes.length <= most) return Number.POSITIVE_INFINITY;
    return bytes.subarray(0, most).toString("latin1").split("\n").length - 1;
  };
  return new Map(loadedFiles(ws, host).map((file) => [file, linesOf(file)]));
}

/** The files that agents read, as they stand in a folder. */
export interface FoundFiles {
  /** Of the files that workspaces of agents have: SOUL.md, MEMORY.md, ... */
  agent: readonly string[];
  /** Files of instructions, links and imports followed, in the order in which one is proposed. */
  instructions: readonly string[];
  /** Cursor reads a folder of rules. */
  cursor: boolean;
}

/** Looks for them. */
export function filesFound(root: string): FoundFiles {
  const { soul, memory, heartbeat, procedures } = defaultProfile().files;
  const instructions = INSTRUCTION_FILES.flatMap((name) => realInstructions(root, name) ?? []);
  const is = (name: string) => lstatSync(join(root, name), { throwIfNoEntry: false }) !== undefined;
  return {
    agent: [soul, memory, heartbeat, procedures].filter(is),
    instructions: [...new Set(instructions)].filter((name) => coreFileTrouble(name) === undefined),
    cursor: is(CURSOR_RULES) && readdirSync(join(root, CURSOR_RULES)).length > 0,
  };
}

/** The host that is at work here, by what it leaves in a project, then by what it keeps for a person. */
export function hostFound(root: string, into: string, { hosts }: Pick<Places, "hosts">): string | undefined {
  const is = (name: string) => existsSync(join(root, name));
  if (into.endsWith("CLAUDE.md") || is(".claude")) return "claude-code";
  if (into === "GEMINI.md") return "gemini-cli";
  if (into === ".github/copilot-instructions.md") return "copilot";
  if (is(".cursor")) return "cursor";
  if (is(".codex")) return "codex";
  return Object.entries(hosts).find(([, folder]) => existsSync(folder))?.[0];
}
