/** Which files an import reads, and what a name says about what they hold. */

export type FileKind = "learnings" | "errors" | "feature-requests" | "decisions";

const LOG = /\.(?:jsonl|ndjson|csv|tsv)$/i;
const MARKDOWN = /\.(?:md|markdown|mdc)$/i;

const baseOf = (name: string): string => name.slice(name.lastIndexOf("/") + 1).toLowerCase();

const INSTRUCTIONS = new Set(
  `claude.md claude.local.md agents.md agents.override.md gemini.md copilot-instructions.md .cursorrules .windsurfrules
   .clinerules`.split(/\s+/),
);

/** Is this a file in which people tell agents what to do? */
export function isInstructionFile(name: string): boolean {
  const path = name.replaceAll("\\", "/");
  const inRules = /(?:^|\/)\.(?:cursor|claude|windsurf|clinerules)\/(?:.*\/)?rules\/[^/]*\.mdc?$/i.test(path);
  return INSTRUCTIONS.has(baseOf(path)) || /\.mdc$|\.instructions\.md$/i.test(path) || inRules;
}

/** Is this a file that a host keeps for one person beside the shared one? */
export function isPersonal(name: string): boolean {
  return /(?:\.local\.md|^agents\.override\.md)$/.test(baseOf(name));
}

/** The index of an auto memory: a file of that name in a host's own folder. */
export function isMemoryIndex(path: string): boolean {
  return baseOf(path.replaceAll("\\", "/")) === "memory.md" && /[\\/]\.claude[\\/]/.test(path);
}

export const isLog = (name: string): boolean => LOG.test(name);

/** Files an import reads within a folder; anything else there is named and left alone. */
export function isReadable(name: string): boolean {
  return LOG.test(name) || MARKDOWN.test(name) || /\.json$/i.test(name) || isInstructionFile(name);
}

/** What a file of learnings holds, by its name; an entry's own id may say otherwise. */
export function kindOf(name: string): FileKind {
  const base = baseOf(name);
  if (LOG.test(base) || /decision/.test(base)) return "decisions";
  if (/feature|wish|request/.test(base)) return "feature-requests";
  if (/error|fail|incident|bug|crash/.test(base)) return "errors";
  return "learnings";
}

/** Names at the top of a project under which learnings and decisions are kept. */
export function isLearningsName(name: string): boolean {
  return (
    isReadable(name) && /learning|lesson|correction|error|mistake|decision|feature[-_ ]?request/i.test(baseOf(name))
  );
}

/** Folders of a project in which an import looks, and what it takes there; everywhere else nothing is looked for. */
export const PROJECT_FOLDERS: readonly { folder: string; takes(name: string): boolean }[] = [
  { folder: ".learnings", takes: isReadable },
  { folder: "learnings", takes: isReadable },
  {
    folder: ".claude",
    takes: (name) => /^(?:CLAUDE(?:\.local)?\.md|rules\/.*\.md)$/i.test(name),
  },
  { folder: ".cursor/rules", takes: (name) => MARKDOWN.test(name) },
  { folder: ".windsurf/rules", takes: (name) => MARKDOWN.test(name) },
  {
    folder: ".github",
    takes: (name) => isInstructionFile(name) && /^(?:instructions\/|copilot-instructions\.md$)/.test(name),
  },
];

/** Instructions that hold for the folder in which they lie. */
const OF_FOLDERS = ["CLAUDE.md", "AGENTS.md", "GEMINI.md"];
export const NESTED_NAMES: readonly string[] = [...OF_FOLDERS, ".cursor/rules/*.mdc"];

/** The folder that instructions hold for, by where they lie; empty for all of a workspace. */
export function folderOf(path: string): string {
  const rules = /^(?:(.*)\/)?\.(?:cursor|claude|windsurf)\//.exec(path);
  if (rules !== null) return rules[1] ?? "";
  const at = path.lastIndexOf("/");
  return at !== -1 && OF_FOLDERS.includes(path.slice(at + 1)) ? path.slice(0, at) : "";
}
