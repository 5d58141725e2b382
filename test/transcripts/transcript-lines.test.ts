/** Reading lines of files of any size that somebody else writes. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { type LineTally, MAX_LINE_BYTES, placedLines } from "../../src/transcripts/transcript-lines.js";

const folder = mkdtempSync(join(tmpdir(), "tenet-lines-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function file(name: string, content: string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const tally = (): LineTally & { bytes: number } => ({ bytes: 0, tooLong: 0, torn: false });

async function linesOf(path: string, told = tally(), from = 0): Promise<string[]> {
  const lines: string[] = [];
  const onBytes = (bytes: number) => {
    told.bytes += bytes;
  };
  for await (const { text } of placedLines(path, { tally: told, onBytes, from })) lines.push(text);
  return lines;
}

it.each([
  ["", [], false],
  ["one\n", ["one"], false],
  ["one\ntwo", ["one", "two"], true],
  ["one\r\ntwo\r\n", ["one", "two"], false],
  ["\n\n", ["", ""], false],
])("gives the lines of %j", async (content, lines, torn) => {
  const told = tally();
  expect(await linesOf(file("a", content), told)).toEqual(lines);
  expect(told).toEqual({ bytes: Buffer.byteLength(content), tooLong: 0, torn });
});

it("puts lines together that are longer than what is read at once, and keeps letters of several bytes whole", async () => {
  const long = "ä€𝄞".repeat(100_000);
  expect(await linesOf(file("b", `x\n${long}\ny\n${long}`))).toEqual(["x", long, "y", long]);
});

it.each([0, 1, 2])(
  "passes over a line of more than 32 MB, %i bytes around the limit",
  { tags: "proof" },
  async (more) => {
    const told = tally();
    const long = "z".repeat(MAX_LINE_BYTES - 1 + more);
    const lines = await linesOf(file("c", `a\n${long}\nb\n`), told);
    expect(lines.map((line) => line.length)).toEqual(more === 2 ? [1, 1] : [1, long.length, 1]);
    expect(told.tooLong).toBe(more === 2 ? 1 : 0);
  },
);

it("counts a torn last line that is too long", { tags: "proof" }, async () => {
  const told = tally();
  expect(await linesOf(file("d", `a\n${"z".repeat(MAX_LINE_BYTES + 1)}`), told)).toEqual(["a"]);
  expect(told).toMatchObject({ tooLong: 1, torn: true });
});

it("says where each line stands, so that one can be read alone", async () => {
  const path = file("e", "one\nzwölf\nthree\n");
  const places: [string, number, number][] = [];
  for await (const { text, start, end } of placedLines(path)) places.push([text, start, end]);
  expect(places).toEqual([
    ["one", 0, 4],
    ["zwölf", 4, 11],
    ["three", 11, 17],
  ]);
  expect(await linesOf(path, tally(), 4)).toEqual(["zwölf", "three"]);
});

it("stops when it is told to", async () => {
  const path = file("f", "x\n".repeat(2_000_000));
  const stop = new AbortController();
  let lines = 0;
  for await (const _ of placedLines(path, { signal: stop.signal })) if (++lines === 5) stop.abort();
  expect(lines).toBeLessThan(300_000);
});

it("reads plain files only: no links, no folders, no pipes", async () => {
  symlinkSync(file("g", "secret\n"), join(folder, "link"));
  execFileSync("mkfifo", [join(folder, "pipe")]);
  for (const name of ["link", "pipe", ".", "missing"]) {
    await expect(linesOf(join(folder, name)), name).rejects.toThrow();
  }
});
