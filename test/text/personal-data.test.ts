import { describe, expect, it } from "vitest";
import { isIban, passesLuhn, personalIn, personalWords, withoutPersonal } from "../../src/text/personal-data.js";

const kinds = (text: string) => personalIn(text).map(({ kind }) => kind);
const at = (local: string, domain: string) => [local, domain].join("@");

describe("personal data", () => {
  it.each([
    ["0", true],
    ["18", true],
    ["19", false],
    [["4242", "4242", "4242", "4242"].join(""), true],
    [["4242", "4242", "4242", "4243"].join(""), false],
  ])("the check digit of %s", (digits, valid) => {
    expect(passesLuhn(digits)).toBe(valid);
  });

  it.each([
    [["GB82", "WEST", "1234", "5698", "7654", "32"].join(" "), true],
    [["gb82", "west", "1234", "5698", "7654", "32"].join(""), true],
    [["GB82", "WEST", "1234", "5698", "7654", "33"].join(" "), false],
    [["GB82", "WEST", "1234", "5698", "7654", "3"].join(" "), false],
    [["NO93", "8601", "1117", "947"].join(""), true],
    [["ZZ93", "8601", "1117", "947"].join(""), false],
  ])("the account number %s", (account, valid) => {
    expect(isIban(account)).toBe(valid);
  });

  it.each([
    [at("jane.roe", "mailhost.org"), ["mail"]],
    [`<${at("jane+news", "a.mailhost.co.uk")}>`, ["mail"]],
    [`mail ${at("jane", "example.com")}, then wait`, ["mail"]],
    [`mailto:${at("jane", "mailhost.org")}`, ["mail"]],
    [`mail:${at("jürgen", "bücher.example")}`, ["mail"]],
    [`https://jane:${at("pw", "mailhost.org")}/x`, []],
    [at("git", "github.com"), []],
    [`${at("deploy", "build.internal")}:/srv/app`, []],
    [at("noreply", "mailhost.org"), []],
    [at("12345+jane", "users.noreply.github.com"), []],
    ["pkg@2.0.1-beta.rc", []],
    ["jane@localhost", []],
    ["@scope/name", []],
    [["5555", "5555", "5555", "4444"].join("-"), ["card"]],
    [["3782", "822463", "10005"].join(" "), ["card"]],
    [["3782", "822463", "10006"].join(" "), []],
    [`x${["4111", "1111", "1111", "1111"].join("")}`, []],
    [`${["4111", "1111", "1111", "1111"].join("")}.5`, []],
    [["0000", "0000", "0000", "0000"].join(" "), []],
    [`to ${["DE89", "3704", "0044", "0532", "0130", "00"].join(" ")} and wait`, ["iban"]],
    [`${["DE89", "3704", "0044", "0532", "0130", "00"].join("")}9`, []],
  ])("%s", (text, expected) => {
    expect(kinds(text)).toEqual(expected);
  });

  it.each([
    "+1 415 555 0132",
    "+14155550132",
    "+1 (415) 555-0132",
    "tel:+493012345678",
    "+49 (0)30 1234-567",
    "+44 20 7946 0958",
    "+33 1 23 45 67 89",
    "+33.1.23.45.67.89",
    "+86 138 0013 8000",
    "Tel.: 030 123456",
    "0049 151 23456789",
    "phone 555-0132",
    "Telefonnummer: 0301234567",
    "WhatsApp: 4915123456789",
  ])("a phone number: %s", (text) => {
    expect(kinds(`call ${text}.`)).toEqual(["phone"]);
    expect(withoutPersonal(`call (${text}), now`)).toContain("[phone]");
  });

  it.each([
    "2026-02-15 14:00 and 2026/02/15",
    "2026-02-15T14:00:00+01:00",
    "+2026-02-15 and +20260215140000",
    "10.15.7.1234, v1.2.3-4.5.6",
    "port 8080-8090, 127.0.0.1:65535",
    "commit 9fceb02d0ae598e95dc970b74767f19372d61af8",
    "id 550e8400-e29b-41d4-a716-446655440000",
    "order 123-456-7890123, ticket 100-200-3000",
    "@@ -1200,7 +1200,9 @@",
    "+12345678 bytes, +1 000 000 users, +50 000 000",
    "timestamp 1739620800000",
    "0644 12345 file, chmod 0755",
    "0x0171 1234567",
    "01 02 03 04 05 06",
    "01 02 03 04 05",
    "0020 0030 0040 0050",
    "1 000 000 000 rows in 250 000 ms",
    "ISBN 978-3-16-148410-0",
    "call 112",
    "phone: see the site",
    "mobile 320-767 px",
    "phone 2026-02-15",
    "3/5 of 0123/4",
    "a - b: +1 2026-02-15 14:00",
  ])("no phone number: %s", (text) => {
    expect(kinds(text)).toEqual([]);
  });

  it("each stretch becomes its word, and what stands around it stays", () => {
    const text = `Jane (${at("jane", "mailhost.org")}, +49 151 23456789), card ${["4242", "4242", "4242", "4242"].join(" ")}`;
    expect(withoutPersonal(text)).toBe("Jane ([mail], [phone]), card [card]");
    expect(withoutPersonal(withoutPersonal(text))).toBe(withoutPersonal(text));
    expect(personalWords(["phone", "mail", "phone"])).toBe("a mail address and a phone number");
    expect(personalWords(["card"])).toBe("a card number");
  });
});
