import { type Command, InvalidArgumentError } from "commander";
import type { ListFilter } from "../recall/list.js";

/** The filters of list, export and recall, under the same names everywhere. */
export function withFilters(command: Command): Command {
  return command
    .option("--type <type>", "correction, insight, outcome or memory")
    .option("--tag <tag>", "with this tag")
    .option("--domain <domain>", "of this domain")
    .option("--status <status>", "active, inconclusive, promoted, resolved, superseded, forgotten; or live")
    .option("--scope <scope>", "project, conversation, user, global")
    .option("--since <when>", "12h, 7d, 2w, a date or an instant");
}

/** The filters among a command's flags. */
export function filterOf(flags: ListFilter): ListFilter {
  const names = ["type", "tag", "domain", "status", "scope", "since"] as const;
  return Object.fromEntries(names.filter((name) => flags[name] !== undefined).map((name) => [name, flags[name]]));
}

/** A whole number of at least `least`. */
export function whole(least: number, most = Number.MAX_SAFE_INTEGER): (text: string) => number {
  return (text) => {
    const n = Number(text);
    if (!/^\d{1,15}$/.test(text) || n < least || n > most) {
      const bound = most === Number.MAX_SAFE_INTEGER ? `from ${least}` : `from ${least} to ${most}`;
      throw new InvalidArgumentError(`It is a whole number ${bound}.`);
    }
    return n;
  };
}
