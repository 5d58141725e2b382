/** Parses git's log: commits and their changes of files. It is information, and no proof. */
import { stamp } from "../../text/durations.js";
import type { Workspace } from "../workspace.js";
import { GitFailed, NO_FETCH, OID, OWN_TRAILER, run, runBytes } from "./git.js";
import { headCommit } from "./git-head.js";

export interface GitCommit {
  commit: string;
  /** Those that this clone has. */
  parents: readonly string[];
  name: string;
  email: string;
  /** ISO, of the author; the epoch where the commit has none. */
  at: string;
  subject: string;
  /** tenet made the commit by itself (`git.commit`): it shows nothing about the decider. */
  own?: true;
}

/** A file as a commit has it, beside one of its parents. */
export interface FileChange {
  by: GitCommit;
  /** Addresses that it names as co-authors. */
  coAuthors: readonly string[];
  /** Relative to the workspace, with `/`. */
  file: string;
  kind: "added" | "changed" | "deleted";
  /** Its blob there and here; all zeros where there is no file. */
  before: string;
  after: string;
}

const FIELDS = [
  ...["%H", "%P", "%an", "%ae", "%at", "%s"],
  ...[OWN_TRAILER, "Co-authored-by"].map((trailer) => `%(trailers:key=${trailer},valueonly)`),
];

/** Fields end in NUL, which no commit can hold: nothing in one looks like another. No encoding that a commit names is followed. */
const AS_MADE = ["--encoding=none", "--no-show-signature", `--format=${FIELDS.join("%x00")}`];
const CHANGES = ["--topo-order", "--full-history", "-m", "--raw", "-z", "--no-abbrev", "--no-renames", "--relative"];

/** `:100644 100644 <before> <after> M` */
const RAW = /^\n?:\d{6} \d{6} ([0-9a-f]+) ([0-9a-f]+) ([AMDT])$/;
const ADDRESS = /<([^<>\n]*)>/g;

/** One commit by its whole id. Throws where it is not there. */
export async function readCommit({ root }: Workspace, id: string): Promise<GitCommit> {
  return commitIn((await run(root, ["log", "--no-walk", ...AS_MADE, "--end-of-options", id, "--"])).split("\0"));
}

/**
 * What commits up to HEAD did to these files and beneath these folders, relative to the workspace: newest first, a merge
 * beside each of its parents. Nothing without git or commits; a shallow clone knows what it holds. `more`: options of
 * git's log. Throws {@link GitFailed}.
 */
export async function changesUpToHead(
  { root }: Workspace,
  paths: readonly string[],
  more: readonly string[] = [],
): Promise<FileChange[]> {
  if (paths.length === 0 || (await headCommit(root)) === undefined) return [];
  const logArgs = ["--literal-pathspecs", "log", ...AS_MADE, ...CHANGES, ...more, "HEAD", "--", ...paths];
  const tokens = (await runBytes(root, logArgs, "", NO_FETCH)).toString("utf8").split("\0").slice(0, -1);
  const changes: FileChange[] = [];
  for (let at = 0; at < tokens.length; ) {
    const fields = tokens.slice(at, at + FIELDS.length);
    const by = commitIn(fields);
    const coAuthors = [...(fields.at(-1) ?? "").matchAll(ADDRESS)].map(([, address = ""]) => address.trim());
    at += FIELDS.length;
    for (let raw = RAW.exec(tokens[at] ?? ""); raw !== null; raw = RAW.exec(tokens[at] ?? "")) {
      const [, before = "", after = "", letter] = raw;
      const kind = letter === "A" ? "added" : letter === "D" ? "deleted" : "changed";
      changes.push({ by, coAuthors, file: tokens[at + 1] ?? "", kind, before, after });
      at += 2;
    }
  }
  return changes;
}

function commitIn(fields: readonly string[]): GitCommit {
  const [commit = "", parents = "", name = "", email = "", seconds = "", subject = "", own = ""] = fields;
  if (!OID.test(commit)) throw new GitFailed(["log"], undefined, "it printed a commit that is none");
  return {
    commit,
    parents: parents.match(/[0-9a-f]+/g) ?? [],
    name: name.trim(),
    email: email.trim(),
    at: stamp(new Date(/^\d{1,11}$/.test(seconds) ? Number(seconds) * 1000 : 0)),
    subject,
    ...(own === "" ? {} : { own: true }),
  };
}

/** A file as it stood before a commit took it out. */
export interface RemovedFile {
  /** Relative to the workspace, with `/`. */
  file: string;
  /** Its last content. */
  oid: string;
}

/**
 * What commits up to HEAD took out beneath a folder (absolute), newest first: once for each commit that did, and beside
 * each parent of a merge. None where git does not answer.
 */
export async function removedFiles(ws: Workspace, folder: string): Promise<RemovedFile[]> {
  try {
    const changes = await changesUpToHead(ws, [ws.relative(folder)]);
    return changes.flatMap(({ kind, file, before }) => (kind === "deleted" ? [{ file, oid: before }] : []));
  } catch (error) {
    if (error instanceof GitFailed) return [];
    throw error;
  }
}
