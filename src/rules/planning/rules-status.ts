/** The last known status of the rules, valid while no file of rules changes. A heartbeat reads only this. */
import type { Context } from "../../context.js";
import { CacheDatabase } from "../../store/cache/database.js";
import { isUnchanged, type Stamp, stampAt } from "../../store/records/scan.js";
import type { Workspace } from "../../store/workspace.js";
import { versionNames } from "../versions/version-cache.js";

/** The status that a heartbeat needs. */
export interface RulesStatus {
  /** The tree it was found out on. */
  tree: string;
  /** Settings it depends on. */
  settings: string;
  /** Entries that a digest would act on: corrections, and any at all. */
  corrections: number;
  anything: boolean;
  /** Rules that a digest would add now. */
  ready: number;
  /** What the tree does not show: corrections that had held by then without a note of it, entries nobody compared. */
  beyond: string[];
  /** Keys of the open pairs that keep a rule back. */
  kept: string[];
  /** The last digest, or else the oldest of what waits. */
  since?: string;
}

interface Kept extends RulesStatus {
  /** The machine's time when the stats were taken. */
  at: number;
  files: Record<string, Stamp | null>;
}

type Where = Pick<Context, "workspace" | "profile">;

/** Raised whenever the stored status changes its meaning. */
const FACT = "rules 5";

/** Stats of core files and of every version: taken before anything is read, so that nothing slips between. */
export function stampsOfRules({ workspace: ws, profile }: Where): { at: number; files: Record<string, Stamp | null> } {
  const at = Date.now();
  const files: Record<string, Stamp | null> = {};
  for (const target of Object.values(profile.files)) files[target] = stampAt(ws.absolute(target)) ?? null;
  for (const name of versionNames(ws)) files[name] = stampAt(ws.versionFile(name)) ?? null;
  return { at, files };
}

/** The stored status while every file is unchanged. Undefined also when a stat is too young to prove that. */
export function readRulesStatus(ctx: Where, database: CacheDatabase): RulesStatus | undefined {
  const storedStatus = database.fact<Kept>(FACT);
  if (storedStatus === undefined) return undefined;
  const { files } = stampsOfRules(ctx);
  const names = Object.keys(files);
  if (names.length !== Object.keys(storedStatus.files).length) return undefined;
  const isSame = names.every((name) => {
    const [storedStamp, now] = [storedStatus.files[name], files[name]];
    if (storedStamp === undefined || now === undefined) return false;
    if (storedStamp === null || now === null) return storedStamp === now;
    return isUnchanged({ stamp: storedStamp, at: storedStatus.at }, now);
  });
  return isSame ? storedStatus : undefined;
}

/** Keys of the open pairs that kept a rule back when that was last found out. */
export function keptBackPairs(database: CacheDatabase): ReadonlySet<string> {
  return new Set(database.fact<Kept>(FACT)?.kept);
}

/** Stores the status for these stats. Disposable: without it the next heartbeat computes it again. */
export function writeRulesStatus(ws: Workspace, stamps: ReturnType<typeof stampsOfRules>, status: RulesStatus): void {
  const nextStatus: Kept = { ...stamps, ...status };
  CacheDatabase.of(ws).keepFact(FACT, nextStatus);
}
