/** Finds files that people's rules fill up. `status` and `review` print them, with a way to make room. */
import type { Context } from "../../context.js";
import type { Store } from "../../store/open-store.js";
import { countedRules } from "../policy/exceptions.js";
import {
  BLOCK_CHARACTERS,
  inOrder,
  isDecided,
  isOwners,
  MAX_RULE,
  mostIn,
  ROLES,
  type Rule,
  ruleLine,
} from "../policy/rule.js";
import { capsOf } from "./caps.js";

export interface FullFile {
  file: string;
  rules: number;
  /** Settings that bound it. */
  settings: string[];
}

/** Files of the profile that are full of rules which no digest takes out for want of room. */
export function fullFiles(
  ctx: Pick<Context, "profile">,
  tree: Pick<Store, "head">,
  rules: readonly Rule[],
): FullFile[] {
  const { files } = ctx.profile;
  const isPeoples = (rule: Rule) => isDecided(rule) || isOwners(rule, (id) => tree.head(id));
  const most = capsOf(ctx);
  return inOrder(ROLES.map((role) => files[role])).flatMap((file): FullFile[] => {
    const rulesHere = rules.filter(({ target }) => target === file);
    if (!rulesHere.some(isPeoples)) return [];
    const own = countedRules(rulesHere);
    const chars = own.reduce((sum, rule) => sum + ruleLine(rule).length + 1, 0);
    const byCount = own.length >= mostIn(most, file);
    if (!(byCount || chars + MAX_RULE > BLOCK_CHARACTERS) || !own.every(isPeoples)) return [];
    const roles = ROLES.filter((role) => files[role] === file);
    const settings = byCount ? roles.map((role) => `caps.${role}`) : [];
    return [{ file, rules: own.length, settings }];
  });
}

/** `SOUL.md is full of people's rules (10): take a line out, or raise caps.soul: tenet why SOUL.md`; one line a file. */
export function fullFilesText(full: readonly FullFile[]): string | undefined {
  if (full.length === 0) return undefined;
  return full
    .map(({ file, rules, settings }) => {
      const raise = settings.length === 0 ? "" : `, or raise ${settings.join(" or ")}`;
      return `${file} is full of people's rules (${rules}): take a line out${raise}: tenet why ${file}`;
    })
    .join("\n");
}
