/** Files from elsewhere that wait for a decision, as items of the review's queue. Called by `review-queue.ts`. */
import type { Context } from "../context.js";
import { openStore } from "../store/open-store.js";
import { stampAt } from "../store/records/scan.js";
import { ageInDays } from "../text/durations.js";
import type { FileItem } from "./review-schemas.js";

/** All waiting files; `only`: just this one. */
export async function fileItems(ctx: Context, only?: string): Promise<FileItem[]> {
  if (ctx.profile.knowledge_external.length === 0) return [];
  const { beginningOfFile, filesToReview } = await import("./review-file.js");
  const items: FileItem[] = [];
  for (const waitingFile of await filesToReview(ctx, await openStore(ctx))) {
    const { file: id, word: ref, sha256, bytes, since } = waitingFile;
    if (only !== undefined && id !== only) continue;
    const text = await beginningOfFile(ctx, waitingFile);
    const days = ageInDays(since, ctx.clock.now());
    items.push({ kind: "file", id, ref, sha256, bytes, text, since, days });
  }
  return items;
}

/** The waiting file of this name; undefined for an entry's id, which takes one look at the disk. */
export async function fileItem(ctx: Context, file: string): Promise<FileItem | undefined> {
  return stampAt(ctx.workspace.absolute(file)) === undefined ? undefined : (await fileItems(ctx, file))[0];
}
