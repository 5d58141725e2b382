/** Entries as lists: those of a tree, what is remembered, what was found. Laid out for people, tab-separated in a pipe. */
import { refOf, tailOf } from "../entry/entry.js";
import { type Paint, shortId } from "../text/paint.js";
import { oneLine } from "../text/shorten.js";
import type {
  ForgottenMemories,
  Listed,
  ListedEntry,
  ListedMemories,
  ListedMemory,
  Recalled,
  RecalledEntry,
} from "./recall-schemas.js";

/** One entry a line with its full id, for `grep`, `cut` and the like. `before`, `behind`: cells beside the text. */
function plainLines<T extends { id: string; text: string }>(
  entries: readonly T[],
  before: (one: T) => string[],
  behind: (one: T) => string[] = () => [],
): string {
  const cells = (one: T) => [one.id, ...before(one), oneLine(one.text), ...behind(one)];
  return entries.map((one) => `${cells(one).join("\t")}\n`).join("");
}

const shownStatus = ({ status, review, outcome }: ListedEntry): string =>
  [status === "active" ? undefined : status, review?.replaceAll("_", " "), outcome]
    .filter((word) => word !== undefined)
    .join(", ") || "active";

const NARROWEST_TEXT = 24;

async function table({ entries, total }: Listed, paint: Paint): Promise<string> {
  const { cut, pad, widest } = await import("../text/columns.js");
  const heading = { id: "id", day: "day", type: "type", stakes: "stakes", status: "status" };
  const rows = entries.map((entry) => ({
    entry,
    id: refOf(entry.id),
    day: entry.timestamp.slice(0, 10),
    type: entry.type,
    stakes: entry.stakes ?? ("" as const),
    status: shownStatus(entry),
  }));
  const columns = ["id", "day", "type", "stakes", "status"] as const;
  const cells = Object.fromEntries(
    columns.map((name) => [name, widest([heading[name], ...rows.map((row) => row[name])])]),
  ) as Record<(typeof columns)[number], number>;
  const dropped: ReadonlySet<string> = narrow(cells, paint.width);
  const shown = columns.filter((name) => !dropped.has(name));
  const room = Math.max(NARROWEST_TEXT, paint.width - shown.reduce((sum, name) => sum + cells[name] + 2, 0));
  const tint = { high: paint.bad, medium: paint.warn, low: paint.faint, "": paint.faint } as const;
  const head = shown.map((name) => pad(heading[name], cells[name])).join("  ");
  const lines = rows.map((row) => {
    const drawn = shown.map((name) => {
      const padding = " ".repeat(Math.max(0, cells[name] - widest([row[name]])));
      if (name === "id") return shortId(row.entry.id, row.entry.unique, paint) + padding;
      if (name === "stakes") return tint[row.stakes](row.stakes) + padding;
      return (name === "type" ? row.type : paint.faint(row[name])) + padding;
    });
    return `${drawn.join("  ")}  ${cut(oneLine(row.entry.text), room)}`;
  });
  const count =
    entries.length < total
      ? [paint.faint(`${entries.length} of ${total}, newest first; --limit ${total} shows all`)]
      : [];
  return `${[paint.faint(`${head}  text`), ...lines, ...count].join("\n")}\n`;
}

/** Columns left out so that the text keeps room on a narrow terminal: what is least missed goes first. */
function narrow(cells: Record<string, number>, width: number): ReadonlySet<string> {
  const dropped = new Set<string>();
  for (const name of ["day", "status", "type"]) {
    const used = Object.entries(cells).reduce((sum, [key, n]) => sum + (dropped.has(key) ? 0 : n + 2), 0);
    if (width - used >= 40) break;
    dropped.add(name);
  }
  return dropped;
}

/** A table on a terminal, plain lines in a pipe. */
export function listText(listed: Listed, paint: Paint): string | Promise<string> {
  if (!paint.terminal) return plainLines(listed.entries, (one) => [one.stakes ?? "-", shownStatus(one)]);
  if (listed.entries.length === 0)
    return "Nothing yet. `tenet correct --help` and `tenet learn --help` show how it starts.\n";
  return table(listed, paint);
}

/** What a reader must know besides the words. */
function memoryMarks({ scope, key, confidence, uses, tier, review }: ListedMemory): string[] {
  return [
    ...(scope === "project" ? [] : [scope]),
    ...(key === undefined ? [] : [key]),
    ...(confidence === 1 ? [] : [confidence.toFixed(1)]),
    ...(uses === 0 ? [] : [`used ${uses}×`]),
    ...(tier === "peer" || tier === "external" ? [tier] : []),
    ...(review === undefined ? [] : [review.replaceAll("_", " ")]),
  ];
}

async function memorySheet({ memories, total }: ListedMemories, paint: Paint): Promise<string> {
  const { wrap } = await import("../text/columns.js");
  const width = Math.max(...memories.map(({ category }) => category.length));
  const indent = width + 9;
  const lines = memories.flatMap((one) => {
    const [first = "", ...rest] = wrap(oneLine(one.text), Math.max(24, paint.width - indent));
    const under = memoryMarks(one);
    const head = `${shortId(one.id, one.unique, paint)}  ${paint.faint(one.category.padEnd(width))}  ${first}`;
    return [head, ...[...rest, ...(under.length === 0 ? [] : [paint.faint(under.join(" · "))])].map(indented)];
    function indented(line: string): string {
      return " ".repeat(indent) + line;
    }
  });
  const more = total - memories.length;
  return `${[...lines, ...(more > 0 ? [paint.faint(`and ${more} more: tenet memories --limit ${total}`)] : [])].join("\n")}\n`;
}

/** Memories for people, by use; plain lines in a pipe. */
export function memoriesText(listed: ListedMemories, paint: Paint): string | Promise<string> {
  if (!paint.terminal) {
    return plainLines(listed.memories, (one) => [one.category, memoryMarks(one).join(", ") || "-"]);
  }
  return listed.memories.length === 0 ? "Nothing is remembered.\n" : memorySheet(listed, paint);
}

/** What was forgotten, without a word of it. */
export function forgottenMemoriesText({ decision, dry_run, entries, needs_person }: ForgottenMemories, paint: Paint) {
  if (decision === "unchanged") return "Nothing to forget.\n";
  const word = dry_run ? paint.warn("Would forget") : paint.good("Forgotten");
  const lines = entries.map(
    ({ id, file, line }) => `${word}  ${paint.accent(refOf(id))}  ${paint.faint(`${file}:${line}`)}`,
  );
  if (needs_person !== undefined) lines.push(`  ${paint.warn("needs a person:")} ${needs_person}`);
  else if (!dry_run) lines.push(`  ${paint.faint("A person can take it back: tenet forget --restore with the id.")}`);
  return `${lines.join("\n")}\n`;
}

const score = (value: number) => value.toFixed(2);

/** What a reader must know before trusting it: not live, or proven wrong. */
function marks({ status, outcome, tier }: RecalledEntry): string[] {
  const trust = tier === "peer" || tier === "external" ? [tier] : [];
  return [...(status === "active" ? [] : [status]), ...(outcome === undefined ? [] : [outcome]), ...trust];
}

function reasonText({ why }: RecalledEntry): string {
  const words = why.words.length === 0 ? [] : [`words: ${why.words.join(" ")} (bm25 ${score(why.bm25)})`];
  const meaning = why.cosine === undefined ? [] : [`meaning: cosine ${score(why.cosine)}`];
  return [...words, ...meaning].join("; ");
}

function nothing({ withheld, index, mode }: Recalled): string {
  if (withheld > 0) return `Nothing that may be shown: ${withheld} wait for review.\n`;
  if (index === "degraded")
    return `Nothing found by ${mode === "keyword" ? "its words" : "words or meaning"}; not everything could be searched.\n`;
  return "Nothing known about this.\n";
}

async function sheet(recalled: Recalled, paint: Paint, explain: boolean): Promise<string> {
  const { wrap } = await import("../text/columns.js");
  const indent = Math.max(...recalled.results.map(({ id }) => tailOf(id).length)) + 8;
  const lines = recalled.results.flatMap((entry) => {
    const [first = "", ...rest] = wrap(entry.text, Math.max(24, paint.width - indent));
    const pad = " ".repeat(indent - tailOf(entry.id).length - 6);
    const about = [entry.type, ...(entry.stakes === undefined ? [] : [entry.stakes]), entry.timestamp.slice(0, 10)];
    const warning = marks(entry);
    const under = [
      `${paint.faint(about.join(" · "))}${warning.length === 0 ? "" : paint.warn(` · ${warning.join(" · ")}`)}`,
      ...(explain ? [paint.faint(reasonText(entry))] : []),
    ];
    const head = `${paint.faint(score(entry.score))}  ${shortId(entry.id, entry.unique, paint)}${pad}${paint.strong(first)}`;
    return [head, ...[...rest.map(paint.strong), ...under].map((line) => " ".repeat(indent) + line)];
  });
  return `${lines.join("\n")}\n`;
}

/** Found entries for people, best first; plain lines in a pipe. With `explain` the reason for each. */
export function recallText(recalled: Recalled, paint: Paint, explain = false): string | Promise<string> {
  if (!paint.terminal) {
    const before = (one: RecalledEntry) => [score(one.score), marks(one).join(", ") || "active"];
    return plainLines(recalled.results, before, (one) => (explain ? [reasonText(one)] : []));
  }
  return recalled.results.length === 0 ? nothing(recalled) : sheet(recalled, paint, explain);
}
