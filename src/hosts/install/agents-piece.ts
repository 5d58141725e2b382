/** tenet's block in AGENTS.md, for agents that read that file and nothing else. */

import { blockIn, withBlock, withLinesOf } from "../../context/core-blocks.js";
import { conflictLine } from "../../store/files/conflict-markers.js";
import type { HostPatch, PatchState } from "./host-patch.js";

const NAME = "agents";

const said = (lines: readonly string[]): string =>
  lines
    .map((line) => line.trim())
    .join("\n")
    .trim();

function look(text: string, body: string): PatchState {
  const line = conflictLine(text);
  if (line !== undefined) return { state: "broken", because: "it holds a conflict marker of git", line };
  const found = blockIn(text, NAME);
  if (found.state === "damaged") return { state: "broken", because: found.message, line: found.line };
  if (found.state === "missing") return { state: "absent" };
  if (said(found.lines) === said(body.split("\n"))) return { state: "installed" };
  return { state: "outdated", because: "the block is in the form of another version of tenet", line: found.from };
}

function take(text: string): string | undefined {
  const found = blockIn(text, NAME);
  if (found.state !== "found") return undefined;
  const lines = withLinesOf(text, found, []).split("\n");
  const at = found.from - 1;
  const apart = lines[at - 1]?.trim() === "" && (lines[at + 2] ?? "").trim() === "";
  return [...lines.slice(0, apart ? at - 1 : at), ...lines.slice(at + 2)].join("\n");
}

/** `body`: what stands between the marks. */
export function agentsPiece(body: string): HostPatch {
  return {
    says: "a block with the commands an agent needs",
    look: (text) => look(text, body),
    put: (before) => {
      const text = before ?? "";
      const standing = look(text, body);
      if (standing.state === "broken") return standing;
      const done = withBlock(text, NAME, body);
      if (done.state !== "added") return { state: "unchanged" };
      const at = text.length;
      return { state: "put", text: done.text, insertions: [{ at, text: done.text.slice(at) }] };
    },
    take,
    isBare: (rest) => rest.trim() === "",
    rest: (text) => (take(text) ?? text).replace(/\s+/g, " ").trim(),
  };
}
