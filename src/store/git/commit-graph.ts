/** Every commit that a revision reaches, read once: who made it, and how it came into the line of history. */
import type { Workspace } from "../workspace.js";
import { answerOf, OWN_TRAILER } from "./git.js";
import { gitFolder } from "./git-state.js";

export interface GitCommit {
  commit: string;
  parents: readonly string[];
  name: string;
  email: string;
  /** ISO, of the author. */
  at: string;
  subject: string;
  /** tenet committed it by itself (`git.commit`): it says nothing about who decided. */
  own?: true;
}

/** Apart by NUL, which neither a header nor a printed subject can hold: whatever a commit says stays its own field. */
const FIELDS = ["%H", "%P", "%an", "%ae", "%aI", "%s", `%(trailers:key=${OWN_TRAILER},valueonly,separator=%x2C)`];
/** A whole object id. */
export const OID = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

const COMMIT_FORMAT = `--format=${FIELDS.join("%x00")}`;

/** Commits printed with {@link COMMIT_FORMAT} and `-z`. Throws on anything else. */
export function commitsIn(log: string): GitCommit[] {
  // Every commit ends with one.
  const fields = log.split("\0").slice(0, -1);
  const commits: GitCommit[] = [];
  for (let at = 0; at < fields.length; at += FIELDS.length) {
    const [commit = "", parents = "", name = "", email = "", time = "", subject = "", own] = fields.slice(
      at,
      at + FIELDS.length,
    );
    const before = parents.split(" ").filter((one) => one !== "");
    if (own === undefined || ![commit, ...before].every((one) => OID.test(one))) {
      throw new Error(`git printed a commit that is none: ${JSON.stringify(fields.slice(at, at + FIELDS.length))}`);
    }
    const made = { commit, parents: before, name, email, at: time, subject };
    commits.push(own === "" ? made : { ...made, own: true });
  }
  return commits;
}

export class CommitGraph {
  readonly #byId: ReadonlyMap<string, GitCommit>;
  readonly #order: ReadonlyMap<string, number>;
  readonly #entries = new Map<string, GitCommit>();
  readonly #children = new Map<string, string[]>();
  /** The line of history itself: first parents, oldest first. */
  readonly line: readonly GitCommit[];

  /** `commits`: a commit stands before its parents. */
  constructor(commits: readonly GitCommit[]) {
    this.#byId = new Map(commits.map((one) => [one.commit, one]));
    this.#order = new Map(commits.map(({ commit }, at) => [commit, at]));
    const line: GitCommit[] = [];
    for (let one = commits[0]; one !== undefined; one = this.#byId.get(one.parents[0] ?? "")) line.push(one);
    this.line = line.reverse();
    for (const { commit, parents } of commits) {
      for (const parent of parents) this.#children.set(parent, [...(this.#children.get(parent) ?? []), commit]);
    }
    for (const entry of this.line) this.#enter(entry);
  }

  /** Undefined where there is no repository, or no such commit in it yet. */
  static async at(ws: Workspace, revision = "HEAD"): Promise<CommitGraph | undefined> {
    if (gitFolder(ws.root) === undefined) return undefined;
    const asked = ["log", "-z", "--topo-order", COMMIT_FORMAT, "--end-of-options", revision, "--"];
    const log = await answerOf(ws.root, asked);
    return log === undefined ? undefined : new CommitGraph(commitsIn(log));
  }

  #enter(entry: GitCommit): void {
    const waiting = [entry.commit];
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      const commit = this.#byId.get(id);
      if (commit === undefined || this.#entries.has(id)) continue;
      this.#entries.set(id, entry);
      waiting.push(...commit.parents);
    }
  }

  get(commit: string): GitCommit | undefined {
    return this.#byId.get(commit);
  }

  /** The commit of the line by which another one came in: itself, or the first merge that reaches it. */
  entryOf(commit: string): GitCommit | undefined {
    return this.#entries.get(commit);
  }

  /**
   * Merges that brought a commit in, oldest first: their first parent did not have it yet. The last one is the commit of
   * the line by which it came in, the others were made on the way there; none for a commit of the line itself. A merge
   * that was made of it later, on another branch, brought nothing in.
   */
  mergesOf(commit: string): GitCommit[] {
    const entry = this.#entries.get(commit);
    const having = new Set([commit]);
    const merges: GitCommit[] = [];
    const waiting = entry?.commit === commit ? [] : [commit];
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      for (const child of this.#children.get(id) ?? []) {
        if (having.has(child) || this.#entries.get(child) !== entry) continue;
        having.add(child);
        waiting.push(child);
      }
    }
    for (const id of having) {
      const { parents = [] } = this.#byId.get(id) ?? {};
      if (id !== commit && parents.length > 1 && !having.has(parents[0] as string))
        merges.push(this.#byId.get(id) as GitCommit);
    }
    return merges.sort((a, b) => this.#place(b) - this.#place(a));
  }

  /** Whether one commit was made on top of another one, or is it. */
  isAfter(commit: string, earlier: string): boolean {
    const seen = new Set([commit]);
    for (const id of seen) {
      if (id === earlier) return true;
      for (const parent of this.#byId.get(id)?.parents ?? []) seen.add(parent);
    }
    return false;
  }

  /** Newest first. */
  #place({ commit }: GitCommit): number {
    return this.#order.get(commit) ?? 0;
  }

  /** Every commit, newest first: before its parents. */
  get commits(): Iterable<GitCommit> {
    return this.#byId.values();
  }
}
