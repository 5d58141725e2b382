import { appendFileSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { turnsSince } from "../../src/transcripts/transcript.js";

const never = () => false;

/** A transcript that holds this so far. */
function talk(text: string): string {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), "tenet-since-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, "talk.jsonl"), text);
  return join(folder, "talk.jsonl");
}

const line = (text: string, role: "user" | "assistant" = "user"): string =>
  `${JSON.stringify({ type: role, sessionId: "s-1", message: { role, content: text } })}\n`;

async function since(path: string, from = 0, isOver = never) {
  const { turns, read, cut } = (await turnsSince(path, from, isOver)) ?? { turns: [], read: -1, cut: false };
  return { said: turns.map(({ text }) => text), read, cut };
}

it("hands out every turn once, however the file grows between two looks, also where a line is still written", async () => {
  const path = talk(line("one"));
  const first = await since(path);
  expect(first).toMatchObject({ said: ["one"], cut: false });
  expect(await since(path, first.read)).toMatchObject({ said: [], read: first.read });
  appendFileSync(path, line("two", "assistant") + line("three").slice(0, 40));
  const second = await since(path, first.read);
  expect(second).toMatchObject({ said: ["two"], read: first.read + line("two", "assistant").length });
  appendFileSync(path, line("three").slice(40));
  expect(await since(path, second.read)).toMatchObject({ said: ["three"] });
});

it("takes a last line without an end that is whole JSON, and not a second time", async () => {
  const path = talk(line("one") + line("two").trimEnd());
  const first = await since(path);
  expect(first.said).toEqual(["one", "two"]);
  appendFileSync(path, `\n${line("three")}`);
  expect((await since(path, first.read)).said).toEqual(["three"]);
});

it("reads a shorter file in the same place from its start", async () => {
  const path = talk(line("a long conversation that is gone by now") + line("two"));
  const { read } = await since(path);
  writeFileSync(path, line("new"));
  expect(await since(path, read)).toMatchObject({ said: ["new"], read: line("new").length });
});

it("reads the newest part of a file that is too large for one look, and passes over the line it begins in", {
  tags: "proof",
}, async () => {
  const much = line(`old ${"x".repeat(1_000_000)}`);
  const { said, read } = await since(talk(much.repeat(20) + line("newest")));
  expect(said.at(-1)).toBe("newest");
  expect(said.length).toBeLessThan(18);
  expect(read).toBe(much.length * 20 + line("newest").length);
});

it("ends when time is up, and goes on there the next time", async () => {
  const soon = () => {
    let looks = 0;
    return () => ++looks > 2;
  };
  const path = talk(line("one") + line("two") + line("three"));
  const first = await since(path, 0, soon());
  expect(first).toMatchObject({ said: ["one", "two"], cut: true });
  expect(await since(path, first.read)).toMatchObject({ said: ["three"], cut: false });
});

it("knows a file that holds no conversation, and an empty one", async () => {
  expect(await turnsSince(talk("nothing\n"), 0, never)).toBeUndefined();
  expect(await turnsSince(talk(""), 0, never)).toEqual({ turns: [], read: 0, cut: false });
});
