/** Finds files that people's rules fill up. `status` and `review` print them, with a way to make room. */
import type { Context } from "../../context.js";
import { counted } from "../../text/paint.js";
import type { Store } from "../open-store.js";
import { capsOf } from "./caps.js";
import { countedRules } from "./policy/exceptions.js";
import { inOrder, isDecided, isOwners, MAX_RULE, mostIn, ROLES, type Rule, ruleLine } from "./policy/rule.js";

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
  const { files, caps } = ctx.profile;
  const isPeoples = (rule: Rule) => isDecided(rule) || isOwners(rule, (id) => tree.head(id));
  const most = capsOf(ctx);
  return inOrder(ROLES.map((role) => files[role])).flatMap((file): FullFile[] => {
    const own = countedRules(rules.filter(({ target }) => target === file));
    const chars = own.reduce((sum, rule) => sum + ruleLine(rule).length + 1, 0);
    const byCount = own.length >= mostIn(most, file);
    if (!(byCount || chars + MAX_RULE > caps.file_chars) || !own.every(isPeoples)) return [];
    const roles = ROLES.filter((role) => files[role] === file);
    const settings = byCount ? roles.map((role) => `caps.${role}`) : ["caps.file_chars"];
    return [{ file, rules: own.length, settings }];
  });
}

/** `SOUL.md is full: 10 rules, all of them people's. …`; one sentence a file. */
export function fullFilesText(full: readonly FullFile[]): string | undefined {
  if (full.length === 0) return undefined;
  return full
    .map(({ file, rules, settings }) => {
      const whatMakesRoom = settings.includes("caps.file_chars")
        ? "what is longer than the room that is left"
        : "nothing else";
      const room = `take a line out of it by hand, or raise ${settings.join(" or ")} in tenet.yaml`;
      return `${file} is full: ${counted(rules, "rule")}, all of them people's, so ${whatMakesRoom} becomes one there. To make room, ${room}. What stands there: tenet why ${file}`;
    })
    .join("\n");
}
