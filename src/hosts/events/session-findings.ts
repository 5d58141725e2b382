/**
 * What hooks found in the conversations of this machine: local state, one small file a session in
 * `.tenet/state/sessions/heard/`. It holds how far a transcript was read.
 */
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Workspace } from "../../store/workspace.js";
import { stamp } from "../../text/durations.js";

/** What is kept of one session. */
export interface SessionFindings {
  session: string;
  agent: string;
  /** When a hook first and last looked at it; UTC to the second. */
  began: string;
  at: string;
  /** Up to which byte the conversation was read, and the hash of what stands before it: under any path. */
  transcript?: { tail: string; read: number };
}

/** More than this is no state of ours. */
const MOST_BYTES = 256 * 1024;

const hash = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 24);

function fileOf(ws: Workspace, session: string): string {
  return join(ws.sessionFindings, `${hash(session)}.json`);
}

/** One file; undefined where there is none or where it is damaged: then a transcript is read again. */
function readFindingsAt(path: string): SessionFindings | undefined {
  try {
    if (statSync(path).size > MOST_BYTES) return undefined;
    const stored = JSON.parse(readFileSync(path, "utf8")) as Partial<SessionFindings>;
    if (typeof stored.session !== "string" || typeof stored.at !== "string") return undefined;
    const { transcript } = stored;
    const isPlaced = typeof transcript?.tail === "string" && Number.isSafeInteger(transcript.read);
    return {
      session: stored.session,
      agent: typeof stored.agent === "string" ? stored.agent : "main",
      began: typeof stored.began === "string" ? stored.began : stored.at,
      at: stored.at,
      ...(isPlaced ? { transcript } : {}),
    };
  } catch {
    return undefined;
  }
}

function names(ws: Workspace): string[] {
  try {
    return readdirSync(ws.sessionFindings).filter((name) => /^[0-9a-f]{24}\.json$/.test(name));
  } catch {
    return [];
  }
}

/** What is known of one session. */
export function readFindings(ws: Workspace, session: string): SessionFindings | undefined {
  const findings = readFindingsAt(fileOf(ws, session));
  return findings?.session === session ? findings : undefined;
}

/** What is known of every session. */
export function allFindings(ws: Workspace): SessionFindings[] {
  return names(ws)
    .flatMap((name) => readFindingsAt(join(ws.sessionFindings, name)) ?? [])
    .sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
}

/** Stores the findings of a session; false where the folder cannot be written. */
export function writeFindings(ws: Workspace, findings: SessionFindings): boolean {
  const path = fileOf(ws, findings.session);
  const temp = `${path}.${process.pid}.tmp`;
  try {
    mkdirSync(ws.sessionFindings, { recursive: true });
    writeFileSync(temp, `${JSON.stringify(findings)}\n`, { mode: 0o600 });
    renameSync(temp, path);
  } catch {
    rmSync(temp, { force: true });
    return false;
  }
  return true;
}

/** When a hook last kept something of a session of this workspace; undefined where none ever did. UTC to the second. */
export function lastHookInstant(ws: Workspace): string | undefined {
  let newest = 0;
  try {
    for (const name of readdirSync(ws.sessionFindings))
      newest = Math.max(newest, statSync(join(ws.sessionFindings, name)).mtimeMs);
  } catch {
    // No session yet, or one was tidied away meanwhile.
  }
  return newest === 0 ? undefined : stamp(new Date(newest));
}
