/** What identifies a person or their money: mail addresses, cards, bank accounts. Telephone numbers are left alone. */
import type { SecretRule } from "./secret-rules.js";

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

export const PERSONAL_RULES: readonly SecretRule[] = [
  {
    kind: "email",
    keywords: ["@"],
    pattern: /(?<![\w.%+/:@-])[\w.%+-]{1,64}@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,62})\.){1,8}[A-Za-z]{2,24}(?![\w@-])/g,
    decides: true,
    accept: (match) =>
      isMail(match[0], match.input.slice(match.index + match[0].length, match.index + match[0].length + 2)),
  },
  {
    kind: "card",
    keywords: [""],
    pattern: /(?<![\w.-])\d(?:[ -]?\d){12,18}(?![\w-]|\.\d)/g,
    decides: true,
    accept: ([number = ""]) => isCard(number),
  },
  {
    kind: "iban",
    keywords: [""],
    // One branch a country, because only its length tells where a number written in groups ends.
    pattern: new RegExp(
      `(?<![A-Za-z0-9])(?:${Object.entries(IBAN_LENGTH)
        .map(([country, length]) => `${country}\\d\\d(?:[ -]?[A-Za-z0-9]){${length - 4}}`)
        .join("|")})(?![A-Za-z0-9])`,
      "gi",
    ),
    decides: true,
    accept: ([account = ""]) => isIban(account),
  },
];
