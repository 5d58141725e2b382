/** What `tenet.yaml` has said in the history of git, and which of it counts: asked by whoever judges a decision. */
import type { Person, Profile } from "../config.js";
import { OID } from "../store/git/commit-graph.js";
import { answerOf, OWN_TRAILER } from "../store/git/git.js";
import { signaturesOf } from "../store/git/git-signatures.js";
import { blobsOf } from "../store/git/git-snapshot.js";
import { gitFolder } from "../store/git/git-state.js";
import type { Workspace } from "../store/workspace.js";
import { type DecisionSettings, guardedIn } from "./policy/guarded-settings.js";
import { isSignedBy } from "./policy/person-of.js";
import {
  type SettingsAt,
  type SettingsChange,
  type SettingsCommit,
  type Settled,
  settingsLine,
} from "./policy/settings-line.js";

/** The trailer by which a commit of `tenet.yaml` says that people begin anew: after a lost address. */
export const NEW_ROOT = "Tenet-New-Root";

/** Whether some commits carry good signatures of persons, looked up at once. */
export type Signatures = (commits: readonly string[]) => Promise<(commit: string, person: Person) => boolean>;

/** What counts after a commit, as far as later ones have to know it. */
export interface SettledPoint extends Pick<SettingsCommit, "commit" | "file"> {
  after: Settled | undefined;
  simulated: boolean | undefined;
}

/** Settings as they counted at each commit that a revision reaches. */
export class SettingsHistory {
  readonly #at: ReadonlyMap<string, SettingsAt>;
  readonly #newest: Settled | undefined;
  readonly #commits: readonly SettingsCommit[];
  readonly #stated: (commit: string) => Profile | undefined;
  /**
   * The workspace was made under a fixed clock: the first `tenet.yaml` says so, and where histories were joined the
   * first of each. Undefined while no commit has one.
   */
  readonly simulated: boolean | undefined;

  private constructor(
    commits: readonly SettingsCommit[],
    at: ReadonlyMap<string, SettingsAt>,
    stated: (commit: string) => Profile | undefined,
    simulated: boolean | undefined,
  ) {
    this.#commits = commits;
    this.#at = at;
    this.#stated = stated;
    this.#newest = at.get(this.#head)?.after;
    const first = firstFiles(commits);
    this.simulated =
      simulated ?? (first.length === 0 ? undefined : first.every(({ commit }) => this.#saysSimulated(commit)));
  }

  get #head(): string {
    return this.#commits.at(-1)?.commit ?? "";
  }

  #saysSimulated(commit: string): boolean {
    return this.#stated(commit)?.simulated === true;
  }

  /**
   * Undefined where there is no repository, or no such commit in it yet. `from`: what is known of an earlier commit; where
   * everything since descends from it, nothing before it is read.
   */
  static async at(
    ws: Workspace,
    revision = "HEAD",
    { signatures = signedIn(ws), from }: { signatures?: Signatures; from?: SettledPoint | undefined } = {},
  ): Promise<SettingsHistory | undefined> {
    // What a signature proves depends on this machine's keys: it is asked anew.
    const later =
      from?.after?.settings.trust.signed === true ? undefined : from && (await commitsSince(ws, from, revision));
    const commits = later ?? (await commitsOf(ws, revision));
    if (commits === undefined) return undefined;
    const files = new Map(commits.map(({ commit, file }) => [commit, file]));
    const changing = commits.filter(({ file, parents }) => file !== files.get(parents[0] ?? ""));
    const settings = await settingsIn(ws, [...new Set(changing.flatMap(({ file }) => file ?? []))]);
    const asks = [...settings.values()].some((one) => one?.trust.signed === true);
    const signedBy = asks ? await signatures(changing.map(({ commit }) => commit)) : () => false;
    const guarded = new Map([...settings].map(([file, one]) => [file, one && guardedIn(one)]));
    const at = settingsLine(commits, { settingsOf: (file) => guarded.get(file), isSignedBy: signedBy });
    const stated = (commit: string) => settings.get(files.get(commit) ?? "");
    return new SettingsHistory(commits, at, stated, later && from?.simulated);
  }

  /** What has to be known to go on from here. */
  get point(): SettledPoint {
    const { commit = "", file } = this.#commits.at(-1) ?? {};
    return { commit, file, after: this.#newest, simulated: this.simulated };
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

  /** Changes that do not count: those of guarded settings that nobody listed made or took up, and a later `simulated`. */
  get changes(): readonly SettingsChange[] {
    const open = this.#newest?.open ?? [];
    if (this.simulated !== false || !this.#saysSimulated(this.#head)) return open;
    const { commit = "" } = this.#commits.find((one) => this.#saysSimulated(one.commit)) ?? {};
    return [...open, { commit, key: "simulated", before: false, after: true }];
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

/** Commits that have the file, and before which none has. `commits`: parents before their children. */
function firstFiles(commits: readonly SettingsCommit[]): SettingsCommit[] {
  const having = new Set<string>();
  return commits.filter(({ commit, parents, file }) => {
    const isLater = parents.some((parent) => having.has(parent));
    if (isLater || file !== undefined) having.add(commit);
    return !isLater && file !== undefined;
  });
}

/** Apart by NUL, as in a {@link CommitGraph}. */
const FIELDS = ["%H", "%P", "%ae", ...[OWN_TRAILER, NEW_ROOT].map(valuesOf)];
/** Every commit, and what it did to a file that its first parent has otherwise. */
const SHOWN = [
  "-z",
  "--topo-order",
  "--full-history",
  "--sparse",
  "--root",
  "--no-renames",
  "--diff-merges=first-parent",
];
/** `:100644 100644 <before> <after> M` */
const RAW = /^\n?:\d{6} (\d{6}) [0-9a-f]{40,64} ([0-9a-f]{40,64}) [AMDT]$/;

function valuesOf(trailer: string): string {
  return `%(trailers:key=${trailer},valueonly,separator=%x2C)`;
}

/** Every commit of a revision with `tenet.yaml` as it stands there, parents before their children: one process. */
async function commitsOf(ws: Workspace, revision: string, from?: SettledPoint): Promise<SettingsCommit[] | undefined> {
  if (gitFolder(ws.root) === undefined) return undefined;
  const page = ws.relative(ws.profile);
  const since = from === undefined ? [] : [`^${from.commit}`];
  const printed = ["--raw", "--no-abbrev", "--relative", `--format=${FIELDS.join("%x00")}`];
  const asked = [
    "--literal-pathspecs",
    "log",
    ...SHOWN,
    ...printed,
    "--end-of-options",
    revision,
    ...since,
    "--",
    page,
  ];
  const tokens = (await answerOf(ws.root, asked))?.split("\0").slice(0, -1);
  if (tokens === undefined) return undefined;
  const rows: { made: Omit<SettingsCommit, "file">; change: string | undefined }[] = [];
  for (let at = 0; at < tokens.length; ) {
    const [commit = "", parents = "", email = "", own, anew] = tokens.slice(at, at + FIELDS.length);
    const before = parents.split(" ").filter((one) => one !== "");
    if (anew === undefined || ![commit, ...before].every((one) => OID.test(one)))
      throw new Error(`git printed a commit that is none: ${JSON.stringify(tokens.slice(at, at + FIELDS.length))}`);
    let change: string | undefined;
    for (at += FIELDS.length; RAW.test(tokens[at] ?? ""); at += 2) if (tokens[at + 1] === page) change = tokens[at];
    const made = { commit, parents: before, email: own === "" ? email : "", beginsAnew: anew.trim() === "people" };
    rows.push({ made, change });
  }
  const files = new Map<string, string | undefined>(from && [[from.commit, from.file]]);
  return rows.reverse().map(({ made, change }) => {
    const [, mode = "", oid] = RAW.exec(change ?? "") ?? [];
    // A submodule is no file, and neither is one that is gone.
    const file = change === undefined ? files.get(made.parents[0] ?? "") : /^1[02]/.test(mode) ? oid : undefined;
    files.set(made.commit, file);
    return { ...made, file };
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
  const { parseProfile } = await import("../store/profile-text.js");
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

function signedIn(ws: Workspace): Signatures {
  return async (commits) => {
    const found = await signaturesOf(ws, commits);
    return (commit, person) => {
      const signature = found.get(commit);
      return signature !== undefined && isSignedBy(person, signature);
    };
  };
}
