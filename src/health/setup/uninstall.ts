/** `tenet init --remove`: takes out what `init` and `hooks install` put into a workspace, and nothing else. */
import { existsSync, rmdirSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Context } from "../../context.js";
import { TenetError } from "../../errors.js";
import { changeFile, type PlannedFile, planFile } from "../../hosts/install/host-change.js";
import type { HostFileChange } from "../../hosts/install/host-schemas.js";
import { HOOK_HOSTS, type HooksContext, type HostTarget, hasLevel, targetsOf } from "../../hosts/install/targets.js";
import { defaultProfile } from "../../settings.js";
import { withLock } from "../../store/files/lock.js";
import { hasDriver, removeMergeDriver } from "../../store/merge/merge-driver.js";
import { requirePerson } from "../../store/profile/people-only.js";
import { readProfile } from "../../store/profile/profile.js";
import type { Workspace } from "../../store/workspace.js";
import { faint, good, line, type Outline, strong, warn } from "../../text/outline/outline.js";
import type { Uninstalled } from "../health-schemas.js";
import { FILE_COLUMNS, type SetupPiece, setupPieces } from "./setup-pieces.js";

export interface UninstallInput {
  dryRun: boolean;
  /** A person was asked: whether they said yes. Unset: nobody was. */
  confirmed?: boolean | undefined;
}

type Room = Pick<Context, "workspace" | "places" | "actor">;

const hooksContext = ({ workspace, places }: Room): HooksContext => ({ workspace, places });

/** The files of hosts in which something of ours may stand. In a folder of git hooks that other repositories share is nothing. */
async function hostTargets(room: Room): Promise<HostTarget[]> {
  const targets: HostTarget[] = [];
  for (const host of HOOK_HOSTS.filter((one) => hasLevel(one, "project"))) {
    try {
      targets.push(...(await targetsOf(hooksContext(room), { host, level: "project" })).toReversed());
    } catch (thrown) {
      if (!(thrown instanceof TenetError) || thrown.code !== "shared-hooks") throw thrown;
    }
  }
  return targets;
}

const targetOf = ({ workspace: ws }: Room, { file, patch }: SetupPiece): HostTarget => ({
  host: "agents-md",
  patch,
  path: ws.absolute(file),
  shown: file,
  within: ws.root,
});

/** A file that cannot be read or written is left, with the reason: the others come out all the same. */
async function unlessLeft(target: HostTarget, plan: Promise<PlannedFile>): Promise<PlannedFile> {
  try {
    return await plan;
  } catch (thrown) {
    if (!(thrown instanceof TenetError)) throw thrown;
    const because = thrown.message.replace(" Nothing was written.", "");
    return { target, change: { file: target.shown, says: target.patch.says, change: "left", because } };
  }
}

const isChange = ({ change }: HostFileChange): boolean => change !== "unchanged";
const bare = ({ diff: _, ...change }: HostFileChange): HostFileChange => change;

const removedFile = (file: string, says: string): HostFileChange => ({ file, change: "removed", says });

/** The planned changes, or (`writes`) the made ones, in the same order. */
async function takeOut(room: Room, writes: boolean): Promise<HostFileChange[]> {
  const pieces = await takePieces(room, writes);
  const driver = await takeDriver(room, writes);
  return [...pieces, ...driver, ...(await takeLocal(room, writes))].filter(isChange).map(bare);
}

/** What stands in files of hosts, then what `init` put in. */
async function takePieces(room: Room, writes: boolean): Promise<HostFileChange[]> {
  const { files } = (await readProfile(room.workspace)).profile;
  const planned = new Map<string, string | undefined>();
  const ctx: HooksContext = { ...hooksContext(room), ...(writes ? {} : { planned }) };
  const done = async (plan: PlannedFile): Promise<HostFileChange> => {
    if (writes) return await changeFile(plan);
    // What comes out of one file next is planned on what is left of it.
    if (plan.write !== undefined) planned.set(plan.write.found.path, plan.write.text);
    return plan.change;
  };
  const changes: HostFileChange[] = [];
  for (const target of await hostTargets(room)) {
    const change = await done(await unlessLeft(target, planFile(ctx, "remove", target)));
    changes.push({ ...change, says: `${target.host}: ${change.says}` });
  }
  for (const piece of setupPieces(files).reverse()) {
    const target = targetOf(room, piece);
    changes.push(await done(await unlessLeft(target, planFile(ctx, "remove", target))));
  }
  return changes;
}

async function takeDriver({ workspace: ws }: Room, writes: boolean): Promise<HostFileChange[]> {
  if (!hasDriver(ws.root)) return [];
  const row = { file: ".git/config", says: "how git merges records, in this clone" };
  if (writes) await removeMergeDriver(ws.root);
  return [{ ...row, change: "restored" }];
}

/** Removes places of tenet's own, links not followed, and the folders of `memory/` that are empty then. */
async function removePlaces({ memory, learning }: Workspace, places: readonly string[]): Promise<void> {
  for (const path of places) await rm(path, { recursive: true, force: true });
  for (const folder of [join(memory, "working"), join(memory, "core"), learning, memory]) {
    try {
      rmdirSync(folder);
    } catch {
      // It is not there, or holds something else.
    }
  }
}

async function takeLocal({ workspace: ws }: Room, writes: boolean): Promise<HostFileChange[]> {
  const derived = [ws.indexPage].filter(existsSync);
  if (writes) await removePlaces(ws, [...derived, ws.cache, ws.index]);
  return [
    ...derived.map((path) => removedFile(ws.relative(path), "a generated summary")),
    removedFile(".tenet", "what is local and derived"),
  ];
}

/** Says what would be taken out; with a person's yes takes it out. `.tenet/` goes last, the lock with it. */
export async function uninstall(room: Room, input: UninstallInput): Promise<Uninstalled> {
  const { workspace: ws } = room;
  const report = (written: boolean, files: HostFileChange[]): Uninstalled => ({ root: ws.root, written, files });
  if (input.dryRun || input.confirmed === undefined) return report(false, await takeOut(room, false));
  await requirePerson(
    // Settings that nobody can read keep tenet in nowhere.
    { ...room, profile: defaultProfile() },
    "taking tenet out of a project",
    input.confirmed,
    "See what would go: tenet init --remove --dry-run",
  );
  const files = await withLock(ws.lock, "init --remove", 15_000, () => takeOut(room, true));
  await removePlaces(ws, [ws.local]);
  return report(true, files);
}

/** Each file with what goes out of it, and what stays. */
export function uninstallOutline({ root, written, files }: Uninstalled): Outline {
  const name = strong(root);
  if (files.length === 0) return [line(["Nothing of tenet is in the files of ", name, "."])];
  const rows = files.map(({ file, change, says, because }) => ({
    cells: [(change === "left" ? warn : good)(change), file, faint(because ?? says)],
  }));
  return [
    line([written ? "tenet is out of " : "Would take tenet out of ", name]),
    { kind: "table", bare: true, indent: 2, columns: FILE_COLUMNS, rows },
    line("What was learned stays: `tenet init` takes it up again, and memory/ and tenet.yaml are yours to delete."),
    ...(written ? [] : [line("Nothing is changed before a person says yes, at a terminal.")]),
  ];
}
