/** One file of a host: what would become of it, and making it so. */
import { dirname } from "node:path";
import { TenetError } from "../../errors.js";
import { shownDiff } from "../../screening/shown-diff.js";
import { defined } from "../../text/defined.js";
import { ChangedMeanwhile, sha256 } from "../files/atomic-file.js";
import { type HostFile, readHostFile, removeHostFile, writeHostFile } from "../host-files.js";
import type { PatchState } from "./host-patch.js";
import { dropRecord, type HostRecord, keepRecord, type RevertedPatch, recordOf, revertPatch } from "./host-records.js";
import type { HooksChange, HostFileChange } from "./host-schemas.js";
import type { HooksContext, HooksLevel, HostTarget } from "./targets.js";

export type Verb = HooksChange["verb"];

/** A file as it would be. */
export interface PlannedFile {
  target: HostTarget;
  change: HostFileChange;
  /** Absent where nothing is written. */
  write?: { found: HostFile; text?: string; record?: Omit<HostRecord, "made">; made: string[] };
}

function brokenFile({ shown }: HostTarget, current: Extract<PatchState, { because: string }>): TenetError {
  const at = current.line === undefined ? shown : `${shown}:${current.line}`;
  return new TenetError(`${at}: ${current.because}. Nothing was written.`, {
    failure: "conflict",
    code: current.state === "broken" ? "broken-settings" : "not-ours",
    hint:
      current.state === "broken" ? "Mend the file by hand, then run the same command again." : "Look at it by hand.",
    details: defined({ file: shown, line: current.line }),
  });
}

const wholeOf = ({ patch }: HostTarget, text: string): Pick<HostFileChange, "whole"> =>
  patch.whole === true ? { whole: text.trimEnd().split("\n").length } : {};

/** Without it the host is not connected, or it was asked for by name. */
const isWanted = ({ main, name }: HostTarget): boolean => main === true || name.endsWith(".mcp");

const rowOf = ({ shown, patch }: HostTarget): Pick<HostFileChange, "file" | "says" | "puts"> =>
  defined({ file: shown, says: patch.says, puts: patch.puts === undefined ? undefined : [...patch.puts] });

async function planInstall(ctx: HooksContext, level: HooksLevel, target: HostTarget): Promise<PlannedFile> {
  const { patch, shown } = target;
  const hostFile = await readHostFile(target.path, target.within);
  const row = rowOf(target);
  const current: PatchState = hostFile.text === undefined ? { state: "absent" } : patch.stateIn(hostFile.text);
  if (current.state === "installed") return { target, change: { ...row, change: "unchanged" } };
  if (current.state === "broken") throw brokenFile(target, current);
  if (current.state === "foreign" || current.state === "edited") {
    if (isWanted(target)) throw brokenFile(target, current);
    return { target, change: { ...row, change: "left", because: current.because } };
  }
  const record = recordOf(ctx, level, target, hostFile.path);
  const reverted: RevertedPatch = defined({ text: hostFile.text });
  const base = current.state === "absent" ? reverted : (revertPatch(patch, hostFile.text ?? "", record) ?? reverted);
  const applied = patch.apply(base.text);
  if (applied.state === "unchanged") return { target, change: { ...row, change: "unchanged" } };
  if (applied.state !== "applied") {
    if (applied.state === "broken" || isWanted(target)) throw brokenFile(target, applied);
    return { target, change: { ...row, change: "left", because: applied.because } };
  }
  const { text } = applied;
  const change = hostFile.text === undefined ? "created" : current.state === "absent" ? "added to" : "updated";
  const diff = await shownDiff(shown, hostFile.text, text);
  const before = base.text === undefined ? null : sha256(base.text);
  const insertions = [...applied.insertions];
  const by = target.shared === true ? (record?.by ?? target.host) : undefined;
  const newRecord = defined({ schema: 1 as const, path: hostFile.path, before, after: sha256(text), insertions, by });
  const madeFolders = base.text === undefined ? (record?.made ?? []) : [];
  return {
    target,
    change: { ...row, change, diff, ...wholeOf(target, text) },
    write: { found: hostFile, text, record: newRecord, made: madeFolders },
  };
}

/** Folders that hold one file of ours, where no record says who made them: those of a project that would be empty. */
function foldersOf({ path, within }: HostTarget): string[] {
  const folders: string[] = [];
  const ends = (folder: string) => folder === within || (within === undefined && !/[\\/]tenet$/.test(folder));
  for (let folder = dirname(path); !ends(folder) && folder !== dirname(folder); folder = dirname(folder)) {
    folders.unshift(folder);
  }
  return folders;
}

/** A file as earlier steps of the same plan would leave it. */
function asPlanned(found: HostFile, { planned }: HooksContext): HostFile {
  if (planned?.has(found.path) !== true) return found;
  const { text: _, ...rest } = found;
  return { ...rest, ...defined({ text: planned.get(found.path) }) };
}

async function planRemoval(ctx: HooksContext, level: HooksLevel, target: HostTarget): Promise<PlannedFile> {
  const { patch, shown } = target;
  const hostFile = asPlanned(await readHostFile(target.path, target.within), ctx);
  const row = rowOf(target);
  const unchanged: PlannedFile = { target, change: { ...row, change: "unchanged" } };
  if (hostFile.text === undefined) return unchanged;
  const record = recordOf(ctx, level, target, hostFile.path);
  const current = patch.stateIn(hostFile.text);
  if (current.state === "broken") {
    // Somebody's broken file is no affair of ours unless something of ours is in it.
    if (record !== undefined || /\btenet\b/.test(hostFile.text)) throw brokenFile(target, current);
    return unchanged;
  }
  const reverted = revertPatch(patch, hostFile.text, record);
  if (reverted === undefined) {
    if (current.state !== "edited") return unchanged;
    return { target, change: { ...row, change: "left", because: current.because } };
  }
  const diff = await shownDiff(shown, hostFile.text, reverted.text);
  const change = reverted.text === undefined ? "removed" : "restored";
  return {
    target,
    change: { ...row, change, diff, ...wholeOf(target, hostFile.text) },
    write: { found: hostFile, ...reverted, made: record?.made ?? foldersOf(target) },
  };
}

/** What would become of a file. Throws `conflict` for one that cannot be read as what it is, or is not to be written. */
export async function planFile(
  ctx: HooksContext,
  verb: Verb,
  level: HooksLevel,
  target: HostTarget,
  reader?: string,
): Promise<PlannedFile> {
  const planned = await (verb === "install" ? planInstall : planRemoval)(ctx, level, target);
  if (reader !== undefined && planned.write !== undefined) {
    return { target, change: { ...rowOf(target), change: "left", because: `${reader} reads these lines too` } };
  }
  if (planned.write?.found.writable === false) {
    throw new TenetError(`${target.shown} is read-only. Nothing was written.`, {
      failure: "conflict",
      code: "read-only",
      hint: "Make it writable if it is yours to change; another program may own it.",
      details: { file: target.shown },
    });
  }
  return planned;
}

async function write(ctx: HooksContext, level: HooksLevel, { target, write: planned }: PlannedFile): Promise<void> {
  if (planned === undefined) return;
  const { found, text, record, made } = planned;
  if (record !== undefined) {
    await keepRecord(ctx, level, target, { ...record, made });
    const folders = await writeHostFile(found, text ?? "", { program: target.patch.program === true });
    if (folders.length > 0) await keepRecord(ctx, level, target, { ...record, made: folders });
    return;
  }
  if (text === undefined) await removeHostFile(found, made);
  else await writeHostFile(found, text);
  await dropRecord(ctx, level, target);
}

const TRIES = 3;

/** Writes a file as planned. Plans again when it changed meanwhile; gives up after three tries. */
export async function changeFile(
  ctx: HooksContext,
  verb: Verb,
  level: HooksLevel,
  plan: PlannedFile,
): Promise<HostFileChange> {
  let planned = plan;
  for (let triesLeft = TRIES; ; triesLeft--) {
    try {
      await write(ctx, level, planned);
      return planned.change;
    } catch (thrown) {
      if (!(thrown instanceof ChangedMeanwhile) || triesLeft <= 1) throw thrown;
      planned = await planFile(ctx, verb, level, planned.target);
    }
  }
}
