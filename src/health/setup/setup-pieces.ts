/** What tenet adds to files of a workspace that are not its own, and how that comes out again. */
import { RECORD_FOLDERS } from "../../entry/record-types.js";
import type { HostPatch, PatchState } from "../../hosts/install/host-patch.js";
import type { Profile } from "../../settings.js";
import { conflictLine } from "../../store/records/fences.js";
import {
  type BlockEdit,
  type BlockName,
  blockIn,
  headOf,
  isBareRules,
  withBlock,
  withLines,
  withoutBlock,
} from "../../store/records/marked-blocks.js";
import { columnsOf } from "../../text/outline/outline.js";

/** Local and generated files that git shall not see. */
export const IGNORED = [".tenet/", ".tenet-*.tmp", "memory/learning/index.md"];
/** The columns of an answer about files. */
export const FILE_COLUMNS = columnsOf({ change: "id", file: "id", what: "text" });
const COMMENT = "# tenet";

/** Diffs that name the record, and merges by record or rule instead of by line. */
export const gitAttributes = ({ procedures, soul, memory }: Profile["files"]): string[] => [
  "*.md diff=markdown",
  "memory/*.md merge=tenet",
  "memory/learning/**/*.md merge=tenet",
  ...RECORD_FOLDERS.filter((folder) => !folder.startsWith("memory/learning/")).map(
    (folder) => `${folder}/**/*.md merge=tenet`,
  ),
  "memory/eval/runs.jsonl merge=tenet",
  ...[...new Set([procedures, soul, memory])].map((file) =>
    file.startsWith("memory/") ? `${file} merge=tenet` : `/${file} merge=tenet`,
  ),
];

/** One thing that tenet adds to one file. */
export interface SetupPiece {
  file: string;
  /** A missing file is made for it. */
  make: boolean;
  patch: HostPatch & { edit(text: string): BlockEdit };
}

type BlockKind = Exclude<BlockName, "agents">;

const SAYS: Readonly<Record<BlockKind, string>> = {
  boot: "what to run at session start",
  heartbeat: "the outcome check",
  rules: "an empty block for rules",
};

/** The lines of tenet in git's own files. */
export const gitPieces = (files: Profile["files"]): SetupPiece[] => [
  { file: ".gitignore", make: true, patch: linesPatch(IGNORED, "local files") },
  { file: ".gitattributes", make: true, patch: linesPatch(gitAttributes(files), "diffs and merges of Markdown") },
];

/**
 * In the order in which they are put in. What starts a session is made where it is missing: without it none would ever
 * start with tenet; a heartbeat belongs to hosts that have a file for it. One file is told once what to do: the line for a
 * session's start asks for the outcome check, too.
 */
export function setupPieces(files: Profile["files"]): SetupPiece[] {
  const blocks: { file: string; kind: BlockKind; make: boolean }[] = [
    { file: files.boot, kind: "boot", make: true },
    ...(files.heartbeat === files.boot ? [] : [{ file: files.heartbeat, kind: "heartbeat" as const, make: false }]),
    ...[...new Set([files.soul, files.memory, files.procedures])].map((file) => ({
      file,
      kind: "rules" as const,
      make: false,
    })),
  ];
  return [
    ...gitPieces(files),
    ...blocks.map(({ file, kind, make }) => ({ file, make, patch: blockPatch(kind, headOf(file)) })),
  ];
}

/** What is done to a text, as an installing tells it. */
function applied(edit: (text: string) => BlockEdit): HostPatch["apply"] {
  return (before) => {
    const edited = edit(before ?? "");
    if (edited.state === "damaged") return { state: "broken", because: edited.message, line: edited.line };
    if (edited.state === "unchanged") return edited;
    return { state: "applied", text: edited.text };
  };
}

const quiet = (text: string): string => text.replace(/\s+/g, " ").trim();

function blockPatch(kind: BlockKind, head: string): SetupPiece["patch"] {
  const edit = (text: string) => withBlock(text === "" ? head : text, kind);
  const stateIn = (text: string): PatchState => {
    const conflict = conflictLine(text);
    if (conflict !== undefined) return { state: "broken", because: "it holds a conflict marker", line: conflict };
    const block = blockIn(text, kind);
    if (block.state === "damaged") return { state: "broken", because: block.message, line: block.line };
    if (block.state === "missing") return { state: "absent" };
    if (kind !== "rules" || isBareRules(block.lines)) return { state: "installed" };
    return { state: "edited", because: "its block holds rules: they are what was learned", line: block.from };
  };
  return {
    says: SAYS[kind],
    edit,
    stateIn,
    apply: applied(edit),
    revert: (text) => (stateIn(text).state === "installed" ? withoutBlock(text, kind) : undefined),
    isEmpty: (rest) => quiet(rest) === quiet(head),
  };
}

/** Lines under one comment at the end of a list of git's. */
function linesPatch(wantedLines: readonly string[], says: string): SetupPiece["patch"] {
  const edit = (text: string) => withLines(text, wantedLines, COMMENT);
  const cut = (text: string) => {
    const lines = text.split("\n");
    const from = lines.findIndex((line) => line.trim() === COMMENT);
    let to = from + 1;
    while (from !== -1 && to < lines.length && wantedLines.includes((lines[to] ?? "").trim())) to++;
    if (from === -1 || to === from + 1) return undefined;
    const gap = from > 0 && (lines[from - 1] ?? "").trim() === "" ? 1 : 0;
    return [...lines.slice(0, from - gap), ...lines.slice(to)].join("\n");
  };
  return {
    says,
    edit,
    stateIn: (text) => ({ state: cut(text) === undefined ? "absent" : "installed" }),
    apply: applied(edit),
    revert: cut,
    isEmpty: (rest) => rest.trim() === "",
  };
}
