/** Checks the tree: its files, and git. Called by `tenet doctor`. */

import type { Context } from "../../context.js";
import type { FindingDraft } from "../../entry/findings.js";
import { readBytes } from "../../store/files/safe-path.js";
import { GitFailed, listedFiles } from "../../store/git/git.js";
import { gitFolder } from "../../store/git/git-folder.js";
import { unfinishedMerge } from "../../store/git/git-state.js";
import { onPath } from "../../store/host-files.js";
import { DRIVER_MISSING, hasDriver } from "../../store/merge/merge-driver.js";
import type { Store } from "../../store/open-store.js";
import { withLines } from "../../store/records/marked-blocks.js";
import { surveyWorkspace } from "../../store/survey.js";
import { COMMENT, gitAttributes, IGNORED } from "../setup/setup-pieces.js";
import { secondWorkspaces } from "../unseen-files.js";
import type { CheckResult } from "./installation.js";

/** The lines of tenet in git's own files. */
const gitFiles = ({ profile }: Pick<Context, "profile">) =>
  [
    { file: ".gitignore", lines: IGNORED, says: "local and generated files would be committed" },
    {
      file: ".gitattributes",
      lines: gitAttributes(profile.files),
      says: "git would merge records and rules by line",
    },
  ] as const;

/** The text of one of {@link gitFiles} with its missing lines added; undefined when none is missing, or it is no text. */
async function completedLines(
  ctx: Pick<Context, "workspace">,
  { file, lines }: ReturnType<typeof gitFiles>[number],
): Promise<string | undefined> {
  const bytes = await readBytes(ctx.workspace, ctx.workspace.absolute(file));
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes ?? new Uint8Array());
  const completed = withLines(text, lines, COMMENT);
  return completed.state === "added" ? completed.text : undefined;
}

/** Is git there, and does it treat the tree as tenet needs it to? */
export async function checkRepository(ctx: Pick<Context, "workspace" | "profile">): Promise<CheckResult> {
  const { root } = ctx.workspace;
  const [found, fine]: [FindingDraft[], string[]] = [[], []];
  if (onPath("git") === undefined) {
    const message = "git is not found: the tree works, but without history, merges and diffs";
    return { found: [{ severity: "warning", code: "no-git", message, next: "Install git." }], fine };
  }
  for (const place of gitFiles(ctx)) {
    if ((await completedLines(ctx, place)) === undefined) {
      fine.push(`${place.file} holds tenet's lines`);
      continue;
    }
    const { file, says } = place;
    const message = `lines of tenet are missing in ${file}: ${says}`;
    const next = "tenet init adds them.";
    found.push({ severity: "warning", code: "git-lines", file, message, next });
  }
  if (gitFolder(root) === undefined) {
    const message = "the workspace is in no git repository: nothing keeps its history";
    found.push({ severity: "warning", code: "no-repository", message, next: "git init" });
    return { found, fine };
  }
  const repository = await repositoryFindings(ctx);
  found.push(...repository);
  if (!repository.some(({ code }) => code === "git-failed")) fine.push("git answers");
  const merging = await unfinishedMerge(root);
  if (merging !== undefined) {
    const message = `${merging}: nothing but new entries is written until it is done`;
    found.push({ severity: "warning", code: "unfinished-merge", message, next: "Finish it in git." });
  }
  if (hasDriver(root)) fine.push("the merge driver is registered");
  else {
    const next = "tenet init registers it.";
    found.push({ severity: "warning", code: "merge-driver", message: DRIVER_MISSING, next });
  }
  return { found, fine };
}

/** What lies in the repository and nobody reads or sees; or that git does not answer: of its index, its HEAD, or itself. */
export async function repositoryFindings(ctx: Pick<Context, "workspace" | "profile">): Promise<FindingDraft[]> {
  const { root } = ctx.workspace;
  if (gitFolder(root) === undefined) return [];
  try {
    const all = ["--full-name", "--cached", "--others", "--exclude-standard", "--", ":/"];
    return secondWorkspaces(ctx.workspace, await listedFiles(root, all));
  } catch (error) {
    if (!(error instanceof GitFailed)) throw error;
    const message = `git does not answer here, so nothing is known of history and merges: ${error.message}`;
    return [{ severity: "error", code: "git-failed", message, next: "See what git says: git status" }];
  }
}

/** Clocks of two machines differ by minutes; an hour is no such difference. */
const FUTURE_MS = 3_600_000;
const MOST_TOLD = 10;

/** The files of the tree: readable, real, with names that travel, and not from the future. */
export function checkTreeFiles(ctx: Context, tree: Store): CheckResult {
  const survey = surveyWorkspace(ctx.workspace, ctx.profile.files);
  const findings: FindingDraft[] = [...tree.findings, ...survey.findings];
  findings.push(...futureDates(tree, ctx.clock.now()));
  const fine = `${tree.heads.length} entries in ${new Set(tree.heads.map(({ file }) => file)).size} record files`;
  return { found: findings, fine: [fine] };
}

/** Entries of days to come; a clock that was wrong for long is reported ten times, not a thousand. */
function futureDates(tree: Store, now: Date): FindingDraft[] {
  const late = tree.heads.filter(({ timestamp }) => Date.parse(timestamp) > now.getTime() + FUTURE_MS);
  const next = "Look at the clock; an entry is asked about from its own day on.";
  const severity = "warning";
  const code = "future-date";
  const lateFindings = late.slice(0, MOST_TOLD).map(({ id, timestamp, file, line }): FindingDraft => {
    const message = `${id} is of ${timestamp}, which is still to come by this machine's clock`;
    return { id, severity, code, file, line, message, next };
  });
  const more = late.length - lateFindings.length;
  return more === 0
    ? lateFindings
    : [...lateFindings, { severity, code, message: `${more} more entries are of days to come`, next }];
}
