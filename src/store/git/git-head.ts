/** The commit and branch that are checked out, from the files git leaves: no process is started where they tell. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { answerOf } from "./git.js";
import { OID } from "./git-commits.js";
import { commonFolder, gitFolder } from "./git-folder.js";

function textAt(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8").trim();
  } catch {
    return undefined;
  }
}

/** The branch that is checked out; undefined on none, and without git. */
export async function headBranch(root: string): Promise<string | undefined> {
  const folder = gitFolder(root);
  if (folder === undefined) return undefined;
  const name = /^ref: refs\/heads\/(.+)$/.exec(textAt(join(folder, "HEAD")) ?? "")?.[1];
  // Where branches are kept in a table instead of files, this one stands in for them.
  if (name !== ".invalid") return name;
  return (await answerOf(root, ["symbolic-ref", "--quiet", "--short", "HEAD"]))?.trim();
}

/** Its id; undefined before the first commit of a branch, and without git. */
export async function headCommit(root: string): Promise<string | undefined> {
  const folder = gitFolder(root);
  if (folder === undefined) return undefined;
  const common = commonFolder(folder);
  const head = textAt(join(folder, "HEAD")) ?? "";
  if (OID.test(head)) return head;
  const ref = /^ref: (refs\/heads\/.+)$/.exec(head)?.[1];
  // Where branches are kept in a table instead of files, this one stands in for them.
  if (ref === undefined || ref === "refs/heads/.invalid") {
    return (await answerOf(root, ["rev-parse", "--verify", "--quiet", "HEAD^{commit}"]))?.trim();
  }
  const loose = textAt(join(common, ref));
  if (loose === undefined) return packed(common, ref);
  if (OID.test(loose)) return loose;
  return (await answerOf(root, ["rev-parse", "--verify", "--quiet", "HEAD^{commit}"]))?.trim();
}

function packed(common: string, ref: string): string | undefined {
  const line = textAt(join(common, "packed-refs"))
    ?.split("\n")
    .find((one) => one.endsWith(` ${ref}`));
  const oid = line?.slice(0, line.indexOf(" "));
  return oid !== undefined && OID.test(oid) ? oid : undefined;
}
