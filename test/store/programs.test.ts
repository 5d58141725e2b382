/** A program in the profile: what it may take, and that nothing of it stays behind. */
import { chmodSync, existsSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { isConfirmed, rememberConfirmed, runProgram } from "../../src/store/files/programs.js";
import { testWorld } from "./workspace.js";

const run = (command: string, more: { time?: number; bytes?: number; signal?: AbortSignal; input?: string } = {}) => {
  const { root } = testWorld().workspace;
  const limits = { time: more.time ?? 10_000, bytes: more.bytes ?? 1000 };
  const signal = more.signal ?? new AbortController().signal;
  return { root, done: runProgram(command, more.input ?? "", { cwd: root, limits, signal }) };
};

describe("a program", () => {
  it("gets its input and answers, even when it reads nothing", async () => {
    await expect(run("cat", { input: "héllo" }).done).resolves.toBe("héllo");
    await expect(run("echo x", { input: "y".repeat(1_000_000) }).done).resolves.toBe("x\n");
  });

  it("answers exactly so many bytes, and no more", async () => {
    await expect(run("printf 12345", { bytes: 5 }).done).resolves.toBe("12345");
    await expect(run("printf 123456", { bytes: 5 }).done).rejects.toThrow("answered more than 5 bytes");
    await expect(run("yes", { bytes: 5 }).done).rejects.toThrow("more than 5 bytes");
  });

  it("ends with its time, and so does what it started", { tags: "proof" }, async () => {
    const { root, done } = run("(sleep 0.5; touch late) & sleep 30", { time: 200 });
    await expect(done).rejects.toThrow("gave no answer within 0.2 s");
    await new Promise((resolve) => setTimeout(resolve, 700));
    expect(existsSync(join(root, "late"))).toBe(false);
  });

  it("ends when the command is interrupted", async () => {
    const abort = new AbortController();
    const { done } = run("sleep 30", { signal: abort.signal });
    setTimeout(() => abort.abort(new Error("interrupted")), 100);
    await expect(done).rejects.toThrow("interrupted");
  });
});

describe("a confirmation", () => {
  const path = process.env["PATH"];
  afterEach(() => {
    process.env["PATH"] = path;
  });

  async function confirmed(command: string, files: Record<string, string>) {
    const { workspace } = testWorld();
    const put = (file: string, text: string) => {
      writeFileSync(workspace.absolute(file), text);
      chmodSync(workspace.absolute(file), 0o755);
    };
    for (const [file, text] of Object.entries(files)) put(file, text);
    expect(isConfirmed(workspace, command)).toBe(false);
    await rememberConfirmed(workspace, command, "2026-02-15T14:00:00Z", "bridget");
    expect(isConfirmed(workspace, command)).toBe(true);
    return { workspace, put };
  }

  it("holds for that command and no other, and is not bound to what the program writes", async () => {
    const { workspace, put } = await confirmed("cat > out.txt", { "out.txt": "" });
    for (const other of ["cat  > out.txt", "cat"]) expect(isConfirmed(workspace, other)).toBe(false);
    put("out.txt", "more\n");
    expect(isConfirmed(workspace, "cat > out.txt")).toBe(true);
  });

  it("ends when the program holds something else, or a file it is given does", async () => {
    const { workspace, put } = await confirmed("sh ./word.sh", { "word.sh": "cat\n" });
    put("word.sh", "curl example.invalid\n");
    expect(isConfirmed(workspace, "sh ./word.sh")).toBe(false);
    put("word.sh", "cat\n");
    expect(isConfirmed(workspace, "sh ./word.sh")).toBe(true);
    rmSync(workspace.absolute("word.sh"));
    expect(isConfirmed(workspace, "sh ./word.sh")).toBe(false);
  });

  it("ends when another program of that name comes first in PATH, or a link leads elsewhere", async () => {
    const { workspace, put } = await confirmed("cat", { mine: "#!/bin/sh\n", yours: "#!/bin/sh\n" });
    put("cat", "#!/bin/sh\n");
    expect(isConfirmed(workspace, "cat")).toBe(true);
    process.env["PATH"] = `${workspace.root}:${path}`;
    expect(isConfirmed(workspace, "cat")).toBe(false);
    process.env["PATH"] = path;
    symlinkSync("mine", workspace.absolute("linked"));
    await rememberConfirmed(workspace, "./linked", "2026-02-15T14:00:00Z", "bridget");
    expect(isConfirmed(workspace, "./linked")).toBe(true);
    rmSync(workspace.absolute("linked"));
    symlinkSync("yours", workspace.absolute("linked"));
    expect(isConfirmed(workspace, "./linked")).toBe(false);
  });
});
