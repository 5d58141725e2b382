/** Which files tenet keeps its blocks in, from what a folder holds: those that an agent there reads anyway. */
import { CURSOR_FILE, type FoundFiles } from "../../hosts/found-files.js";
import { defaultProfile, type Profile } from "../../settings.js";

export interface FilesChoice {
  files: Profile["files"];
  /** What may be taken instead: a file, or `SOUL.md` for the files of an agent's workspace. */
  options: readonly string[];
  /** The option that was taken. */
  into: string;
}

/** The files of an agent's workspace go by the first of them. */
export const USUAL = defaultProfile().files.soul;

/** Everything in one file; the files of an agent's workspace where that is named. */
export function filesInto(into: string): Profile["files"] {
  if (into === USUAL) return defaultProfile().files;
  return { soul: into, memory: into, procedures: into, boot: into, heartbeat: into };
}

/**
 * A workspace of an agent keeps the usual files, and so does a folder with nothing in it. Where hosts read a file of
 * instructions, rules go there: one in a file that nobody reads is as good as none.
 */
export function proposedFiles({ agent, instructions, cursor }: FoundFiles): FilesChoice {
  const readByHosts = [...instructions, ...(cursor ? [CURSOR_FILE] : [])];
  const [first] = readByHosts;
  const into = agent.length > 0 || first === undefined ? USUAL : first;
  return { files: filesInto(into), options: [...new Set([into, ...readByHosts, USUAL])], into };
}
