/** In which of the two trees an entry is at home. */
import type { Context } from "../../context.js";
import { TenetError } from "../../errors.js";
import type { Tree } from "../../tree/tree.js";
import { userContext } from "../user-tree.js";
import { openShown } from "./viewer.js";

/** Does a checked draft go into the user tree? */
export function isForUserTree({ type, fields }: { type: string; fields: Readonly<Record<string, unknown>> }): boolean {
  return type === "memory" && fields["scope"] === "user";
}

const isMissing = (error: unknown): boolean => error instanceof TenetError && error.failure === "not-found";

/**
 * The context whose tree holds what a reference names, as far as its reader may be shown it: the workspace's before the
 * user's. Throws what the workspace says when neither does.
 */
export async function contextHolding(ctx: Context, ref: string): Promise<{ home: Context; tree: Tree; id: string }> {
  const tree = await openShown(ctx);
  try {
    return { home: ctx, tree, id: tree.resolve(ref).id };
  } catch (error) {
    if (!isMissing(error)) throw error;
    const home = await userContext(ctx);
    if (home === undefined) throw error;
    const own = await openShown(home);
    try {
      return { home, tree: own, id: own.resolve(ref).id };
    } catch {
      throw error;
    }
  }
}
