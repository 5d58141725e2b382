/**
 * What identifies a person or their money in a text: mail addresses, bank accounts, cards, telephone numbers. The one table that captures, rules, pages and sync ask. Records keep such words as said unless
 * the profile replaces them. Pure.
 */
import { outside, replaced, type Stretch } from "./stretches.js";

export type PersonalKind = "mail" | "iban" | "card" | "phone";

export interface PersonalStretch extends Stretch {
  kind: PersonalKind;
}

/** How a kind of personal data is written. */
interface Form {
  kind: PersonalKind;
  /** A text without a match of it holds none. */
  worth: RegExp;
  /** Global. The last capture, where there is one, is the stretch; else the whole match is. */
  pattern: RegExp;
  /** The last word on a match. */
  accept?: (text: string, match: RegExpExecArray) => boolean;
}

/** Luhn's check digit, over digits only. */
export function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let at = 0; at < digits.length; at++) {
    let digit = Number(digits[digits.length - 1 - at]);
    if (at % 2 === 1) digit = digit > 4 ? digit * 2 - 9 : digit * 2;
    sum += digit;
  }
  return sum % 10 === 0;
}

/** Issuers with the lengths they use: visa, mastercard, amex, discover, diners, jcb, unionpay. */
const ISSUER =
  /^(?:4\d{12}(?:\d{3}){0,2}|5[1-5]\d{14}|2(?:22[1-9]|2[3-9]\d|[3-6]\d\d|7[01]\d|720)\d{12}|3[47]\d{13}|6(?:011|5\d\d|4[4-9]\d)\d{12}|3(?:0[0-5]|[689]\d)\d{11}|35(?:2[89]|[3-8]\d)\d{12}|62\d{14,17})$/;

function isCard(number: string): boolean {
  const digits = number.replace(/[ -]/g, "");
  return ISSUER.test(digits) && !/^(\d)\1*$/.test(digits) && passesLuhn(digits);
}

/** ISO 13616: length of an account number by country. */
const IBAN_LENGTH: Record<string, number> = Object.fromEntries(
  (
    "AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 EG29 ES24 FI18 FK18 " +
    "FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 LU20 LV21 LY25 " +
    "MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24 RS22 RU33 SA24 SC31 SD18 SE24 SI19 SK24 " +
    "SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30"
  )
    .split(" ")
    .map((item) => [item.slice(0, 2), Number(item.slice(2))]),
);

/** Country, length and the remainder of 1 modulo 97 (ISO 7064). */
export function isIban(text: string): boolean {
  const account = text.replace(/[ -]/g, "").toUpperCase();
  if (account.length !== IBAN_LENGTH[account.slice(0, 2)]) return false;
  let remainder = 0;
  for (const character of account.slice(4) + account.slice(0, 4)) {
    for (const digit of String(Number.parseInt(character, 36))) remainder = (remainder * 10 + Number(digit)) % 97;
  }
  return remainder === 1;
}

/** `pkg@1.2.3`, `icon@2x.png`, `git@host:path`, machines that send and take no mail. */
function isMail(address: string, behind: string): boolean {
  const [local = "", domain = ""] = address.split("@");
  if (/^:[^\s:]/.test(behind) || /^\d+(?:\.\d+)+(?:[.-]|$)/.test(domain) || local === "git") return false;
  if (/^(?:no-?reply|do-?not-?reply)$/i.test(local) || /(?:^|\.)noreply\./i.test(domain)) return false;
  return !/\.(?:png|jpe?g|gif|svg|webp|avif|ico|css|s[ac]ss|m?[jt]sx?|json|ya?ml|toml|md|txt|lock|tgz|gz|zip|service|timer|socket|target|mount|local)$/i.test(
    domain,
  );
}

/** ITU E.164: country codes in use. That of North America has a form of its own. */
const COUNTRY =
  "(?:7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|(?:2[1-689]|3[578]|42|5[09]|6[789]|8[0578]|9[679])\\d)";
const NORTH_AMERICA = "\\(?[2-9]\\d\\d\\)?[ .-]?[2-9]\\d\\d[ .-]?\\d{4}";
/** `+49 (0)30 1234-567`: groups of digits behind the country, a mark between two of them. */
const ABROAD = `${COUNTRY}(?:[ .-]?\\(0?\\d{0,5}\\))?(?:[ ./-]?\\d{1,12}){1,6}`;
const ENDS = "(?![\\p{L}\\p{N}_]|[ ./:-]?\\d|[.,]\\d)";
/** `Tel.: 030 / 123 45 67`, `phone 555-0132`. */
const NAMED =
  "(?<!\\p{Script=Latin})(?:tel(?:efon|ephone)?|t[eé]l[eé]f?(?:ph)?on[eo]|phone(?: number)?|fon|fax|mobile?|handy|whatsapp|電話|电话)(?:nummer|番号)?\\.?(?:[:：]| is| ist|=)? {0,2}([(]?\\d[\\d ()/-]{5,20}\\d)";

const dated = /^(?:19|20)\d\d[ ./-]?(?:0[1-9]|1[0-2])[ ./-]?[0-3]\d/;

/** Is this no date, no round number and of a length that telephone numbers have? */
function isPhone(number: string, least: number): boolean {
  const digits = number.replace(/\D/g, "");
  if (digits.length < least || digits.length > 15 || dated.test(number.replace(/^[+(]/, ""))) return false;
  return !/0{5}|(\d)\1{6}/.test(digits) && !/[ .]000$/.test(number);
}

const phone = (source: string, least: number): Form => ({
  kind: "phone",
  worth: /\d[\d ()./-]{5,}\d/,
  pattern: new RegExp(source, "giu"),
  accept: (text) => isPhone(text, least),
});

/** In the order in which they decide where two of them meet. */
const FORMS: readonly Form[] = [
  {
    kind: "mail",
    worth: /@/,
    pattern:
      /(?<![\p{L}\p{N}_.%+/@-])(?<!\/\/[^\s/@]{0,100}:)[\p{L}\p{N}_.%+-]{1,64}@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,62})\.){1,8}\p{L}{2,24}(?![\p{L}\p{N}_@-])/gu,
    accept: (text, { input, index }) => isMail(text, input.slice(index + text.length, index + text.length + 2)),
  },
  {
    kind: "iban",
    worth: /[A-Za-z]{2}\d\d[ -]?[A-Za-z0-9]{4}/,
    // One branch a country, because only its length tells where a number written in groups ends.
    pattern: new RegExp(
      `(?<![A-Za-z0-9])(?:${Object.entries(IBAN_LENGTH)
        .map(([country, length]) => `${country}\\d\\d(?:[ -]?[A-Za-z0-9]){${length - 4}}`)
        .join("|")})(?![A-Za-z0-9])`,
      "gi",
    ),
    accept: isIban,
  },
  {
    kind: "card",
    worth: /\d(?:[ -]?\d){12}/,
    pattern: /(?<![\w.-])\d(?:[ -]?\d){12,18}(?![\w-]|\.\d)/g,
    accept: isCard,
  },
  phone(`(?<![\\p{L}\\p{N}_.,+-])(?:\\+|00(?=[1-9]\\d{0,2}[ -][1-9]))(?:1[ .-]?${NORTH_AMERICA}|${ABROAD})${ENDS}`, 9),
  phone(`${NAMED}${ENDS}`, 7),
];

const WORDS: Readonly<Record<PersonalKind, string>> = {
  mail: "a mail address",
  iban: "a bank account",
  card: "a card number",
  phone: "a phone number",
};

function stretchesOf({ kind, worth, pattern, accept }: Form, text: string): PersonalStretch[] {
  if (!worth.test(text)) return [];
  const stretches: PersonalStretch[] = [];
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const held = match[1] ?? match[0];
    const start = match.index + match[0].lastIndexOf(held);
    if (accept?.(held, match) === false) pattern.lastIndex = match.index + 1;
    else stretches.push({ kind, start, end: start + held.length });
  }
  return stretches;
}

/** Every stretch of personal data, in order, without overlap: the earlier form decides. */
export function personalIn(text: string): PersonalStretch[] {
  if (text.length < 6 || !/@|\d\D{0,2}\d/.test(text)) return [];
  let stretches: PersonalStretch[] = [];
  for (const form of FORMS) stretches = stretches.concat(outside(stretchesOf(form, text), stretches));
  return stretches.sort((a, b) => a.start - b.start);
}

/** The text with a placeholder for each stretch: `[mail]`. */
export const withoutPersonal = (text: string, stretches: readonly PersonalStretch[] = personalIn(text)): string =>
  replaced(text, stretches, ({ kind }) => `[${kind}]`);

/** `a mail address and a phone number` */
export function personalWords(kinds: Iterable<PersonalKind>): string {
  const among = new Set(kinds);
  const words = PERSONAL_KINDS.filter((kind) => among.has(kind)).map((kind) => WORDS[kind]);
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}

export const PERSONAL_KINDS = Object.keys(WORDS) as readonly PersonalKind[];
