/** Every commit that a revision reaches, read once: who made it, and how it came into the line of history. */
import type { Workspace } from "../workspace.js";
import { GitFailed, runBytes } from "./git.js";
import { COMMITS_AS_KEPT, commitsIn, type GitCommit } from "./git-commits.js";
import { gitFolder } from "./git-folder.js";

export class CommitGraph {
  readonly #byId: ReadonlyMap<string, GitCommit>;
  readonly #entries = new Map<string, GitCommit>();
  /** By a commit of the line: itself and all that came in with it, parents before their children. */
  readonly #together = new Map<GitCommit, GitCommit[]>();
  /** The line of history itself: first parents, oldest first. */
  readonly line: readonly GitCommit[];

  /** `commits`: a commit stands before its parents. */
  constructor(commits: readonly GitCommit[]) {
    this.#byId = new Map(commits.map((one) => [one.commit, one]));
    const line: GitCommit[] = [];
    for (let one = commits[0]; one !== undefined; one = this.#byId.get(one.parents[0] ?? "")) line.push(one);
    this.line = line.reverse();
    for (const entry of this.line) this.#enter(entry);
    for (const one of [...commits].reverse()) this.#together.get(this.#entries.get(one.commit) ?? one)?.push(one);
  }

  /** Undefined where there is no repository, or no such commit in it yet. */
  static async at(ws: Workspace, revision = "HEAD"): Promise<CommitGraph | undefined> {
    if (gitFolder(ws.root) === undefined) return undefined;
    try {
      return new CommitGraph(
        commitsIn(await runBytes(ws.root, [...COMMITS_AS_KEPT, "--end-of-options", revision, "--"])),
      );
    } catch (error) {
      if (error instanceof GitFailed) return undefined;
      throw error;
    }
  }

  #enter(entry: GitCommit): void {
    this.#together.set(entry, []);
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
    for (const one of (entry && this.#together.get(entry)) ?? []) {
      const [first = "", ...more] = one.parents;
      const hadIt = having.has(first);
      if (!hadIt && !more.some((parent) => having.has(parent))) continue;
      having.add(one.commit);
      if (!hadIt) merges.push(one);
    }
    return merges;
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

  /** Every commit, newest first: before its parents. */
  get commits(): Iterable<GitCommit> {
    return this.#byId.values();
  }
}
