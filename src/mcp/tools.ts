/** Every tool, as one table. A new one is a row here. */
import type { ToolProfile } from "../serving.js";
import { LEARNING_TOOLS } from "./learning-tools.js";
import { LOOP_TOOLS } from "./loop-tools.js";
import { MANAGE_TOOLS } from "./manage-tools.js";
import { RECALL_TOOLS } from "./recall-tools.js";
import { SAVE_TOOLS } from "./save-tools.js";
import type { Tool } from "./tool.js";

export const TOOLS: readonly Tool[] = [
  ...SAVE_TOOLS,
  ...RECALL_TOOLS,
  ...MANAGE_TOOLS,
  ...LEARNING_TOOLS,
  ...LOOP_TOOLS,
];

/** The tools of a profile, in the order in which they are listed. */
export function toolsOf(profile: ToolProfile): readonly Tool[] {
  return TOOLS.filter((tool) => profile === "full" || tool.profile === "memory");
}
