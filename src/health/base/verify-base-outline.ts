/** What `tenet verify --base` found: under titles on a screen, one line a difference in a pipe, a list for a pull request. */
import { placeOf } from "../../entry/findings.js";
import {
  aside,
  type Block,
  data,
  heading,
  type Item,
  line,
  type Outline,
  type Row,
  type Said,
  strong,
  type Tone,
  table,
} from "../../text/outline/outline.js";
import { counted } from "../../text/paint.js";
import { oneLine, shorten } from "../../text/shorten.js";
import type { ComparedTrees } from "../health-schemas.js";
import { LEVELS } from "./two-trees.js";

type Difference = ComparedTrees["differences"][number];
type Level = Difference["level"];

/** Longer texts are shown from where they differ. */
const LONGEST = 600;
/** What stands before that place, so that one sees where it is. */
const LEAD = 40;

const short = (commit: string): string => commit.slice(0, 10);
const wordsOf = ({ kind, field }: Difference): string =>
  `${kind.replaceAll("-", " ")}${field === undefined ? "" : ` ${field}`}`;

/** Both sides of a difference, so that what differs is seen in them. */
function sidesOf({ before, after }: Difference): Pick<Difference, "before" | "after"> {
  const [was, is] = [before, after].map((text) => text && oneLine(text));
  if (!was || !is || Math.max(was.length, is.length) <= LONGEST)
    return { before: was && shorten(was, LONGEST), after: is && shorten(is, LONGEST) };
  const at = [...was].findIndex((char, index) => char !== is[index]);
  const from = Math.max(0, (at === -1 ? was.length : at) - LEAD);
  const visiblePart = (text: string) => shorten(`${from === 0 ? "" : "…"}${text.slice(from)}`, LONGEST);
  return { before: visiblePart(was), after: visiblePart(is) };
}

/** All of it in one line. */
function pipeLine(difference: Difference): string {
  const { level, subject, file, because } = difference;
  const { before, after } = sidesOf(difference);
  const sides =
    before === undefined || after === undefined
      ? `${before === undefined ? "+" : "-"} ${before ?? after ?? ""}`
      : `${before} → ${after}`;
  const parts = [subject === file ? "" : ` ${subject}`, /^[-+] $/.test(sides) ? "" : `: ${sides}`];
  const place = placeOf(difference);
  const why = because === undefined ? "" : ` (${because})`;
  return oneLine(`${place === "" ? "" : `${place}: `}${level}: ${wordsOf(difference)}${parts.join("")}${why}`);
}

/** What it is and about what, with both sides beneath it, and why. */
function item(difference: Difference): Item {
  const { subject, file, because } = difference;
  const { before, after } = sidesOf(difference);
  const names = [subject === file ? "" : subject, placeOf(difference)].filter((name) => name !== "");
  const side = (name: string, text: string | undefined, tone: Tone): Said[] =>
    text ? [[`${name}: `, data(text, tone)]] : [];
  return {
    says: [strong(wordsOf(difference)), ...names.flatMap((name) => ["  ", data(name)])],
    under: [
      ...side("before", before, "bad"),
      ...side("after", after, "good"),
      ...(because === undefined ? [] : [because]),
    ],
  };
}

/** As an item on a screen, all of it in one line in a pipe. */
function row(difference: Difference): Row {
  const { says, under = [] } = item(difference);
  return { cells: [says], under, piped: [pipeLine(difference)] };
}

const TITLES: Readonly<Record<Level, readonly [title: string, one: string, many: string]>> = {
  refused: ["Must not be merged", "thing that no merge may hold", "things that no merge may hold"],
  decided: ["For people to decide", "thing that people decide", "things that people decide"],
  change: ["What else changes", "other change", "other changes"],
};

/** `2 things that people decide, 1 other change`; zero counts are left out. */
function countsText({ counts }: ComparedTrees): string {
  const parts = LEVELS.filter((level) => counts[level] > 0).map((level) => {
    const [, one, many] = TITLES[level];
    return counted(counts[level], one, many);
  });
  return parts.join(", ") || "nothing";
}

/** What holds for the comparison as a whole, in sentences. */
function notesOf({ base, uncommitted, new_records }: ComparedTrees): string[] {
  const tiers = Object.entries(new_records).map(([tier, count]) => `${count} ${tier}`);
  const notes = tiers.length === 0 ? [] : [`New records, by tier: ${tiers.join(", ")}.`];
  if (base.profile === "missing") notes.push(`${base.revision} has no tenet.yaml: everything is new there.`);
  if (base.profile === "unreadable")
    notes.push(`tenet.yaml of ${base.revision} cannot be read, so that no setting is compared: ${base.because ?? ""}`);
  if (uncommitted.length > 0) {
    const [first = "", ...more] = uncommitted;
    const filesText = more.length === 0 ? first : `${first} and ${counted(more.length, "more file")}`;
    notes.push(`Not in HEAD, so not compared: ${filesText} of the working copy.`);
  }
  return notes;
}

/** So many of each level go into a pull request, which has no room for more. */
const MOST_ON_PAGE = 100;

/** `isPage`: for a pull request, where no text of a tree acts. */
export function comparedOutline(compared: ComparedTrees, { isPage = false } = {}): Outline {
  const { base, head, differences } = compared;
  const merging = ["Merging HEAD (", data(short(head)), ") into ", data(base.revision)];
  const sum = line([...merging, " (", data(short(base.commit)), `) brings ${countsText(compared)}.`]);
  const notes = notesOf(compared).map((note) => line(oneLine(note)));
  const blocks = LEVELS.flatMap((level): Block[] => {
    const rows = differences.filter((one) => one.level === level);
    const [title] = TITLES[level];
    if (rows.length === 0) return [];
    if (!isPage) return [aside(strong(title)), table(rows.map(row), { indent: 2 }), aside("")];
    const more = rows.length - MOST_ON_PAGE;
    const list: Block = { kind: "list", items: rows.slice(0, MOST_ON_PAGE).map(item) };
    return [heading(title), list, ...(more > 0 ? [line(`${more} more: tenet verify --base prints all.`)] : [])];
  });
  return isPage ? [heading("What this merge brings", 1), sum, ...blocks, ...notes] : [...blocks, sum, ...notes];
}
