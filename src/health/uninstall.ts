/** `tenet init --remove`: takes out what `init` and `hooks install` put into a workspace, and nothing else. */

import type { Context } from "../context.js";
import { TenetError } from "../errors.js";
import { DEFAULT_PROFILE, type Profile } from "../settings.js";
import { withLock } from "../store/files/lock.js";
import { derivedPlaces, localRest, removePlaces } from "../store/files/remove-workspace.js";
import { earlierGitHook } from "../store/hosts/earlier-hook.js";
import { changeFile, type PlannedFile, planFile } from "../store/hosts/host-change.js";
import { hostStateOf } from "../store/hosts/host-check.js";
import { recordOf } from "../store/hosts/host-records.js";
import type { HostFileChange } from "../store/hosts/host-schemas.js";
import {
  blockTargets,
  HOOK_HOSTS,
  type HookHost,
  type HooksContext,
  type HostTarget,
  hasLevel,
  takesServer,
  targetsOf,
} from "../store/hosts/targets.js";
import { otherDriverUsers } from "../store/merge/driver-users.js";
import { installedDriver, removeMergeDriver } from "../store/merge/merge-driver.js";
import { requirePerson } from "../store/people/people-only.js";
import { readProfile } from "../store/profile/profile.js";
import { faint, good, line, type Outline, strong, warn } from "../text/outline/outline.js";
import type { Uninstalled } from "./health-schemas.js";
import { FILE_COLUMNS, type SetupPiece, setupPieces } from "./setup-pieces.js";

export interface UninstallInput {
  dryRun: boolean;
  /** A person was asked: whether they said yes. Unset: nobody was. */
  confirmed?: boolean | undefined;
}

type Room = Pick<Context, "workspace" | "places" | "actor">;

const hooksContext = ({ workspace, places }: Room): HooksContext => ({ workspace, places });

/** What stands in files of hosts that are connected here, each piece once: several hosts may read the same lines. */
async function hostTargets(room: Room): Promise<HostTarget[]> {
  const ctx = hooksContext(room);
  const targetsByPiece = new Map<string, HostTarget>();
  const add = (targets: readonly HostTarget[]) => {
    for (const one of targets) {
      const piece = `${one.path}\n${one.patch.says}`;
      if (!targetsByPiece.has(piece)) targetsByPiece.set(piece, one);
    }
  };
  for (const host of HOOK_HOSTS) if (hasLevel(host, "project")) add((await connectedTargets(ctx, host)).toReversed());
  add(await blockTargets(ctx));
  add(await earlierGitHook(ctx));
  return [...targetsByPiece.values()];
}

/** The files of a host, where it is connected. In a folder of git hooks that other repositories share is nothing of ours. */
async function connectedTargets(ctx: HooksContext, host: HookHost): Promise<HostTarget[]> {
  try {
    if ((await hostStateOf(ctx, host, "project")).state === "absent") return [];
    return await targetsOf(ctx, { host, level: "project", mcp: takesServer(host, "project") });
  } catch (thrown) {
    if (thrown instanceof TenetError && thrown.code === "shared-hooks") return [];
    throw thrown;
  }
}

/** Pieces as the profile has them, and as `init` put them in before the profile named other files; the last one first. */
function piecesOf(files: Profile["files"]): SetupPiece[] {
  const now = setupPieces(files);
  const earlier = setupPieces(DEFAULT_PROFILE.files).filter(({ name }) => !now.some((one) => one.name === name));
  return [...now, ...earlier].reverse();
}

const targetOf = ({ workspace: ws }: Room, { name, file, patch }: SetupPiece): HostTarget => ({
  host: "agents-md",
  name,
  patch,
  path: ws.absolute(file),
  shown: file,
  within: ws.root,
});

/** One piece of `init` as it would come out. A file that holds nothing then, and that was made for it, goes with it. */
async function planPiece(ctx: HooksContext, target: HostTarget): Promise<PlannedFile> {
  const plan = await planFile(ctx, "remove", "project", target);
  if (plan.write?.text === undefined || !target.patch.isEmpty(plan.write.text)) return plan;
  const { text: _, ...write } = plan.write;
  // A file that was there and empty stays.
  const isTheirs = (recordOf(ctx, "project", target, write.found.path)?.before ?? null) !== null;
  return isTheirs ? plan : { ...plan, change: { ...plan.change, change: "removed" }, write };
}

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
  const { files } = (await readProfile(room.workspace, { untouched: true })).profile;
  const planned = new Map<string, string | undefined>();
  const ctx: HooksContext = { ...hooksContext(room), ...(writes ? {} : { planned }) };
  const done = async (plan: PlannedFile): Promise<HostFileChange> => {
    if (writes) return await changeFile(ctx, "remove", "project", plan);
    // What comes out of one file next is planned on what is left of it.
    if (plan.write !== undefined) planned.set(plan.write.found.path, plan.write.text);
    return plan.change;
  };
  const changes: HostFileChange[] = [];
  for (const target of await hostTargets(room)) {
    const change = await done(await unlessLeft(target, planFile(ctx, "remove", "project", target)));
    changes.push({ ...change, says: `${target.host}: ${change.says}` });
  }
  for (const piece of piecesOf(files)) {
    // Otherwise git would add the local files.
    if (piece.file === ".gitignore" && localRest(room.workspace) !== undefined) continue;
    const target = targetOf(room, piece);
    changes.push(await done(await unlessLeft(target, planPiece(ctx, target))));
  }
  return changes;
}

async function takeDriver({ workspace: ws }: Room, writes: boolean): Promise<HostFileChange[]> {
  if (!(await installedDriver(ws.root))) return [];
  const row = { file: ".git/config", says: "how git merges records, in this clone" };
  const [user, ...more] = await otherDriverUsers(ws.root);
  if (user !== undefined) {
    const users = more.length === 0 ? `${user} still uses` : `${user} and ${more.length} more still use`;
    return [{ ...row, change: "left", because: `${users} the merge driver` }];
  }
  if (writes) await removeMergeDriver(ws.root);
  return [{ ...row, change: "restored" }];
}

async function takeLocal({ workspace: ws }: Room, writes: boolean): Promise<HostFileChange[]> {
  const rest = localRest(ws);
  const derived = derivedPlaces(ws);
  const because = `it holds ${rest}; its line in .gitignore stays with it`;
  const local: HostFileChange =
    rest === undefined
      ? removedFile(".tenet", "what is local and derived")
      : { file: ".tenet", change: "left", says: "what is local", because };
  const changes = [...derived.map((path) => removedFile(ws.relative(path), "a generated summary")), local];
  if (writes) await removePlaces(ws, [...derived, ...(rest === undefined ? [] : [ws.cache, ws.index])]);
  return changes;
}

/** Says what would be taken out; with a person's yes takes it out. `.tenet/` goes last, the lock with it. */
export async function uninstall(room: Room, input: UninstallInput): Promise<Uninstalled> {
  const { workspace: ws } = room;
  const report = (written: boolean, files: HostFileChange[]): Uninstalled => ({ root: ws.root, written, files });
  if (input.dryRun || input.confirmed === undefined) return report(false, await takeOut(room, false));
  requirePerson(
    room,
    "taking tenet out of a project",
    input.confirmed,
    "See what would go: tenet init --remove --dry-run",
  );
  const rest = localRest(ws);
  const files = await withLock(ws.lock, "init --remove", 15_000, () => takeOut(room, true));
  if (rest === undefined) await removePlaces(ws, [ws.local]);
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
