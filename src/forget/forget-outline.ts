/** Says what `tenet forget` did, or would do; never a word of what goes. */
import { refOf } from "../entry/entry.js";
import { accent, bad, faint, heading, line, type Outline, type Said, warn } from "../text/outline/outline.js";
import { counted } from "../text/paint.js";
import { shorten } from "../text/shorten.js";
import type { Forgotten, LineElsewhere } from "./forget-schemas.js";

const MOST = 12;

/** A title with the first of some items beneath it, a line each; nothing where there are none. */
function lines<T>(title: string, items: readonly T[], say: (item: T) => Said): Outline {
  const more = items.length - MOST;
  if (items.length === 0) return [];
  return [
    heading(title),
    ...items.slice(0, MOST).map((item) => line(say(item), { indent: 2, hang: 2 })),
    ...(more > 0 ? [line(faint(`and ${more} more`), { indent: 2 })] : []),
  ];
}

const HISTORY =
  "These commits, and those after them until now, still hold it. Rewriting history takes it out of a repository (git-filter-repo), not out of clones, forks and a host's caches.";

/** A line with where it stands. */
export const lineSaid = ({ file, line: at, text }: LineElsewhere): string => `${file}:${at}  ${shorten(text, 100)}`;

/** Lines that hold the words or names: those without them from now on, and those that stay as they are. */
function elsewhere({ named = [], dry_run }: Forgotten): Outline {
  const linesOf = (title: string, isReplaced: boolean) =>
    lines(
      title,
      named.filter(({ replaced }) => replaced === isReplaced),
      lineSaid,
    );
  return [
    ...linesOf(dry_run ? "Would be replaced in" : "Was replaced in", true),
    ...linesOf("Holds it as well, and stays", false),
  ];
}

const entrySaid = ({ id, type, tier, status, file, line: at }: Forgotten["entries"][number]): Said => [
  accent(refOf(id)),
  `  ${type}, ${tier}, was ${status}  `,
  faint(`${file}:${at}`),
];

function ruleSaid({ op, target, because, fate }: Forgotten["rules"][number]): Said {
  const waits = fate === "waits" ? " Waits for a person: the next digest proposes it." : "";
  return [op === "delete" ? bad("-") : warn(op === "keep" ? "=" : "~"), ` ${target}: ${because}`, warn(waits)];
}

/** Where it came from, what went, what stays elsewhere. */
export function forgetOutline(data: Forgotten): Outline {
  const stays = elsewhere(data);
  if (data.decision === "unchanged")
    return [line(stays.length === 0 ? "Nothing changed: that was done before." : "Nothing changed."), ...stays];
  const { dry_run: dry, selector, entries, version, commits, at_hub = [], needs_person } = data;
  const word = dry ? `Would be ${data.decision}` : data.decision.replace(/^./, (first) => first.toUpperCase());
  const of =
    selector && `, everything ${selector.by === "contact" ? "about" : "from"} the ${selector.by} ${selector.value}`;
  const head = `${word}: ${counted(entries.length, "entry", "entries")}${of ?? ""}`;
  return [
    ...(entries.length === 0 ? [heading(head)] : lines(head, entries, entrySaid)),
    ...lines("Stays, without what was said or used there", data.others, (id) => accent(refOf(id))),
    ...lines(version === undefined || dry ? "Rules" : `Rules, as version ${version}`, data.rules, ruleSaid),
    ...stays,
    ...lines("Still in git", commits, ({ hash, date }) => `${hash.slice(0, 12)}  ${date}`),
    ...(data.more_commits ? [line(faint("and more than were looked at"), { indent: 2 })] : []),
    ...(commits.length === 0 ? [] : [line(faint(HISTORY))]),
    ...lines("Still in a hub: what was shared from here goes with the next tenet sync", at_hub, (id) =>
      accent(refOf(id)),
    ),
    ...(needs_person === undefined ? [] : [line(warn(`A person confirms this, at a terminal: ${needs_person}.`))]),
  ];
}
