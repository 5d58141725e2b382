/** Charts as SVG text, drawn here by ECharts. Colours are the page's own properties, so that they follow light, dark and paper. */
import { BarChart, type BarSeriesOption, LineChart, type LineSeriesOption } from "echarts/charts";
import { GridComponent, type GridComponentOption } from "echarts/components";
import { type ComposeOption, init, use } from "echarts/core";
import { SVGRenderer } from "echarts/renderers";
import { escaped, html, Markup, plainText } from "./html.js";

use([BarChart, LineChart, GridComponent, SVGRenderer]);

export type ChartOption = ComposeOption<BarSeriesOption | LineSeriesOption | GridComponentOption>;
export type Series = BarSeriesOption | LineSeriesOption;

/** Properties of the page's style sheet. */
export const COLOURS = {
  ink: "var(--ink)",
  faint: "var(--faint)",
  line: "var(--line)",
  good: "var(--good)",
  bad: "var(--bad)",
  mixed: "var(--mixed)",
  none: "var(--none)",
  on: "var(--on)",
} as const;

export interface Size {
  width: number;
  height: number;
}

/** In CSS pixels at the width of a telephone; wider columns scale it. */
export const SIZE: Size = { width: 360, height: 200 };

/** A chart, without an accessible name. Its size is that of its box; text in it is escaped by the renderer. */
function svgOf(option: ChartOption, { width, height }: Size): string {
  const chart = init(null, null, { renderer: "svg", ssr: true, width, height });
  try {
    chart.setOption({ animation: false, textStyle: { color: COLOURS.faint, fontFamily: "inherit" }, ...option });
    return chart.renderToSVGString();
  } finally {
    chart.dispose();
  }
}

/**
 * What is for a mouse and for a page without a content policy goes: styles, classes, event attributes. Text cannot be
 * taken for any of it: in text the renderer escapes quotes and angle brackets.
 */
function sober(svg: string): string {
  return svg
    .slice(svg.indexOf(">") + 1, svg.lastIndexOf("</svg>"))
    .replace(/<style[\s\S]*?<\/style>/g, "")
    .replace(/ (?:class|style|pointer-events|ecmeta_\w+|xml:space)="[^"]*"/g, "")
    .replace(/<rect[^>]* fill="none"><\/rect>/g, "")
    .replace(/\n\s*/g, "");
}

/**
 * Stands for the nth text of an entry while a chart is drawn. The library keeps texts as keys of plain objects: one that
 * says `__proto__` would change every object of the process.
 */
export const nameOf = (n: number): string => `name-${n}`;

/** Characters that fit before the axis of a lying chart. */
const NAME = 16;

const withNames = (svg: string, names: readonly string[]): string =>
  svg.replace(/>name-(\d+)<\/text>/g, (_, n) => `>${escaped(plainText(names[Number(n)] ?? "", NAME))}</text>`);

/** `names` are the texts that `nameOf` stands for. `key` makes the ids of clip paths the chart's own, the same whenever it is drawn. */
export function chart(
  key: string,
  label: string,
  option: ChartOption,
  size = SIZE,
  names: readonly string[] = [],
): Markup {
  const svgBody = sober(svgOf(option, size)).replace(/\bzr\d+-/g, `${key}-`);
  const { width, height } = size;
  return html`<svg class="chart" viewBox="0 0 ${width} ${height}" role="img" aria-label="${label}">${new Markup(withNames(svgBody, names))}</svg>`;
}
