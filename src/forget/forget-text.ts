/** What `tenet forget` did, or would do, as text for a person. */

import { refOf } from "../entry/entry.js";
import { placeOf } from "../entry/findings.js";
import type { Forgotten } from "../store/forgetting/forget-schemas.js";
import { remainingText } from "../store/forgetting/remaining-text.js";
import { counted, type Paint } from "../text/paint.js";

const MOST = 12;

/** A title with the first of some items beneath it; nothing where there are none. */
function list<T>(title: string, items: readonly T[], say: (item: T) => string, paint: Paint): string[] {
  const more = items.length > MOST ? [paint.faint(`  and ${items.length - MOST} more`)] : [];
  return items.length === 0
    ? []
    : [paint.strong(title), ...items.slice(0, MOST).map((one) => `  ${say(one)}`), ...more];
}

const HEADS = {
  forgotten: ["Forgotten", "Would be forgotten"],
  redacted: ["Redacted", "Would be redacted"],
  erased: ["Erased", "Would be erased"],
  restored: ["Taken back", "Would be taken back"],
} as const;

/** Advice to the owner about copies beyond tenet's reach, for readers who know git. */
function advice(data: Forgotten, paint: Paint): string[] {
  if (data.decision !== "erased" && data.decision !== "redacted") return [];
  const lines =
    data.commits.length > 0
      ? [
          "These commits, and those after them until now, still hold it in git's history. Rewriting history takes it out",
          "of a repository (git's own documentation and git-filter-repo say how); everybody who has a clone or a fork has",
          "to take over the rewritten one, and a host keeps old commits in caches and pull requests until it is asked to",
          "clear them. What was a password or a key is better changed than erased: assume that somebody has read it.",
          "If an entry was edited before, its earlier words stand in the history of the same files.",
        ]
      : [];
  const commit = ({ hash, date, subject }: Forgotten["commits"][number]) => `${hash.slice(0, 12)}  ${date}  ${subject}`;
  return [
    ...list("Still in git", data.commits, commit, paint),
    ...(data.more_commits ? [paint.faint("  and more than were looked at")] : []),
    ...lines.map((line) => paint.faint(line)),
    ...list("Still in files that are not tenet's to change", data.remaining, placeOf, paint),
  ];
}

/** What was taken, or with `--dry-run` would be; never a word of it. */
export function forgetText(data: Forgotten, paint: Paint): string {
  if (data.decision === "unchanged") return "Nothing changed: that was done before.\n";
  const [done, would] = HEADS[data.decision];
  const dry = data.dry_run;
  const of =
    data.selector === undefined
      ? ""
      : `, everything ${data.selector.by === "contact" ? "about" : "from"} the ${data.selector.by} ${data.selector.value}`;
  const head = `${dry ? would : done}: ${counted(data.entries.length, "entry", "entries")}${of}`;
  const short = (id: string) => paint.accent(refOf(id));
  const entry = ({ id, type, tier, status, file, line }: Forgotten["entries"][number]) =>
    `${short(id)}  ${type}, ${tier}, was ${status}  ${paint.faint(`${file}:${line}`)}`;
  const rule = ({ op, target, because, fate }: Forgotten["rules"][number]) => {
    const waits = fate === "waits" ? paint.warn(" Waits for a person: the next digest proposes it.") : "";
    return `${op === "delete" ? paint.bad("-") : paint.warn("~")} ${target}: ${because}${waits}`;
  };
  const line = ({ target, ids }: Forgotten["kept_lines"][number]) => `${target}  ${ids.map(refOf).join(" ")}`;
  const place = ({ place: name, files }: Forgotten["places"][number]) =>
    `${name}: ${files.slice(0, 3).join(", ")}${files.length > 3 ? ` and ${files.length - 3} more` : ""}`;
  const entries = list(head, data.entries, entry, paint);
  const lines = [
    ...(entries.length === 0 ? [paint.strong(head)] : entries),
    ...list("Others", data.others, (one) => remainingText(one, paint), paint),
    ...list(data.version === undefined || dry ? "Rules" : `Rules, as version ${data.version}`, data.rules, rule, paint),
    ...list("Stays as a person wrote it", data.kept_lines, line, paint),
    ...list("Taken out of", data.places, place, paint),
    ...(data.struck > 0 ? [`  ledger: ${counted(data.struck, "line")} struck, each kept as its hash`] : []),
    ...list("Made from it, and still here: look at them", data.derived, short, paint),
    ...list("Says the same, and stays", data.shared, short, paint),
    ...(data.unfinished === true ? [paint.warn("Not complete yet: the next writing command takes the rest out.")] : []),
    ...advice(data, paint),
  ];
  if (data.needs_person !== undefined)
    lines.push(paint.warn(`This needs a person at a terminal: ${data.needs_person}.`));
  return `${lines.join("\n")}\n`;
}
