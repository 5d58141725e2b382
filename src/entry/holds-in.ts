/** The files that an entry holds for, without the engine that runs globs. Pure. */

/** Without paths it holds everywhere. */
export interface Bound {
  paths?: readonly string[] | undefined;
}

const WILD = /[*?{]/;

/** Whether a folder is, or lies in, the one that a glob begins with; of a file's path the one that holds it. */
function beginsAbove(glob: string, folder: string): boolean {
  const names = glob.split("/").filter((name) => name !== "");
  const wild = names.findIndex((name) => WILD.test(name));
  const tops = [names.slice(0, wild === -1 ? undefined : wild).join("/")];
  if (wild === -1 && !glob.endsWith("/") && folder === names.slice(0, -1).join("/")) tops.push(folder);
  return tops.some((top) => top !== "" && (folder === top || folder.startsWith(`${top}/`)));
}

/**
 * Whether an entry holds in a folder of the workspace: the folder is, or lies in, the one that a glob begins with;
 * `*.ts` begins with none. `folder`: relative, "" for the top, undefined outside.
 */
export function holdsIn({ paths }: Bound, folder: string | undefined): boolean {
  if (paths === undefined) return true;
  return folder !== undefined && paths.some((glob) => !glob.startsWith("!") && beginsAbove(glob, folder));
}
