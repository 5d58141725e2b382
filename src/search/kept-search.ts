import type { Context } from "../context.js";
import { ProcessCache } from "./process-cache.js";

/** Work that searches more than once: model and vectors are read for the first search and kept for the others. */
export async function withSearchKept<T>(ctx: Context, work: (ctx: Context) => Promise<T>): Promise<T> {
  if (ctx.warm !== undefined) return await work(ctx);
  const warm = new ProcessCache(ctx.models);
  try {
    return await work({ ...ctx, warm });
  } finally {
    await warm.end();
  }
}
