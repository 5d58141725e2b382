/** Lists every file beneath `memory/`, by any author, for checks of all of them. Follows no links. */
import { type Dirent, lstatSync, readdirSync, type Stats } from "node:fs";
import type { Finding } from "../entry/findings.js";
import type { Profile } from "../settings.js";
import { linkFinding, notAFolderFinding, unreadableFinding } from "./files/file-findings.js";
import type { Workspace } from "./workspace.js";

export interface Survey {
  /** Relative to the workspace, with `/`, by name. */
  files: string[];
  /** Links, folders that cannot be listed. */
  findings: Finding[];
}

/** Deeper folders hold no memory. */
const MAX_DEPTH = 16;

/** Undefined for a missing path, also beneath a file or an unreadable folder: the folder's own finding reports that. */
function statsOf(path: string): Stats | undefined {
  try {
    return lstatSync(path);
  } catch {
    return undefined;
  }
}

/** The files of `memory/`, the core files and the profile. */
export function surveyWorkspace(ws: Workspace, files: Profile["files"]): Survey {
  const survey: Survey = { files: [], findings: [] };
  const { soul, memory, boot, heartbeat, procedures } = files;
  // Files in `memory/` are listed by their own walk.
  const core = [soul, memory, boot, heartbeat, procedures].filter((file) => !file.startsWith("memory/"));
  for (const path of [ws.profile, ...[...new Set(core)].map((file) => ws.absolute(file)), ws.memory]) {
    const stats = statsOf(path);
    const file = ws.relative(path);
    if (stats?.isSymbolicLink()) survey.findings.push(linkFinding(file));
    else if (stats?.isFile()) survey.files.push(file);
    else if (stats?.isDirectory()) walk(survey, path, file, 1);
  }
  for (const path of [ws.memory, ws.local])
    if (statsOf(path)?.isFile()) survey.findings.push(notAFolderFinding(ws.relative(path)));
  return survey;
}

/** The same for one folder of the workspace; nothing where it is missing. */
export function surveyFolder(ws: Workspace, folder: string): Survey {
  const survey: Survey = { files: [], findings: [] };
  const stats = statsOf(folder);
  if (stats?.isSymbolicLink()) survey.findings.push(linkFinding(ws.relative(folder)));
  else if (stats?.isDirectory()) walk(survey, folder, ws.relative(folder), 1);
  return survey;
}

/** Everything at and beneath a path, links and unlistable folders included; undefined where nothing exists. */
export function filesAt(ws: Workspace, path: string): string[] | undefined {
  const whole = ws.absolute(path);
  const stats = statsOf(whole);
  if (stats?.isDirectory() !== true) return stats === undefined ? undefined : [path];
  const { files, findings } = surveyFolder(ws, whole);
  return [...files, ...findings.flatMap(({ file }) => file ?? [])];
}

function walk(survey: Survey, folder: string, relative: string, depth: number): void {
  let entries: Dirent[];
  try {
    entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch (error) {
    survey.findings.push(unreadableFinding(relative, error));
    return;
  }
  for (const entry of entries) {
    if (entry.name === ".git") continue;
    const file = relative === "" ? entry.name : `${relative}/${entry.name}`;
    if (entry.isSymbolicLink()) survey.findings.push(linkFinding(file));
    else if (entry.isDirectory() && depth < MAX_DEPTH) walk(survey, `${folder}/${entry.name}`, file, depth + 1);
    else if (entry.isFile()) survey.files.push(file);
  }
}
