/**
 * What hooks found in the conversations of this machine: local state, one small file a session in
 * `.tenet/state/sessions/heard/`. It holds how far a transcript was read, uses that could not be written yet, and the
 * corrections that were heard and not recorded. A context shows the latter as its layer `found`.
 */
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { stamp } from "../../clock.js";
import { dataLine } from "../../context/policy/fence.js";
import type { Layer } from "../../context/policy/layer.js";
import type { Context } from "../../context.js";
import { isFor } from "../../entry/visible.js";
import type { Steps } from "../../steps.js";
import type { Store } from "../../store/open-store.js";
import type { Workspace } from "../../store/workspace.js";
import { DAY_MS } from "../../text/durations.js";
import type { MissedCorrection } from "./missed-corrections.js";

/** What is kept of one session. */
export interface SessionFindings {
  session: string;
  agent: string;
  /** When a hook first and last looked at it; UTC to the second. */
  began: string;
  at: string;
  /** Up to which byte the conversation was read, and the hash of what stands before it: under any path. */
  transcript?: { tail: string; read: number };
  /** Ids the agent cited whose use is not written yet: git or another writer was in the way. */
  cited: string[];
  /** Ids whose use in this session is written, or must not be. */
  counted: string[];
  heard: MissedCorrection[];
}

/** So long a missed correction is worth telling. */
const HEARD_DAYS = 7;
/** So many are kept of one session. */
const MOST_HEARD = 5;
/** More than this is no state of ours. */
const MOST_BYTES = 256 * 1024;
/** Sessions are forgotten after a while; looked for when so many have gathered. */
const MANY = 32;
const KEPT_DAYS = 30;

const hash = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 24);

function fileOf(ws: Workspace, session: string): string {
  return join(ws.heard, `${hash(session)}.json`);
}

const isStrings = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === "string");

function isMissedCorrection(value: unknown): value is MissedCorrection {
  if (typeof value !== "object" || value === null) return false;
  const { key, at, session, quote, phrase } = value as Partial<MissedCorrection>;
  return [key, at, session, quote, phrase].every((one) => typeof one === "string");
}

/** One file; undefined where there is none or where it is damaged: then a transcript is read again. */
function read(path: string): SessionFindings | undefined {
  try {
    if (statSync(path).size > MOST_BYTES) return undefined;
    const known = JSON.parse(readFileSync(path, "utf8")) as Partial<SessionFindings>;
    if (typeof known.session !== "string" || typeof known.at !== "string") return undefined;
    const { transcript } = known;
    const isPlaced = typeof transcript?.tail === "string" && Number.isSafeInteger(transcript.read);
    return {
      session: known.session,
      agent: typeof known.agent === "string" ? known.agent : "main",
      began: typeof known.began === "string" ? known.began : known.at,
      at: known.at,
      ...(isPlaced ? { transcript } : {}),
      cited: isStrings(known.cited) ? known.cited : [],
      counted: isStrings(known.counted) ? known.counted : [],
      heard: Array.isArray(known.heard) ? known.heard.filter(isMissedCorrection) : [],
    };
  } catch {
    return undefined;
  }
}

function names(ws: Workspace): string[] {
  try {
    return readdirSync(ws.heard).filter((name) => /^[0-9a-f]{24}\.json$/.test(name));
  } catch {
    return [];
  }
}

/** What is known of one session. */
export function readFindings(ws: Workspace, session: string): SessionFindings | undefined {
  const found = read(fileOf(ws, session));
  return found?.session === session ? found : undefined;
}

/** What is known of every session. */
export function allFindings(ws: Workspace): SessionFindings[] {
  return names(ws)
    .flatMap((name) => read(join(ws.heard, name)) ?? [])
    .sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
}

/** Keeps what is known of a session; false where the folder cannot be written. Old sessions go. */
export function writeFindings(ws: Workspace, findings: SessionFindings): boolean {
  const path = fileOf(ws, findings.session);
  const temp = `${path}.${process.pid}.tmp`;
  try {
    mkdirSync(ws.heard, { recursive: true });
    const kept = { ...findings, heard: findings.heard.slice(-MOST_HEARD) };
    writeFileSync(temp, `${JSON.stringify(kept)}\n`, { mode: 0o600 });
    renameSync(temp, path);
  } catch {
    rmSync(temp, { force: true });
    return false;
  }
  forgetOld(ws, findings.at);
  return true;
}

function forgetOld(ws: Workspace, now: string): void {
  const all = names(ws);
  if (all.length < MANY) return;
  for (const name of all) {
    const path = join(ws.heard, name);
    const known = read(path);
    if (known !== undefined && Date.parse(now) - Date.parse(known.at) < KEPT_DAYS * DAY_MS) continue;
    rmSync(path, { force: true });
  }
}

/** Corrections that were heard in the last days and not dismissed, the newest last; recorded ones included. */
export function readMissedCorrections(ws: Workspace, now: Date): MissedCorrection[] {
  const since = now.getTime() - HEARD_DAYS * DAY_MS;
  return allFindings(ws)
    .flatMap(({ heard }) => heard)
    .filter(({ at, dismissed }) => dismissed !== true && Date.parse(at) >= since)
    .sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
}

/** Takes a person's word that what was heard is no correction. False when nothing of that key is known. */
export function dismissMissedCorrection(ws: Workspace, key: string): boolean {
  for (const known of allFindings(ws)) {
    if (!known.heard.some((one) => one.key === key)) continue;
    const heard = known.heard.map((one) => (one.key === key ? { ...one, dismissed: true as const } : one));
    return writeFindings(ws, { ...known, heard });
  }
  return false;
}

/** When a hook last kept something of a session of this workspace; undefined where none ever did. UTC to the second. */
export function lastHeard(ws: Workspace): string | undefined {
  let newest = 0;
  try {
    for (const name of readdirSync(ws.heard)) newest = Math.max(newest, statSync(join(ws.heard, name)).mtimeMs);
  } catch {
    // No session yet, or one was tidied away meanwhile.
  }
  return newest === 0 ? undefined : stamp(new Date(newest));
}

/**
 * What earlier sessions left unrecorded, as the layer `found` of a context: corrections that were heard in the last days
 * and that no correction recorded since covers. What one person said is not shown to another. Costs one look at a folder
 * where nothing was heard.
 */
export async function missedLayer(ctx: Context, tree: Store): Promise<Layer> {
  const { actor, clock, workspace: ws } = ctx;
  const viewer = { user: actor.user, session: actor.session };
  // What was heard here is for whoever works here.
  const heard = actor.session === "" ? [] : readMissedCorrections(ws, clock.now());
  const missed = heard.filter(({ user }) => isFor({ type: "memory", user }, viewer));
  const { notRecorded } = await import("./missed-corrections.js");
  const left = missed.length === 0 ? [] : (await notRecorded(tree, missed)).reverse();
  const times = left.length === 1 ? "once" : left.length === 2 ? "twice" : `${left.length} times`;
  const where = new Set(left.map(({ session }) => session)).size === 1 ? "In a recent session" : "In recent sessions";
  const title = `${where} you were corrected ${times} and recorded nothing of it`;
  return { name: "found", title, items: left.map((one) => itemOf(one, ctx.steps)) };
}

function itemOf({ at, key, quote }: MissedCorrection, steps: Steps): Layer["items"][number] {
  return {
    place: `transcript ${at.slice(0, 10)}`,
    who: "people",
    text: dataLine(quote),
    more: [steps.missed(key)],
  };
}
