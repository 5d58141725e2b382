/** `tenet verify --base REV`: what merging HEAD into another tree would decide. Reads both from git's objects. */
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { TenetError } from "../../errors.js";
import { defaultProfile } from "../../settings.js";
import { LEVELS } from "../../store/base/policy/difference.js";
import { differencesOf } from "../../store/base/policy/two-trees.js";
import { type CommitFile, filesAt } from "../../store/git/commit-files.js";
import { answerOf, GitFailed } from "../../store/git/git.js";
import { prefixIn, workTreeOf } from "../../store/git/git-folder.js";
import { headCommit, typedCommit } from "../../store/git/revisions.js";
import { flowOf } from "../../store/profile/profile-page.js";
import { scanRecords } from "../../store/records/scan.js";
import { realFolder, Workspace } from "../../store/workspace.js";
import { oneLine } from "../../text/shorten.js";
import type { ComparedTrees } from "../health-schemas.js";
import { refusals } from "./refusals.js";
import {
  coreFilesOf,
  filesRead,
  PROFILE_PATH,
  type ReadTree,
  readTree,
  type TreeWithoutCore,
  withCoreFiles,
} from "./tree-side.js";

/** Where a folder without `tenet.yaml` has its workspace in HEAD, if since a revision it went to one place: else undefined. */
export async function movedWorkspace(folder: string, revision: string): Promise<Workspace | undefined> {
  const top = workTreeOf(folder);
  const diffArgs = ["diff-tree", "-r", "-z", "--no-renames", "--name-only", "--diff-filter=A", "--end-of-options"];
  const addedFiles = await answerOf(folder, [...diffArgs, revision, "HEAD", "--", ":(top,glob)**/tenet.yaml"]);
  const [file, ...others] = (addedFiles ?? "").split("\0").filter((name) => name !== "");
  if (top === undefined || file === undefined || others.length > 0) return undefined;
  return new Workspace(realFolder(join(top, dirname(file))));
}

/** Compares HEAD with a local revision. The working copy is read only to name changes outside of HEAD. */
export async function verifyBase(ws: Workspace, revision: string): Promise<ComparedTrees> {
  const base = await typedCommit(ws.root, revision);
  const head = await headCommit(ws.root);
  if (head === undefined) throw unreadable("HEAD", "there is no commit yet");
  try {
    return await compare(ws, { revision, base, head });
  } catch (error) {
    if (!(error instanceof GitFailed)) throw error;
    throw unreadable(`${revision} or HEAD`, error.message);
  }
}

interface Compared {
  revision: string;
  base: string;
  head: string;
}

async function compare(ws: Workspace, { revision, base, head }: Compared): Promise<ComparedTrees> {
  const [files, newFiles] = [await everything(ws, base, revision), await everything(ws, head, "HEAD")];
  const home = prefixIn(ws.root);
  const older = await readTree(ws.root, files, formerHome(files, newFiles, home));
  const newer = await readTree(ws.root, newFiles, home, older.entries);
  const coreFiles = coreFilesOf([older, newer]);
  const before = { ...(await withCoreFiles(older, coreFiles)), settings: older.settings ?? settingsBefore(older) };
  const after = await withCoreFiles(newer, coreFiles);
  const refused = await refusals(before, after);
  const differences = differencesOf(before, after, refused, (value) => oneLine(flowOf(value)));
  const counts = LEVELS.map((level) => [level, differences.filter((one) => one.level === level).length]);
  return {
    base: { revision, commit: base, ...profileState(older) },
    head,
    differences,
    counts: Object.fromEntries(counts) as ComparedTrees["counts"],
    others: countOthers(before, after, differences),
    uncommitted: await uncommitted(ws, after),
  };
}

const unreadable = (revision: string, because: string): TenetError =>
  new TenetError(`${revision} cannot be read: ${because}`, {
    failure: "findings",
    code: "unreadable-revision",
    hint: "Fetch that commit with all of its files, then look again; tenet fetches nothing.",
  });

/** All files of the repository, by their names from its top. */
async function everything(ws: Workspace, commit: string, revision: string): Promise<CommitFile[]> {
  return await filesAt(ws.root, commit, [""], "").catch((error: unknown) => {
    throw error instanceof GitFailed ? unreadable(revision, error.message) : error;
  });
}

/** Where the workspace lay: here, or where the one `tenet.yaml` was that is gone. */
function formerHome(before: readonly CommitFile[], after: readonly CommitFile[], home: string): string {
  const profiles = (files: readonly CommitFile[]) =>
    files.flatMap(({ file }) => (PROFILE_PATH.test(file) ? file.slice(0, -"tenet.yaml".length) : []));
  const still = new Set(profiles(after));
  const removedProfiles = profiles(before).filter((folder) => !still.has(folder));
  return profiles(before).includes(home) || removedProfiles.length !== 1 ? home : (removedProfiles[0] as string);
}

/** Without a `tenet.yaml` the defaults held; an unreadable one allows no comparison. */
const settingsBefore = ({ profileFailure }: TreeWithoutCore) =>
  profileFailure === undefined ? defaultProfile() : undefined;

type ProfileState = Pick<ComparedTrees["base"], "profile" | "because">;
function profileState({ settings, profileFailure }: TreeWithoutCore): ProfileState {
  if (settings !== undefined) return { profile: "read" };
  return profileFailure === undefined
    ? { profile: "missing" }
    : { profile: "unreadable", because: profileFailure.message };
}

/** What differs and is not named: new entries of an agent, logs, pages. */
function countOthers(
  before: ReadTree,
  after: ReadTree,
  differences: ComparedTrees["differences"],
): ComparedTrees["others"] {
  const namedSubjects = new Set(differences.map(({ subject }) => subject));
  const added = [...after.records.keys()].filter((id) => !namedSubjects.has(id) && !before.records.has(id)).length;
  const names = new Set([...before.entries.keys(), ...after.entries.keys()]);
  const files = [...names].filter(
    (file) => file.startsWith("memory/") && before.entries.get(file)?.oid !== after.entries.get(file)?.oid,
  ).length;
  return { new_entries: added, files };
}

/** Files that tenet reads and that are otherwise in the working copy than in HEAD, or are in HEAD no more or not yet. */
async function uncommitted(ws: Workspace, tree: ReadTree): Promise<string[]> {
  const rows = filesRead(tree);
  const committed = await tree.there.held(rows);
  const files: string[] = [];
  for (const { file } of rows) {
    const here = await readFile(ws.absolute(file)).catch(() => undefined);
    if (!isSame(here, committed.get(file))) files.push(file);
  }
  return [...files, ...scanRecords(ws).files.flatMap(({ file }) => (tree.entries.has(file) ? [] : file))];
}

/** Line ends may have been changed on the way out. */
function isSame(here: Buffer | undefined, committed: Buffer | undefined): boolean {
  if (here === undefined || committed === undefined) return false;
  const bare = (bytes: Buffer) => bytes.toString("latin1").replaceAll("\r\n", "\n");
  return here.equals(committed) || bare(here) === committed.toString("latin1");
}
