import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { examplesOf, fullHelp, shortHelp } from "../../src/cli/help.js";
import { commandOf } from "../../src/cli/program.js";
import { PLAIN } from "../../src/text/paint.js";
import { declarations } from "../declared.js";

const HOUSE = fileURLToPath(new URL("../../", import.meta.url));
const read = (file: string): string => readFileSync(join(HOUSE, file), "utf8");

/** The rows of the glossary: each word, and what is not said for it. */
const TERMS = [...read("docs/glossary.md").matchAll(/^\| ([^|]+) \| ([^|]+) \| ([^|]+) \|$/gm)]
  .map(([, word = "", meaning = "", not = ""]) => ({ word: word.trim(), meaning, not: not.trim().split(", ") }))
  .filter(({ word }) => word !== "word" && !word.startsWith("-"));

const BANNED = TERMS.flatMap(({ word, not }) => not.map((instead) => ({ word, instead })));

/** Words of a text that the glossary has another word for, each with its line. What stands as code is a name. */
function wrongWords(text: string): string[] {
  const prose = text
    .replace(/```[\s\S]*?```/g, (code) => code.replace(/[^\n]/g, ""))
    .replace(/`[^`]*`/g, (code) => code.replace(/[^\n]/g, ""));
  return prose
    .split("\n")
    .flatMap((line, at) =>
      BANNED.filter(({ instead }) => new RegExp(`(?<![\\w-])${instead}s?(?![\\w-])`, "i").test(line)).map(
        ({ word, instead }) => `${at + 1}: ${instead} (say ${word})`,
      ),
    );
}

/** What stands in quotes in a source file, and is no path. */
const quotedIn = (source: string): string =>
  [...source.matchAll(/"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g)]
    .map(([text]) => text.slice(1, -1))
    .filter((text) => / /.test(text))
    .map((text) => text.replace(/\$\{[^}]*\}/g, ""))
    .join("\n");

const filesOf = (folder: string, matches: RegExp): string[] =>
  readdirSync(join(HOUSE, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => matches.test(name))
    .map((name) => join(folder, name));

describe("the glossary", () => {
  it("has some forty words, each once and explained, in order", () => {
    const words = TERMS.map(({ word }) => word);
    expect(words.length).toBeGreaterThan(30);
    expect(words.length).toBeLessThanOrEqual(42);
    expect(words).toEqual([...new Set(words)].sort((a, b) => a.localeCompare(b)));
    for (const { word, meaning, not } of TERMS) {
      expect(meaning.trim(), word).not.toBe("");
      expect(not.join(""), word).not.toBe("");
    }
  });

  it("notices a word of the third column, alone and in the plural, and leaves code and parts of words alone", () => {
    expect(wrongWords("In this directory\nlie two repos.")).toEqual([
      "1: directory (say folder)",
      "2: repo (say repository)",
    ]);
    expect(wrongWords("milestones, `git log repo`\n```\nrepo\n```\n")).toEqual([]);
  });

  for (const page of [
    "README.md",
    ...readdirSync(join(HOUSE, "docs"))
      .filter((name) => /^(?!glossary).*\.md$/.test(name))
      .map((name) => `docs/${name}`),
  ]) {
    it(`is what ${page} keeps to`, () => expect(wrongWords(read(page))).toEqual([]));
  }

  it("is what the help of every command keeps to", { tags: "proof" }, async () => {
    for (const help of [shortHelp(PLAIN), fullHelp(PLAIN)]) expect(wrongWords(help)).toEqual([]);
    for (const declared of await declarations()) {
      const command = commandOf(declared, async () => undefined);
      for (const one of [command, ...command.commands])
        expect(wrongWords(one.helpInformation()), declared.name).toEqual([]);
      expect(wrongWords(examplesOf(declared, PLAIN)), declared.name).toEqual([]);
    }
  });

  it("is what answers, errors and hints keep to", () => {
    const files = [
      ...filesOf("src", /(?:-text|\.command|\.terminal|\.tool)\.ts$/),
      ...filesOf("src/cli", /\.ts$/),
      "src/errors.ts",
      "src/steps.ts",
    ];
    const wrong = files.flatMap((file) => wrongWords(quotedIn(read(file))).map((one) => `${file}:${one}`));
    expect(wrong).toEqual([]);
  });
});
