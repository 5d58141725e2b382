/**
 * The core that a session was served first: served again until it ends, so that its bytes never change under an agent.
 * Local and disposable: without it the core is made anew.
 */
import { createHash } from "node:crypto";
import { lstatSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { removeDisposable, writeDisposable } from "../store/files/disposable.js";
import type { Workspace } from "../store/workspace.js";
import { markOf } from "./policy/fence.js";
import type { Layer, Omitted } from "./policy/layer.js";

/** What is kept of it. */
export interface SessionCore {
  layers: Layer[];
  omitted: Omitted[];
  /** Versions of the rules that were in force. */
  versions: string[];
  /** Ids that no entry had when it was made: that they are missing says nothing new. */
  missing: string[];
  at: string;
}

interface Kept extends SessionCore {
  format: number;
  session: string;
  /** Whose memories it may hold. */
  user: string | null;
  /** Of everything else: a file that somebody changed, or that words were taken out of, is none. */
  check: string;
}

const FORMAT = 1;
const ENDING = ".core.json";
/** Sessions that never said that they ended: their cores go after so long. */
const OLDEST_MS = 30 * 86_400_000;
const MANY = 64;

/** Is this the file of a kept core? */
export function isSessionCore(path: string): boolean {
  return path.endsWith(ENDING);
}

/** One session may serve two people, and neither is shown the other's memories. */
function fileOf(ws: Workspace, session: string, user: string | undefined): string {
  return join(ws.sessions, `${prefixOf(session)}-${hash(user ?? "").slice(0, 8)}${ENDING}`);
}

const hash = (text: string): string => createHash("sha256").update(text).digest("hex");
const prefixOf = (session: string): string => hash(session).slice(0, 24);
const checkOf = ({ layers, omitted, versions, missing }: SessionCore): string =>
  markOf(JSON.stringify([layers, omitted, versions, missing]));

/** The core kept for a session and person; undefined when there is none that is whole. */
export function readSessionCore(ws: Workspace, session: string, user: string | undefined): SessionCore | undefined {
  try {
    const kept = JSON.parse(readFileSync(fileOf(ws, session, user), "utf8")) as Kept;
    const isOurs = kept.format === FORMAT && kept.session === session && kept.user === (user ?? null);
    return isOurs && kept.check === checkOf(kept) ? kept : undefined;
  } catch {
    return undefined;
  }
}

/** Keeps a core for a session; false where that is not possible. */
export function keepSessionCore(ws: Workspace, session: string, user: string | undefined, core: SessionCore): boolean {
  const kept: Kept = { format: FORMAT, session, user: user ?? null, check: checkOf(core), ...core };
  removeOld(ws);
  return writeDisposable(fileOf(ws, session, user), `${JSON.stringify(kept)}\n`, [ws.local, ws.state, ws.sessions]);
}

/** Lets go of the cores of a session that has ended. */
export function dropSessionCore(ws: Workspace, session: string): void {
  const prefix = prefixOf(session);
  for (const path of coresOf(ws)) if (basename(path).startsWith(prefix)) removeDisposable(path);
}

/** Looks at times only once many have gathered: a session's start must not take longer with every session. */
function removeOld(ws: Workspace): void {
  const cores = coresOf(ws);
  if (cores.length < MANY) return;
  for (const path of cores) {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (stats !== undefined && Date.now() - stats.mtimeMs > OLDEST_MS) removeDisposable(path);
  }
}

/** Every kept core; none where there is no folder yet. */
function coresOf(ws: Workspace): string[] {
  try {
    return readdirSync(ws.sessions)
      .filter(isSessionCore)
      .map((name) => join(ws.sessions, name));
  } catch {
    return [];
  }
}
