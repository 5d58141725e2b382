/** The three plots of the page, as SVG text that ECharts draws. Colours are the page's own properties, so that they follow light, dark and paper. */
import { BarChart, type BarSeriesOption, LineChart, type LineSeriesOption } from "echarts/charts";
import { GridComponent, type GridComponentOption } from "echarts/components";
import { type ComposeOption, init, use } from "echarts/core";
import { SVGRenderer } from "echarts/renderers";
import { html, Markup } from "./html.js";
import type { Week } from "./report-schemas.js";

use([BarChart, LineChart, GridComponent, SVGRenderer]);

type ChartOption = ComposeOption<BarSeriesOption | LineSeriesOption | GridComponentOption>;
type Drawn = BarSeriesOption | LineSeriesOption;

/** Numbers, one a week. */
interface Series {
  name: string;
  of: (week: Week) => number | null;
  as: "good" | "bad" | "mixed" | "none" | "ink";
  line?: true;
}

interface Plot {
  title: string;
  series: readonly Series[];
  /** What no value exceeds. */
  most?: number;
}

const PLOTS: readonly Plot[] = [
  {
    title: "Corrections by week",
    series: [
      { name: "held", of: ({ held }) => held, as: "good" },
      { name: "failed", of: ({ failed }) => failed, as: "bad" },
      { name: "said again", of: ({ repeats }) => repeats, as: "ink", line: true },
    ],
  },
  {
    title: "Scores of outcomes, weeks with five or more",
    series: [{ name: "mean score", of: ({ score }) => score, as: "good", line: true }],
    most: 10,
  },
  {
    title: "Verdicts by week",
    series: [
      { name: "validated", of: ({ validated }) => validated, as: "good" },
      { name: "mixed", of: ({ mixed }) => mixed, as: "mixed" },
      { name: "inconclusive", of: ({ inconclusive }) => inconclusive, as: "none" },
      { name: "invalidated", of: ({ invalidated }) => invalidated, as: "bad" },
    ],
  },
];

const FAINT = "var(--faint)";
const LINE = "var(--line)";

/** In CSS pixels at the width of a telephone; wider columns scale it. */
const WIDTH = 360;
const HEIGHT = 200;
const FONT = 11;
const GRID = { left: 30, right: 12, top: 12, bottom: 26 };
/** More labels do not fit side by side at the width of a telephone. */
const LABELS = 6;

const label = { color: FAINT, fontSize: FONT };
const splitLine = { lineStyle: { color: LINE } };
const axis = { axisTick: { show: false }, axisLabel: label, axisLine: { show: true, lineStyle: { color: LINE } } };

function drawnSeries({ of, as, line }: Series, weeks: readonly Week[]): Drawn {
  const color = `var(--${as})`;
  const data = weeks.map((week) => of(week) ?? "-");
  if (line !== true)
    return {
      type: "bar",
      stack: "all",
      silent: true,
      barMaxWidth: 28,
      barCategoryGap: "30%",
      itemStyle: { color },
      data,
    };
  return {
    // A place without a value is a gap: a value between two gaps shows as its mark alone.
    type: "line",
    silent: true,
    symbol: "circle",
    symbolSize: 4,
    showAllSymbol: true,
    lineStyle: { color, width: 1.6 },
    itemStyle: { color },
    data,
  };
}

function optionOf({ series, most }: Plot, weeks: readonly Week[]): ChartOption {
  const interval = Math.max(0, Math.ceil(weeks.length / LABELS) - 1);
  const scale = most === undefined ? { minInterval: 1 } : { min: 0, max: most, interval: most / 5 };
  // `08-03` of `2026-08-03`.
  const places = weeks.map(({ week }) => week.slice(5));
  return {
    animation: false,
    textStyle: { color: FAINT, fontFamily: "inherit" },
    grid: GRID,
    xAxis: { type: "category", data: places, ...axis, axisLabel: { ...label, interval } },
    yAxis: { type: "value", splitLine, axisLabel: label, splitNumber: 4, ...scale },
    series: series.map((one) => drawnSeries(one, weeks)),
  };
}

/** A picture without an accessible name. Its size is that of its box; text in it is escaped by the renderer. */
function svgOf(option: ChartOption): string {
  const chart = init(null, null, { renderer: "svg", ssr: true, width: WIDTH, height: HEIGHT });
  try {
    chart.setOption(option);
    return chart.renderToSVGString();
  } finally {
    chart.dispose();
  }
}

/**
 * What is for a mouse and for a page without a content policy goes: styles, classes, event attributes. Text cannot be
 * taken for any of it: in text the renderer escapes quotes and angle brackets.
 */
const sober = (svg: string): string =>
  svg
    .slice(svg.indexOf(">") + 1, svg.lastIndexOf("</svg>"))
    .replace(/<style[\s\S]*?<\/style>/g, "")
    .replace(/ (?:class|style|pointer-events|ecmeta_\w+|xml:space)="[^"]*"/g, "")
    .replace(/<rect[^>]* fill="none"><\/rect>/g, "")
    .replace(/\n\s*/g, "");

/** Each under its title; only what something is known of is drawn. No text of an entry stands in a plot. */
export const plotsOf = (weeks: readonly Week[]): Markup[] =>
  PLOTS.flatMap((plot, at) => {
    const { title, series } = plot;
    if (series.every(({ of }) => weeks.every((week) => !of(week)))) return [];
    // The ids of clip paths are the plot's own, the same whenever it is drawn.
    const svg = sober(svgOf(optionOf(plot, weeks))).replace(/\bzr\d+-/g, `plot${at}-`);
    const keys = series.map(({ name, as }) => html`<li class="${as}">${name}</li>`);
    const names = series.map(({ name }) => name).join(", ");
    return html`<figure><figcaption>${title}</figcaption><ul class="keys">${keys}</ul><svg class="chart" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${title}: ${names}">${new Markup(svg)}</svg></figure>`;
  });
