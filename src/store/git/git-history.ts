/** Who brought what into the line of history that is checked out: commits that touched a file, merges that let them in. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Workspace } from "../workspace.js";
import { answerOf } from "./git.js";
import { commonFolder, gitFolder } from "./git-state.js";

export interface GitCommit {
  commit: string;
  parents: readonly string[];
  name: string;
  email: string;
  /** ISO, of the author. */
  at: string;
  subject: string;
}

/** One commit that touched a file. */
export interface Touch extends GitCommit {
  file: string;
  kind: "added" | "changed" | "deleted";
}

const MARK = "\x1e";
const FIELD = "\x1f";
const FORMAT = `--format=${MARK}%H${FIELD}%P${FIELD}%an${FIELD}%ae${FIELD}%aI${FIELD}%s`;

function commitIn(row: string): GitCommit | undefined {
  const [commit, parents, name, email, at, subject] = row.split(FIELD);
  if (commit === undefined || parents === undefined || name === undefined || email === undefined || at === undefined)
    return undefined;
  return { commit, parents: parents.split(" ").filter((one) => one !== ""), name, email, at, subject: subject ?? "" };
}

/** git's answer, or undefined where it has none: no repository, no commit yet. */
async function answerIn(ws: Workspace, args: readonly string[]): Promise<string | undefined> {
  return gitFolder(ws.root) === undefined ? undefined : await answerOf(ws.root, args);
}

/**
 * Every commit reachable from HEAD that touched a file of these folders or files, oldest first, files by their name
 * relative to the workspace. A merge counts where it made something that neither side had. Undefined without git.
 */
export async function touchesOf(ws: Workspace, paths: readonly string[]): Promise<Touch[] | undefined> {
  const shown = ["--reverse", "--no-renames", "--name-status", "-c", "--relative", FORMAT, "HEAD", "--", ...paths];
  const log = await answerIn(ws, ["-c", "core.quotePath=false", "log", ...shown]);
  return log?.split(MARK).flatMap((part): Touch[] => {
    const [head = "", ...rows] = part.split("\n");
    const commit = commitIn(head);
    if (commit === undefined) return [];
    return rows.flatMap((row): Touch[] => {
      const [, letter, file] = /^([AMDT])[AMDT]*\t(.+)$/.exec(row) ?? [];
      if (letter === undefined || file === undefined) return [];
      return [{ ...commit, file, kind: letter === "A" ? "added" : letter === "D" ? "deleted" : "changed" }];
    });
  });
}

/**
 * Merges that brought a commit into another line of history, oldest first: their first parent did not have it yet.
 * Empty where it was committed, or fast-forwarded, onto the line itself.
 */
export async function mergesOf(ws: Workspace, commit: string): Promise<GitCommit[]> {
  const log = await answerIn(ws, ["log", "--reverse", "--topo-order", "--ancestry-path", FORMAT, `${commit}..HEAD`]);
  const after = (log ?? "").split(MARK).flatMap((part) => commitIn(part.trimEnd()) ?? []);
  const having = new Set([commit, ...after.map((one) => one.commit)]);
  return after.filter(({ parents }) => parents.length > 1 && !having.has(parents[0] as string));
}

/** The commits among these whose signature git finds good and whose key it trusts. */
export async function wellSigned(ws: Workspace, commits: readonly string[]): Promise<Set<string>> {
  if (commits.length === 0) return new Set();
  const log = await answerIn(ws, ["log", "--no-walk", "--format=%H %G?", ...commits]);
  const rows = (log ?? "").split("\n").map((row) => row.split(" "));
  return new Set(rows.flatMap(([commit, state]) => (commit !== undefined && state === "G" ? [commit] : [])));
}

/** Commits at which a shallow clone ends: everything older seems to come from them. Empty in a whole one. */
export function shallowEnds(ws: Workspace): ReadonlySet<string> {
  const folder = gitFolder(ws.root);
  if (folder === undefined) return new Set();
  for (const place of [folder, commonFolder(folder)]) {
    try {
      return new Set(
        readFileSync(join(place, "shallow"), "utf8")
          .split("\n")
          .filter((line) => line !== ""),
      );
    } catch {
      // Only a shallow clone has this file.
    }
  }
  return new Set();
}

/** The commit that brought a line as it stands; undefined while it is not committed, and without git. */
export async function commitOfLine(ws: Workspace, file: string, line: number): Promise<GitCommit | undefined> {
  const told = await answerIn(ws, ["blame", "-w", "-M", "--porcelain", "-L", `${line},${line}`, "--", file]);
  const commit = told?.slice(0, told.indexOf(" "));
  if (commit === undefined || !/^[0-9a-f]+$/.test(commit) || /^0+$/.test(commit)) return undefined;
  return await commitNamed(ws, commit);
}

/** What git knows of one commit. */
export async function commitNamed(ws: Workspace, commit: string): Promise<GitCommit | undefined> {
  const log = await answerIn(ws, ["log", "-1", FORMAT, "--end-of-options", commit]);
  return log === undefined ? undefined : commitIn(log.slice(log.indexOf(MARK) + 1).trimEnd());
}
