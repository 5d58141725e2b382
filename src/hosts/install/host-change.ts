/** One file of a host: what would become of it, and making it so. */
import { TenetError } from "../../errors.js";
import { shownDiff } from "../../screening/shown-diff.js";
import { defined } from "../../text/defined.js";
import { type HostFile, readHostFile, removeHostFile, writeHostFile } from "../host-files.js";
import type { HostPatch, PatchState } from "./host-patch.js";
import type { HooksChange, HostFileChange } from "./host-schemas.js";
import type { HooksContext, HostTarget } from "./targets.js";

export type Verb = HooksChange["verb"];

/** A file as it would be. */
export interface PlannedFile {
  target: HostTarget;
  change: HostFileChange;
  /** Absent where nothing is written; without a text the file goes. */
  write?: { found: HostFile; text?: string };
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

const rowOf = ({ shown, patch }: HostTarget): Pick<HostFileChange, "file" | "says" | "puts"> =>
  defined({ file: shown, says: patch.says, puts: patch.puts === undefined ? undefined : [...patch.puts] });

/** A text without the patch; `text` is missing where the file holds nothing else. Undefined when nothing of ours is there. */
function revertPatch(patch: HostPatch, text: string): { text?: string } | undefined {
  const rest = patch.revert(text);
  if (rest === undefined) return undefined;
  return patch.isEmpty(rest) ? {} : { text: rest };
}

async function planInstall(target: HostTarget): Promise<PlannedFile> {
  const { patch, shown } = target;
  const hostFile = await readHostFile(target.path, target.within);
  const row = rowOf(target);
  const current: PatchState = hostFile.text === undefined ? { state: "absent" } : patch.stateIn(hostFile.text);
  if (current.state === "installed") return { target, change: { ...row, change: "unchanged" } };
  if (current.state === "broken") throw brokenFile(target, current);
  if (current.state === "foreign" || current.state === "edited") {
    if (target.main === true) throw brokenFile(target, current);
    return { target, change: { ...row, change: "left", because: current.because } };
  }
  const asFound = defined({ text: hostFile.text });
  const base = current.state === "absent" ? asFound : (revertPatch(patch, hostFile.text ?? "") ?? asFound);
  const applied = patch.apply(base.text);
  if (applied.state === "unchanged") return { target, change: { ...row, change: "unchanged" } };
  if (applied.state !== "applied") {
    if (applied.state === "broken" || target.main === true) throw brokenFile(target, applied);
    return { target, change: { ...row, change: "left", because: applied.because } };
  }
  const { text } = applied;
  const change = hostFile.text === undefined ? "created" : current.state === "absent" ? "added to" : "updated";
  const diff = await shownDiff(shown, hostFile.text, text);
  return { target, change: { ...row, change, diff }, write: { found: hostFile, text } };
}

/** A file as earlier steps of the same plan would leave it. */
function asPlanned(found: HostFile, { planned }: HooksContext): HostFile {
  if (planned?.has(found.path) !== true) return found;
  const { text: _, ...rest } = found;
  return { ...rest, ...defined({ text: planned.get(found.path) }) };
}

async function planRemoval(ctx: HooksContext, target: HostTarget): Promise<PlannedFile> {
  const { patch, shown } = target;
  const hostFile = asPlanned(await readHostFile(target.path, target.within), ctx);
  const row = rowOf(target);
  const unchanged: PlannedFile = { target, change: { ...row, change: "unchanged" } };
  if (hostFile.text === undefined) return unchanged;
  const current = patch.stateIn(hostFile.text);
  if (current.state === "broken") {
    // Somebody's broken file is no affair of ours unless something of ours is in it.
    if (/\btenet\b/.test(hostFile.text)) throw brokenFile(target, current);
    return unchanged;
  }
  const reverted = revertPatch(patch, hostFile.text);
  if (reverted === undefined) {
    if (current.state !== "edited") return unchanged;
    return { target, change: { ...row, change: "left", because: current.because } };
  }
  const diff = await shownDiff(shown, hostFile.text, reverted.text);
  const change = reverted.text === undefined ? "removed" : "restored";
  return {
    target,
    change: { ...row, change, diff },
    write: { found: hostFile, ...reverted },
  };
}

/** What would become of a file. Throws `conflict` for one that cannot be read as what it is, or is not to be written. */
export async function planFile(ctx: HooksContext, verb: Verb, target: HostTarget): Promise<PlannedFile> {
  const planned = verb === "install" ? await planInstall(target) : await planRemoval(ctx, target);
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

/** Writes a file as planned, whole, and only as it was read. */
export async function changeFile({ target, change, write }: PlannedFile): Promise<HostFileChange> {
  if (write === undefined) return change;
  const { found, text } = write;
  if (text === undefined) await removeHostFile(found);
  else await writeHostFile(found, text, { program: target.patch.program === true });
  return change;
}
