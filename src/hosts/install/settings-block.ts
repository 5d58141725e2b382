/** Lines of tenet between two marks in files that are no JSON: hooks of git, and AGENTS.md. */

import { conflictLine } from "../../store/records/fences.js";
import { betweenMarks, blockIn, withBlock, withoutBlock } from "../../store/records/marked-blocks.js";
import { shellQuoted } from "../../text/shell-quoted.js";
import { type HostPatch, lineEnd, type PatchState } from "./host-patch.js";

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
  const block = blockIn(text, name);
  if (block.state === "damaged") return { state: "broken", because: block.message, line: block.line };
  if (block.state === "missing") return { state: "absent" };
  if (saidIn(block.lines) === saidIn(body)) return { state: "installed" };
  const because = `the block "${name}" is in the form of another version of tenet, or was changed by hand`;
  return { state: "outdated", because, line: block.from };
}

const blockOf = ({ name, body }: MarkedBlock, newline: string): string =>
  [...betweenMarks(name, body, "hash"), ""].join(newline);

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
      if (text.trim() === "") return { state: "applied", text: `${text}#!/bin/sh\n${blockOf(block, "\n")}` };
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
      return { state: "applied", text: text.slice(0, at) + gap + blockOf(block, newline) + text.slice(at) };
    },
    revert: (text) => withoutBlock(text, block.name),
    isEmpty: (rest) => /^(?:#!\/bin\/sh\s*)?$/.test(rest.trim()),
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
      return { state: "applied", text: edited.text };
    },
    revert: (text) => withoutBlock(text, AGENTS_BLOCK),
    isEmpty: (rest) => rest.trim() === "",
  };
}
