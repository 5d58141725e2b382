/** Operations as the doors call them: with what they need of other capabilities. */
import { sayer, shellWords } from "../src/command/step-words.js";
import { COMMANDS } from "../src/commands.js";
import { context as contextWith } from "../src/context/context.js";
import type { ContextInput as WholeInput } from "../src/context/sources.js";
import type { Context } from "../src/context.js";
import { heartbeat as heartbeatWith } from "../src/loop/heartbeat.js";
import { tendRules } from "../src/rules/rules-upkeep.js";

/** Steps as command lines. */
export const say = sayer(COMMANDS, shellWords);

export const heartbeat = (ctx: Context, input: { dryRun?: boolean } = {}) =>
  heartbeatWith(ctx, input, { tendRules, say });

export type ContextInput = Omit<WholeInput, "say">;

export const context = (ctx: Context, input: ContextInput = {}) => contextWith(ctx, { ...input, say });
