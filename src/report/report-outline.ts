/** A report as an outline: on lines what was learned, whether it held, and the trend; on pages every figure with its entries. */
import {
  type Block,
  data,
  facts,
  field,
  gap,
  heading,
  line,
  type Outline,
  only,
  plainOf,
  section,
  strong,
} from "../text/outline/outline.js";
import { pipeText } from "../text/outline/pipe.js";
import { counted } from "../text/paint.js";
import { brief, countsOf, entriesText, figure, tooFew, words } from "./figure-text.js";
import { leading, others } from "./measures-outline.js";
import type { Report } from "./report-schemas.js";
import { rows } from "./rows-outline.js";
import { rules, versions } from "./rules-outline.js";
import { weeks } from "./weeks-outline.js";
import { struggles, waiting } from "./work-outline.js";

/** What was not counted has no line. A report of rows has the lines of what leads, and then its rows. */
export function reportOutline(report: Report): Outline {
  const more = [...others(report), section("Weeks", "weeks", ...weeks(report))];
  const counts: Outline = [
    section("In one glance", "learned", ...glance(report)),
    ...leading(report),
    ...(report.by === undefined ? more : [only("pages", ...more)]),
    section("Struggles", "struggles", ...struggles(report)),
  ];
  const isNothing = pipeText(counts) === "";
  return [
    ...head(report),
    ...(isNothing ? beginning(report) : []),
    ...(isBare(report) ? counts.slice(0, 1) : counts),
    section("Waiting", "waits", ...waiting(report)),
    ...rows(report),
    section("Rules in force", "", ...rules(report)),
    section("Versions", "", ...versions(report)),
    ...(isNothing ? [] : [only("screen", section("", "too few", fewLine(counts))), ALL]),
    section("How it is measured", "", only("html", ...METHOD)),
  ];
}

/** Characters of one line. */
const NAMED = 60;

/** What a screen leaves out since it is too few for a figure, each with its counts. */
function fewLine(blocks: Outline): Block {
  const names = fewOf(blocks);
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

/** Where nothing is known yet sections of nothing would hide how it begins. */
const isBare = ({ entries, weeks: all, versions: made, waiting: waits, noise }: Report): boolean =>
  entries + all.length + made.length + waits.length + noise.share.n === 0;

const WHAT_IT_IS =
  "Shares are said as numerator of denominator, with their 95 % interval in percent; below five there is no figure.";

/** From when to when, and of how much. */
function head(report: Report): Outline {
  const { at, since, commit } = report;
  const to = at.slice(0, 10);
  const when = since === undefined ? `up to ${to}` : `${since.slice(0, 10)} to ${to}`;
  const where = commit === undefined ? [] : [`at ${brief(commit).slice(0, 10)}`];
  const atCommit = commit === undefined ? [] : [", at commit ", data(commit)];
  return [
    only("lines", field("report", [when, ...where, entriesText(report)].join(", "), { cells: 11, indent: 0 }), gap),
    only("markdown", heading(`Report, ${when}`, 1), line([entriesText(report), ...atCommit, ". ", WHAT_IT_IS])),
  ];
}

function beginning({ entries, glance: sentences }: Report): Outline {
  if (entries > 0) return [only("lines", ...sentences.slice(0, 10).map((one) => line(brief(one))))];
  return [
    only(
      "lines",
      line("Nothing is known yet. Two ways to begin:"),
      field('tenet correct "..."', "say what your agent should do differently from now on", { cells: 21 }),
      field("tenet harvest", "what you keep telling your agents, out of their transcripts", { cells: 21 }),
    ),
  ];
}

function glance(report: Report): Outline {
  const { agents, glance: sentences, retention, outcome_loop: loop, promotion, noise } = report;
  const sum = (what: "corrections" | "insights" | "outcomes") => agents.reduce((total, row) => total + row[what], 0);
  const kinds = (["corrections", "insights", "outcomes"] as const).filter((what) => sum(what) > 0);
  const learned = kinds.map((what) => counted(sum(what), what.slice(0, -1))).join(", ");
  const lead = [
    ...figure("Corrections that held", retention.share),
    ...figure("Repeats per lesson", retention.repeats),
    ...figure("Entries with an answer", loop.answered),
    ...figure("Score of outcomes", loop.score),
    ...figure("Promoted, of those that qualify", promotion.promoted),
    ...figure("Noise, of what was offered", noise.share),
  ].map(({ ids: _, others: __, ...one }) => one);
  return [
    facts([...words(learned), ...words(promotion.in_force > 0 && `${counted(promotion.in_force, "rule")} in force`)]),
    only("pages", { kind: "list", items: sentences.slice(0, 10).map((says) => ({ says })) }),
    ...(isBare(report) ? [] : [only("html", { kind: "facts", groups: [lead], lead: true })]),
  ];
}

/** The names are those of docs/measures.md. */
const MEANINGS: readonly (readonly [name: string, how: string])[] = [
  [
    "Retention",
    "Corrections that held, of corrections with an answer. Open: the window still runs. Unknown: it ended without an answer, which proves nothing.",
  ],
  [
    "Repeats per lesson",
    "Corrections that repeat each other are one lesson; each but the first is a repeat. Days to the first repeat by Kaplan and Meier.",
  ],
  [
    "Evolution",
    "An insight that grew has more than one wording: its length, its pace, and the share of items that another agent added.",
  ],
  [
    "Outcome loop",
    "Entries with an outcome or an answer, of those old enough for their first question. With and without an earlier outcome on the subject.",
  ],
  ["Calibration of stakes", "By rated level, the share that went wrong (invalidated or failed) of what was judged."],
  [
    "Across agents",
    "Claims that two agents came to, and the days between. Learned: the second had been shown the first.",
  ],
  [
    "Promotion",
    "Entries that prove themselves, those that are rules, and what blocks the others. Time to rule: days from birth to the version.",
  ],
  ["Noise", "Insights that were logged, skipped or restated, of those offered. Imports are not counted."],
  ["Struggles", "By domain: repeats, failures, uses that failed, invalidated entries, golden questions that fail."],
  ["Editing", "The share of a draft that a person changed, its median now and in the period before."],
  [
    "Rules that were shown",
    "Heeded: after it was shown a use worked or was cited, or an answer held. Not heeded: it failed or was repeated since.",
  ],
];

const METHOD: Outline = [
  line(
    "Below n = 5 there is no figure: what was counted is said, a value is not. In brackets the interval at 95 %: Wilson's of a share, the normal one of a mean, order statistics of a median.",
  ),
  line(
    "The bar beside a share is that interval between 0 and 100 %. What only the ledger and the sessions of this machine know says so.",
  ),
  { kind: "list", items: MEANINGS.map(([name, how]) => ({ says: [strong(name), `: ${how}`] })) },
];
