/** A report as an outline: on lines what was learned, whether it held, and the trend; on pages every figure with its entries. */
import {
  type Block,
  type Fact,
  facts,
  field,
  gap,
  heading,
  line,
  type Outline,
  only,
  plainOf,
  section,
} from "../text/outline/outline.js";
import { pipeText } from "../text/outline/pipe.js";
import { count, countsOf, entriesText, tooFew, words } from "./figure-text.js";
import { leading, others } from "./measures-outline.js";
import type { Report } from "./report-schemas.js";
import { fewRows, rows } from "./rows-outline.js";
import { weeks } from "./weeks-outline.js";
import { struggles } from "./work-outline.js";

/** What was not counted has no line. A report of rows has the lines of what leads, and then its rows. */
export function reportOutline(report: Report): Outline {
  const more = [...others(report), section("Weeks", "weeks", ...weeks(report))];
  const counts: Outline = [
    ...leading(report),
    ...(report.by === undefined ? more : [only("pages", ...more)]),
    section("Struggles", "struggles", ...struggles(report)),
  ];
  const begin = pipeText([learned(report), ...counts]) === "" ? beginning(report) : [];
  return [
    ...[...head(report), only("lines", ...begin)],
    section("Learned", "learned", ...(begin.length > 0 ? [only("pages", ...begin)] : [learned(report)])),
    ...counts,
    ...rows(report),
    ...(begin.length > 0
      ? []
      : [only("screen", section("", "too few", fewLine([...fewOf(counts), ...fewRows(report)]))), ALL]),
    section("How it is measured", "", only("html", ...METHOD)),
  ];
}

/** Characters of one line. */
const NAMED = 60;

/** What a screen leaves out since it is too few for a figure, each with its counts. */
function fewLine(names: readonly string[]): Block {
  const named = names.filter((_, at) => names.slice(0, at + 1).join("; ").length <= NAMED);
  const more = names.length - named.length;
  return facts([...named.flatMap((name) => words(name)), ...words(more > 0 && `${more} more`)]);
}

const fewOf = (blocks: Outline): string[] =>
  blocks.flatMap((block) => {
    if (block.kind === "only") return block.on === "lines" ? fewOf(block.blocks) : [];
    if (block.kind === "section") {
      const names = fewOf(block.blocks);
      return names.length === 0 ? [] : [`${block.label} ${names.join(", ")}`];
    }
    if (block.kind === "facts") return block.groups.flat().flatMap(tooFew);
    if (block.kind !== "table") return [];
    const rows = block.rows.filter(({ only: on }) => on === "pipe");
    return rows.map(({ cells: [name = "", , figures = ""] }) => `${plainOf(name)} ${countsOf(plainOf(figures))}`);
  });

/** Where the rest of a report is. */
const ALL = only(
  "lines",
  section("", "more", {
    kind: "facts",
    between: "  ",
    groups: [[...words("all of it: --json, --md, --html FILE"), ...words("meaning: docs/measures.md")]],
  }),
);

const WHAT_IT_IS =
  "Shares are said as numerator of denominator, with their 95 % interval in percent; below five there is no figure.";

/** From when to when, and of how much. */
function head(report: Report): Outline {
  const { at, since } = report;
  const to = at.slice(0, 10);
  const when = since === undefined ? `up to ${to}` : `${since.slice(0, 10)} to ${to}`;
  return [
    only("lines", field("report", [when, entriesText(report)].join(", "), { cells: 11, indent: 0 }), gap),
    only("markdown", heading(`Report, ${when}`, 1), line([entriesText(report), ". ", WHAT_IT_IS])),
  ];
}

/** What stands where nothing is counted yet. */
function beginning({ entries, since }: Report): Outline {
  if (entries > 0 && since !== undefined) return [line(`Nothing happened since ${since.slice(0, 10)}.`)];
  return [
    line(`Nothing is ${entries > 0 ? "measured" : "known"} yet. Two ways to begin:`),
    field('tenet correct "..."', "say what your agent should do differently from now on", { cells: 21 }),
    field("tenet harvest", "what you keep telling your agents, out of their transcripts", { cells: 21 }),
  ];
}

/** What was learned in the period, and how many rules there are. */
function learned({ agents, promotion }: Report): Block {
  const of = (what: "corrections" | "insights" | "outcomes") => agents.reduce((total, row) => total + row[what], 0);
  const kinds = [
    ["Corrections", of("corrections")],
    ["Insights", of("insights")],
    ["Outcomes", of("outcomes")],
    ["Rules in force", promotion.in_force],
  ] as const;
  const countOf = ([name, many]: (typeof kinds)[number]): Fact[] => {
    const word = name.toLowerCase();
    return count(name, many, [], { line: many === 1 ? word.replace(/s\b/, "") : word });
  };
  return { kind: "facts", between: ", ", groups: [kinds.flatMap(countOf)] };
}

const METHOD: Outline = [
  line(
    "Below n = 5 there is no figure: what was counted is said, a value is not. In brackets the interval of a share at 95 %, by Wilson.",
  ),
  line(
    "The bar beside a share is that interval between 0 and 100 %. What only the ledger of this machine knows says so.",
  ),
  line("Each measure is defined under its name in docs/measures.md of tenet."),
];
