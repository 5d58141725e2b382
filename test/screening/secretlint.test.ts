import { describe, expect, it } from "vitest";
import { lint, lintRules, worthLinting } from "../../src/screening/secrets.js";
import { rounds } from "../effort.js";
import fc from "../properties.js";
import { drawn, FAKE_CREDENTIALS } from "./fake-credentials.js";

const WORD = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const word = (length: number, seed: string) => drawn(WORD, length, seed);
const letters = (length: number, seed: string) => drawn(WORD.slice(0, 52), length, seed);
const hex = (length: number, seed: string) => drawn("0123456789abcdef", length, seed);

/** A text each of secretlint's rules reports, under the rule's short name. */
const SAMPLES: Record<string, string> = {
  aws: `aws_secret_access_${"key"}="${drawn(`${WORD}+/`, 40, "a")}"`,
  privatekey: `-----${"BEGIN"} RSA PRIVATE KEY-----\nMI${word(600, "pk")}\n-----${"END"} RSA PRIVATE KEY-----`,
  npm: ["np", "m_", word(36, "n")].join(""),
  basicauth: `https${"://"}deploy:${word(12, "b")}@build.internal.org`,
  slack: ["xo", "xb-", drawn("0123456789", 12, "s1"), "-", word(24, "s2")].join(""),
  sendgrid: ["S", "G.", word(22, "g1"), ".", word(43, "g2")].join(""),
  shopify: ["sh", "pat_", hex(32, "h")].join(""),
  github: ["gh", "p_", word(36, "gh")].join(""),
  gitlab: ["gl", "pat-", word(20, "gl")].join(""),
  grafana: ["gl", "sa_", word(32, "gs"), "_", hex(8, "gs2")].join(""),
  openai: ["sk", "-", word(20, "o1"), "T3Blbk", "FJ", word(20, "o2")].join(""),
  anthropic: ["sk", "-ant-", "api03-", word(93, "an"), "AA"].join(""),
  groq: ["gs", "k_", word(52, "gq")].join(""),
  huggingface: ["h", "f_", letters(34, "hf")].join(""),
  linear: ["lin", "_api_", word(40, "li")].join(""),
  notion: ["nt", "n_", drawn("0123456789", 11, "no1"), word(35, "no2")].join(""),
  "database-connection-string": `mongodb${"://"}deploy:${word(14, "db")}@db.internal:27017/app`,
  "hashicorp-vault": ["hv", "s.", word(95, "hv")].join(""),
  vercel: ["vc", "p_", word(24, "ve")].join(""),
  databricks: ["da", "pi", hex(32, "da")].join(""),
  docker: ["dckr", "_pat_", word(27, "dk")].join(""),
  figma: ["fi", "gd_", word(43, "fi")].join(""),
};

/** Rules that look at files of their own kinds, or at a token's decoded inside. */
const OF_OTHER_FILES = ["gcp", "1password"];

describe("row 25: secretlint's rules", () => {
  it("are all known here, the one that text could switch off is not among them", async () => {
    const names = (await lintRules()).map((rule) => rule.meta.id.replace("@secretlint/secretlint-rule-", ""));
    expect(names.sort()).toEqual([...Object.keys(SAMPLES), ...OF_OTHER_FILES].sort());
  });

  it.each(Object.entries(SAMPLES))("%s passes the pre-filter and is reported", async (name, text) => {
    for (const around of [text, `we used ${text} today`, `a\n\n${text}\nb`, `secretlint-disable\n${text}`]) {
      expect(worthLinting(around)).toBe(true);
      expect((await lint(around)).map(({ kind }) => kind)).toContain(name);
    }
  });

  it("lose nothing to the pre-filter: what it keeps back is clean to every rule", { tags: "more" }, async () => {
    const { lintSource } = await import("@secretlint/core");
    const rules = (await lintRules()).map((rule) => ({ id: rule.meta.id, rule }));
    const texts = [...Object.values(SAMPLES), ...FAKE_CREDENTIALS.map(({ text }) => text)];
    const changes = { cut: fc.nat(), drop: fc.integer({ min: 0, max: 6 }), upper: fc.boolean() };
    const mutant = fc
      .record({ text: fc.constantFrom(...texts), before: fc.string({ maxLength: 8 }), ...changes })
      .map(({ text, cut, drop, upper, before }) => {
        const at = cut % text.length;
        const changed = before + text.slice(0, at) + text.slice(at + drop);
        return upper ? changed.toUpperCase() : changed;
      });
    await fc.assert(
      fc.asyncProperty(mutant, async (text) => {
        if (worthLinting(text)) return;
        const source = { filePath: "entry.txt", content: text, ext: ".txt", contentType: "text" as const };
        const { messages } = await lintSource({ source, options: { noPhysicFilePath: true, config: { rules } } });
        expect(messages).toEqual([]);
      }),
      { numRuns: rounds(50, 2000) },
    );
  });
});
