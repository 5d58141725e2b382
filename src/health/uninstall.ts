/** `tenet init --remove`: takes out what `init` and `hooks install` put into a workspace, and nothing else. */

import type { Context } from "../context.js";
import { TenetError } from "../errors.js";
import { DEFAULT_PROFILE, type Profile } from "../settings.js";
import { withLock } from "../store/files/lock.js";
import { derivedPlaces, localRest, removePlaces } from "../store/files/remove-workspace.js";
import { changeFile, type PlannedFile, planFile } from "../store/hosts/host-change.js";
import { hostStateOf } from "../store/hosts/host-check.js";
import { recordOf } from "../store/hosts/host-records.js";
import type { HostFileChange } from "../store/hosts/host-schemas.js";
import {
  blockTargets,
  HOOK_HOSTS,
  type HooksContext,
  type HostTarget,
  hasLevel,
  takesServer,
  targetsOf,
} from "../store/hosts/targets.js";
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

/** What stands in files of hosts that are connected here, each file once: several may read the same lines. */
async function hostTargets(room: Room): Promise<HostTarget[]> {
  const ctx = hooksContext(room);
  const targetsByPath = new Map<string, HostTarget>();
  for (const host of HOOK_HOSTS) {
    if (!hasLevel(host, "project") || (await hostStateOf(ctx, host, "project")).state === "absent") continue;
    const targets = await targetsOf(ctx, { host, level: "project", mcp: takesServer(host, "project") });
    for (const one of targets.toReversed()) if (!targetsByPath.has(one.path)) targetsByPath.set(one.path, one);
  }
  for (const one of await blockTargets(ctx)) if (!targetsByPath.has(one.path)) targetsByPath.set(one.path, one);
  return [...targetsByPath.values()];
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

/** One piece as it would come out. A file that holds nothing then, and that was made for it, goes with it. */
async function planPiece(room: Room, piece: SetupPiece): Promise<PlannedFile> {
  const target = targetOf(room, piece);
  try {
    const plan = await planFile(hooksContext(room), "remove", "project", target);
    if (plan.write?.text === undefined || !piece.patch.isEmpty(plan.write.text)) return plan;
    const { text: _, ...write } = plan.write;
    // A file that was there and empty stays.
    const isTheirs = (recordOf(hooksContext(room), "project", target, write.found.path)?.before ?? null) !== null;
    return isTheirs ? plan : { ...plan, change: { ...plan.change, change: "removed" }, write };
  } catch (thrown) {
    if (!(thrown instanceof TenetError)) throw thrown;
    return { target, change: { file: piece.file, says: piece.patch.says, change: "left", because: thrown.message } };
  }
}

const isChange = ({ change }: HostFileChange): boolean => change !== "unchanged";
const bare = ({ diff: _, ...change }: HostFileChange): HostFileChange => change;

const removedFile = (file: string, says: string): HostFileChange => ({ file, change: "removed", says });

/** The planned changes, or (`writes`) the made ones, in the same order. */
async function takeOut(room: Room, writes: boolean): Promise<HostFileChange[]> {
  const { workspace: ws } = room;
  const { files } = (await readProfile(ws, { untouched: true })).profile;
  const rest = localRest(ws);
  const changes: HostFileChange[] = [];
  for (const target of await hostTargets(room)) {
    const plan = await planFile(hooksContext(room), "remove", "project", target);
    const change = writes ? await changeFile(hooksContext(room), "remove", "project", plan) : plan.change;
    changes.push({ ...change, says: `${target.host}: ${change.says}` });
  }
  for (const piece of piecesOf(files)) {
    // Otherwise git would add the local files.
    if (piece.file === ".gitignore" && rest !== undefined) continue;
    const plan = await planPiece(room, piece);
    changes.push(writes ? await changeFile(hooksContext(room), "remove", "project", plan) : plan.change);
  }
  if (await installedDriver(ws.root)) {
    if (writes) await removeMergeDriver(ws.root);
    changes.push({ file: ".git/config", change: "restored", says: "how git merges records, in this clone" });
  }
  const derived = derivedPlaces(ws);
  for (const path of derived) changes.push(removedFile(ws.relative(path), "a generated summary"));
  if (rest === undefined) changes.push(removedFile(".tenet", "what is local and derived"));
  else
    changes.push({
      file: ".tenet",
      change: "left",
      says: "what is local",
      because: `it holds ${rest}; its line in .gitignore stays with it`,
    });
  if (writes) await removePlaces(ws, [...derived, ...(rest === undefined ? [] : [ws.cache, ws.index])]);
  return changes.filter(isChange).map(bare);
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
    ...(written ? [] : [line("Nothing was changed: a person says yes to it, at a terminal.")]),
  ];
}
