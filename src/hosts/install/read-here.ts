/** Files of this workspace that agents read directly: their lines need no copy. */
import type { Context } from "../../context.js";
import { HOSTS, type Host, READ_BY } from "../../store/host.js";
import { loadedLines } from "../../store/instruction-files.js";
import { hostStateOf } from "./host-check.js";
import { hasLevel, LEVELS } from "./targets.js";

type Here = Pick<Context, "workspace" | "places" | "profile">;

/** OpenClaw reads the files of its workspace alone; the others read those of the folder that is worked in, too. */
const isNested = (host: Host): boolean => host !== "openclaw";

const namesOf = (host: Host): string[] =>
  isNested(host) ? READ_BY[host].files.filter((file) => !file.includes("/")) : [];
const NAMES_OF_FOLDERS = HOSTS.flatMap(namesOf);

/** Whether agents read a file here, relative, links followed: a core file of the profile, or what a connected host loads. */
export async function readsHere({ workspace, places, profile }: Here): Promise<(file: string) => boolean> {
  const files = new Set<string>(Object.values(profile.files));
  const folders: string[] = [];
  // Whose file holds the rules, its host reads those of the folders beneath as well.
  const names = new Set(NAMES_OF_FOLDERS.filter((name) => name === profile.files.soul));
  for (const host of HOSTS) {
    if (!(await isConnected({ workspace, places }, host))) continue;
    for (const file of loadedLines(workspace, host).keys()) files.add(file);
    folders.push(...[READ_BY[host].folder ?? []].flat());
    for (const name of namesOf(host)) names.add(name);
  }
  return (file) =>
    files.has(file) ||
    folders.some((folder) => file.startsWith(`${folder}/`)) ||
    names.has(file.slice(file.lastIndexOf("/") + 1));
}

async function isConnected(ctx: Pick<Here, "workspace" | "places">, host: Host): Promise<boolean> {
  for (const level of LEVELS.filter((one) => hasLevel(host, one))) {
    const { state } = await hostStateOf(ctx, host, level);
    if (state === "installed" || state === "partly" || state === "outdated") return true;
  }
  return false;
}
