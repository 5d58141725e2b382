/** The unfinished part of an erasing in local and derived files: written with the change of the tree, removed at the end. */
import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { dirname } from "node:path";
import { nodeFs, syncFolder } from "../store/files/atomic-fs.js";
import { readBytes } from "../store/files/safe-path.js";
import type { Workspace } from "../store/workspace.js";
import type { ForgetMode } from "./consequences.js";
import type { SearchTerms } from "./text-matcher.js";

export interface Erasing extends SearchTerms {
  taking: Exclude<ForgetMode, "forget">;
  at: string;
  /** Names of an erased contact. */
  names?: readonly string[] | undefined;
}

/** An erasing beside one that is not complete: what either looks for goes. */
export function joinedErasing(started: Erasing, open: Erasing | undefined): Erasing {
  if (open === undefined) return started;
  const both = (list: "ids" | "texts") => [...new Set([...open[list], ...started[list]])];
  const taking = open.taking === "erase" ? open.taking : started.taking;
  const names = [...new Set([...(open.names ?? []), ...(started.names ?? [])])];
  return { ...started, taking, ids: both("ids"), texts: both("texts"), names };
}

/** True while an erasing is not complete. One look-up: every writing command asks. */
export function isErasing(ws: Workspace): boolean {
  return existsSync(ws.erasing);
}

/** The unfinished erasing; undefined without one. A damaged file names nothing and can only be cleared. */
export async function readErasing(ws: Workspace): Promise<Erasing | undefined> {
  const bytes = await readBytes(ws, ws.erasing);
  if (bytes === undefined) return undefined;
  try {
    const { ids, texts, taking, at, names } = JSON.parse(Buffer.from(bytes).toString("utf8")) as Erasing;
    const lists = [ids, texts].every(Array.isArray);
    if (lists) return { ids, texts, taking, at, names: Array.isArray(names) ? names : [] };
  } catch {
    // Written whole, so this is damage from outside.
  }
  return { ids: [], texts: [], taking: "erase", at: "" };
}

/** The erasing is complete: what it looked for is forgotten as well. */
export async function clearErasing(ws: Workspace): Promise<void> {
  await rm(ws.erasing, { force: true });
  await syncFolder(dirname(ws.erasing), nodeFs);
}
