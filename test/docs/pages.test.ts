import { readdir, readFile, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Command } from "commander";
import { describe, expect, it } from "vitest";
import { COMMANDS } from "../../src/commands.js";
import { parserOf, rowOf } from "../declared.js";
import { callsIn } from "./calls.js";

const HOUSE = fileURLToPath(new URL("../..", import.meta.url));
const pagesOf = async (folder: string): Promise<string[]> =>
  (await readdir(join(HOUSE, folder))).filter((name) => name.endsWith(".md")).map((name) => join(folder, name));
const PAGES = ["README.md", "ARCHITECTURE.md", ...(await pagesOf("docs")), ...(await pagesOf("docs/decisions"))];
const read = (page: string): Promise<string> => readFile(join(HOUSE, page), "utf8");
const exists = async (path: string): Promise<boolean> => (await stat(path).catch(() => undefined)) !== undefined;

const WITHOUT_COMMAND = new Set(["--help", "-h", "--version", "-V", "help"]);

/** Why a call cannot be typed as it stands there; undefined when it can. */
async function wrongWith(words: readonly string[]): Promise<string | undefined> {
  const rest = words[0] === "-C" ? words.slice(2) : words;
  const [name = ""] = rest;
  if (WITHOUT_COMMAND.has(name)) return undefined;
  const row = rowOf(name);
  if (row === undefined) return `there is no command ${name}`;
  if (rest[1] === "--schema") return undefined;
  let command: Command = await parserOf(row.name);
  const sub = command.commands.find((one) => one.name() === rest[1]);
  if (command.commands.length > 0 && rest.length > 1 && sub === undefined && !rest[1]?.startsWith("-"))
    return `${name} has no ${rest[1]}`;
  command = sub ?? command;
  const flags = new Set(command.options.flatMap(({ long, short }) => [long, short]));
  const unknown = rest.find((word) => /^--?[a-zA-Z]/.test(word) && !flags.has(word) && word !== "--help");
  return unknown === undefined ? undefined : `${name} has no flag ${unknown}`;
}

describe.each(PAGES)("%s", (page) => {
  it("shows only commands and flags that exist", async () => {
    const wrong: string[] = [];
    for (const words of callsIn(await read(page))) {
      const complaint = await wrongWith(words);
      if (complaint !== undefined) wrong.push(`tenet ${words.join(" ")}: ${complaint}`);
    }
    expect(wrong).toEqual([]);
  });

  it("links only to files that are there", async () => {
    const links = [...(await read(page)).matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)(?:#[^)]*)?\)/g)];
    const missing: string[] = [];
    for (const [, link = ""] of links) {
      if (!(await exists(join(HOUSE, dirname(page), link)))) missing.push(link);
    }
    expect(missing).toEqual([]);
  });
});

it("the README and the page for agents show most of what there is to type", async () => {
  const calls = [...callsIn(await read("README.md")), ...callsIn(await read("docs/agents.md"))];
  const shown = new Set(calls.map(([name]) => name));
  const first = COMMANDS.filter(({ group }) => group === "you" || group === "agent").map(({ name }) => name);
  expect(first.filter((name) => !shown.has(name))).toEqual([]);
  expect(calls.length).toBeGreaterThan(40);
});

it("a wrong call is noticed", async () => {
  const page = "```sh\ntenet lern x\ntenet learn x --bcause y \\\n  --risk none\n```\nand `tenet run stop 1`.";
  const complaints = await Promise.all(callsIn(page).map(wrongWith));
  expect(complaints).toEqual(["there is no command lern", "learn has no flag --bcause", "run has no stop"]);
});

it("ARCHITECTURE.md names only files that exist", async () => {
  const text = await read("ARCHITECTURE.md");
  const folder = /`((?:[\w.-]+\/)+)[\w-]+\.\w+`/;
  const missing: string[] = [];
  for (const line of text.split("\n")) {
    // "`tree/a.ts`, `b.ts`": a bare name lies in the folder named before it on its line.
    const [, near = ""] = folder.exec(line) ?? [];
    for (const [, name = ""] of line.matchAll(/`((?:[\w.-]+\/)*[\w.-]+\.(?:ts|js|mjs|cjs|json))`/g)) {
      const places = [name, `src/${name}`, `${near}${name}`, `src/${near}${name}`];
      const found = await Promise.all(places.map((place) => exists(join(HOUSE, place))));
      if (!found.includes(true)) missing.push(name);
    }
  }
  expect(missing).toEqual([]);
});

it("each decision has a number of its own, the same in its name and its title", async () => {
  const numbers: string[] = [];
  for (const page of await pagesOf("docs/decisions")) {
    const [, number = ""] = /\/(\d{3})-[a-z0-9-]+\.md$/.exec(page) ?? [];
    const [title = ""] = (await read(page)).split("\n");
    expect({ page, title }).toEqual({ page, title: expect.stringMatching(new RegExp(`^# ${Number(number)}\\. \\S`)) });
    numbers.push(number);
  }
  expect(new Set(numbers).size).toBe(numbers.length);
});

it("what is packed for an installed command is there", async () => {
  const { files, bin } = JSON.parse(await read("package.json"));
  const missing: string[] = [];
  for (const path of [...files, bin.tenet]) if (!(await exists(join(HOUSE, path)))) missing.push(path);
  expect(missing).toEqual([]);
  expect(files).toEqual(expect.arrayContaining(["bin", "dist", "models", "LICENSE"]));
});
