/** What nobody reads or sees though it lies in the repository: other workspaces, records outside, gitlinks, hidden diffs. Called by doctor and verify. */
import type { Context } from "../context.js";
import type { FindingDraft } from "../entry/findings.js";
import { RECORD_FOLDERS } from "../entry/record-types.js";
import { HIDING_ATTRIBUTES, hidingBecause } from "../store/base/policy/hiding-attributes.js";
import { runBytes } from "../store/git/git.js";
import { prefixIn } from "../store/git/git-folder.js";
import type { RepositoryFiles } from "../store/git/git-state.js";
import { surveyWorkspace } from "../store/survey.js";
import { counted } from "../text/paint.js";

const PROFILE = "tenet.yaml";
const isIn = (folder: string, path: string): boolean => folder === "" || path.startsWith(`${folder}/`);
const folderOf = (path: string, tail: string): string => path.slice(0, -tail.length).replace(/\/$/, "");

/** Every other `tenet.yaml`: one above or beneath is found first, or hides this one, from some folders. */
function otherWorkspaces(own: string, folders: readonly string[]): FindingDraft[] {
  return folders
    .filter((folder) => folder !== own)
    .map((folder): FindingDraft => {
      const path = folder === "" ? PROFILE : `${folder}/${PROFILE}`;
      const nested = isIn(own, folder) || isIn(folder, own);
      return {
        severity: nested ? "warning" : "info",
        code: "second-workspace",
        message: `${path} of this repository makes a workspace of its own: nothing of it is read from here`,
        next: "Take it out, or run tenet in its folder as well.",
      };
    });
}

/** Records that lie in no workspace, as a `tenet.yaml` that was moved alone leaves them: a line for each folder. */
function strayRecords(folders: readonly string[], records: readonly string[]): FindingDraft[] {
  const counts = new Map<string, number>();
  for (const file of records) {
    const tail = RECORD_FOLDERS.map(([folder]) => file.lastIndexOf(`${folder}/`)).find(
      (at) => at === 0 || (at > 0 && file[at - 1] === "/"),
    );
    if (tail === undefined || folders.includes(folderOf(file, file.slice(tail)))) continue;
    const folder = file.slice(0, file.lastIndexOf("/"));
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts].map(([folder, count]) => ({
    severity: "warning",
    code: "stray-records",
    message: `${folder} of this repository holds ${counted(count, "record file")} of no workspace: nothing reads them`,
    next: "Put tenet.yaml beside that memory folder, or move the records into this one.",
  }));
}

const nestedFinding = (file: string): FindingDraft => ({
  severity: "warning",
  code: "nested-repository",
  file,
  message: "this is a git repository of its own: this one keeps none of its files, and no other clone has them",
  next: "Move its records into this repository, and its .git away.",
});

async function hidingAttributes(root: string, files: readonly string[]): Promise<FindingDraft[]> {
  if (files.length === 0) return [];
  const ask = ["check-attr", "-z", "--stdin", ...HIDING_ATTRIBUTES];
  const gitAnswer = await runBytes(root, ask, files.map((file) => `${file}\0`).join("")).catch(() => Buffer.of());
  const fields = gitAnswer.toString("utf8").split("\0");
  const findings: FindingDraft[] = [];
  for (let at = 0; at + 2 < fields.length; at += 3) {
    const [file = "", attribute = "", value = ""] = fields.slice(at, at + 3);
    const because = hidingBecause(attribute, value);
    if (because === undefined) continue;
    const message = `${because}: .gitattributes says so (${attribute}, ${value})`;
    const next = "Take that line out of .gitattributes.";
    findings.push({ severity: "warning", code: "hidden-by-attribute", file, message, next });
  }
  return findings;
}

const RECORD_FILE = new RegExp(`(?:^|/)(?:${RECORD_FOLDERS.map(([folder]) => folder).join("|")})/.*\\.md$`);

/** Findings of all four. `files`: everything that the repository holds. */
export async function unseenFiles(
  { workspace, profile }: Pick<Context, "workspace" | "profile">,
  files: RepositoryFiles,
): Promise<FindingDraft[]> {
  const { root } = workspace;
  const own = prefixIn(root);
  const names = [...new Set([...files.tracked.map(({ path }) => path), ...files.untracked])].sort();
  const isProfile = (name: string) => name === PROFILE || name.endsWith(`/${PROFILE}`);
  const folders = [own.slice(0, -1), ...names.filter(isProfile).map((name) => folderOf(name, PROFILE))];
  const links = files.tracked.filter(({ mode, path }) => mode === "160000" && `${path}/`.startsWith(`${own}memory/`));
  const survey = surveyWorkspace(workspace, profile.files);
  const nested = [
    ...links.map(({ path }) => nestedFinding(path.slice(own.length))),
    ...survey.repositories.map(nestedFinding),
  ];
  return [
    ...otherWorkspaces(own.slice(0, -1), [...new Set(folders)]),
    ...strayRecords(
      folders,
      names.filter((name) => RECORD_FILE.test(name)),
    ),
    ...new Map(nested.map((one) => [one.file, one])).values(),
    ...(await hidingAttributes(root, survey.files)),
  ];
}
