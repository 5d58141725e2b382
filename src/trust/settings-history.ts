/** What `tenet.yaml` has said in the history of git, and which of it counts: asked by whoever judges a decision. */
import type { Person, Profile } from "../config.js";
import { answerOf } from "../store/git/git.js";
import { commitIn, type GitCommit, withKnownParents } from "../store/git/git-commits.js";
import { gitFolder } from "../store/git/git-folder.js";
import { blobsOf } from "../store/git/git-snapshot.js";
import type { Workspace } from "../store/workspace.js";
import { type DecisionSettings, guardedIn } from "./policy/guarded-settings.js";
import {
  type SettingsAt,
  type SettingsChange,
  type SettingsCommit,
  type Settled,
  settingsLine,
} from "./policy/settings-line.js";

/** What counts after a commit, as far as later ones have to know it. */
export interface SettledPoint extends Pick<SettingsCommit, "commit" | "file"> {
  after: Settled | undefined;
}

/** Settings as they counted at each commit that a revision reaches. */
export class SettingsHistory {
  readonly #at: ReadonlyMap<string, SettingsAt>;
  readonly #newest: Settled | undefined;
  readonly #commits: readonly SettingsCommit[];
  readonly #stated: (commit: string) => Profile | undefined;

  private constructor(
    commits: readonly SettingsCommit[],
    at: ReadonlyMap<string, SettingsAt>,
    stated: (commit: string) => Profile | undefined,
  ) {
    this.#commits = commits;
    this.#at = at;
    this.#stated = stated;
    this.#newest = at.get(this.#head)?.after;
  }

  get #head(): string {
    return this.#commits.at(-1)?.commit ?? "";
  }

  /**
   * Undefined where there is no repository, or no such commit in it yet. `from`: what is known of an earlier commit; where
   * everything since descends from it, nothing before it is read.
   */
  static async at(
    ws: Workspace,
    revision = "HEAD",
    { from }: { from?: SettledPoint | undefined } = {},
  ): Promise<SettingsHistory | undefined> {
    const later = from && (await commitsSince(ws, from, revision));
    const commits = later ?? (await commitsOf(ws, revision));
    if (commits === undefined) return undefined;
    const files = new Map(commits.map(({ commit, file }) => [commit, file]));
    const changing = commits.filter(({ file, parents }) => file !== files.get(parents[0] ?? ""));
    const settings = await settingsIn(ws, [...new Set(changing.flatMap(({ file }) => file ?? []))]);
    const guarded = new Map([...settings].map(([file, one]) => [file, one && guardedIn(one)]));
    const at = settingsLine(commits, { settingsOf: (file) => guarded.get(file) });
    const stated = (commit: string) => settings.get(files.get(commit) ?? "");
    return new SettingsHistory(commits, at, stated);
  }

  /** What has to be known to go on from here. */
  get point(): SettledPoint {
    const { commit = "", file } = this.#commits.at(-1) ?? {};
    return { commit, file, after: this.#newest };
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

  /** Everybody whom a commit listed under `people`, whether it counted or not, and whoever was struck since. */
  get everListed(): readonly Person[] {
    return this.#commits.flatMap(({ commit }) => this.#stated(commit)?.people ?? []);
  }

  /** Those that count at the newest commit; undefined until a commit has listed an owner. */
  get now(): DecisionSettings | undefined {
    return this.#newest?.settings;
  }

  /** Changes that do not count: those of guarded settings that nobody listed made or took up. */
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

/** Commits as they are kept, whatever a clone has set for how a log is shown. */
const AS_KEPT = [
  ...["-z", "--pretty=raw", "--encoding=none", "--no-color", "--no-notes", "--no-decorate", "--no-abbrev-commit"],
  ...["--no-mailmap", "--no-show-signature"],
];
/** Every commit, and what it did to a file that its first parent has otherwise. */
const SHOWN = [
  ...["--topo-order", "--full-history", "--sparse", "--root", "--no-renames", "--diff-merges=first-parent"],
  ...["--raw", "--no-abbrev", "--relative"],
];
/** A commit, and its first change where it has one: no line of a message starts with a colon, they stand four columns in. */
const COMMIT = /^commit ([\s\S]*?)(?:\n+(:.*))?$/;
/** `:100644 100644 <before> <after> M` */
const RAW = /^:\d{6} (\d{6}) [0-9a-f]{40,64} ([0-9a-f]{40,64}) [AMDT]$/;

/** Every commit of a revision with `tenet.yaml` as it stands there, parents before their children: one process. */
async function commitsOf(ws: Workspace, revision: string, from?: SettledPoint): Promise<SettingsCommit[] | undefined> {
  if (gitFolder(ws.root) === undefined) return undefined;
  const page = ws.relative(ws.profile);
  const since = from === undefined ? [] : [`^${from.commit}`];
  const asked = [...AS_KEPT, ...SHOWN, "--end-of-options", revision, ...since, "--", page];
  const told = await answerOf(ws.root, ["--literal-pathspecs", "log", ...asked]);
  if (told === undefined) return undefined;
  const made: GitCommit[] = [];
  const changes = new Map<string, string>();
  let change = "";
  for (const token of told.split("\0")) {
    const [, text, first = token] = COMMIT.exec(token) ?? [];
    if (text !== undefined) made.push(commitIn(text));
    if (RAW.test(first)) change = first;
    else if (token === page) changes.set(made.at(-1)?.commit ?? "", change);
  }
  const files = new Map<string, string | undefined>(from && [[from.commit, from.file]]);
  return (from === undefined ? withKnownParents(made) : made)
    .reverse()
    .map(({ commit, parents, email, own, newRoot }) => {
      const changed = changes.get(commit);
      const [, mode = "", oid] = RAW.exec(changed ?? "") ?? [];
      // A submodule is no file, and neither is one that is gone.
      const file = changed === undefined ? files.get(parents[0] ?? "") : /^1[02]/.test(mode) ? oid : undefined;
      files.set(commit, file);
      return { commit, parents, email: own === true ? "" : email, beginsAnew: newRoot === true, file };
    });
}

/** That commit and every later one; undefined unless all of them descend from it, and from nothing else. */
async function commitsSince(
  ws: Workspace,
  from: SettledPoint,
  revision: string,
): Promise<SettingsCommit[] | undefined> {
  const later = (await commitsOf(ws, revision, from)) ?? [];
  const known = new Set([from.commit, ...later.map(({ commit }) => commit)]);
  const isWhole = ({ parents }: SettingsCommit) => parents.length > 0 && parents.every((one) => known.has(one));
  if (later.length === 0 || !later.every(isWhole)) return undefined;
  const { commit, file, after } = from;
  return [{ commit, parents: [], email: "", file, beginsAnew: false, known: { after } }, ...later];
}

/** Settings by blob; those that cannot be read say nothing. */
async function settingsIn(ws: Workspace, oids: readonly string[]): Promise<Map<string, Profile | undefined>> {
  const { parseProfile } = await import("../store/profile/profile-text.js");
  const texts = await blobsOf(ws.root, oids);
  const read = (bytes: Buffer | undefined): Profile | undefined => {
    if (bytes === undefined) return undefined;
    try {
      return parseProfile(new TextDecoder("utf-8", { fatal: true }).decode(bytes)).profile;
    } catch {
      return undefined;
    }
  };
  return new Map(oids.map((oid, at) => [oid, read(texts[at])]));
}
