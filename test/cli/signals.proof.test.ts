import { once } from "node:events";
import { constants } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { some } from "../effort.js";
import { knownWorkspace } from "./known-workspace.js";

const LESSON = (n: number) => ({
  type: "insight",
  insight: `Lesson ${n}: step ${n * 7} of the pipeline needs ${n * 13} seconds of patience`,
  evidence: `Run ${n} showed it`,
  stakes: "low",
  at_risk: "A slow morning",
});

const MANY = JSON.stringify(Array.from({ length: 80 }, (_, n) => LESSON(n)));

/** The exit status as a shell shows it: a child that dies of a signal has 128 + its number. */
const statusOf = (code: number | null, signal: NodeJS.Signals | null): number =>
  code ?? 128 + (signal === null ? 0 : constants.signals[signal]);

describe("row 36: signals", () => {
  for (const [signal, status] of [
    ["SIGINT", 130],
    ["SIGTERM", 143],
  ] as const) {
    for (const afterMs of some([400, 60, 1_200], 1)) {
      it(`row 36: ${signal} after ${afterMs} ms of a long add: ${status}, the tree whole, the lock free`, async () => {
        const box = await knownWorkspace();
        const child = box.start(["add", "-"], { stdin: MANY });
        const ended = once(child, "exit") as Promise<[number | null, NodeJS.Signals | null]>;
        await sleep(afterMs);
        child.kill(signal);
        const [code, by] = await ended;
        // On a fast machine the work may be over before the signal comes.
        expect([status, 0]).toContain(statusOf(code, by));
        const after = await box.run(["list", "--limit", "0", "--json"]);
        expect([4, 84]).toContain(after.json().data.total);
        expect((await box.run(["learn", "y", "--because", "z", "--risk", "low: w"])).code).toBe(0);
      });
    }
  }

  it("row 36: a second Ctrl-C ends it at once", async () => {
    const box = await knownWorkspace();
    const child = box.start(["add", "-"], { stdin: { kind: "silent" } });
    const ended = once(child, "exit") as Promise<[number | null, NodeJS.Signals | null]>;
    await sleep(700);
    child.kill("SIGINT");
    child.kill("SIGINT");
    const [code, by] = await ended;
    expect(statusOf(code, by)).toBe(130);
  });

  it("row 36: Ctrl-C while it reads stdin: 130, and one JSON document that says so", async () => {
    const box = await knownWorkspace();
    const child = box.start(["add", "-", "--json"], { stdin: { kind: "silent" } });
    let stdout = "";
    child.stdout?.on("data", (chunk) => {
      stdout += chunk;
    });
    const ended = once(child, "close") as Promise<[number | null, NodeJS.Signals | null]>;
    await sleep(1_500);
    child.kill("SIGINT");
    const [code, by] = await ended;
    expect(statusOf(code, by)).toBe(130);
    if (stdout !== "") expect(JSON.parse(stdout)).toMatchObject({ ok: false, error: { code: "interrupted" } });
  });
});
