/** Groups of memories: each has a file of its own. */
import type { Category } from "./entry.js";

/** The group a memory is filed in unless its author names one. */
export const usualGroup = (category: Category): string => `${category}s`;

/** Names of groups are names of files. */
export const GROUP_NAME = /^[a-z0-9][a-z0-9_-]{0,63}$/;
