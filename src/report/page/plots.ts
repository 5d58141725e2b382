/** What each plot shows, as ECharts wants it. No text of an entry is among it. */
import { wilson } from "../policy/figure.js";
import type { Report, SurvivalStep, Week } from "../report-schemas.js";
import { type ChartOption, COLOURS, nameOf, type Series } from "./draw.js";

const FONT = 11;
const GRID = { left: 30, right: 12, top: 12, bottom: 26 };
/** More labels do not fit side by side at the width of a telephone. */
const LABELS = 6;

const label = { color: COLOURS.faint, fontSize: FONT };
const axisLine = { show: true, lineStyle: { color: COLOURS.line } };
const splitLine = { lineStyle: { color: COLOURS.line } };
const bare = { axisTick: { show: false }, axisLabel: label, axisLine };

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
/** `3 Aug` of `2026-08-03`. */
const dayAndMonth = (day: string): string => `${Number(day.slice(8, 10))} ${MONTHS[Number(day.slice(5, 7)) - 1] ?? ""}`;

function overWeeks(weeks: readonly Week[], yAxis: object, series: Series[]): ChartOption {
  const interval = Math.max(0, Math.ceil(weeks.length / LABELS) - 1);
  return {
    grid: GRID,
    xAxis: {
      type: "category",
      data: weeks.map(({ week }) => dayAndMonth(week)),
      ...bare,
      axisLabel: { ...label, interval },
    },
    yAxis: { type: "value", splitLine, axisLabel: label, splitNumber: 4, ...yAxis },
    series,
  };
}

const bars = (data: readonly number[], color: string, stack = "all"): Series => ({
  type: "bar",
  stack,
  data: [...data],
  barMaxWidth: 28,
  barCategoryGap: "30%",
  silent: true,
  itemStyle: { color },
});

const WHOLE = { minInterval: 1 };

/** The most weeks with marked points: more marks would cover the bars. */
const MARKED = 20;

/** Held and failed entries stacked, repeats as a line across. */
export const retentionPlot = (weeks: readonly Week[]): ChartOption =>
  overWeeks(weeks, WHOLE, [
    bars(
      weeks.map(({ held }) => held),
      COLOURS.good,
    ),
    bars(
      weeks.map(({ failed }) => failed),
      COLOURS.bad,
    ),
    {
      type: "line",
      silent: true,
      symbol: "circle",
      symbolSize: 5,
      showAllSymbol: true,
      showSymbol: weeks.length <= MARKED,
      data: weeks.map(({ repeats }) => repeats),
      lineStyle: { color: COLOURS.ink, width: 1.2 },
      itemStyle: { color: COLOURS.ink },
    },
  ]);

/** Means of a week, from 0 to 10; a week without a score is passed over. */
export const scorePlot = (weeks: readonly Week[]): ChartOption =>
  overWeeks(weeks, { min: 0, max: 10, interval: 2 }, [
    {
      type: "line",
      silent: true,
      symbol: "circle",
      symbolSize: 5,
      showAllSymbol: true,
      connectNulls: true,
      data: weeks.map(({ score }) => score ?? "-"),
      lineStyle: { color: COLOURS.good, width: 2 },
      itemStyle: { color: COLOURS.good },
    },
  ]);

export const verdictPlot = (weeks: readonly Week[]): ChartOption =>
  overWeeks(weeks, WHOLE, [
    bars(
      weeks.map(({ validated }) => validated),
      COLOURS.good,
    ),
    bars(
      weeks.map(({ mixed }) => mixed),
      COLOURS.mixed,
    ),
    bars(
      weeks.map(({ inconclusive }) => inconclusive),
      COLOURS.none,
    ),
    bars(
      weeks.map(({ invalidated }) => invalidated),
      COLOURS.bad,
    ),
  ]);

/** Points of a curve that are drawn: more lie closer than a line is wide. */
const STEPS = 180;

function thinned(curve: readonly SurvivalStep[]): SurvivalStep[] {
  const every = Math.max(1, Math.ceil(curve.length / STEPS));
  return curve.filter((_, n) => n % every === 0 || n === curve.length - 1);
}

/** From the first day on, within the band that the share has while nothing is repeated: a few lessons are never certain. */
function fromDayZero(curve: readonly SurvivalStep[]) {
  const watched = curve[0]?.at_risk ?? 0;
  const [low, high] = wilson(watched, watched);
  return [{ day: 0, kept: 1, low, high }, ...thinned(curve)];
}

/** The share of lessons not repeated, falling in steps, within its band. `until`: how far the days go that are known of. */
export function survivalPlot(curve: readonly SurvivalStep[], until: number): ChartOption {
  const steps = fromDayZero(curve);
  const last = steps.at(-1);
  if (last !== undefined && until > last.day) steps.push({ ...last, day: until });
  const line = { type: "line", step: "end", symbol: "none", silent: true } as const;
  const unseen = { lineStyle: { opacity: 0 } };
  return {
    grid: { ...GRID, left: 40, bottom: 40 },
    xAxis: {
      type: "value",
      min: 0,
      max: Math.max(1, steps.at(-1)?.day ?? 0),
      splitLine: { show: false },
      ...bare,
      ...{
        axisTick: { show: true, lineStyle: { color: COLOURS.line } },
        splitNumber: 5,
        name: "days",
        nameLocation: "middle",
        nameGap: 22,
      },
      nameTextStyle: label,
      axisLabel: { ...label, showMaxLabel: false },
    },
    yAxis: {
      type: "value",
      min: 0,
      max: 1,
      interval: 0.25,
      splitLine,
      axisLabel: { ...label, formatter: (value: number) => `${Math.round(value * 100)} %` },
    },
    series: [
      { ...line, ...unseen, stack: "band", data: steps.map(({ day, low }) => [day, low]) },
      {
        ...line,
        ...unseen,
        stack: "band",
        data: steps.map(({ day, low, high }) => [day, high - low]),
        areaStyle: { color: COLOURS.good, opacity: 0.2 },
      },
      { ...line, data: steps.map(({ day, kept }) => [day, kept]), lineStyle: { color: COLOURS.good, width: 2 } },
    ],
  };
}

const lying = (names: readonly string[], leftMargin: number, series: Series[]): ChartOption => ({
  grid: { ...GRID, left: leftMargin },
  xAxis: { type: "value", splitLine, axisLabel: label, minInterval: 1, splitNumber: 3 },
  yAxis: {
    type: "category",
    inverse: true,
    data: [...names],
    ...bare,
    axisLabel: { ...label, interval: 0 },
  },
  series,
});

const counts = (data: readonly number[], color: string): Series => ({
  ...(bars(data, color) as object),
  type: "bar",
  label: {
    show: true,
    color: COLOURS.on,
    fontSize: FONT,
    formatter: ({ value }) => (value === 0 ? "" : String(value)),
  },
});

type Calibrated = Report["calibration"]["table"][number];

/** Outcomes by rated level: good, mixed or undecided, and bad ones. */
export const calibrationPlot = (table: readonly Calibrated[]): ChartOption =>
  lying(
    table.map(({ stakes }) => stakes),
    64,
    [
      counts(
        table.map(({ validated, held }) => validated + held),
        COLOURS.good,
      ),
      counts(
        table.map(({ mixed }) => mixed),
        COLOURS.mixed,
      ),
      counts(
        table.map(({ inconclusive }) => inconclusive),
        COLOURS.none,
      ),
      counts(
        table.map(({ invalidated, failed }) => invalidated + failed),
        COLOURS.bad,
      ),
    ],
  );

/** What an agent learned by domain, the largest first. */
export const domainPlot = (rows: Report["domains"]): ChartOption =>
  lying(
    rows.map((_, n) => nameOf(n)),
    112,
    [
      bars(
        rows.map(({ corrections }) => corrections),
        COLOURS.mixed,
      ),
      bars(
        rows.map(({ insights }) => insights),
        COLOURS.good,
      ),
    ],
  );

/** Days, from the one before up to this one. */
const SPANS = [7, 14, 30, 60, 90, Number.POSITIVE_INFINITY];

/** How many rules took how long. */
export function timeToRule(days: readonly number[]): { name: string; count: number }[] {
  return SPANS.map((span, n) => {
    const from = SPANS[n - 1] ?? -1;
    const name = n === 0 ? `≤ ${span}` : span === Number.POSITIVE_INFINITY ? `> ${from}` : `${from}–${span}`;
    return { name, count: days.filter((one) => one > from && one <= span).length };
  });
}

export const timeToRulePlot = (spans: readonly { name: string; count: number }[]): ChartOption => ({
  grid: { ...GRID, bottom: 40 },
  xAxis: {
    type: "category",
    data: spans.map(({ name }) => name),
    ...bare,
    axisLabel: { ...label, interval: 0 },
    name: "days",
    nameLocation: "middle",
    nameGap: 22,
    nameTextStyle: label,
  },
  yAxis: { type: "value", splitLine, axisLabel: label, splitNumber: 4, ...WHOLE },
  series: [
    bars(
      spans.map(({ count }) => count),
      COLOURS.good,
    ),
  ],
});
