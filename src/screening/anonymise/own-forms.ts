/**
 * What says who somebody is by its form alone, and is kept from hubs only: numbers of people and companies with check digits
 * or behind their name, and sessions.
 */
import { euVat, stdnum } from "stdnum";
import { behindName, type Form } from "../../text/personal-data.js";
import type { HubKind } from "./placeholders.js";

/**
 * Forms with marks, letters or a length that nothing else has, by country and name in stdnum, which checks digits or ranges.
 * Plain digits count only behind their name. Four digits that may be a time are none of a Swedish number.
 */
const NUMBERS: Readonly<Record<string, string>> = {
  "IT codicefiscale": "[A-Z]{6}\\d\\d[A-Z]\\d\\d[A-Z]\\d{3}[A-Z]",
  "ES nif": "(?:\\d{8}|[XYZ]\\d{7})-?[A-Z]",
  "FR nir": "[12] ?\\d\\d ?\\d\\d ?\\d[\\dAB] ?\\d{3} ?\\d{3} ?\\d\\d",
  "DE svnr": "\\d\\d ?\\d{6} ?[A-Z] ?\\d{3}",
  "SE personnummer": "\\d{6}(?:\\d\\d)?-(?!(?:[01]\\d|2[0-3])[0-5]\\d)\\d{4}",
  "BR cpf": "\\d{3}\\.\\d{3}\\.\\d{3}-\\d\\d",
  "BR cnpj": "\\d\\d\\.\\d{3}\\.\\d{3}/\\d{4}-\\d\\d",
  "CH ssn": "756\\.\\d{4}\\.\\d{4}\\.\\d\\d",
  "CH uid": "CHE-?\\d{3}\\.?\\d{3}\\.?\\d{3}",
  "BE nn": "\\d\\d\\.\\d\\d\\.\\d\\d-\\d{3}\\.\\d\\d",
  "CN ric": "\\d{17}[\\dX]",
  "KR rrn": "\\d{6}-\\d{7}",
  "FI hetu": "\\d{6}[-+A]\\d{3}[\\dA-Y]",
  "MX curp": "[A-Z]{4}\\d{6}[HM][A-Z]{5}[A-Z\\d]\\d",
  "GB nino": "[A-Z]{2} (?:\\d\\d ){3}[A-D]",
  "GB vat": "GB\\d{9}",
};

/** What numbers of companies are called. */
const COMPANY_NAMES =
  "vat|ust-?id|mwst|TVA|IVA|partita iva|btw|NIP|NIF|CIF|UID|EIN|cnpj|gstin|siren|siret|kvk|handelsregister|firmenbuch";

const SESSION =
  /[\w.-]{0,20}(?:session|sess|sid)(?:[_-]?(?:id|key))?["']?\s?[:=]\s?["']?((?:s%3A)?[\w%.~+/-]{5,400}={0,2})/giu;

/** A value that a program made: with digits or in both cases, and no date; behind a colon not a short one. */
const isMade = (value: string, [whole]: RegExpExecArray): boolean =>
  (value.length > 7 || whole.includes("=")) &&
  (/\d/.test(value) || /^(?=.*[a-z])(?=.*[A-Z]).{12}/.test(value)) &&
  !/^\d{4}-\d\d-\d\d/.test(value);

const checked = (form: string, isValid: (number: string) => boolean | undefined): Form<HubKind> => ({
  kind: "id-number",
  worth: /\d\d/,
  pattern: new RegExp(
    `(?<![\\p{Script=Latin}\\p{N}_./+-])${form}(?![\\p{Script=Latin}\\p{N}_]|[.-][\\p{L}\\p{N}])`,
    "gu",
  ),
  accept: (number) => isValid(number) === true,
});

export const OWN_FORMS: readonly Form<HubKind>[] = [
  { kind: "session", worth: /sess|sid/i, pattern: SESSION, accept: isMade },
  behindName("id-number", COMPANY_NAMES),
  ...Object.entries(NUMBERS).map(([key, form]) => {
    const [country = "", name = ""] = key.split(" ");
    return checked(form, (number) => stdnum[country]?.[name]?.validate(number).isValid);
  }),
  // The American one has no check digit: ranges in use.
  checked("(?!000|666|9)\\d{3}-(?!00)\\d\\d-(?!0000)\\d{4}", () => true),
  checked("[A-Z]{2}(?=(?:[A-Z]?\\d){7})[A-Z\\d]{8,12}", (number) =>
    euVat[number.slice(0, 2)]?.some((vat) => vat.validate(number).isValid),
  ),
];
