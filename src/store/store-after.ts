import type { Context } from "../context.js";
import type { FileChange } from "./files/transaction.js";
import { openStore, type Store } from "./open-store.js";

/** The tree as some changes would leave it, for deciding on what follows from them. Writes nothing, no cache either. */
export async function treeAfter(ctx: Context, changes: readonly FileChange[]): Promise<Store> {
  const { workspace: ws } = ctx;
  const records = changes.filter(({ path }) => path.startsWith(`${ws.learning}/`) && path !== ws.indexPage);
  const tree = await openStore(ctx, { untouched: true });
  const stamp = { size: 0, mtimeMs: 0, ctimeMs: 0, ino: 0 };
  return await tree.after(
    records.map(({ path, after }) => ({ file: ws.relative(path), bytes: after, stamp })),
    tree.at,
  );
}
