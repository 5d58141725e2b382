/** Says what `tenet forget` did, or would do. */

import { refOf } from "../entry/entry.js";
import { placeOf } from "../entry/findings.js";
import { accent, bad, faint, heading, line, type Outline, type Said, warn } from "../text/outline/outline.js";
import { counted } from "../text/paint.js";
import { shorten } from "../text/shorten.js";
import type { Forgotten, NamingLine } from "./forget-schemas.js";
import { remainingOutline } from "./remaining-outline.js";

const MOST = 12;

/** A title with the first of some items beneath it; nothing where there are none. */
function listed<T>(title: string, items: readonly T[], outlineOf: (item: T) => Outline): Outline {
  const more = items.length - MOST;
  return items.length === 0
    ? []
    : [
        heading(title),
        ...items.slice(0, MOST).flatMap(outlineOf),
        ...(more > 0 ? [line(faint(`and ${more} more`), { indent: 2 })] : []),
      ];
}

/** The same with a line for each. */
const lines = <T>(title: string, items: readonly T[], say: (item: T) => Said): Outline =>
  listed(title, items, (item) => [line(say(item), { indent: 2, hang: 2 })]);

const HEADS = {
  forgotten: ["Forgotten", "Would be forgotten"],
  redacted: ["Redacted", "Would be redacted"],
  erased: ["Erased", "Would be erased"],
  restored: ["Taken back", "Would be taken back"],
} as const;

/** For readers who know git; a paragraph on a screen. */
const HISTORY = [
  "These commits, and those after them until now, still hold it in git's history. Rewriting history takes it out",
  "of a repository (git's own documentation and git-filter-repo say how); everybody who has a clone or a fork has",
  "to take over the rewritten one, and a host keeps old commits in caches and pull requests until it is asked to",
  "clear them. What was a password or a key is better changed than erased: assume that somebody has read it.",
  "If an entry was edited before, its earlier words stand in the history of the same files.",
];

const HISTORY_OUTLINE = [...HISTORY.map((one) => line(faint(one)))];

/** Advice to the owner about copies beyond tenet's reach. */
function advice({ decision, commits, more_commits, remaining }: Forgotten): Outline {
  if (decision !== "erased" && decision !== "redacted") return [];
  return [
    ...lines("Still in git", commits, ({ hash, date, subject }) => `${hash.slice(0, 12)}  ${date}  ${subject}`),
    ...(more_commits ? [line(faint("and more than were looked at"), { indent: 2 })] : []),
    ...(commits.length === 0 ? [] : HISTORY_OUTLINE),
    ...lines("Still in files that are not tenet's to change", remaining, placeOf),
  ];
}

type Of<K extends "entries" | "rules" | "places"> = Forgotten[K][number];

const entrySaid = ({ id, type, tier, status, file, line: at }: Of<"entries">): Said => [
  accent(refOf(id)),
  `  ${type}, ${tier}, was ${status}  `,
  faint(`${file}:${at}`),
];

function ruleSaid({ op, target, because, fate }: Of<"rules">): Said {
  const waits = fate === "waits" ? " Waits for a person: the next digest proposes it." : "";
  return [op === "delete" ? bad("-") : warn("~"), ` ${target}: ${because}`, warn(waits)];
}

function placeSaid({ place, files }: Of<"places">): Said {
  const more = files.length > 3 ? ` and ${files.length - 3} more` : "";
  return `${place}: ${files.slice(0, 3).join(", ")}${more}`;
}

/** A line with where it stands. */
export const namingSaid = ({ file, line: at, text }: NamingLine): string => `${file}:${at}  ${shorten(text, 100)}`;

/** Lines of others that name who is erased: those without the name from now on, and those that stay as they are. */
function namedLines({ named = [], dry_run }: Forgotten): Outline {
  const [replaced, kept] = [true, false].map((is) => named.filter((one) => one.replaced === is)) as NamingLine[][];
  return [
    ...lines(`The name ${dry_run ? "would be" : "was"} replaced in`, replaced ?? [], namingSaid),
    ...lines("Names the contact, and stays", kept ?? [], namingSaid),
  ];
}

/** What was taken, or with `--dry-run` would be; never a word of it. */
export function forgetOutline(data: Forgotten): Outline {
  if (data.decision === "unchanged") {
    const names = namedLines(data);
    return [line(names.length === 0 ? "Nothing changed: that was done before." : "Nothing changed."), ...names];
  }
  const { dry_run: dry, selector, entries, version, struck, needs_person } = data;
  const [done, would] = HEADS[data.decision];
  const of =
    selector === undefined
      ? ""
      : `, everything ${selector.by === "contact" ? "about" : "from"} the ${selector.by} ${selector.value}`;
  const head = `${dry ? would : done}: ${counted(entries.length, "entry", "entries")}${of}`;
  const short = (id: string) => accent(refOf(id));
  return [
    ...(entries.length === 0 ? [heading(head)] : lines(head, entries, entrySaid)),
    ...listed("Others", data.others, remainingOutline),
    ...lines(version === undefined || dry ? "Rules" : `Rules, as version ${version}`, data.rules, ruleSaid),
    ...lines(
      "Stays as a person wrote it",
      data.kept_lines,
      ({ target, ids }) => `${target}  ${ids.map(refOf).join(" ")}`,
    ),
    ...lines("Taken out of", data.places, placeSaid),
    ...(struck > 0 ? [line(`ledger: ${counted(struck, "line")} taken out`, { indent: 2 })] : []),
    ...lines("Made from it, and still here: look at them", data.derived, short),
    ...lines("Says the same, and stays", data.shared, short),
    ...namedLines(data),
    ...(data.unfinished === true ? [line(warn("Not complete yet: the next writing command takes the rest out."))] : []),
    ...advice(data),
    ...(needs_person === undefined ? [] : [line(warn(`A person confirms this, at a terminal: ${needs_person}.`))]),
  ];
}
