/** Every commit that a revision reaches, read once: who made it, and how it came into the line of history. */
import type { Workspace } from "../workspace.js";
import { GitFailed, runBytes } from "./git.js";
import { COMMITS_AS_KEPT, commitsIn, type GitCommit } from "./git-commits.js";
import { gitFolder } from "./git-folder.js";

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
