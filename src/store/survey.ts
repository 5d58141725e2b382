/** Lists every file beneath `memory/`, by any author, for checks of all of them. Follows no links. */
import { lstatSync, readdirSync, type Stats } from "node:fs";
import { join } from "node:path";
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

/** The files of `memory/`, the core files and the profile. */
export function surveyWorkspace(ws: Workspace, files: Profile["files"]): Survey {
  const survey: Survey = { files: [], findings: [] };
  const { soul, memory, boot, heartbeat, procedures } = files;
  // Files in `memory/` are listed with it.
  const core = [soul, memory, boot, heartbeat, procedures].filter((file) => !file.startsWith("memory/"));
  for (const path of [ws.profile, ...[...new Set(core)].map((file) => ws.absolute(file)), ws.memory])
    surveyPath(ws, path, survey);
  for (const path of [ws.memory, ws.local])
    if (statsOf(path)?.isFile()) survey.findings.push(notAFolderFinding(ws.relative(path)));
  return survey;
}

/** Undefined for a missing path, also beneath a file or an unreadable folder: the folder's own finding reports that. */
function statsOf(path: string): Stats | undefined {
  try {
    return lstatSync(path);
  } catch {
    return undefined;
  }
}

/** What lies at a path of the workspace and beneath it; nothing where it is missing. */
export function surveyPath(
  ws: Workspace,
  path: string,
  survey: Survey = { files: [], findings: [] },
  depth = 0,
): Survey {
  const stats = statsOf(path);
  const file = ws.relative(path);
  if (stats?.isSymbolicLink()) survey.findings.push(linkFinding(file));
  else if (stats?.isFile()) survey.files.push(file);
  if (stats?.isDirectory() !== true || depth > MAX_DEPTH) return survey;
  try {
    for (const name of readdirSync(path).sort())
      if (name !== ".git") surveyPath(ws, join(path, name), survey, depth + 1);
  } catch (error) {
    survey.findings.push(unreadableFinding(file, error));
  }
  return survey;
}
