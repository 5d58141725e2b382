/** Plots as SVG text, drawn here by ECharts. Colours are the page's own properties, so that they follow light, dark and paper. */
import { BarChart, type BarSeriesOption, LineChart, type LineSeriesOption } from "echarts/charts";
import { GridComponent, type GridComponentOption } from "echarts/components";
import { type ComposeOption, init, use } from "echarts/core";
import { SVGRenderer } from "echarts/renderers";
import { html, idOf, Markup, type Plot } from "../text/outline/html.js";
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
const FONT = 11;
const GRID = { left: 30, right: 12, top: 12, bottom: 26 };
/** More labels do not fit side by side at the width of a telephone. */
const LABELS = 6;

const label = { color: FAINT, fontSize: FONT };
const splitLine = { lineStyle: { color: LINE } };
const axis = { axisTick: { show: false }, axisLabel: label, axisLine: { show: true, lineStyle: { color: LINE } } };

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
/** `3 Aug` of `2026-08-03`. */
const shortDay = (place: string): string =>
  /^\d{4}-\d{2}-\d{2}$/.test(place)
    ? `${Number(place.slice(8))} ${MONTHS[Number(place.slice(5, 7)) - 1] ?? ""}`
    : place;

function drawnSeries(one: Series): Drawn {
  const color = colourOf(one);
  if (one.line !== true)
    return {
      ...{ type: "bar", stack: "all", silent: true, barMaxWidth: 28, barCategoryGap: "30%", itemStyle: { color } },
      data: one.values.map((value) => value ?? "-"),
    };
  return {
    // A place without a value is a gap: a value between two gaps shows as its mark alone.
    ...{ type: "line", silent: true, symbol: "circle", symbolSize: 4, showAllSymbol: true, connectNulls: false },
    ...{ lineStyle: { color, width: 1.6 }, itemStyle: { color } },
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
    xAxis: { type: "category", data: places.map(shortDay), ...axis, axisLabel: { ...label, interval } },
    yAxis: { type: "value", splitLine, axisLabel: label, splitNumber: 4, ...scale },
    series: drawnOf(plot).map(drawnSeries),
  };
}

/** A picture without an accessible name. Its size is that of its box; text in it is escaped by the renderer. */
function svgOf(option: ChartOption): string {
  const chart = init(null, null, { renderer: "svg", ssr: true, width: WIDTH, height: HEIGHT });
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

/** The ids of clip paths are the plot's own, the same whenever it is drawn. No text of an entry stands in a plot. */
export function drawPlot(plot: Plot): Markup {
  const { title, over } = plot;
  const svg = sober(svgOf(columns(plot))).replace(/\bzr\d+-/g, `${idOf(title)}-`);
  const names = drawnOf(plot).map(({ name }) => name);
  return html`<svg class="chart" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${title}, ${over}: ${names.join(", ")}">${new Markup(svg)}</svg>`;
}
