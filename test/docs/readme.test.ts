import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { sandbox } from "../sandbox.js";
import { replayed } from "./session.js";

const HOUSE = fileURLToPath(new URL("../..", import.meta.url));
const page = (name: string): Promise<string> => readFile(join(HOUSE, name), "utf8");

/** Pages whose sessions are the program's own output (`npx vitest run test/docs -u` writes them anew). */
const RECORDED = ["README.md", "docs/people.md", "docs/agents.md", "docs/teams.md", "docs/two-weeks.md"];

describe.each(RECORDED)("%s", (name) => {
  it("shows a session that the program prints", { tags: "more" }, async () => {
    const text = await page(name);
    const world = await sandbox({ empty: true, git: true });
    await expect(await replayed(text, world)).toMatchFileSnapshot(join(HOUSE, name));
    expect(text).toContain("<!-- session");
  });
});

it("no other page holds a session", async () => {
  const names = (await readdir(join(HOUSE, "docs")))
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`);
  const texts = await Promise.all(names.map(page));
  const recorded = names.filter((_, at) => texts[at]?.includes("<!-- session"));
  expect(["README.md", ...recorded].sort()).toEqual([...RECORDED].sort());
});

/** Words of the glossary that everybody knows; `live` stands in "the file the agent lives by". */
const EVERYDAY = new Set(["agent", "folder", "host", "repository", "session", "live"]);

it("the README needs fifteen terms at most before its first session has ended", async () => {
  const text = await page("README.md");
  const before = text.slice(0, text.indexOf("<!-- /session -->")).toLowerCase();
  const rows = (await page("docs/glossary.md")).matchAll(/^\| ([^|]+) \| [^|]+ \| [^|]+ \|$/gm);
  const terms = Array.from(rows, ([, term = ""]) => term.trim()).filter(
    (term) => term !== "word" && !EVERYDAY.has(term),
  );
  const isUsed = (term: string) =>
    term.split(", ").some((one) => new RegExp(`\\b${one.replace(/y$/, "(?:y|ie)")}(?:s|es)?\\b`).test(before));
  expect(terms.length).toBeGreaterThan(30);
  expect(terms.filter(isUsed).length, terms.filter(isUsed).join(", ")).toBeLessThanOrEqual(15);
});

it("the README has 1,400 words at most; the first it says to type needs nothing but Node and npm", async () => {
  const text = await page("README.md");
  const blocks = [...text.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, typed = ""]) => typed.split("#")[0]?.trim());
  expect([blocks[0], blocks.at(-1)]).toEqual(["npm ci && npm run demo", "npm ci && npm test"]);
  expect(text.split(/\s+/).filter(Boolean).length).toBeLessThanOrEqual(1_400);
});
