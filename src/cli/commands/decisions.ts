/** Commands of decisions and reflexions: what was done in a situation and why, what a run taught. */
import type { Command } from "commander";
import type { Run } from "../command-context.js";
import { claimCommand } from "./capture.js";

export const decideCommand = (run: Run): Command => claimCommand(run, "decision", "[action]", "what was decided");

export const reflectCommand = (run: Run): Command => claimCommand(run, "reflexion", "[reflexion]", "what it taught");
