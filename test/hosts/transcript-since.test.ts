import { appendFileSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { turnsSince } from "../../src/hosts/transcript.js";

const never = () => false;

function talk(name = "talk.jsonl"): string {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), "tenet-since-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, name);
}

const line = (text: string, role: "user" | "assistant" = "user"): string =>
  `${JSON.stringify({ type: role, sessionId: "s-1", message: { role, content: text } })}\n`;

const since = async (path: string, from: number, isOver = never) => {
  const found = await turnsSince(path, from, isOver);
  return { ...found, said: found?.turns.map(({ text }) => text) };
};

it("hands out every turn once, however the file grows between two looks", async () => {
  const path = talk();
  writeFileSync(path, line("one"));
  const first = await since(path, 0);
  expect(first).toMatchObject({ said: ["one"], cut: false });
  expect(await since(path, first.read as number)).toMatchObject({ said: [], read: first.read });
  appendFileSync(path, line("two", "assistant") + line("three"));
  expect(await since(path, first.read as number)).toMatchObject({ said: ["two", "three"] });
});

it("reads a line that somebody is still writing when it is whole", async () => {
  const path = talk();
  const [begun, rest] = [line("two").slice(0, 40), line("two").slice(40)];
  writeFileSync(path, line("one") + begun);
  const first = await since(path, 0);
  expect(first).toMatchObject({ said: ["one"], read: line("one").length });
  appendFileSync(path, rest);
  expect(await since(path, first.read as number)).toMatchObject({ said: ["two"] });
});

it("takes a last line without an end that is whole JSON, and not a second time", async () => {
  const path = talk();
  writeFileSync(path, line("one") + line("two").trimEnd());
  const first = await since(path, 0);
  expect(first.said).toEqual(["one", "two"]);
  appendFileSync(path, `\n${line("three")}`);
  expect((await since(path, first.read as number)).said).toEqual(["three"]);
});

it("reads a shorter file in the same place from its start", async () => {
  const path = talk();
  writeFileSync(path, line("a long conversation that is gone by now") + line("two"));
  const first = await since(path, 0);
  writeFileSync(path, line("new"));
  expect(await since(path, first.read as number)).toMatchObject({ said: ["new"], read: line("new").length });
});

it("reads the newest part of a file that is too large for one look, and passes over the line it begins in", {
  tags: "proof",
}, async () => {
  const path = talk();
  const much = line(`old ${"x".repeat(1_000_000)}`);
  writeFileSync(path, much.repeat(20) + line("newest"));
  const { said, read } = await since(path, 0);
  expect(said?.at(-1)).toBe("newest");
  expect(said?.length).toBeLessThan(18);
  expect(read).toBe(much.length * 20 + line("newest").length);
});

it("ends when time is up, and goes on there the next time", async () => {
  const path = talk();
  writeFileSync(path, line("one") + line("two") + line("three"));
  let looks = 0;
  const first = await since(path, 0, () => ++looks > 2);
  expect(first).toMatchObject({ said: ["one", "two"], cut: true });
  expect(await since(path, first.read as number)).toMatchObject({ said: ["three"], cut: false });
});

it("loses nothing of a plain text when time is up in the middle of a turn", async () => {
  const path = talk("talk.md");
  writeFileSync(path, "User: one\nand more\n\nAssistant: two\n\nUser: three\n");
  let looks = 0;
  const first = await since(path, 0, () => ++looks > 2);
  const rest = await since(path, first.read as number);
  expect([...(first.said ?? []), ...(rest.said ?? [])].join("\n")).toMatch(/one\nand more[\s\S]*two\nthree/);
});

it("knows a file that holds no conversation, and an empty one", async () => {
  const path = talk();
  writeFileSync(path, "nothing\n");
  expect(await turnsSince(path, 0, never)).toBeUndefined();
  writeFileSync(path, "");
  expect(await turnsSince(path, 0, never)).toEqual({ turns: [], read: 0, cut: false });
});
