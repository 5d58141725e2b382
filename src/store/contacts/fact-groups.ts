/** Groups of memories: their names, which are those of their files, and how long they are. */
import type { Context } from "../../context.js";
import { isInUse } from "../../entry/gates/visible.js";
import { wrongUsage } from "../../errors.js";
import { statedName } from "../../screening/stated-name.js";
import { grouped } from "../../text/grouped.js";
import type { Row, Store } from "../open-store.js";
import { sharedFile } from "../records/record-place.js";
import { shownText } from "../viewer.js";
import { isFact } from "./asked-facts.js";

/** The group of a record by its file: `memory/facts/web/react.md` is `web/react`. Of a contact's file it is their id. */
export function groupOf(file: string): string {
  return sharedFile(file)
    .replace(/^memory\/(?:facts|contacts)\//, "")
    .replace(/\.md$/, "");
}

/** Names of groups are names of files. */
export const GROUP_NAME = /^[a-z0-9][a-z0-9_-]{0,63}$/;

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

/** Characters of a group from which on it is said to be too long: by a capture, a heartbeat and its page. */
export const GROUP_CHARACTERS = 2000;

/** A group with the characters of what a context would print of it. */
export interface GroupLength {
  group: string;
  characters: number;
  /** Its newest memory. */
  newest: Row;
}

/** The groups of a tree, by name. */
export function groupLengths(tree: Store): GroupLength[] {
  const rows = tree.where({ type: "memory" }).filter((row) => isInUse(row) && !isFact(row));
  const groups = [...grouped(rows, ({ file }) => groupOf(file))].map(([group, members]) => ({
    group,
    characters: members.reduce((sum, row) => sum + [...shownText(row)].length, 0),
    newest: members.reduce((newest, row) => (newest.timestamp < row.timestamp ? row : newest)),
  }));
  return groups.sort((a, b) => (a.group < b.group ? -1 : 1));
}

/** Those that are longer than their cap. */
export const longGroups = (tree: Store): GroupLength[] =>
  groupLengths(tree).filter(({ characters }) => characters > GROUP_CHARACTERS);
