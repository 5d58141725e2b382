/** A call of a command off a terminal, in a world that a test has made. */
import type { Call } from "../../src/command/call.js";
import type { Context } from "../../src/context.js";

export const callIn = (ctx: Context): Call =>
  ({ context: async () => ctx, asker: undefined, warn: ctx.warn }) as unknown as Call;
