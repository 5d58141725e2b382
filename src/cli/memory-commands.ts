import type { CommandRow } from "./command-row.js";

/** Commands about memories: single facts, apart from what was learned. */
export const MEMORY_COMMANDS: readonly CommandRow[] = [];
