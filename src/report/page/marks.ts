/** Marks as small as a word: the course of a row, and where a share and its interval lie. Drawn without axes, hence by hand. */
import type { Figure } from "../report-schemas.js";
import { html, type Markup } from "./html.js";

const tenth = (value: number): number => Math.round(value * 10) / 10;

/** Numbers over time, the last one marked; nothing where there are fewer than two. */
export function sparkline(values: readonly number[], label: string): Markup {
  if (values.length < 2) return html``;
  const [width, height, edge] = [80, 20, 3];
  const most = Math.max(1, ...values);
  const points = values.map((value, n) => ({
    x: tenth(edge + ((width - 2 * edge) * n) / (values.length - 1)),
    y: tenth(height - edge - ((height - 2 * edge) * value) / most),
  }));
  const path = points.map(({ x, y }) => `${x},${y}`).join(" ");
  const last = points.at(-1);
  return html`<svg class="spark" viewBox="0 0 ${width} ${height}" role="img" aria-label="${label}: ${values.join(", ")}"><polyline points="${path}"/><circle cx="${last?.x}" cy="${last?.y}" r="2.2"/></svg>`;
}

/** A share between 0 and 1 with its interval. Hidden from screen readers, since the text beside it is equal. */
export function intervalMark({ kind, value, low, high }: Figure): Markup {
  if (kind !== "share" || value === null || low === undefined || high === undefined) return html``;
  const at = (share: number): number => tenth(4 + 92 * share);
  return html`<svg class="interval" viewBox="0 0 100 12" aria-hidden="true"><path class="axis" d="M4 6H96M4 3V9M50 4V8M96 3V9"/><path class="range" d="M${at(low)} 6H${at(high)}"/><circle cx="${at(value)}" cy="6" r="2.4"/></svg>`;
}
