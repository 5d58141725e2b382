/** Which programs a person has let run in this clone: local state, by hash of the exact command. */

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { oneLine } from "../../text/shorten.js";
import { appendLine } from "../append-log.js";
import type { Workspace } from "../workspace.js";

/** The hash of a command as it is remembered. */
export function commandHash(command: string): string {
  return createHash("sha256").update(command).digest("hex");
}

/** True when a person confirmed exactly this command in this clone. */
export function isConfirmed(ws: Workspace, command: string): boolean {
  let text: string;
  try {
    text = readFileSync(ws.confirmedPrograms, "utf8");
  } catch {
    return false;
  }
  const hash = commandHash(command);
  return text.split("\n").some((line) => line.startsWith(`${hash} `));
}

/** Remembers that somebody let a command run here. */
export async function rememberConfirmed(ws: Workspace, command: string, at: string, by: string): Promise<void> {
  await appendLine(ws.confirmedPrograms, `${commandHash(command)} ${at} ${oneLine(by)}`);
}
