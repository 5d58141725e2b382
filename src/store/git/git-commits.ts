/** Commits as git keeps them, byte for byte: no setting of a clone and no encoding a commit names changes what they say. */
import { stamp } from "../../clock.js";
import type { Workspace } from "../workspace.js";
import { GitFailed, OWN_TRAILER, run, runBytes } from "./git.js";

export interface GitCommit {
  commit: string;
  parents: readonly string[];
  name: string;
  email: string;
  /** ISO, of the author; the beginning of time where it says none. */
  at: string;
  subject: string;
  /** tenet committed it by itself (`git.commit`): it says nothing about who decided. */
  own?: true;
  /** It says that people begin anew: after a lost address. */
  newRoot?: true;
}

/** A whole object id. */
export const OID = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

/** The trailer by which a commit of `tenet.yaml` says that people begin anew. */
const NEW_ROOT = "Tenet-New-Root";

/** What prints commits for {@link commitsIn}: plumbing, which follows no setting of how a log is shown. */
export const COMMITS_AS_KEPT = ["rev-list", "--topo-order", "--header", "--encoding=none"];

const PARENTS = /^tree [0-9a-f]+\n((?:parent [0-9a-f]+\n)*)/;
const AUTHOR = /^author ([^<\n]*)<([^>\n]*)>(?: (\d{1,11}) [+-]\d{4}\n)?/;

/** Apart by NUL, which no commit can hold. A commit without one author, as git writes it, is nobody's. Throws on anything else. */
export function commitsIn(told: Buffer): GitCommit[] {
  const commits: GitCommit[] = [];
  for (let at = 0; at < told.length; ) {
    const end = told.indexOf(0, at);
    commits.push(commitIn(told.toString("utf8", at, end === -1 ? told.length : end)));
    at = end === -1 ? told.length : end + 1;
  }
  return withKnownParents(commits);
}

/** One commit by its whole id, for information about who made it. Throws where it is not there. */
export async function readCommit({ root }: Workspace, id: string): Promise<GitCommit> {
  const told = await runBytes(root, [...COMMITS_AS_KEPT, "--no-walk", "--end-of-options", id]);
  return commitIn(told.toString("utf8").replace(/\0$/, ""));
}

/** A shallow clone ends at commits whose parents it has not got. */
export function withKnownParents(commits: readonly GitCommit[]): GitCommit[] {
  const known = new Set(commits.map(({ commit }) => commit));
  return commits.map((one) => ({ ...one, parents: one.parents.filter((parent) => known.has(parent)) }));
}

/** One commit: its id, then its bytes with the message four columns in. */
export function commitIn(text: string): GitCommit {
  const line = text.indexOf("\n");
  const commit = text.slice(0, line);
  if (!OID.test(commit)) throw new GitFailed(["log"], undefined, "it printed a commit that is none");
  const blank = text.indexOf("\n\n", line);
  const header = text.slice(line + 1, blank === -1 ? undefined : blank);
  const [before = "", parents = ""] = PARENTS.exec(header) ?? [];
  const isPlain = /^author [^\n]*\ncommitter (?![\s\S]*\nauthor )/.test(header.slice(before.length));
  const [, name = "", email = "", seconds = 0] = isPlain ? (AUTHOR.exec(header.slice(before.length)) ?? []) : [];
  // The message stands four columns in.
  const message = (blank === -1 ? "" : text.slice(blank)).replaceAll("\n    ", "\n").trim();
  const [subject = "", ...paragraphs] = message.split(/\n\s*\n/);
  const trailers = paragraphs.at(-1) ?? "";
  return {
    commit,
    parents: parents.match(/[0-9a-f]{40,}/g) ?? [],
    name: name.trim(),
    email: email.trim(),
    at: stamp(new Date(Number(seconds) * 1000)),
    subject: subject.replaceAll(/\s*\n\s*/g, " "),
    ...(trailerIn(trailers, OWN_TRAILER) === undefined ? {} : { own: true }),
    ...(trailerIn(trailers, NEW_ROOT) === "people" ? { newRoot: true } : {}),
  };
}

/** What a paragraph says behind the name of a trailer. */
function trailerIn(paragraph: string, trailer: string): string | undefined {
  return new RegExp(`^${trailer}[ \t]*:(.*)$`, "im").exec(paragraph)?.[1]?.trim();
}

const ADDRESS = /<([^<>\n]*)>/g;

/** The addresses that commits name as co-authors, by commit; those that name none are left out. One process. */
export async function coAuthorsOf(
  { root }: Workspace,
  commits: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (commits.length === 0) return new Map();
  const asked = "--format=%H%x00%(trailers:key=Co-authored-by,valueonly)%x00";
  const parts = (await run(root, ["log", "--no-walk=unsorted", asked, "--end-of-options", ...commits, "--"])).split(
    "\0",
  );
  const found = new Map<string, readonly string[]>();
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const addresses = [...(parts[at + 1] as string).matchAll(ADDRESS)].map(([, address]) => (address as string).trim());
    if (addresses.length > 0) found.set((parts[at] as string).trim(), addresses);
  }
  return found;
}
