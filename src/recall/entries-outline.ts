/** Says lists of entries: `list`, and what is remembered. A table on a screen, a row each in a pipe. */

import { contactOf } from "../entry/gates/contact-scope.js";
import { idSaid } from "../entry/short-ids.js";
import { countsOfStates } from "../entry/states.js";
import {
  aside,
  bad,
  data,
  faint,
  gap,
  heading,
  joined,
  line,
  type Outline,
  type Said,
  table,
  warn,
} from "../text/outline/outline.js";
import { oneLine } from "../text/shorten.js";
import { besideSays, besideText, besideWords } from "./policy/beside-words.js";
import { boundText } from "./policy/bound-text.js";
import type { BesideEntry, Listed, ListedEntry, ListedMemories, ListedMemory } from "./recall-schemas.js";

type Beside = { beside?: BesideEntry[] | undefined };

/** The row of an entry in a pipe: its full id, for `grep`, `cut` and the like, and a cell for each of its partners. */
export const pipedCells = (
  { id, text, beside = [] }: Beside & { id: string; text: string },
  ...before: readonly string[]
): string[] => [id, ...before, oneLine(text), ...beside.map(besideText)];

/** The partners of an entry for people. */
export const besideSaid = ({ beside = [] }: Beside): Said[] =>
  beside.map((one) => joined([warn(besideWords(one)), idSaid(one.id, one.unique), data(besideSays(one))], " "));

/** How it stands, and until when it holds. */
const shownStatus = ({ status, valid_to }: ListedEntry): string =>
  valid_to === undefined ? status : `${status}, until ${valid_to.slice(0, 10)}`;

const STAKES = { high: bad, medium: warn, low: faint } as const;

const COLUMNS = [
  { name: "id", kind: "id" },
  { name: "day", kind: "id", drop: 4 },
  { name: "type", kind: "id", drop: 3 },
  { name: "stakes", kind: "id", drop: 2 },
  { name: "status", kind: "id" },
  { name: "text", kind: "text", cut: true, least: 40 },
] as const;

/** Nothing where nothing is listed: `list` warns of that. */
export function listOutline({ entries, total, hidden }: Listed): Outline {
  if (entries.length === 0) return [];
  const rows = entries.map((one) => ({
    cells: [
      idSaid(one.id, one.unique),
      faint(one.timestamp.slice(0, 10)),
      one.type,
      one.stakes === undefined ? "" : STAKES[one.stakes](one.stakes),
      faint(shownStatus(one)),
      data(oneLine(one.text)),
    ],
    under: [...[boundText(one) ?? []].flat().map(faint), ...besideSaid(one)],
    piped: pipedCells(one, one.stakes ?? "-", [shownStatus(one), boundText(one) ?? []].flat().join(", ")),
  }));
  const notes = [
    ...(entries.length < total ? [`${entries.length} of ${total}, newest first; --limit ${total} shows all`] : []),
    ...(hidden === undefined ? [] : [`hidden: ${countsOfStates(hidden)}; --status all shows them`]),
  ];
  return [{ kind: "table", columns: COLUMNS, rows }, aside(...notes.map(faint))];
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

function memorySheet({ memories, total }: ListedMemories): Outline {
  const rows = memories.map((one) => {
    const marks = memoryMarks(one);
    return {
      cells: [idSaid(one.id, one.unique), faint(one.category), data(oneLine(one.text))],
      under: [...(marks.length === 0 ? [] : [faint(marks.join(" · "))]), ...besideSaid(one)],
      piped: pipedCells(one, one.category, marks.join(", ") || "-"),
    };
  });
  const hiddenCount = total - memories.length;
  const contact = contactOf(memories[0] ?? {});
  const contactFlag = contact === undefined ? "" : ` --contact ${contact}`;
  const more = `and ${hiddenCount} more: tenet list --type memory${contactFlag} --limit ${total}`;
  return [table(rows, { aligned: true }), ...(hiddenCount > 0 ? [aside(faint(more))] : [])];
}

/** Cells before the text of a memory. */
const TEXT = 9;

/** A group as one page with its length: pinned memories first, then by use. */
function groupPage(
  { memories }: ListedMemories,
  { group, characters, cap }: NonNullable<ListedMemories["page"]>,
): Outline {
  const advice = "A context prints what fits. Say one shorter with tenet edit, or take out what no longer holds.";
  return [
    heading(`# ${group}`),
    line(faint(`${characters} of ${cap} characters`)),
    gap,
    ...memories.flatMap((one) => {
      const marks = memoryMarks(one);
      const says = marks.length === 0 ? oneLine(one.text) : `${oneLine(one.text)} (${marks.join(", ")})`;
      return [
        line(joined(["- ", idSaid(one.id, one.unique), "  ", data(says)]), { hang: TEXT }),
        ...besideSaid(one).map((beside) => line(beside, { indent: TEXT })),
      ];
    }),
    ...(characters > cap ? [gap, line(warn(advice))] : []),
  ];
}

/** What is remembered, by use. */
export function memoriesOutline(answer: ListedMemories): Outline {
  const { memories, page } = answer;
  if (page !== undefined) return groupPage(answer, page);
  if (memories.length === 0) return [];
  return memorySheet(answer);
}
