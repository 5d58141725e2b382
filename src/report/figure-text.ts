/** Figures in words. */
import { counted } from "../text/paint.js";
import type { Figure } from "./report-schemas.js";

const percent = (share: number): string => `${Math.round(share * 100)} %`;

/** At most two decimals, and none that are zeros. */
const shortNumber = (value: number): string => String(Math.round(value * 100) / 100);

const UNITS: Readonly<Record<NonNullable<Figure["unit"]>, (value: string) => string>> = {
  days: (value) => `${value} ${value === "1" ? "day" : "days"}`,
  "of 10": (value) => `${value} of 10`,
  wordings: (value) => `${value} wordings`,
  repeats: (value) => `${value} a lesson`,
  ratio: (value) => value,
};

/** `8 of 11`, `15 in 6 lessons`, `12 cases`: the counts, also where they give no figure. */
function countedIn({ kind, numerator = 0, denominator = 0, n, unit }: Figure): string {
  if (kind === "share") return `${numerator} of ${denominator}`;
  return unit === "repeats" ? `${numerator} in ${counted(n, "lesson")}` : counted(n, "case");
}

/** `73 %`, `2.5 days`; undefined where there is no figure. */
function valueText({ kind, value, unit }: Figure): string | undefined {
  if (value === null) return undefined;
  return kind === "share" ? percent(value) : UNITS[unit ?? "ratio"](shortNumber(value));
}

const intervalText = ({ low = 0, high = 0 }: Figure): string =>
  ` (${Math.round(low * 100)} to ${Math.round(high * 100)})`;

/** `8 of 11, 73 % (43 to 90)`, `2.5 days, 12 cases`, `3 of 4, too few to judge`. What this machine alone knows says so. */
export function figureText(figure: Figure): string {
  const value = valueText(figure);
  const where = figure.local === true ? ", this machine" : "";
  if (figure.n === 0) return "-";
  if (value === undefined) return `${countedIn(figure)}, too few to judge${where}`;
  if (figure.kind === "share") return `${countedIn(figure)}, ${value}${intervalText(figure)}${where}`;
  return `${value}, ${countedIn(figure)}${where}`;
}

/** The same for a cell between others: `8 of 11, 73 %`, `3 of 4`. */
export function figureCell(figure: Figure): string {
  if (figure.n === 0) return "-";
  return [countedIn(figure), valueText(figure) ?? []].flat().join(", ");
}
