import { execFileSync } from "node:child_process";
import { closeSync, constants, existsSync, mkdtempSync, openSync, readFileSync, readSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { isTerminal, writeAtOnce } from "../../src/cli/process-io.js";

const folder = mkdtempSync(join(tmpdir(), "tenet-descriptors-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A pipe whose ends never wait. */
function pipe(name: string): { reads: number; writes: number } {
  const path = join(folder, name);
  execFileSync("mkfifo", [path]);
  const reads = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  return { reads, writes: openSync(path, constants.O_WRONLY | constants.O_NONBLOCK) };
}

describe("writing to a descriptor", () => {
  it("writes a short text whole, and leaves a long one to the stream", () => {
    const path = join(folder, "file");
    const file = openSync(path, "w");
    expect(writeAtOnce(file, "kurz — ü\n")).toHaveLength(0);
    const long = "x".repeat(40_000);
    expect(writeAtOnce(file, long)).toHaveLength(40_000);
    closeSync(file);
    expect(readFileSync(path, "utf8")).toBe("kurz — ü\n");
  });

  it("answers what a full pipe did not take", () => {
    const { reads, writes } = pipe("full");
    const line = "ein Satz — so lang wie eine Zeile\n".repeat(400);
    let written = 0;
    let left = writeAtOnce(writes, line);
    for (; left.length === 0; left = writeAtOnce(writes, line)) written += Buffer.byteLength(line);
    written += Buffer.byteLength(line) - left.length;
    expect(Buffer.from(line).subarray(Buffer.byteLength(line) - left.length)).toEqual(Buffer.from(left));
    const held = Buffer.alloc(written + 1);
    let read = 0;
    while (read < written) read += readSync(reads, held, read, held.length - read, null);
    expect(read).toBe(written);
    closeSync(reads);
    closeSync(writes);
  });

  it("row 36: takes a reader that has left for content, and no full disk", () => {
    const { reads, writes } = pipe("left");
    closeSync(reads);
    expect(writeAtOnce(writes, "nobody reads this\n")).toHaveLength(0);
    closeSync(writes);
    if (!existsSync("/dev/full")) return;
    const full = openSync("/dev/full", "w");
    expect(() => writeAtOnce(full, "no room\n")).toThrow(/ENOSPC/);
    closeSync(full);
  });

  it("knows that files, pipes and closed descriptors are no terminals", () => {
    const { reads, writes } = pipe("plain");
    expect([isTerminal(reads), isTerminal(writes), isTerminal(4_000)]).toEqual([false, false, false]);
    closeSync(reads);
    closeSync(writes);
  });
});
