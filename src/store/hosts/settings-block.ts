/** Lines of tenet between two marks in files that are no JSON: settings in TOML, hooks of git, and AGENTS.md. */

import { shellQuoted } from "../../text/shell-quoted.js";
import { oneLine } from "../../text/shorten.js";
import { conflictLine } from "../records/fences.js";
import { aroundBlock, beginMark, blockIn, endMark, withBlock, withoutBlock } from "../records/marked-blocks.js";
import { type HostPatch, Inserting, lineAt, lineEnd, type PatchResult, type PatchState } from "./host-patch.js";

interface MarkedBlock {
  /** Behind `tenet:begin`: what the block is. */
  name: string;
  /** The lines between the marks. */
  body: readonly string[];
}

const saidIn = (lines: readonly string[]): string =>
  lines
    .map((line) => line.replace(/\r$/, ""))
    .join("\n")
    .trim();

function stateOf(text: string, { name, body }: MarkedBlock): PatchState {
  const block = blockIn(text, name, "hash");
  if (block.state === "damaged") return { state: "broken", because: block.message, line: block.line };
  if (block.state === "missing") return { state: "absent" };
  if (saidIn(block.lines) === saidIn(body)) return { state: "installed" };
  const because = `the block "${name}" is in the form of another version of tenet, or was changed by hand`;
  return { state: "outdated", because, line: block.from };
}

/** The text without the block; `gap`: with the empty line before it too, as it is put in behind other lines. */
function without(text: string, name: string, gap: boolean): string | undefined {
  const block = blockIn(text, name, "hash");
  if (block.state !== "found") return undefined;
  const [before, behind] = aroundBlock(text, block);
  return (gap ? before.replace(/(\r?\n)[ \t]*\r?\n$/, "$1") : before) + behind;
}

const blockOf = ({ name, body }: MarkedBlock, newline: string): string =>
  [beginMark(name, "hash"), ...body, endMark(name, "hash"), ""].join(newline);

/** Where tenet's server for MCP stands in Codex's `config.toml` (developers.openai.com/codex/mcp). */
const SERVER: MarkedBlock = { name: "mcp", body: ["[mcp_servers.tenet]", 'command = "tenet"', 'args = ["mcp"]'] };

/** A server of that name written by the user, or a form to which no table can be added. */
const TAKEN = /^[ \t]*(?:\[[ \t]*)?mcp_servers[ \t]*(?:\.[ \t]*(?:tenet|"tenet"|'tenet')[ \t]*[\].=]|=)/m;
const TAKEN_INSIDE = /^[ \t]*\[[ \t]*mcp_servers[ \t]*\][^[]*?^[ \t]*(?:tenet|"tenet"|'tenet')[ \t]*[.=]/m;

/** The server for MCP in TOML. */
export function tomlServerPatch(): HostPatch {
  const withoutServer = (text: string) => without(text, SERVER.name, false) ?? text;
  const foreign = (text: string): PatchState | undefined => {
    const at = TAKEN.exec(text)?.index ?? TAKEN_INSIDE.exec(text)?.index;
    if (at === undefined) return undefined;
    return { state: "foreign", because: "mcp_servers.tenet stands there already", line: lineAt(text, at) };
  };
  return {
    says: "the server for MCP",
    puts: [{ at: "mcp_servers.tenet", does: "tenet mcp" }],
    stateIn: (text) => {
      const current = stateOf(text, SERVER);
      return current.state === "absent" ? (foreign(text) ?? current) : current;
    },
    apply: (before): PatchResult => {
      const text = before ?? "";
      const current = stateOf(text, SERVER);
      if (current.state === "broken") return current;
      if (current.state === "installed") return { state: "unchanged" };
      const foreignState = foreign(text);
      if (foreignState !== undefined && "because" in foreignState) return foreignState;
      const open = [...text.matchAll(/"""|'''/g)];
      if (open.length % 2 === 1) {
        const line = lineAt(text, open.at(-1)?.index ?? 0);
        return { state: "broken", because: "a text of several lines does not end", line };
      }
      return appended(text, SERVER);
    },
    revert: (text) => without(text, SERVER.name, true),
    isEmpty: (rest) => rest.trim() === "",
    others: (text) => oneLine(withoutServer(text)),
  };
}

function appended(text: string, block: MarkedBlock): PatchResult {
  const newline = lineEnd(text);
  const into = new Inserting(text);
  const bare = text === "" || text === "\uFEFF";
  const gap = bare ? "" : text.endsWith("\n") ? newline : newline + newline;
  into.insert(text.length, gap + blockOf(block, newline));
  return { state: "applied", text: into.text, insertions: into.insertions };
}

/** What tenet writes and git keeps. */
const RECORDS = ["tenet.yaml", "memory", "SOUL.md", "MEMORY.md"];

const SHELL = /^#!.*[/ ](?:sh|bash|dash|zsh|ksh|ash)(?:\s|$)/;

/** A record that says what breaks it in files. */
const CARRIES_CHECK = "^check:";

/**
 * What git runs before a commit (git-scm.com/docs/githooks): a commit that changes records is stopped when `tenet
 * verify` finds an error in them, and where records carry checks any commit that breaks one. Other commits, and machines
 * without tenet, notice nothing. `folder`: the workspace within the repository, `.` for its top.
 */
export function gitHookPatch(folder: string): HostPatch {
  const within = (path: string) => shellQuoted(folder === "." ? path : `${folder}/${path}`);
  const paths = RECORDS.map(within).join(" ");
  const block: MarkedBlock = {
    name: folder === "." ? "pre-commit" : `pre-commit ${folder}`,
    body: [
      `if command -v tenet >/dev/null 2>&1 && ! git diff --cached --quiet -- ${paths}; then`,
      "  tenet_found=0",
      `  tenet -C ${shellQuoted(folder)} verify >&2 || tenet_found=$?`,
      '  if [ "$tenet_found" -eq 8 ]; then',
      '    echo "tenet verify found errors in the records: see above. Nothing was committed." >&2',
      "    exit 1",
      "  fi",
      "fi",
      `if command -v tenet >/dev/null 2>&1 && grep -rqs '${CARRIES_CHECK}' ${within("memory/learning")}; then`,
      "  tenet_found=0",
      `  tenet -C ${shellQuoted(folder)} check --staged >&2 || tenet_found=$?`,
      '  if [ "$tenet_found" -eq 8 ]; then',
      '    echo "tenet check found what was corrected: see above. Nothing was committed." >&2',
      "    exit 1",
      "  fi",
      "fi",
    ],
  };
  return {
    says: "tenet verify before commits that change records, and tenet check where records carry checks",
    program: true,
    stateIn: (text) => stateOf(text, block),
    apply: (before) => {
      const text = before ?? "";
      const current = stateOf(text, block);
      if (current.state === "broken") return current;
      if (current.state === "installed") return { state: "unchanged" };
      const into = new Inserting(text);
      if (text.trim() === "") {
        into.insert(text.length, `#!/bin/sh\n${blockOf(block, "\n")}`);
        return { state: "applied", text: into.text, insertions: into.insertions };
      }
      const first = /^.*(?:\r?\n)?/.exec(text)?.[0] ?? "";
      if (first.startsWith("#!") && !SHELL.test(first)) {
        const because =
          "it is no shell script: have it run `tenet verify` and `tenet check --staged`, and stop where one ends with 8";
        return { state: "foreign", because, line: 1 };
      }
      const newline = lineEnd(text);
      const at = first.startsWith("#!") ? first.length : 0;
      const gap = at > 0 && !first.endsWith("\n") ? newline : "";
      // First of all: what stands there may end the script before its last line.
      into.insert(at, gap + blockOf(block, newline));
      return { state: "applied", text: into.text, insertions: into.insertions };
    },
    revert: (text) => without(text, block.name, false),
    isEmpty: (rest) => /^(?:#!\/bin\/sh\s*)?$/.test(rest.trim()),
    others: (text) => without(text, block.name, false) ?? text,
  };
}

const AGENTS_BLOCK = "agents";

const trimmed = (lines: readonly string[]): string =>
  lines
    .map((line) => line.trim())
    .join("\n")
    .trim();

function stateOfAgents(text: string, body: string): PatchState {
  const line = conflictLine(text);
  if (line !== undefined) return { state: "broken", because: "it holds a conflict marker of git", line };
  const block = blockIn(text, AGENTS_BLOCK);
  if (block.state === "damaged") return { state: "broken", because: block.message, line: block.line };
  if (block.state === "missing") return { state: "absent" };
  if (trimmed(block.lines) === trimmed(body.split("\n"))) return { state: "installed" };
  return { state: "outdated", because: "the block is in the form of another version of tenet", line: block.from };
}

/** The block in AGENTS.md, for agents that read that file and nothing else. `body`: what stands between its marks. */
export function agentsPatch(body: string): HostPatch {
  return {
    says: "a block with the commands an agent needs",
    stateIn: (text) => stateOfAgents(text, body),
    apply: (before) => {
      const text = before ?? "";
      const current = stateOfAgents(text, body);
      if (current.state === "broken") return current;
      const edited = withBlock(text, AGENTS_BLOCK, body);
      if (edited.state === "damaged") return { state: "broken", because: edited.message, line: edited.line };
      if (edited.state !== "added") return { state: "unchanged" };
      const at = text.length;
      return { state: "applied", text: edited.text, insertions: [{ at, text: edited.text.slice(at) }] };
    },
    revert: (text) => withoutBlock(text, AGENTS_BLOCK),
    isEmpty: (rest) => rest.trim() === "",
    others: (text) => oneLine(withoutBlock(text, AGENTS_BLOCK) ?? text),
  };
}
