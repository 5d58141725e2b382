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
export async function contextHolding(
  ctx: Context,
  ref: string,
  options: { untouched?: boolean } = {},
): Promise<{ home: Context; tree: Tree; id: string }> {
  const tree = await openShown(ctx, options);
  try {
    return { home: ctx, tree, id: tree.resolve(ref).id };
  } catch (error) {
    if (!isMissing(error)) throw error;
    const home = await userContext(ctx);
    if (home === undefined) throw error;
    const own = await openShown(home, options);
    try {
      return { home, tree: own, id: own.resolve(ref).id };
    } catch {
      throw error;
    }
  }
}

/** The one context whose tree holds all of these. Throws `usage` where one is the workspace's and another the user's. */
export async function homeOf(
  ctx: Context,
  refs: readonly string[],
  options: { untouched?: boolean } = {},
): Promise<Context> {
  const homes = new Set<Context>();
  for (const ref of refs) homes.add((await contextHolding(ctx, ref, options)).home);
  if (homes.size > 1) {
    throw new TenetError(`${refs.join(" and ")} stand in two trees: the workspace's and the user's`, {
      failure: "usage",
      code: "two-trees",
      hint: "Name entries of one of them.",
    });
  }
  return [...homes][0] ?? ctx;
}
