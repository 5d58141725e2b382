/** `tenet verify --base REV`: what merging HEAD into another tree would decide. Reads both from git's objects. */
import { TenetError } from "../../errors.js";
import { filesAt } from "../../store/git/commit-files.js";
import { changedAmong, GitFailed } from "../../store/git/git.js";
import { prefixIn } from "../../store/git/git-folder.js";
import { commitAt, typedCommit } from "../../store/git/revisions.js";
import { flowOf } from "../../store/profile/profile-page.js";
import { realFolder, Workspace } from "../../store/workspace.js";
import { grouped } from "../../text/grouped.js";
import { oneLine } from "../../text/shorten.js";
import type { ComparedTrees } from "../health-schemas.js";
import { readTrees } from "./read-trees.js";
import { differencesOf, LEVELS, type Tree } from "./two-trees.js";

/** A folder whose `tenet.yaml` is gone and stands at a revision. */
export async function lostWorkspace(folder: string, revision: string): Promise<Workspace | undefined> {
  const ws = new Workspace(realFolder(folder));
  const commit = await commitAt(ws.root, revision);
  const profile = commit === undefined ? [] : await filesAt(ws.root, commit, ["tenet.yaml"]);
  return profile.length === 0 ? undefined : ws;
}

/** Compares HEAD with a local revision. The working copy is read only to name changes outside of HEAD. */
export async function verifyBase(ws: Workspace, revision: string): Promise<ComparedTrees> {
  const base = await typedCommit(ws.root, revision);
  const head = await typedCommit(ws.root, "HEAD");
  const home = prefixIn(ws.root);
  const [before, after] = await readTrees(ws.root, [base, head], home).catch((error: unknown) => {
    throw error instanceof GitFailed ? unreadable(revision, error) : error;
  });
  const differences = differencesOf(before, after, (value) => oneLine(flowOf(value)));
  const counts = LEVELS.map((level) => [level, differences.filter((one) => one.level === level).length]);
  const core = Object.values(after.settings?.files ?? {});
  const changed = await changedAmong(ws.root, ["memory", "tenet.yaml", ...core]);
  return {
    base: { revision, commit: base, ...profileState(before) },
    head,
    differences,
    counts: Object.fromEntries(counts) as ComparedTrees["counts"],
    new_records: newRecords(before, after),
    uncommitted: changed.map(({ path }) => path.slice(home.length)),
  };
}

const unreadable = (revision: string, { message }: GitFailed): TenetError =>
  new TenetError(`${revision} or HEAD cannot be read: ${message}`, {
    failure: "findings",
    code: "unreadable-revision",
    hint: "Fetch that commit with all of its files, then look again; tenet fetches nothing.",
  });

function profileState({ settings, files, refused }: Tree): Pick<ComparedTrees["base"], "profile" | "because"> {
  if (settings !== undefined) return { profile: files.has("tenet.yaml") ? "read" : "missing" };
  const failure = [...refused.values()].find(({ subject }) => subject === "tenet.yaml");
  return { profile: "unreadable", because: failure?.because };
}

/** How many there are of each tier. */
function newRecords(before: Tree, after: Tree): ComparedTrees["new_records"] {
  const added = [...after.records.values()].filter(({ entry }) => !before.records.has(entry.id));
  const byTier = grouped(added, ({ entry }) => entry.tier);
  return Object.fromEntries([...byTier].map(([tier, records]) => [tier, records.length]));
}
