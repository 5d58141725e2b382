/** How many rules each file holds, from the profile. */
import type { Context } from "../../context.js";
import { type Caps, ROLES, type Target } from "../policy/rule.js";

/** Most rules of each file; one that serves several roles holds those of all. */
export function capsOf({ profile: { files, caps } }: Pick<Context, "profile">): Caps {
  const most: Record<Target, number> = {};
  for (const role of ROLES) most[files[role]] = (most[files[role]] ?? 0) + caps[role];
  return most;
}
