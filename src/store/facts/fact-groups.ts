/** Groups of memories: files in `memory/facts/`, and the fields of their headers. */
import { closeSync, openSync, readSync } from "node:fs";
import type { Context } from "../../context.js";
import { GROUP_NAME } from "../../entry/memory-groups.js";
import { wrongUsage } from "../../errors.js";
import { statedName } from "../../screening/stated-name.js";
import type { Workspace } from "../workspace.js";

/** The default priority of a group: the middle of a scale from 0 to 100. */
export const USUAL_PRIORITY = 50;

/** A header is at the top, and short. */
const HEADER_BYTES = 4_096;

/** The group of a record by its file: `memory/facts/web/react.md` is `web/react`. Of a contact's file it is their id. */
export function groupOf(file: string): string {
  return file.replace(/^memory\/(?:facts|contacts)\//, "").replace(/\.md$/, "");
}

/** The group that somebody names, as the name of a file: `Business facts` is `business_facts`. Throws usage for no name. */
export async function groupNamed({ warn }: Pick<Context, "warn">, stated: unknown): Promise<string> {
  const name = typeof stated === "string" ? await statedName("The group's name", stated, warn) : stated;
  const group = String(name).toLowerCase().replace(/\s+/g, "_");
  if (typeof name === "string" && GROUP_NAME.test(group)) return group;
  throw wrongUsage(
    `group is no name: ${JSON.stringify(name)?.slice(0, 80)}`,
    "Letters, digits, dashes and underscores, 64 at most: preferences, business_facts.",
    "wrong-group",
  );
}

/** How early a group is read: the number in its file's header, from 0 to 100; 50 without one. Needs no YAML parser. */
export function priorityOf(ws: Workspace, file: string): number {
  const header = /^\ufeff?---\r?\n([\s\S]*?)\r?\n---/.exec(beginning(ws.absolute(file)))?.[1] ?? "";
  const priority = /^priority:[ \t]*["']?(-?\d{1,6}(?:\.\d+)?)["']?[ \t]*(?:#.*)?$/m.exec(header)?.[1];
  return priority === undefined ? USUAL_PRIORITY : Math.min(100, Math.max(0, Number(priority)));
}

function beginning(path: string): string {
  let file: number;
  try {
    file = openSync(path, "r");
  } catch {
    return "";
  }
  try {
    const bytes = Buffer.alloc(HEADER_BYTES);
    return bytes.subarray(0, readSync(file, bytes, 0, HEADER_BYTES, 0)).toString("utf8");
  } catch {
    return "";
  } finally {
    closeSync(file);
  }
}
