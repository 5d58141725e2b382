/** What `tenet forget` did, or would do, as text for a person. */
import { tailOf } from "../entry/entry.js";
import type { Paint } from "../text/paint.js";
import type { Forgotten } from "./forget-schemas.js";

const MOST = 12;

const short = (id: string): string => tailOf(id).toLowerCase();

function plural(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

function list<T>(title: string, items: readonly T[], say: (item: T) => string, paint: Paint): string[] {
  if (items.length === 0) return [];
  const more = items.length - MOST;
  return [
    paint.strong(title),
    ...items.slice(0, MOST).map((item) => `  ${say(item)}`),
    ...(more > 0 ? [paint.faint(`  and ${more} more`)] : []),
  ];
}

const HEADS = {
  forgotten: ["Forgotten", "Would be forgotten"],
  redacted: ["Redacted", "Would be redacted"],
  erased: ["Erased", "Would be erased"],
  restored: ["Taken back", "Would be taken back"],
} as const;

/** What the owner can do about what tenet does not reach: in words, for somebody who knows git. */
function advice(data: Forgotten, paint: Paint): string[] {
  if (data.decision !== "erased" && data.decision !== "redacted") return [];
  const held = data.commits.length > 0;
  const lines = held
    ? [
        "These commits, and those after them until now, still hold it in git's history. Rewriting history takes it out",
        "of a repository (git's own documentation and git-filter-repo say how); everybody who has a clone or a fork has",
        "to take over the rewritten one, and a host keeps old commits in caches and pull requests until it is asked to",
        "clear them. What was a password or a key is better changed than erased: assume that somebody has read it.",
        "If an entry was edited before, its earlier words stand in the history of the same files.",
      ]
    : [];
  return [
    ...list(
      "Still in git",
      data.commits,
      ({ hash, date, subject }) => `${hash.slice(0, 12)}  ${date}  ${subject}`,
      paint,
    ),
    ...(data.more_commits ? [paint.faint("  and more than were looked at")] : []),
    ...lines.map((line) => paint.faint(line)),
    ...list(
      "Still in files that are not tenet's to change",
      data.remaining,
      ({ file, line }) => `${file}:${line}`,
      paint,
    ),
  ];
}

/** What was taken, or with `--dry-run` would be; never a word of it. */
export function forgetText(data: Forgotten, paint: Paint): string {
  if (data.decision === "unchanged") return "Nothing changed: that was done before.\n";
  const [done, would] = HEADS[data.decision];
  const dry = data.dry_run;
  const of = data.selector === undefined ? "" : `, everything from the ${data.selector.by} ${data.selector.value}`;
  const lines = [
    paint.strong(`${dry ? would : done}: ${plural(data.entries.length, "entry", "entries")}${of}`),
    ...data.entries
      .slice(0, MOST)
      .map(
        ({ id, type, tier, status, file, line }) =>
          `  ${paint.accent(short(id))}  ${type}, ${tier}, was ${status}  ${paint.faint(`${file}:${line}`)}`,
      ),
    ...(data.entries.length > MOST ? [paint.faint(`  and ${data.entries.length - MOST} more`)] : []),
    ...list("Others", data.others, ({ id, says }) => `${paint.accent(short(id))}  ${says.join("; ")}`, paint),
    ...list(
      data.version === undefined || dry ? "Rules" : `Rules, as version ${data.version}`,
      data.rules,
      ({ op, target, because, fate }) =>
        `${op === "delete" ? paint.bad("-") : paint.warn("~")} ${target}: ${because}${fate === "waits" ? paint.warn(" Waits for a person: the next digest proposes it.") : ""}`,
      paint,
    ),
    ...list(
      "Stays as a person wrote it",
      data.kept_lines,
      ({ target, ids }) => `${target}  ${ids.map(short).join(" ")}`,
      paint,
    ),
    ...list(
      "Taken out of",
      data.places,
      ({ place, files }) =>
        `${place}: ${files.slice(0, 3).join(", ")}${files.length > 3 ? ` and ${files.length - 3} more` : ""}`,
      paint,
    ),
    ...(data.struck > 0 ? [`  ledger: ${plural(data.struck, "line")} struck, each kept as its hash`] : []),
    ...list("Made from it, and still here: look at them", data.derived, (id) => paint.accent(short(id)), paint),
    ...list("Says the same, and stays", data.shared, (id) => paint.accent(short(id)), paint),
    ...(data.unfinished === true ? [paint.warn("Not complete yet: the next writing command takes the rest out.")] : []),
    ...advice(data, paint),
    ...(data.needs_person === undefined
      ? []
      : [paint.warn(`This needs a person at a terminal: ${data.needs_person}.`)]),
  ];
  return `${lines.join("\n")}\n`;
}
