/** The core files of the profile, and their texts. */
import type { Profile } from "../../settings.js";
import type { Workspace } from "../workspace.js";
import { readPlainFile } from "./scan.js";

/** The core files of the settings, each once. */
export const coreFilesOf = ({ files }: Profile): string[] => [...new Set(Object.values(files))];

/** The text of a core file; undefined where there is none, or none that can be read: who prints core files reports that. */
export function textOfCoreFile(ws: Workspace, file: string): string | undefined {
  try {
    const { bytes } = readPlainFile(ws.absolute(file));
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
