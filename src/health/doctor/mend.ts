/** What `doctor --fix` does: only what needs no judgement, each file kept as it was first. Records are never mended. */
import type { Context } from "../../context.js";
import { checkSearch, replaceIndex } from "../../search/index-check.js";
import { cacheIsDamaged, dropCache } from "../../store/cache/drop-cache.js";
import { sha256, writeFileAtomic } from "../../store/files/atomic-file.js";
import { nodeFs } from "../../store/files/atomic-fs.js";
import { Backup } from "../../store/files/backup.js";
import { readJournal } from "../../store/files/journal.js";
import { COMMAND_WAIT_MS, withLock } from "../../store/files/lock.js";
import { removeOldTemps } from "../../store/files/old-temps.js";
import { replayJournal } from "../../store/files/replay.js";
import { readBytes } from "../../store/files/safe-path.js";
import { isErasing } from "../../store/forgetting/erasing.js";
import { gitFolder } from "../../store/git/git-folder.js";
import { cloneConfig, driverState, unfinishedMerge } from "../../store/git/git-state.js";
import { refreshIndexPage } from "../../store/index-page.js";
import { driverCommand, installMergeDriver, programFile } from "../../store/merge/merge-driver.js";
import { openStore } from "../../store/open-store.js";
import type { Examination, Repair } from "../health-schemas.js";
import { completedLines, gitFiles, pageIsStale } from "./tree.js";

/** Mends what can be mended safely, under the lock. What can be made again is dropped without a copy. */
export async function repair(ctx: Context): Promise<Pick<Examination, "did" | "backup">> {
  const { workspace: ws } = ctx;
  return await withLock(ws.lock, "doctor --fix", COMMAND_WAIT_MS, async () => {
    const backup = new Backup(ws, ctx.clock.now());
    const did: Repair[] = [];
    // While a merge waits for a person its files are not touched.
    if ((await unfinishedMerge(ws.root)) === undefined) {
      did.push(...(await completeJournal(ctx, backup)), ...(await completeGitFiles(ctx, backup)));
      did.push(...(await registerDriver(ctx, backup)));
    }
    if (isErasing(ws)) {
      await (await import("../../search/complete-erasing.js")).finishErasing(ctx);
      did.push({ says: "completed an erasing that was interrupted" });
    }
    for (const path of await removeOldTemps(ws)) did.push({ file: ws.relative(path), says: "removed a leftover" });
    if (cacheIsDamaged(ws)) {
      dropCache(ws);
      did.push({ file: ws.relative(ws.cache), says: "dropped a cache that could not be used" });
    }
    did.push(...(await makeAnew(ctx, backup)));
    return { did, backup: backup.folder };
  });
}

async function completeJournal({ workspace: ws }: Context, backup: Backup): Promise<Repair[]> {
  const journal = await readJournal(ws, nodeFs);
  if (journal === undefined) return [];
  // A damaged journal is only put aside; what it names is not touched.
  if (journal !== "damaged") {
    for (const step of journal.steps) await backup.keep(ws.absolute(step.path)).catch(() => undefined);
  }
  const replayed = await replayJournal(ws);
  if (replayed === undefined) return [];
  if (replayed.damaged !== undefined) {
    const says = "put the journal of an interrupted change aside: it cannot be read";
    return [{ file: ws.relative(replayed.damaged), says }];
  }
  return [
    { says: `completed an interrupted change (${replayed.op})` },
    ...replayed.conflicts.map(({ path, message }) => ({ file: ws.relative(path), says: message })),
  ];
}

async function completeGitFiles(ctx: Context, backup: Backup): Promise<Repair[]> {
  const { workspace: ws } = ctx;
  const did: Repair[] = [];
  for (const place of gitFiles(ctx)) {
    const completed = await completedLines(ctx, place);
    if (completed === undefined) continue;
    const path = ws.absolute(place.file);
    const bytes = await readBytes(ws, path);
    await backup.keep(path);
    await writeFileAtomic(path, completed, { expected: bytes === undefined ? null : sha256(bytes), within: ws });
    did.push({ file: place.file, says: "added the lines of tenet that were missing" });
  }
  return did;
}

/** Registers git's way of merging records where there is none, or its program is gone. */
async function registerDriver({ workspace: ws }: Context, backup: Backup): Promise<Repair[]> {
  if (gitFolder(ws.root) === undefined) return [];
  const config = await cloneConfig(ws.root);
  if (config === undefined) return [];
  const { command, found } = driverState(config);
  if ((command !== undefined && found) || command === driverCommand(programFile())) return [];
  await backup.keepGitConfig();
  if ((await installMergeDriver(ws.root)) !== "installed") return [];
  return [{ file: ".git/config", says: "registered the merge driver in this clone" }];
}

/** Index page and search index: made from the records, so they follow them. */
async function makeAnew(ctx: Context, backup: Backup): Promise<Repair[]> {
  const { workspace: ws, profile } = ctx;
  const did: Repair[] = [];
  const tree = await openStore(ctx, { untouched: true });
  if (await pageIsStale(ctx, tree)) {
    await backup.keep(ws.indexPage);
    refreshIndexPage(ws, tree, profile.outcome);
    did.push({ file: ws.relative(ws.indexPage), says: "wrote the summary page anew" });
  }
  if ((await checkSearch(ctx, tree)).index === "damaged") {
    await replaceIndex(ctx, tree);
    did.push({ file: ws.relative(ws.index), says: "dropped the damaged index; tenet index fills it again" });
  }
  return did;
}
