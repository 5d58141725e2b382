/** Files that tenet writes as a whole: skills, and the handler for OpenClaw. A last line holds the hash of the written text. */
import { createHash } from "node:crypto";
import type { HostPatch, PatchState } from "./host-patch.js";

const MARK = /(?:<!-- tenet:file ([0-9a-f]{12}) -->|\/\/ tenet:file ([0-9a-f]{12}))\s*$/;

/** Line ends apart, which git may change on the way to another machine. */
const plain = (text: string): string => text.replaceAll("\r\n", "\n").replace(/^\uFEFF/, "");

const hashOf = (body: string): string => createHash("sha256").update(body.trimEnd()).digest("hex").slice(0, 12);

/** A template with the line that lets a later look tell whether a person changed it. */
export function stamped(template: string, kind: "markdown" | "typescript"): string {
  const body = plain(template).trimEnd();
  const hash = hashOf(body);
  return kind === "markdown" ? `${body}\n\n<!-- tenet:file ${hash} -->\n` : `${body}\n\n// tenet:file ${hash}\n`;
}

function stateOf(text: string, content: string): PatchState {
  const now = plain(text);
  if (now === content) return { state: "installed" };
  const mark = MARK.exec(now);
  if (mark === null) return { state: "foreign", because: "another file of that name stands there" };
  if (hashOf(now.slice(0, mark.index)) !== (mark[1] ?? mark[2]))
    return { state: "edited", because: "it was changed by hand" };
  return { state: "outdated", because: "it was written by another version of tenet" };
}

/** A whole file. `content` comes from {@link stamped}. */
export function wholeFilePatch(content: string, says: string): HostPatch {
  return {
    says,
    stateIn: (text) => (text.trim() === "" ? { state: "absent" } : stateOf(text, content)),
    apply: (before) => {
      const text = before ?? "";
      if (text.trim() !== "") {
        const current = stateOf(text, content);
        if (current.state === "installed") return { state: "unchanged" };
        if ("because" in current) return current;
      }
      return { state: "applied", text: text + content };
    },
    revert: (text) => (["installed", "outdated"].includes(stateOf(text, content).state) ? "" : undefined),
    isEmpty: (rest) => rest.trim() === "",
  };
}
