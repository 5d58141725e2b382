/** The doctor's look at git: its own files, what it has left unfinished, the merge driver. */
import { withLines } from "../../context/core-blocks.js";
import type { Context } from "../../context.js";
import { readBytes } from "../../store/files/safe-path.js";
import { GitFailed, run } from "../../store/git/git.js";
import { driverState, gitFolder, unfinishedMerge } from "../../store/git/git-state.js";
import type { FindingDraft } from "../../text/findings.js";
import { COMMENT, GIT_ATTRIBUTES, IGNORED } from "../init.js";
import type { CheckResult } from "./settings.js";

/** The lines of tenet in git's own files. */
export const GIT_FILES = [
  { file: ".gitignore", lines: IGNORED, says: "local and generated files would be committed" },
  { file: ".gitattributes", lines: GIT_ATTRIBUTES, says: "git would merge record files by line" },
] as const;

/** The text of one of {@link GIT_FILES} with what is missing in it; undefined when nothing is, or it is no text. */
export async function completedLines(
  ctx: Pick<Context, "workspace">,
  { file, lines }: (typeof GIT_FILES)[number],
): Promise<string | undefined> {
  const bytes = await readBytes(ctx.workspace, ctx.workspace.absolute(file));
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes ?? new Uint8Array());
  const completed = withLines(text, lines, COMMENT);
  return completed.state === "added" ? completed.text : undefined;
}

/** Is git there, and does it treat the tree as tenet needs it to? */
export async function checkRepository(ctx: Pick<Context, "workspace">): Promise<CheckResult> {
  const { root } = ctx.workspace;
  const fine: string[] = [];
  try {
    fine.push((await run(root, ["--version"])).trim());
  } catch (error) {
    if (!(error instanceof GitFailed)) throw error;
    const message = "git is not found: the tree works, but without history, merges and diffs";
    return { found: [{ severity: "warning", code: "no-git", message, next: "Install git." }], fine };
  }
  const found: FindingDraft[] = [];
  for (const place of GIT_FILES) {
    if ((await completedLines(ctx, place)) === undefined) {
      fine.push(`${place.file} holds tenet's lines`);
      continue;
    }
    const { file, says } = place;
    const message = `lines of tenet are missing in ${file}: ${says}`;
    const next = "tenet doctor --fix adds them.";
    found.push({ severity: "warning", code: "git-lines", file, message, next, mendable: true });
  }
  if (gitFolder(root) === undefined) {
    const message = "the workspace is in no git repository: nothing keeps its history";
    found.push({ severity: "warning", code: "no-repository", message, next: "git init" });
    return { found, fine };
  }
  const merging = await unfinishedMerge(root);
  if (merging !== undefined) {
    const message = `${merging}: captures wait and other writes are refused until it is done`;
    found.push({ severity: "warning", code: "unfinished-merge", message, next: "Finish it in git." });
  }
  const driver = driverFinding(await driverState(root));
  if (typeof driver === "string") fine.push(driver);
  else found.push(driver);
  return { found, fine };
}

function driverFinding({
  command,
  program,
  found,
  fallsBack,
}: Awaited<ReturnType<typeof driverState>>): FindingDraft | string {
  if (command === undefined) {
    const message = "the merge driver is not registered in this clone: git merges record files by line, with conflicts";
    return {
      severity: "warning",
      code: "merge-driver",
      message,
      next: "tenet doctor --fix registers it.",
      mendable: true,
    };
  }
  if (found) return "the merge driver is registered and its program is found";
  const next = `Put ${program} on the PATH of those who run git, then look again.`;
  if (fallsBack) {
    const message = `the merge driver's program ${program} is not found: git merges record files by line until it is`;
    return { severity: "warning", code: "merge-driver", message, next };
  }
  // git then leaves our side without any marker, so that adding the file drops theirs.
  const message = `the merge driver's program ${program} is not found: a merge would leave one side out without saying so`;
  return { severity: "error", code: "merge-driver", message, next, mendable: true };
}
