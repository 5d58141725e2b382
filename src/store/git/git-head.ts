/** The commit and branch that are checked out, from the files git leaves: no process is started where they tell. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { answerOf, OID } from "./git.js";
import { commonFolder, gitFolder } from "./git-folder.js";

function textAt(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8").trim();
  } catch {
    return undefined;
  }
}

/** Where branches are kept in a table instead of files, this one stands in for the one that is checked out. */
const IN_TABLE = "refs/heads/.invalid";
const isTable = (folder: string): boolean => textAt(join(folder, "HEAD")) === `ref: ${IN_TABLE}`;

/** The branch that is checked out; undefined on none, and without git. */
export async function headBranch(root: string): Promise<string | undefined> {
  const folder = gitFolder(root);
  if (folder === undefined) return undefined;
  if (!isTable(folder)) return /^ref: refs\/heads\/(.+)$/.exec(textAt(join(folder, "HEAD")) ?? "")?.[1];
  return (await answerOf(root, ["symbolic-ref", "--quiet", "--short", "HEAD"]))?.trim();
}

/** Its id; undefined before the first commit of a branch, and without git. */
export async function headCommit(root: string): Promise<string | undefined> {
  const folder = gitFolder(root);
  if (folder === undefined) return undefined;
  const head = textAt(join(folder, "HEAD")) ?? "";
  if (OID.test(head)) return head;
  const ref = /^ref: (refs\/heads\/.+)$/.exec(head)?.[1];
  return ref === undefined ? await askedCommit(root, "HEAD") : await refCommit(root, ref);
}

/** The commit that a branch of this clone or of a remote is at; undefined where there is no such branch, and without git. */
export async function refCommit(root: string, ref: string): Promise<string | undefined> {
  const folder = gitFolder(root);
  if (folder === undefined) return undefined;
  if (isTable(folder)) return await askedCommit(root, ref === IN_TABLE ? "HEAD" : ref);
  const common = commonFolder(folder);
  const loose = textAt(join(common, ref));
  if (loose === undefined) return packed(common, ref);
  return OID.test(loose) ? loose : await askedCommit(root, ref);
}

/** The commit that git takes a revision for; undefined where it knows none. One process. */
export const askedCommit = async (root: string, revision: string): Promise<string | undefined> =>
  (await answerOf(root, ["rev-parse", "--verify", "--quiet", "--end-of-options", `${revision}^{commit}`]))?.trim();

/** The branch that a remote calls its own first one. */
export interface RemoteHead {
  /** `origin` */
  remote: string;
  /** `main` */
  branch: string;
}

const REMOTE_HEAD = /^refs\/remotes\/([^/\n]+)\/HEAD refs\/remotes\/\1\/(.+)$/;

/**
 * The branch that HEAD of a remote points to in this clone, whether it is there or not: origin's, else that of the first
 * remote by name which has one. No process is started but where branches are kept in a table.
 */
export async function remoteHead(root: string): Promise<RemoteHead | undefined> {
  const folder = gitFolder(root);
  if (folder === undefined) return undefined;
  const rows = isTable(folder) ? await askedHeads(root) : headsIn(commonFolder(folder));
  const heads = rows.flatMap((row) => {
    const [, remote, branch] = REMOTE_HEAD.exec(row) ?? [];
    return remote === undefined || branch === undefined ? [] : [{ remote, branch }];
  });
  return heads.find(({ remote }) => remote === "origin") ?? heads[0];
}

const HEADS = "refs/remotes/*/HEAD";
const askedHeads = async (root: string): Promise<string[]> =>
  ((await answerOf(root, ["for-each-ref", "--format=%(refname) %(symref)", HEADS])) ?? "").split("\n");

function headsIn(common: string): string[] {
  const remotes = join(common, "refs", "remotes");
  const names = existsSync(remotes) ? readdirSync(remotes).sort() : [];
  return names.flatMap((name) => {
    const target = /^ref: (.+)$/.exec(textAt(join(remotes, name, "HEAD")) ?? "")?.[1];
    return target === undefined ? [] : [`refs/remotes/${name}/HEAD ${target}`];
  });
}

function packed(common: string, ref: string): string | undefined {
  const line = textAt(join(common, "packed-refs"))
    ?.split("\n")
    .find((one) => one.endsWith(` ${ref}`));
  const oid = line?.slice(0, line.indexOf(" "));
  return oid !== undefined && OID.test(oid) ? oid : undefined;
}
