import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { sandbox } from "../sandbox.js";
import { replayed } from "./session.js";

const README = fileURLToPath(new URL("../../README.md", import.meta.url));

it("the session in the README is what the program prints (`npx vitest run test/docs -u` writes it anew)", async () => {
  const page = await readFile(README, "utf8");
  const world = await sandbox({ empty: true, git: true });
  await expect(await replayed(page, world)).toMatchFileSnapshot(README);
});

it("the first lines of use are the two that need nothing but Node and npm", async () => {
  const page = await readFile(README, "utf8");
  const first = /```sh\n([\s\S]*?)```/.exec(page)?.[1] ?? "";
  expect(first.split("\n").map((line) => line.split("#")[0]?.trim())).toEqual([
    "npm ci && npm run demo",
    "npm ci && npm test",
    "",
  ]);
});
