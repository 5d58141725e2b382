import type { Context } from "../../context.js";
import { GROUP_NAME } from "../../entry/memory-groups.js";
import { wrongUsage } from "../../errors.js";
import { statedName } from "../../screening/stated-name.js";

/** The group of a record by its file: `memory/facts/web/react.md` is `web/react`. Of a contact's file it is their id. */
export function groupOf(file: string): string {
  return file.replace(/^memory\/(?:facts|contacts)\//, "").replace(/\.md$/, "");
}

/** The group that somebody names, as the name of a file: `Business facts` is `business_facts`. Throws usage for no name. */
export async function groupNamed({ warn }: Pick<Context, "warn">, stated: unknown): Promise<string> {
  const name = typeof stated === "string" ? await statedName("The group's name", stated, warn) : stated;
  const group = String(name).toLowerCase().replace(/\s+/g, "_");
  if (typeof name === "string" && GROUP_NAME.test(group)) return group;
  throw wrongUsage(
    `group is no name: ${JSON.stringify(name)?.slice(0, 80)}`,
    "Letters, digits, dashes and underscores, 64 at most: preferences, business_facts.",
    "wrong-group",
  );
}
