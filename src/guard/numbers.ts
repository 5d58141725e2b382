/** Units by spelling: dimension, factor to its base. Case decides where it tells things apart (5m, 5M). */
const UNITS = new Map<string, readonly [string, number]>();
function unit(dimension: string, factor: number, spellings: string): void {
  for (const spelling of spellings.split(" ")) UNITS.set(spelling, [dimension, factor]);
}
unit("time", 1e-6, "ns nanosecond nanoseconds");
unit("time", 1e-3, "µs us microsecond microseconds");
unit("time", 1, "ms msec millisecond milliseconds millis");
unit("time", 1000, "s sec secs second seconds");
unit("time", 60_000, "m min mins minute minutes");
unit("time", 3_600_000, "h hr hrs hour hours");
unit("time", 86_400_000, "d day days");
unit("time", 604_800_000, "w week weeks wk wks");
unit("months", 1, "month months mo");
unit("months", 12, "y yr yrs year years");
unit("bytes", 1, "B byte bytes");
unit("bytes", 1e3, "KB kB kb kilobyte kilobytes");
unit("bytes", 1e6, "MB mb megabyte megabytes");
unit("bytes", 1e9, "GB gb gigabyte gigabytes gig gigs");
unit("bytes", 1e12, "TB tb terabyte terabytes");
unit("bytes", 1024, "KiB kib Ki");
unit("bytes", 1024 ** 2, "MiB mib Mi");
unit("bytes", 1024 ** 3, "GiB gib Gi");
unit("bytes", 1024 ** 4, "TiB tib Ti");
unit("bits", 1, "bit bits b");
unit("bits", 1e3, "Kb Kbit kbit");
unit("bits", 1e6, "Mb Mbit mbit");
unit("bits", 1e9, "Gb Gbit gbit");
unit("rate", 1e3, "kbps Kbps");
unit("rate", 1e6, "mbps Mbps");
unit("rate", 1e9, "gbps Gbps");
unit("hertz", 1, "Hz hz");
unit("hertz", 1e3, "kHz khz");
unit("hertz", 1e6, "MHz mhz");
unit("hertz", 1e9, "GHz ghz");
unit("%", 1, "% percent pct");
unit("x", 1, "x × times");
unit("", 1e3, "k K thousand");
unit("", 1e6, "M mio million millions");
unit("", 1e9, "bn billion billions");
unit("px", 1, "px pixel pixels");
unit("em", 1, "em rem");
unit("pt", 1, "pt");
unit("metre", 1, "meter meters metre metres");
unit("metre", 1e-3, "mm");
unit("metre", 1e-2, "cm");
unit("metre", 1e3, "km");
unit("gram", 1, "g gram grams");
unit("gram", 1e3, "kg");
unit("°c", 1, "°C °c");
unit("°f", 1, "°F °f");
unit("volt", 1, "V volt volts");
unit("watt", 1, "W watt watts");
unit("$", 1, "$ usd USD dollar dollars");
unit("€", 1, "€ eur EUR euro euros");
unit("£", 1, "£ gbp GBP");
unit("¥", 1, "¥ jpy JPY yen");
unit("dpi", 1, "dpi");
unit("fps", 1, "fps");
unit("rps", 1, "rps qps");

/** One-letter and everyday words that are a unit only when they touch the digits: "5m", but "5 in a row". */
const ONLY_ATTACHED = new Set([
  "x",
  "×",
  "k",
  "K",
  "M",
  "m",
  "b",
  "d",
  "w",
  "y",
  "mo",
  "W",
  "V",
  "Ki",
  "Mi",
  "Gi",
  "Ti",
]);

const WORDS: Readonly<Record<string, number>> = {
  zero: 0,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
  thirteen: 13,
  fourteen: 14,
  fifteen: 15,
  sixteen: 16,
  seventeen: 17,
  eighteen: 18,
  nineteen: 19,
  twenty: 20,
  thirty: 30,
  forty: 40,
  fifty: 50,
  sixty: 60,
  seventy: 70,
  eighty: 80,
  ninety: 90,
  dozen: 12,
  hundred: 100,
};
const ORDINALS: Readonly<Record<string, number>> = {
  first: 1,
  second: 2,
  third: 3,
  fourth: 4,
  fifth: 5,
  sixth: 6,
  seventh: 7,
  eighth: 8,
  ninth: 9,
  tenth: 10,
};

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
  return Object.hasOwn(WORDS, word) ? WORDS[word] : undefined;
}

/** The place an ordinal names: "third" and "3rd" are 3. */
export function ordinalOf(word: string): number | undefined {
  if (Object.hasOwn(ORDINALS, word)) return ORDINALS[word];
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
