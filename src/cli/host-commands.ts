import type { CommandRow } from "./command-row.js";

/** Commands for the programs that run agents. */
export const HOST_COMMANDS: readonly CommandRow[] = [];
