/** Operations as the doors call them: with what they need of other capabilities. */
import { trialContexts } from "../src/context/context.js";
import type { Context } from "../src/context.js";
import { type EvalInput, evaluate as evaluateWith } from "../src/eval/eval.js";
import { forget } from "../src/forget/forget.js";
import { heartbeat as heartbeatWith } from "../src/loop/heartbeat.js";
import { type ForgetMemoriesInput, forgetMemories as forgetMemoriesWith } from "../src/review/change-memories.js";
import { tendRules } from "../src/rules/rules-upkeep.js";

export const evaluate = (ctx: Context, input: EvalInput = {}) => evaluateWith(ctx, input, trialContexts);

export const forgetMemories = (ctx: Context, input: ForgetMemoriesInput) => forgetMemoriesWith(ctx, input, forget);

export const heartbeat = (ctx: Context, input: { dryRun?: boolean } = {}) => heartbeatWith(ctx, input, tendRules);
