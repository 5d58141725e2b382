/**
 * Texts for lists of entries: `list`, `memories`, and forgotten memories. Laid out for people, tab-separated in a pipe.
 */

import { refOf } from "../entry/entry.js";
import { contactOf } from "../entry/gates/contact-scope.js";
import { mergeMark } from "../entry/gates/unmerged.js";
import { boundText } from "../entry/holds/holds-in.js";
import { shortId } from "../entry/short-ids.js";
import { countsOfStates } from "../entry/states.js";
import { SHELL_STEPS } from "../steps.js";
import { remainingText } from "../store/forgetting/remaining-text.js";
import { besideSays, besideText, besideWords } from "../store/layers/policy/beside-words.js";
import type { Paint } from "../text/paint.js";
import { oneLine } from "../text/shorten.js";
import type {
  BesideEntry,
  ForgottenMemories,
  Listed,
  ListedEntry,
  ListedMemories,
  ListedMemory,
} from "./recall-schemas.js";

/** One entry per line with its full id, for `grep`, `cut` and the like. `before`, `behind`: cells beside the text. */
export function plainLines<T extends { id: string; text: string }>(
  entries: readonly T[],
  before: (one: T) => string[],
  behind: (one: T) => string[] = () => [],
): string {
  const cells = (one: T) => [one.id, ...before(one), oneLine(one.text), ...behind(one)];
  return entries.map((one) => `${cells(one).join("\t")}\n`).join("");
}

/** The partners of an entry, one cell each. */
export const besideCells = ({ beside = [] }: { beside?: BesideEntry[] | undefined }): string[] =>
  beside.map(besideText);

/** The partners of an entry for people, wrapped to the width. */
export function besideLines(
  { beside = [] }: { beside?: BesideEntry[] | undefined },
  paint: Paint,
  wrapLine: (line: string) => string[],
): string[] {
  return beside.flatMap((one) => {
    const opening = paint.warn(besideWords(one));
    return wrapLine(`${opening} ${shortId(one.id, one.unique, paint)} ${besideSays(one)}`);
  });
}

/** How it stands; of a fact that ended, until when it held. */
const shownStatus = ({ states, valid_to = "", unmerged }: ListedEntry): string =>
  [
    ...states.map((word) => (word === "ended" ? `until ${valid_to.slice(0, 10)}` : word)),
    ...mergeMark({ unmerged }),
  ].join(", ");

const NARROWEST_TEXT = 12;
/** What stands before lines beneath an entry. */
const UNDER = "    ";

async function table({ entries, total, hidden }: Listed, paint: Paint): Promise<string> {
  const { cut, pad, widest, wrap } = await import("../text/columns.js");
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
  const droppedColumns: ReadonlySet<string> = narrow(cells, paint.width);
  const shownColumns = columns.filter((name) => !droppedColumns.has(name));
  const room = Math.max(NARROWEST_TEXT, paint.width - shownColumns.reduce((sum, name) => sum + cells[name] + 2, 0));
  const tint = { high: paint.bad, medium: paint.warn, low: paint.faint, "": paint.faint } as const;
  const head = shownColumns.map((name) => pad(heading[name], cells[name])).join("  ");
  const lines = rows.flatMap((row) => {
    const cellTexts = shownColumns.map((name) => {
      const padding = " ".repeat(Math.max(0, cells[name] - widest([row[name]])));
      if (name === "id") return shortId(row.entry.id, row.entry.unique, paint) + padding;
      if (name === "stakes") return tint[row.stakes](row.stakes) + padding;
      return (name === "type" ? row.type : paint.faint(row[name])) + padding;
    });
    const under = [
      ...[boundText(row.entry) ?? []].flat().map(paint.faint),
      ...besideLines(row.entry, paint, (line) => wrap(line, Math.max(24, paint.width - UNDER.length))),
    ];
    return [
      `${cellTexts.join("  ")}  ${cut(oneLine(row.entry.text), room)}`,
      ...under.map((line) => `${UNDER}${line}`),
    ];
  });
  const notes = [
    ...(entries.length < total ? [`${entries.length} of ${total}, newest first; --limit ${total} shows all`] : []),
    ...(hidden === undefined ? [] : [`hidden: ${countsOfStates(hidden)}; --status all shows them`]),
  ];
  return `${[paint.faint(`${head}  text`), ...lines, ...notes.map(paint.faint)].join("\n")}\n`;
}

/** The columns to leave out on a narrow terminal: day first, status last. */
function narrow(cells: Record<string, number>, width: number): ReadonlySet<string> {
  const droppedColumns = new Set<string>();
  for (const [name, room] of [
    ["day", 40],
    ["type", 40],
    ["stakes", 40],
    ["status", NARROWEST_TEXT],
  ] as const) {
    const usedWidth = Object.entries(cells).reduce((sum, [key, n]) => sum + (droppedColumns.has(key) ? 0 : n + 2), 0);
    if (width - usedWidth >= room) break;
    droppedColumns.add(name);
  }
  return droppedColumns;
}

/** A table on a terminal, plain lines in a pipe. An empty result is reported by `list` as a warning. */
export function listText(answer: Listed, paint: Paint): string | Promise<string> {
  const stands = (one: ListedEntry) => [shownStatus(one), boundText(one) ?? []].flat().join(", ");
  if (!paint.terminal) return plainLines(answer.entries, (one) => [one.stakes ?? "-", stands(one)], besideCells);
  return answer.entries.length === 0 ? "" : table(answer, paint);
}

/** The properties a reader must know besides the text. */
function memoryMarks({
  scope,
  key,
  confidence,
  uses,
  tier,
  review,
  pinned,
  valid_from,
  valid_to,
  paths,
}: ListedMemory): string[] {
  return [
    ...(pinned === true ? ["pinned"] : []),
    ...(scope === "project" ? [] : [scope]),
    ...(key === undefined ? [] : [key]),
    ...[boundText({ paths }) ?? []].flat(),
    ...(valid_from === undefined ? [] : [`since ${valid_from.slice(0, 10)}`]),
    ...(valid_to === undefined ? [] : [`until ${valid_to.slice(0, 10)}`]),
    ...(confidence === 1 ? [] : [`confidence ${confidence}`]),
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
    const room = Math.max(24, paint.width - indent);
    const [first = "", ...rest] = wrap(oneLine(one.text), room);
    const under = memoryMarks(one);
    const head = `${shortId(one.id, one.unique, paint)}  ${paint.faint(one.category.padEnd(width))}  ${first}`;
    const marks = under.length === 0 ? [] : [paint.faint(under.join(" · "))];
    return [head, ...[...rest, ...marks, ...besideLines(one, paint, (line) => wrap(line, room))].map(indentLine)];
    function indentLine(line: string): string {
      return " ".repeat(indent) + line;
    }
  });
  const hiddenCount = total - memories.length;
  const contact = contactOf(memories[0] ?? {});
  const contactFlag = contact === undefined ? "" : ` --contact ${contact}`;
  return `${[...lines, ...(hiddenCount > 0 ? [paint.faint(`and ${hiddenCount} more: tenet list --type memory${contactFlag} --limit ${total}`)] : [])].join("\n")}\n`;
}

/** A group as one page with its length: pinned memories first, then by use. */
async function groupPage(
  { memories }: ListedMemories,
  { group, characters, cap }: NonNullable<ListedMemories["page"]>,
  paint: Paint,
): Promise<string> {
  const { wrap } = await import("../text/columns.js");
  const room = Number.isFinite(paint.width) ? Math.max(24, paint.width - 9) : Number.POSITIVE_INFINITY;
  const lines = memories.flatMap((one) => {
    const marks = memoryMarks(one);
    const says = marks.length === 0 ? oneLine(one.text) : `${oneLine(one.text)} (${marks.join(", ")})`;
    const [first = "", ...more] = wrap(says, room);
    const rest = [...more, ...besideLines(one, paint, (line) => wrap(line, room))];
    return [`- ${shortId(one.id, one.unique, paint)}  ${first}`, ...rest.map((line) => `${" ".repeat(9)}${line}`)];
  });
  const advice = "A context prints what fits. Say one shorter with tenet edit, or take out what no longer holds.";
  const more = characters > cap ? ["", paint.warn(advice)] : [];
  return `${[paint.strong(`# ${group}`), paint.faint(`${characters} of ${cap} characters`), "", ...lines, ...more].join("\n")}\n`;
}

/** Memories for people, by use; plain lines in a pipe. */
export function memoriesText(answer: ListedMemories, paint: Paint): string | Promise<string> {
  if (answer.page !== undefined) return groupPage(answer, answer.page, paint);
  if (!paint.terminal) {
    return plainLines(answer.memories, (one) => [one.category, memoryMarks(one).join(", ") || "-"], besideCells);
  }
  return answer.memories.length === 0 ? "" : memorySheet(answer, paint);
}

/** The forgotten memories, without their text. */
export function forgottenMemoriesText(
  { decision, dry_run, entries, others, needs_person }: ForgottenMemories,
  paint: Paint,
  steps = SHELL_STEPS,
) {
  if (decision === "unchanged") return "Nothing to forget.\n";
  const word = dry_run ? paint.warn("Would forget") : paint.good("Forgotten");
  const lines = entries.map(
    ({ id, file, line }) => `${word}  ${paint.accent(refOf(id))}  ${paint.faint(`${file}:${line}`)}`,
  );
  lines.push(...others.map((one) => `  ${remainingText(one, paint)}`));
  if (needs_person !== undefined) lines.push(`  ${paint.warn("needs a person:")} ${needs_person}`);
  else if (!dry_run)
    lines.push(`  ${paint.faint(`It can be taken back with the id: ${steps.terminal("tenet forget --restore")}.`)}`);
  return `${lines.join("\n")}\n`;
}
