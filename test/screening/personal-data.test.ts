import { describe, expect, it } from "vitest";
import { isIban, passesLuhn } from "../../src/screening/personal-data.js";
import { findSecrets } from "../../src/screening/secrets.js";

const kinds = async (text: string) => (await findSecrets(text)).map(({ kind }) => kind);
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
    [at("jane.roe", "mailhost.org"), ["email"]],
    [`<${at("jane+news", "a.mailhost.co.uk")}>`, ["email"]],
    [`mail ${at("jane", "example.com")}, then wait`, ["email"]],
    [`mailto:${at("jane", "mailhost.org")}`, []],
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
    ["+1 415 555 0132", []],
    ["tel. 030 / 123 456 78", []],
    [`to ${["DE89", "3704", "0044", "0532", "0130", "00"].join(" ")} and wait`, ["iban"]],
    [`${["DE89", "3704", "0044", "0532", "0130", "00"].join("")}9`, []],
  ])("%s", async (text, expected) => {
    expect(await kinds(text)).toEqual(expected);
  });
});
