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
import { COMMAND_WAIT_MS, withLock } from "../../store/files/lock.js";
import { hasDriver, removeMergeDriver } from "../../store/merge/merge-driver.js";
import { requirePerson } from "../../store/profile/people-only.js";
import { readProfile } from "../../store/profile/profile.js";
import type { Workspace } from "../../store/workspace.js";
import { faint, good, line, type Outline, strong, warn } from "../../text/outline/outline.js";
import type { Uninstalled } from "../health-schemas.js";
import { FILE_COLUMNS, setupPieces } from "./setup-pieces.js";

type Room = Pick<Context, "workspace" | "places" | "actor">;

/** The files of hosts in which something of ours may stand. In a folder of git hooks that other repositories share is nothing. */
async function hostTargets(ctx: HooksContext): Promise<HostTarget[]> {
  const targets: HostTarget[] = [];
  for (const host of HOOK_HOSTS.filter((one) => hasLevel(one, "project"))) {
    try {
      targets.push(...(await targetsOf(ctx, { host, level: "project" })).toReversed());
    } catch (thrown) {
      if (!(thrown instanceof TenetError) || thrown.code !== "shared-hooks") throw thrown;
    }
  }
  return targets;
}

/** A file that cannot be read or written is left, with the reason: the others come out all the same. */
async function planUnlessLeft(ctx: HooksContext, target: HostTarget): Promise<PlannedFile> {
  try {
    return await planFile(ctx, "remove", target);
  } catch (thrown) {
    if (!(thrown instanceof TenetError)) throw thrown;
    const because = thrown.message.replace(" Nothing was written.", "");
    return { target, change: { file: target.shown, says: target.patch.says, change: "left", because } };
  }
}

/** What stands in files of hosts, then what `init` put in: what comes out of one file is planned on what is left of it. */
async function planPieces({ workspace, places }: Room): Promise<PlannedFile[]> {
  const { files } = (await readProfile(workspace)).profile;
  const planned = new Map<string, string | undefined>();
  const ctx: HooksContext = { workspace, places, planned };
  const ofHosts = await hostTargets(ctx);
  const ofInit = setupPieces(files).map(
    ({ file, patch }): HostTarget => ({
      host: "agents-md",
      patch,
      path: workspace.absolute(file),
      shown: file,
      within: workspace.root,
    }),
  );
  const plans: PlannedFile[] = [];
  for (const target of [...ofHosts, ...ofInit.reverse()]) {
    const plan = await planUnlessLeft(ctx, target);
    if (plan.write !== undefined) planned.set(plan.write.found.path, plan.write.text);
    const says = ofHosts.includes(target) ? `${target.host}: ${plan.change.says}` : plan.change.says;
    plans.push({ ...plan, change: { ...plan.change, says } });
  }
  return plans;
}

/** Removes places of tenet's own, links not followed, and the folders of `memory/` that are empty then. */
async function removePlaces({ memory, learning, indexPage, local }: Workspace): Promise<void> {
  for (const path of [indexPage, local]) await rm(path, { recursive: true, force: true });
  for (const folder of [join(memory, "working"), join(memory, "core"), learning, memory]) {
    try {
      rmdirSync(folder);
    } catch {
      // It is not there, or holds something else.
    }
  }
}

/** Everything that comes out; with `writes` it does. Of several changes to one file the last has them all. */
async function takeOut(room: Room, writes: boolean): Promise<HostFileChange[]> {
  const { workspace: ws } = room;
  const plans = await planPieces(room);
  const hadDriver = hasDriver(ws.root);
  const changes: HostFileChange[] = [
    ...plans.flatMap(({ change: { diff: _, ...change } }) => (change.change === "unchanged" ? [] : change)),
    ...(hadDriver
      ? [{ file: ".git/config", says: "how git merges records, in this clone", change: "restored" } as const]
      : []),
    ...(existsSync(ws.indexPage)
      ? [{ file: ws.relative(ws.indexPage), change: "removed", says: "a generated summary" } as const]
      : []),
    { file: ".tenet", change: "removed", says: "what is local and derived" },
  ];
  if (!writes) return changes;
  const written = plans.flatMap((plan) => (plan.write === undefined ? [] : [[plan.write.found.path, plan] as const]));
  for (const plan of new Map(written).values()) await changeFile(plan);
  if (hadDriver) await removeMergeDriver(ws.root);
  return changes;
}

/**
 * Says what would be taken out; with a person's yes takes it out. `.tenet/` goes last, the lock with it. `confirmed`: what a
 * person answered; unset, nobody was asked.
 */
export async function uninstall(room: Room, confirmed?: boolean): Promise<Uninstalled> {
  const { workspace: ws } = room;
  if (confirmed === undefined) return { root: ws.root, written: false, files: await takeOut(room, false) };
  await requirePerson(
    // Settings that nobody can read keep tenet in nowhere.
    { ...room, profile: defaultProfile() },
    "taking tenet out of a project",
    confirmed,
    "See what would go: tenet init --remove --dry-run",
  );
  const files = await withLock(ws.lock, "init --remove", COMMAND_WAIT_MS, () => takeOut(room, true));
  await removePlaces(ws);
  return { root: ws.root, written: true, files };
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
