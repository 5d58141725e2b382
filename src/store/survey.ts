/** Lists every file beneath `memory/`, by any author, for checks of all of them. Follows no links. */
import { lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { Finding } from "../entry/findings.js";
import type { Profile } from "../settings.js";
import { codeOf } from "./files/file-failure.js";
import { linkFinding, notAFolder, unreadableFinding } from "./files/file-findings.js";
import type { Workspace } from "./workspace.js";

export interface Survey {
  /** Relative to the workspace, with `/`, by name. */
  files: string[];
  /** Links, folders that cannot be listed. */
  findings: Finding[];
}

/** The files of `memory/`, the core files and the profile. */
export function surveyWorkspace(ws: Workspace, files: Profile["files"]): Survey {
  const survey: Survey = { files: [], findings: [] };
  // Files in `memory/` are listed with it.
  const core = [...new Set(Object.values(files))].filter((file) => !file.startsWith("memory/"));
  for (const path of [ws.profile, ...core.map((file) => ws.absolute(file)), ws.memory]) surveyPath(ws, path, survey);
  if (lstatSync(ws.local, { throwIfNoEntry: false })?.isFile()) survey.findings.push(notAFolder(ws.relative(ws.local)));
  return survey;
}

/** What lies at a path of the workspace and beneath it; nothing where it is missing. */
export function surveyPath(ws: Workspace, path: string, survey: Survey = { files: [], findings: [] }): Survey {
  const file = ws.relative(path);
  try {
    const stats = lstatSync(path);
    if (stats.isSymbolicLink()) survey.findings.push(linkFinding(file));
    else if (stats.isFile()) survey.files.push(file);
    else if (stats.isDirectory())
      for (const name of readdirSync(path).sort()) if (name !== ".git") surveyPath(ws, join(path, name), survey);
  } catch (error) {
    // What is missing, or lies beneath a file, is reported by whoever needs it.
    if (!["ENOENT", "ENOTDIR"].includes(codeOf(error) ?? "")) survey.findings.push(unreadableFinding(file, error));
  }
  return survey;
}
