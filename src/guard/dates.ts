const MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");
const LONG_MONTH =
  /^(?:january|february|march|april|may|june|july|august|september|october|november|december|sept|jan|feb|mar|apr|jun|jul|aug|sep|oct|nov|dec)$/;
const WEEKDAYS =
  /^(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|mon|tue|tues|wed|thu|thurs|fri|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag)$/;
const RELATIVE = /^(?:today|tomorrow|yesterday|tonight)$/;
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

/** A weekday or a day told from now. */
export function isDayWord(word: string): boolean {
  return WEEKDAYS.test(word) || RELATIVE.test(word);
}

/** Also an everyday word: `may`, `march`, `sun`. */
export function isAmbiguousDay(word: string): boolean {
  return AMBIGUOUS.test(word);
}
