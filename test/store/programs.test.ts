/** A program in the profile: what it may take, and that nothing of it stays behind. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { runProgram } from "../../src/store/files/programs.js";
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

  it("ends with its time, and so does what it started", async () => {
    const { root, done } = run("(sleep 1; touch late) & sleep 30", { time: 300 });
    await expect(done).rejects.toThrow("gave no answer within 0.3 s");
    await new Promise((resolve) => setTimeout(resolve, 1300));
    expect(existsSync(join(root, "late"))).toBe(false);
  });

  it("ends when the command is interrupted", async () => {
    const abort = new AbortController();
    const { done } = run("sleep 30", { signal: abort.signal });
    setTimeout(() => abort.abort(new Error("interrupted")), 100);
    await expect(done).rejects.toThrow("interrupted");
  });
});
