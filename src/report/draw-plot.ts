/** Plots as SVG text, drawn here by ECharts. Colours are the page's own properties, so that they follow light, dark and paper. */
import { BarChart, type BarSeriesOption, LineChart, type LineSeriesOption } from "echarts/charts";
import { GridComponent, type GridComponentOption } from "echarts/components";
import { type ComposeOption, init, use } from "echarts/core";
import { SVGRenderer } from "echarts/renderers";
import { escaped, html, idOf, Markup, type Plot, plainText } from "../text/outline/html.js";
import type { Series } from "../text/outline/outline.js";

use([BarChart, LineChart, GridComponent, SVGRenderer]);

type ChartOption = ComposeOption<BarSeriesOption | LineSeriesOption | GridComponentOption>;
type Drawn = BarSeriesOption | LineSeriesOption;

const FAINT = "var(--faint)";
const LINE = "var(--line)";
const colourOf = ({ as }: Series): string => `var(--${as ?? "none"})`;

/** In CSS pixels at the width of a telephone; wider columns scale it. */
const WIDTH = 360;
const HEIGHT = 200;
const ROW = 26;
const FONT = 11;
const GRID = { left: 30, right: 12, top: 12, bottom: 26 };
/** More labels do not fit side by side at the width of a telephone, nor more marks beside the bars. */
const LABELS = 6;
const MARKED = 20;
/** Points of a curve that are drawn: more lie closer than a line is wide. */
const STEPS = 180;
/** Characters that fit before the axis of a lying plot. */
const NAME = 16;

const label = { color: FAINT, fontSize: FONT };
const splitLine = { lineStyle: { color: LINE } };
const axis = { axisTick: { show: false }, axisLabel: label, axisLine: { show: true, lineStyle: { color: LINE } } };

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
/** `3 Aug` of `2026-08-03`. */
const shortDay = (place: string): string =>
  /^\d{4}-\d{2}-\d{2}$/.test(place)
    ? `${Number(place.slice(8))} ${MONTHS[Number(place.slice(5, 7)) - 1] ?? ""}`
    : place;

/**
 * Stands for the nth place while a plot is drawn. The library keeps texts as keys of plain objects: one that says
 * `__proto__` would change every object of the process.
 */
const nameOf = (n: number): string => `name-${n}`;

function drawnSeries(one: Series, places: number, isLying: boolean): Drawn {
  const color = colourOf(one);
  if (one.line !== true)
    return {
      ...{ type: "bar", stack: "all", silent: true, barMaxWidth: 28, barCategoryGap: "30%", itemStyle: { color } },
      data: one.values.map((value) => value ?? "-"),
      label: {
        ...{ show: isLying, color: "var(--on)", fontSize: FONT },
        formatter: ({ value }) => (value === 0 ? "" : String(value)),
      },
    };
  return {
    ...{ type: "line", silent: true, symbol: "circle", symbolSize: 5, showAllSymbol: true, connectNulls: true },
    ...{ showSymbol: places <= MARKED, lineStyle: { color, width: 1.6 }, itemStyle: { color } },
    data: one.values.map((value) => value ?? "-"),
  };
}

const drawnOf = ({ series }: Plot): Series[] => series.filter(({ as }) => as !== undefined);

function columns(plot: Plot): ChartOption {
  const { places } = plot;
  const most = Math.max(0, ...drawnOf(plot).map((one) => one.most ?? 0));
  const interval = Math.max(0, Math.ceil(places.length / LABELS) - 1);
  const scale = most > 0 ? { min: 0, max: most, interval: most / 5 } : { minInterval: 1 };
  return {
    grid: GRID,
    xAxis: { type: "category", data: places.map((_, n) => nameOf(n)), ...axis, axisLabel: { ...label, interval } },
    yAxis: { type: "value", splitLine, axisLabel: label, splitNumber: 4, ...scale },
    series: drawnOf(plot).map((one) => drawnSeries(one, places.length, false)),
  };
}

const rows = (plot: Plot): ChartOption => ({
  grid: { ...GRID, left: Math.max(...plot.places.map(({ length }) => length)) > NAME / 2 ? 112 : 64 },
  xAxis: { type: "value", splitLine, axisLabel: label, minInterval: 1, splitNumber: 3 },
  yAxis: {
    ...{ type: "category", inverse: true, data: plot.places.map((_, n) => nameOf(n)), ...axis },
    axisLabel: { ...label, interval: 0 },
  },
  series: drawnOf(plot).map((one) => drawnSeries(one, plot.places.length, true)),
});

/** A share that falls in steps, within its band. */
function steps(plot: Plot): ChartOption {
  const every = Math.max(1, Math.ceil(plot.places.length / STEPS));
  const at = plot.places.map((_, n) => n).filter((n) => n % every === 0 || n === plot.places.length - 1);
  const [low, high] = plot.series.filter(({ as }) => as === "band");
  const points = (shareAt: (n: number) => number) => at.map((n) => [Number(plot.places[n]), shareAt(n)]);
  const value = (one: Series | undefined, n: number) => one?.values[n] ?? 0;
  const line = { type: "line", step: "end", symbol: "none", silent: true } as const;
  const unseen = { ...line, stack: "band", lineStyle: { opacity: 0 } };
  return {
    grid: { ...GRID, left: 40, bottom: 40 },
    xAxis: {
      ...{ type: "value", min: 0, max: Math.max(1, Number(plot.places.at(-1))), splitNumber: 5, ...axis },
      ...{ splitLine: { show: false }, axisTick: { show: true, lineStyle: { color: LINE } } },
      ...{ name: "days", nameLocation: "middle", nameGap: 22, nameTextStyle: label },
      axisLabel: { ...label, showMaxLabel: false },
    },
    yAxis: {
      ...{ type: "value", min: 0, max: 1, interval: 0.25, splitLine },
      axisLabel: { ...label, formatter: (share: number) => `${Math.round(share * 100)} %` },
    },
    series: [
      { ...unseen, data: points((n) => value(low, n)) },
      {
        ...unseen,
        data: points((n) => value(high, n) - value(low, n)),
        areaStyle: { color: "var(--good)", opacity: 0.2 },
      },
      ...drawnOf(plot)
        .filter(({ as }) => as !== "band")
        .map((one) => ({ ...line, data: points((n) => value(one, n)), lineStyle: { color: colourOf(one), width: 2 } })),
    ],
  };
}

/** A picture without an accessible name. Its size is that of its box; text in it is escaped by the renderer. */
function svgOf(option: ChartOption, height: number): string {
  const chart = init(null, null, { renderer: "svg", ssr: true, width: WIDTH, height });
  try {
    chart.setOption({ animation: false, textStyle: { color: FAINT, fontFamily: "inherit" }, ...option });
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

/** The ids of clip paths are the plot's own, the same whenever it is drawn. */
export function drawPlot(plot: Plot): Markup {
  const { title, over, places, shape } = plot;
  const height = shape === "rows" ? Math.max(110, 50 + ROW * places.length) : HEIGHT;
  const svg = sober(svgOf({ rows, steps, columns }[shape ?? "columns"](plot), height));
  const named = svg
    .replace(/>name-(\d+)<\/text>/g, (_, n) => `>${escaped(plainText(shortDay(places[Number(n)] ?? ""), NAME))}</text>`)
    .replace(/\bzr\d+-/g, `${idOf(title)}-`);
  const names = drawnOf(plot).map(({ name }) => name);
  return html`<svg class="chart" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${title}, ${over}: ${names.join(", ")}">${new Markup(named)}</svg>`;
}
