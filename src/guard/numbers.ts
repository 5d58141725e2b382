/** Numbers, amounts with their units, dates and times, as they are written. */
import units from "./units.json" with { type: "json" };

/** Units by spelling: dimension, factor to its base. Case decides where it tells things apart (5m, 5M). */
const UNITS = new Map(
  (units as [string, number, string][]).flatMap(([dimension, factor, spellings]) =>
    spellings.split(" ").map((spelling) => [spelling, [dimension, factor]] as const),
  ),
);

/** One-letter and everyday words that are a unit only when they touch the digits: "5m", but "5 in a row". */
const ONLY_ATTACHED = new Set("x × k K M m b d w y mo W V Ki Mi Gi Ti".split(" "));

const TO_NINETEEN =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen";
const TENS = "twenty thirty forty fifty sixty seventy eighty ninety";
const CARDINALS = new Map<string, number>([
  ...TO_NINETEEN.split(" ").map((word, at) => [word, at] as const),
  ...TENS.split(" ").map((word, at) => [word, 20 + 10 * at] as const),
  ["dozen", 12],
  ["hundred", 100],
]);
const ORDINALS = "first second third fourth fifth sixth seventh eighth ninth tenth".split(" ");

/** A number as the guard compares it. */
export interface Quantity {
  sign: "" | "-" | "+" | "±";
  /** Decimal digits without grouping; "1.10" and "1.1" stay apart. */
  digits: string;
  unit: string | undefined;
}

const QUANTITY =
  /^([+±-])?([$€£¥])?(\d+(?:[,_']\d{3})+|\d+)(\.\d+|,\d{1,2}|⁄\d+)?(?:[eE]([+-]?\d{1,3}))?-?([\p{L}µ%°$€£×]{0,12})$/u;

/** Reads "-5", "10KB", "1,000", "$5", "50%", "5-second"; undefined for anything with other letters in it. */
export function quantityOf(text: string): Quantity | undefined {
  const match = QUANTITY.exec(text);
  if (match === null) return undefined;
  const [, sign = "", currency, whole = "", fraction = "", exponent, suffix = ""] = match;
  const scale = unitOf(suffix);
  if (suffix !== "" && scale === undefined) return undefined;
  const digits = whole.replace(/[,_']/g, "") + fraction.replace(",", ".");
  const scaled = exponent === undefined ? digits : plain(Number(`${digits}e${exponent}`)) || `${digits}e${exponent}`;
  if (currency !== undefined && scale?.[0] === "") {
    return { sign: sign as Quantity["sign"], digits: plain(Number(scaled) * scale[1]), unit: currency };
  }
  return { sign: sign as Quantity["sign"], digits: scaled, unit: suffix === "" ? currency : suffix };
}

/** The unit a word after a number stands for, or undefined. `attached`: no space between them. */
export function unitOf(word: string, attached = true): readonly [string, number] | undefined {
  if (!attached && ONLY_ATTACHED.has(word)) return undefined;
  return UNITS.get(word) ?? (word.length > 2 ? UNITS.get(word.toLowerCase()) : undefined);
}

/** The value of a number word, or undefined. */
export function numberWord(word: string): number | undefined {
  return CARDINALS.get(word);
}

/** The place an ordinal names: "third" and "3rd" are 3. */
export function ordinalOf(word: string): number | undefined {
  if (word === "erst" || word === "zuerst") return 1;
  if (ORDINALS.includes(word)) return ORDINALS.indexOf(word) + 1;
  const match = /^(\d{1,6})(?:st|nd|rd|th)$/.exec(word);
  return match === null ? undefined : Number(match[1]);
}

function plain(value: number): string {
  return Number.isFinite(value) ? String(Number(value.toPrecision(12))) : "";
}

/** One key for one amount: "60s" and "1 minute" share it, "5s" and "5m" do not. The sign is told apart elsewhere. */
export function quantityKey(quantity: Quantity): string {
  const known = quantity.unit === undefined ? undefined : unitOf(quantity.unit);
  if (known === undefined || quantity.digits.includes("⁄")) return `n:${quantity.digits}${quantity.unit ?? ""}`;
  const [dimension, factor] = known;
  return `n:${quantity.digits.length > 15 ? quantity.digits : plain(Number(quantity.digits) * factor)}${dimension}`;
}

const MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");
const LONG_MONTH =
  /^(?:january|february|march|april|may|june|july|august|september|october|november|december|sept|jan|feb|mar|apr|jun|jul|aug|sep|oct|nov|dec)$/;
const WEEKDAYS =
  /^(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|mon|tue|tues|wed|thu|thurs|fri|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag)$/;
const RELATIVE = /^(?:today|tomorrow|yesterday|tonight|hourly|daily|nightly|weekly|monthly|quarterly|yearly|annually)$/;
/** Everyday words too: a date only beside a number or with a capital inside a sentence. */
const AMBIGUOUS = /^(?:may|march|mar|mon|sun|sat|wed|fri|thu|jun|jan|dec|sep|oct|apr|aug|jul|nov|feb|tue)$/;

const DATE_FORMS = [
  /^\d{4}-\d{1,2}(?:-\d{1,2})?(?:T[\d:.]+(?:Z|[+-]\d{2}:?\d{2})?)?$/,
  /^\d{4}\/\d{1,2}\/\d{1,2}$/,
  /^\d{1,2}\/\d{1,2}\/\d{2,4}$/,
  /^\d{1,2}\.\d{1,2}\.(?:19|20)\d{2}$/,
  /^\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:am|pm|Z)?$/i,
  /^\d{1,2}(?:am|pm)$/i,
  /^Q[1-4](?:\/\d{2,4})?$/,
];

/** True for a date or a time of day written as one token. */
export function isDate(text: string): boolean {
  return DATE_FORMS.some((form) => form.test(text));
}

/** The month a lower-case word names, as `01` to `12`; undefined for any other. */
export function monthOf(word: string): string | undefined {
  if (!LONG_MONTH.test(word)) return undefined;
  return String(MONTHS.indexOf(word.slice(0, 3)) + 1).padStart(2, "0");
}

/** A weekday, a day counted from today, or how often. */
export function isDayWord(word: string): boolean {
  return WEEKDAYS.test(word) || RELATIVE.test(word);
}

/** Also an everyday word: `may`, `march`, `sun`. */
export function isAmbiguousDay(word: string): boolean {
  return AMBIGUOUS.test(word);
}
