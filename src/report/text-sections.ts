/** The sections of a report on a terminal. A measure without counts has no line. */
import { counted, type Paint } from "../text/paint.js";
import { bar, legendOf, partsOf, stackedBar } from "./bars.js";
import { briefFigureText, figureText, isEmpty } from "./figure-text.js";
import type { Figure, Report } from "./report-schemas.js";
import { cells, type Line, line, type Section } from "./text-lines.js";
import { nameCell, struggleSection, waitingLines, weekLines } from "./text-lists.js";

/** Those with anything to say, in the order in which they are read. A pipe gets every interval; a screen those of what leads. */
export function sectionsOf(report: Report, paint: Paint): Section[] {
  const say = saying(paint);
  const sections: Section[] = [
    { label: "learned", rank: 0, lines: learnedLines(report) },
    { label: "retention", rank: 0, lines: retentionLines(report, paint, say) },
    { label: "outcomes", rank: 0, ...outcomeLines(report, paint, say) },
    { label: "stakes", rank: 2, lines: stakesLines(report, paint, say) },
    { label: "evolution", rank: 6, lines: evolutionLines(report, say) },
    { label: "agents", rank: 7, lines: agentLines(report, say) },
    { label: "promotion", rank: 3, ...promotionLines(report, say) },
    { label: "rules", rank: 4, lines: shownLines(report, say) },
    { label: "noise", rank: 5, lines: noiseLines(report, say) },
    { label: "editing", rank: 8, lines: editingLines(report, say) },
    { label: "questions", rank: 9, lines: questionLines(report, say) },
    { label: "weeks", rank: 1, lines: weekLines(report.weeks, paint) },
    { label: "struggles", rank: 0, ...struggleSection(report, paint) },
    { label: "waits", rank: 0, lines: waitingLines(report, paint) },
  ];
  return sections.filter(({ lines }) => lines.length > 0);
}

interface Saying {
  /** A figure behind what it is of; nothing where nothing was counted. */
  of(what: string, figure: Figure | undefined): string | undefined;
  /** The same where there is room for everything. */
  also(what: string, figure: Figure | undefined): string | undefined;
}

function saying({ terminal }: Paint): Saying {
  const words = terminal ? briefFigureText : figureText;
  const of: Saying["of"] = (phrase, figure) =>
    figure === undefined || isEmpty(figure) ? undefined : `${phrase} ${words(figure)}`;
  return { of, also: (what, figure) => (terminal ? undefined : of(what, figure)) };
}

const some = (count: number, what: string): string | undefined => (count === 0 ? undefined : `${count} ${what}`);

/** What leads is said with its interval. */
const leading = (words: string, figure: Figure): string | undefined =>
  isEmpty(figure) ? undefined : `${words} ${figureText(figure)}`;

function learnedLines({ agents, promotion: { in_force } }: Report): Line[] {
  const sum = (what: "corrections" | "insights" | "outcomes") => agents.reduce((total, row) => total + row[what], 0);
  const kinds = (["corrections", "insights", "outcomes"] as const).filter((what) => sum(what) > 0);
  const learned = kinds.map((what) => counted(sum(what), what.slice(0, -1))).join(", ");
  return line(learned === "" ? undefined : learned, in_force > 0 && `${counted(in_force, "rule")} in force`);
}

const BAR = 24;

/** A bar beside the figure that leads, and what its marks stand for; in a pipe the counts alone. */
function partLines(namedCounts: readonly [string, number][], figure: string | undefined, paint: Paint): Line[] {
  if (namedCounts.every(([, count]) => count === 0)) return line(figure);
  if (!paint.terminal) return line(figure, namedCounts.map(([name, count]) => `${count} ${name}`).join(", "));
  const parts = partsOf(paint, namedCounts);
  return [...cells(stackedBar(parts, BAR), figure), ...cells(...legendOf(parts))];
}

function retentionLines({ retention }: Report, paint: Paint, { of }: Saying): Line[] {
  const { share, held, failed, unknown, open, repeats, first_repeat } = retention;
  const afterMonth = first_repeat.kept.find(({ day }) => day === 30);
  return [
    ...partLines(Object.entries({ held, failed, unknown, open }), leading("held", share), paint),
    ...line(of("said again", repeats), of("not within 30 days", afterMonth?.figure)),
  ];
}

function outcomeLines({ outcome_loop }: Report, paint: Paint, { of }: Saying): Pick<Section, "lines" | "short"> {
  const { validated, mixed, invalidated, inconclusive, score, answered, asked } = outcome_loop;
  const { with_earlier, without_earlier } = outcome_loop;
  const short = [
    ...partLines(
      Object.entries({ validated, invalidated, mixed, inconclusive }),
      score.n === 0 ? undefined : leading("score", score),
      paint,
    ),
    ...line(of("answered", answered), of("when asked", asked)),
  ];
  const apart = line(
    of("validated, outcome on the subject known", with_earlier.validated),
    of(
      isEmpty(with_earlier.validated) ? "validated, no outcome on the subject known" : "none known",
      without_earlier.validated,
    ),
  );
  return { lines: [...short, ...apart], short };
}

function stakesLines({ calibration: { table, low, edits } }: Report, paint: Paint, { also }: Saying): Line[] {
  const rows = table.filter(({ wrong }) => !isEmpty(wrong));
  const lines = rows.flatMap(({ stakes, wrong }) => {
    const barText = paint.terminal && bar(wrong.numerator ?? 0, wrong.denominator ?? 0, 12).padEnd(12);
    return cells(stakes.padEnd(6), barText, `went wrong ${figureText(wrong)}`);
  });
  const edited = [some(edits.raised.count, "raised later"), some(edits.lowered.count, "lowered later")];
  const rated = also("rated low", low);
  return rated === undefined ? lines : [...lines, ...line(rated, ...edited)];
}

function evolutionLines({ evolution }: Report, { of, also }: Saying): Line[] {
  const { threads, length, pace, by_others, converging } = evolution;
  return line(
    threads.count > 0 && `${counted(threads.count, "insight")} grew`,
    of("length", length),
    also("pace", pace),
    of("by others", by_others),
    also("converging", converging),
  );
}

const agentLines = ({ across_agents: { lag, learned, hub } }: Report, { of }: Saying): Line[] => [
  ...line(of("a second one after", lag), of("learned", learned)),
  ...line(of("in the hub after", hub?.lag), of("learned there", hub?.learned)),
];

function promotionLines({ promotion }: Report, { of, also }: Saying): Pick<Section, "lines" | "short"> {
  const { promoted, time_to_rule, used_after, evicted, taken_back, blocked } = promotion;
  const short = line(
    of("promoted", promoted),
    of("after", time_to_rule),
    also("used since", used_after),
    some(evicted.count, "evicted"),
    some(taken_back.count, "taken back"),
  );
  const [first, ...more] = blocked;
  const because = first && `${first.count} blocked: ${nameCell(first.because, 50).replace(/\.$/, "")}`;
  const otherReasons = more.length > 0 && counted(more.length, "other reason");
  return { lines: [...short, ...line(because, otherReasons)], short };
}

function shownLines({ rules_shown: rulesShown }: Report, { of }: Saying): Line[] {
  if (rulesShown === undefined || rulesShown.rules.length === 0) return [];
  const count = (how: (typeof rulesShown.rules)[number]["how"]) =>
    rulesShown.rules.filter((rule) => rule.how === how).length;
  const heededText = of("heeded", rulesShown.heeded);
  const otherCounts = [some(count("shown"), "shown, no sign yet"), some(count("never_shown"), "never shown")];
  return line(heededText, ...otherCounts, heededText === undefined && "this machine");
}

function noiseLines({ noise: { share, logged, skipped, restated } }: Report, { of }: Saying): Line[] {
  const parts = [some(logged, "logged"), some(skipped, "skipped"), some(restated, "restated")];
  const why = parts.filter((part) => part !== undefined).join(", ");
  return line(of("taught nothing", share), why === "" ? undefined : why);
}

function editingLines({ editing: { now, before, less } }: Report, { of }: Saying): Line[] {
  const change = less === null ? undefined : `${Math.round(Math.abs(less) * 100)} % ${less < 0 ? "more" : "less"}`;
  return line(of("changed of a draft", now), of("before", before), change);
}

function questionLines({ questions: { answered, open, expired, days } }: Report, { of }: Saying): Line[] {
  return line(of("answered", answered), of("after", days), some(open, "open"), some(expired, "expired"));
}
