/** What `tenet.yaml` has said in the history of git, and which of it counts: asked by whoever judges a decision. */
import type { Person } from "../config.js";
import type { CommitGraph, GitCommit } from "../store/git/commit-graph.js";
import { runBytes } from "../store/git/git.js";
import { signaturesOf } from "../store/git/git-signatures.js";
import { blobsOf } from "../store/git/git-snapshot.js";
import type { Workspace } from "../store/workspace.js";
import type { DecisionSettings } from "./policy/guarded-settings.js";
import { isSignedBy } from "./policy/person-of.js";
import { type SettingsAt, type SettingsChange, type Settled, settingsLine } from "./policy/settings-line.js";

/** The trailer by which a commit of `tenet.yaml` says that people begin anew: after a lost address. */
export const NEW_ROOT = "Tenet-New-Root";

/** Whether some commits carry good signatures of persons, looked up at once. */
export type Signatures = (commits: readonly string[]) => Promise<(commit: string, person: Person) => boolean>;

/** Settings as they counted at each commit that a graph holds. */
export class SettingsHistory {
  readonly #at: ReadonlyMap<string, SettingsAt>;
  readonly #newest: Settled | undefined;
  readonly #stated: (commit: string) => DecisionSettings | undefined;

  private constructor(
    at: ReadonlyMap<string, SettingsAt>,
    stated: (commit: string) => DecisionSettings | undefined,
    head: string | undefined,
  ) {
    this.#at = at;
    this.#stated = stated;
    this.#newest = at.get(head ?? "")?.after;
  }

  static async of(ws: Workspace, graph: CommitGraph, signatures: Signatures = signedIn(ws)): Promise<SettingsHistory> {
    const commits = parentsFirst(graph);
    const files = await filesAt(
      ws,
      commits.map(({ commit }) => commit),
    );
    const changing = commits.filter(({ commit, parents }) => files.get(commit) !== files.get(parents[0] ?? ""));
    const ids = changing.map(({ commit }) => commit);
    const settings = await settingsIn(ws, [...new Set(ids.flatMap((commit) => files.get(commit) ?? []))]);
    const anew = await beginningAnew(ws, ids);
    const asks = [...settings.values()].some((one) => one?.trust.signed === true);
    const signedBy = asks ? await signatures(ids) : () => false;
    const at = settingsLine(
      commits.map(({ commit, parents, email, own }) => ({
        commit,
        parents,
        email: own === true ? "" : email,
        file: files.get(commit),
        beginsAnew: anew.has(commit),
      })),
      { settingsOf: (file) => settings.get(file), isSignedBy: signedBy },
    );
    const stated = (commit: string) => settings.get(files.get(commit) ?? "");
    return new SettingsHistory(at, stated, graph.line.at(-1)?.commit);
  }

  /** Those by which a commit is judged; undefined until a commit before it listed an owner. */
  before(commit: string): DecisionSettings | undefined {
    return this.#at.get(commit)?.before?.settings;
  }

  /** Those that counted once a commit was made. */
  after(commit: string): DecisionSettings | undefined {
    return this.#at.get(commit)?.after?.settings;
  }

  /** What the file of a commit says, whether it counts or not. */
  statedAt(commit: string): DecisionSettings | undefined {
    return this.#stated(commit);
  }

  /** Those that count at the newest commit; undefined until a commit has listed an owner. */
  get now(): DecisionSettings | undefined {
    return this.#newest?.settings;
  }

  /** Changes of guarded settings that nobody listed is proven to have made, and that no later yes took up. */
  get changes(): readonly SettingsChange[] {
    return this.#newest?.open ?? [];
  }

  /** Commits at which people begin: more than one where histories were joined that know nothing of each other. */
  get roots(): readonly string[] {
    return this.#newest?.roots ?? [];
  }

  /** Commits at which people began anew. */
  get newRoots(): readonly string[] {
    return this.#newest?.anew ?? [];
  }
}

function parentsFirst(graph: CommitGraph): GitCommit[] {
  const ordered: GitCommit[] = [];
  const seen = new Set<string>();
  const waiting: { one: GitCommit; isDone: boolean }[] = [];
  const enter = (commit: string | undefined) => {
    const one = commit === undefined || seen.has(commit) ? undefined : graph.get(commit);
    if (one !== undefined) waiting.push({ one, isDone: false });
  };
  enter(graph.line.at(-1)?.commit);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { one, isDone } = next;
    if (isDone) ordered.push(one);
    else if (!seen.has(one.commit)) {
      seen.add(one.commit);
      waiting.push({ one, isDone: true });
      for (const parent of one.parents) enter(parent);
    }
  }
  return ordered;
}

/** The blob of `tenet.yaml` by commit. */
async function filesAt(ws: Workspace, commits: readonly string[]): Promise<Map<string, string>> {
  const file = ws.relative(ws.profile);
  const asked = commits.map((commit) => `${commit}:./${file}\n`).join("");
  const answer = await runBytes(ws.root, ["cat-file", "--batch-check=%(objectname) %(objecttype)"], asked);
  const rows = answer.toString("utf8").split("\n");
  return new Map(
    commits.flatMap((commit, at): [string, string][] => {
      const oid = /^([0-9a-f]{40,64}) blob$/.exec(rows[at] ?? "")?.[1];
      return oid === undefined ? [] : [[commit, oid]];
    }),
  );
}

/** Settings by blob; those that cannot be read say nothing. */
async function settingsIn(ws: Workspace, oids: readonly string[]): Promise<Map<string, DecisionSettings | undefined>> {
  const { parseProfile } = await import("../store/profile-text.js");
  const texts = await blobsOf(ws.root, oids);
  const read = (bytes: Buffer | undefined): DecisionSettings | undefined => {
    if (bytes === undefined) return undefined;
    try {
      return parseProfile(new TextDecoder("utf-8", { fatal: true }).decode(bytes)).profile;
    } catch {
      return undefined;
    }
  };
  return new Map(oids.map((oid, at) => [oid, read(texts[at])]));
}

/** Those of some commits that say that people begin anew with them. */
async function beginningAnew(ws: Workspace, commits: readonly string[]): Promise<Set<string>> {
  if (commits.length === 0) return new Set();
  const format = `--format=%H%x00%(trailers:key=${NEW_ROOT},valueonly,separator=%x2C)`;
  const asked = ["log", "-z", "--no-walk=unsorted", format, "--stdin"];
  const fields = (await runBytes(ws.root, asked, commits.map((one) => `${one}\n`).join("")))
    .toString("utf8")
    .split("\0");
  const pairs = commits.map((_, at) => [fields[2 * at], fields[2 * at + 1]]);
  return new Set(
    pairs.flatMap(([commit, value]) => (commit !== undefined && value?.trim() === "people" ? [commit] : [])),
  );
}

function signedIn(ws: Workspace): Signatures {
  return async (commits) => {
    const found = await signaturesOf(ws, commits);
    return (commit, person) => {
      const signature = found.get(commit);
      return signature !== undefined && isSignedBy(person, signature);
    };
  };
}
