/** Operations as the doors call them: with what they need of other capabilities. */
import type { Context } from "../src/context.js";
import { forget } from "../src/forget/forget.js";
import { heartbeat as heartbeatWith } from "../src/loop/heartbeat.js";
import { type ForgetMemoriesInput, forgetMemories as forgetMemoriesWith } from "../src/review/change-memories.js";
import { tendRules } from "../src/rules/rules-upkeep.js";

export const forgetMemories = (ctx: Context, input: ForgetMemoriesInput) => forgetMemoriesWith(ctx, input, forget);

export const heartbeat = (ctx: Context, input: { dryRun?: boolean } = {}) => heartbeatWith(ctx, input, tendRules);
