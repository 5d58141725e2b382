/** Groups of memories: each has a file of its own. */
import { TenetError } from "../errors.js";
import type { Category } from "./entry.js";

/** The group a memory is filed in unless its author names one. */
export const GROUP_OF: Readonly<Record<Category, string>> = {
  preference: "preferences",
  pattern: "patterns",
  correction: "corrections",
  fact: "facts",
  instruction: "instructions",
  convention: "conventions",
};

/** Names of groups are names of files. */
export const GROUP_NAME = /^[a-z0-9][a-z0-9_-]{0,63}$/;

/** The name of a group, or wrong usage: it becomes the name of a file. */
export function checkGroup(group: unknown): string {
  if (typeof group === "string" && GROUP_NAME.test(group)) return group;
  const groupText = JSON.stringify(group)?.slice(0, 80);
  throw new TenetError(`group is no name: ${groupText}`, {
    failure: "usage",
    code: "wrong-group",
    hint: "Lower-case letters, digits, dashes and underscores, 64 at most: preferences, business_facts.",
  });
}
