/** Who wrote a line of a core file, and in which commit: from git, where there is one. */
import { GitFailed, run } from "../../store/git/git-run.js";
import { gitFolder } from "../../store/git/git-state.js";

export interface LineAuthor {
  email: string;
  commit: string;
}

/**
 * The author of a line that stands there, or of the commit that took a line away. Undefined without git, and while the
 * change is not committed.
 */
export async function authorOfLine(
  root: string,
  place: { file: string; line: number } | undefined,
  gone: { target: string; text: string; ids: readonly string[] } | undefined,
): Promise<LineAuthor | undefined> {
  if (gitFolder(root) === undefined) return undefined;
  try {
    if (place !== undefined) return await blamed(root, place.file, place.line);
    return gone === undefined ? undefined : await removedBy(root, gone.target, gone.ids[0] ?? gone.text);
  } catch (error) {
    if (error instanceof GitFailed) return undefined;
    throw error;
  }
}

async function blamed(root: string, file: string, line: number): Promise<LineAuthor | undefined> {
  const told = await run(root, ["blame", "--porcelain", "-L", `${line},${line}`, "--", file]);
  const commit = told.slice(0, told.indexOf(" "));
  const email = /^author-mail <(.*)>$/m.exec(told)?.[1];
  // A line that is not committed is blamed on a commit of zeros.
  return email === undefined || /^0+$/.test(commit) ? undefined : { email, commit };
}

/** `text`: its id where it has one, since a formatter may have wrapped the words. */
async function removedBy(root: string, file: string, text: string): Promise<LineAuthor | undefined> {
  const dirty = await run(root, ["status", "--porcelain", "--", file]);
  if (dirty !== "") return undefined;
  const told = await run(root, ["log", "-1", "--format=%H %ae", `-S${text}`, "--", file]);
  const [commit, email] = told.trim().split(" ");
  return commit === undefined || email === undefined || commit === "" ? undefined : { email, commit };
}
