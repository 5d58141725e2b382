import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { sandbox } from "../sandbox.js";
import { replayed } from "./session.js";

const HOUSE = fileURLToPath(new URL("../..", import.meta.url));
const page = (name: string): Promise<string> => readFile(join(HOUSE, name), "utf8");

/** Pages whose sessions are the program's own output (`npx vitest run test/docs -u` writes them anew). */
const RECORDED = ["README.md", "docs/people.md", "docs/agents.md", "docs/teams.md"];

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

it("the README has 1,400 words at most; the first it says to type needs nothing but Node and npm", async () => {
  const text = await page("README.md");
  const blocks = [...text.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, typed = ""]) => typed.split("#")[0]?.trim());
  expect([blocks[0], blocks.at(-1)]).toEqual(["npm ci && npm run demo", "npm ci && npm test"]);
  expect(text.split(/\s+/).filter(Boolean).length).toBeLessThanOrEqual(1_400);
});
