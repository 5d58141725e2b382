/** Files from elsewhere that would be knowledge, as a person is shown them before they are let in. */
import type { Context } from "../context.js";
import { openStore } from "../store/open-store.js";
import { stampAt } from "../store/records/scan.js";
import { ageInDays } from "../text/durations.js";
import type { FileItem } from "./review-schemas.js";

/** Those that wait; `only`: that one alone. */
export async function fileItems(ctx: Context, only?: string): Promise<FileItem[]> {
  if (ctx.profile.knowledge_external.length === 0) return [];
  const { beginningOfFile, filesToReview } = await import("./review-file.js");
  const items: FileItem[] = [];
  for (const waiting of await filesToReview(ctx, await openStore(ctx))) {
    const { file: id, word: ref, sha256, bytes, since } = waiting;
    if (only !== undefined && id !== only) continue;
    const text = await beginningOfFile(ctx, waiting);
    const days = ageInDays(since, ctx.clock.now());
    items.push({ kind: "file", id, ref, sha256, bytes, text, since, days });
  }
  return items;
}

/** The one of this name; undefined for an entry, which one look at the disk tells. */
export async function fileItem(ctx: Context, file: string): Promise<FileItem | undefined> {
  return stampAt(ctx.workspace.absolute(file)) === undefined ? undefined : (await fileItems(ctx, file))[0];
}
