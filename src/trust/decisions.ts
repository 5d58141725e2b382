/** Who decided: the one place that says whether a listed person stands behind a commit. */
import type { Person } from "../config.js";
import type { Context } from "../context.js";
import { CommitGraph } from "../store/git/commit-graph.js";
import type { GitCommit } from "../store/git/git-commits.js";
import { shallowEnds } from "../store/git/git-state.js";
import type { DecisionSettings } from "./policy/guarded-settings.js";
import { personOf } from "./policy/person-of.js";
import type { Proof } from "./proof.js";
import { SettingsHistory } from "./settings-history.js";

/** One commit by which something came in, with the listed person who made it. */
interface Way {
  commit: GitCommit;
  person: Person;
}

/** Reads the history of a revision once, and answers who let in what its commits brought. */
export class Decisions {
  /** Undefined without git, and before the first commit. */
  readonly graph: CommitGraph | undefined;
  /** As git has them; undefined as the graph is. */
  readonly settings: SettingsHistory | undefined;
  readonly #here: DecisionSettings;
  readonly #ends: ReadonlySet<string>;
  readonly #proofs = new Map<string, Proof>();

  private constructor(
    { workspace, profile }: Pick<Context, "workspace" | "profile">,
    graph: CommitGraph | undefined,
    settings: SettingsHistory | undefined,
  ) {
    this.#here = profile;
    this.graph = graph;
    this.settings = settings;
    this.#ends = graph === undefined ? new Set() : shallowEnds(workspace.root);
  }

  static async at(ctx: Pick<Context, "workspace" | "profile">, revision = "HEAD"): Promise<Decisions> {
    const { workspace: ws } = ctx;
    return new Decisions(ctx, ...(await Promise.all([CommitGraph.at(ws, revision), SettingsHistory.at(ws, revision)])));
  }

  /** There is a repository with a commit. */
  get hasGit(): boolean {
    return this.graph !== undefined;
  }

  /** Older commits are not on this machine. */
  get isShallow(): boolean {
    return this.#ends.size > 0;
  }

  /** What git knows of a commit of this history, by its whole id. */
  commit(id: string): GitCommit | undefined {
    return this.graph?.get(id);
  }

  /**
   * The settings by which a commit is judged: those that counted before it came into the line of history. Until a
   * committed profile lists an owner, the working copy's.
   */
  settingsFor(commit: string): DecisionSettings {
    const entry = this.graph?.entryOf(commit);
    return (entry && this.settings?.before(entry.commit)) ?? this.#here;
  }

  /** Whether a listed person made a commit, or merged it in. */
  async of(commit: string): Promise<Proof> {
    return (await this.ofAll([commit])).get(commit) as Proof;
  }

  /** The same for many commits. */
  async ofAll(commits: readonly string[]): Promise<ReadonlyMap<string, Proof>> {
    for (const id of commits) if (!this.#proofs.has(id)) this.#proofs.set(id, this.#prove(id));
    return this.#proofs;
  }

  /** The commit itself, then the merges that brought it in. */
  #ways(id: string): GitCommit[] {
    const commit = this.commit(id);
    return commit === undefined ? [] : [commit, ...(this.graph?.mergesOf(id) ?? [])];
  }

  #persons(id: string): Way[] {
    const { people } = this.settingsFor(id);
    return this.#ways(id).flatMap((commit) => {
      const person = commit.own === true ? undefined : personOf(people, commit.email);
      return person === undefined ? [] : [{ commit, person }];
    });
  }

  #prove(id: string): Proof {
    if (!this.hasGit) return { state: "unknown", because: "There is no git history here." };
    const commit = this.commit(id);
    if (commit === undefined) {
      const because = `Commit ${id.slice(0, 10)} is not in this history.`;
      return { state: this.isShallow ? "unknown" : "unproven", because };
    }
    if (this.#ends.has(id))
      return { state: "unknown", commit, because: "This clone is shallow: git does not know here who brought it." };
    const [way] = this.#persons(id);
    if (way !== undefined) {
      const isMerge = way.commit !== commit;
      const { name } = way.person;
      const because = `${name} ${isMerge ? "merged" : "committed"} it (${way.commit.commit.slice(0, 10)}).`;
      return { state: "proven", person: name, commit, ...(isMerge ? { merge: way.commit } : {}), because };
    }
    return { state: "unproven", commit, because: this.#whyNot(this.#ways(id)) };
  }

  #whyNot(ways: readonly GitCommit[]): string {
    const merges = ways.slice(1);
    const who = merges.length > 0 ? merges : ways;
    if (who.every(({ own }) => own === true)) return "tenet committed it by itself, which nobody decided.";
    const names = [...new Set(who.map(({ name }) => name))].join(", ");
    const how = merges.length > 0 ? "merged" : "committed";
    return `It was ${how} by ${names}, and no person under people had that address then.`;
  }
}
