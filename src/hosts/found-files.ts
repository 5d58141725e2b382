/** Which files of agents a folder holds, and which host is at work there. Called by `init`, before there is a workspace. */
import { existsSync, lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { Places } from "../context.js";
import { defaultProfile } from "../settings.js";
import { coreFileTrouble } from "../store/core-file-name.js";
import { INSTRUCTION_FILES, realInstructions } from "../store/instruction-files.js";

/** Cursor reads every file of this folder; tenet's own is made where there is nothing else. */
const CURSOR_RULES = ".cursor/rules";
export const CURSOR_FILE = `${CURSOR_RULES}/tenet.mdc`;

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
