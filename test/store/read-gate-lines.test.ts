/** What the gate kept out, from the logs of real folders. */
import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { logActivity } from "../../src/capture/log.js";
import { readGateLines } from "../../src/store/change/gate-lines.js";
import { dayOfLog } from "../../src/store/loop/daily-log.js";
import { MAX_FILE_BYTES } from "../../src/store/records/scan.js";
import { capturing } from "../capture/capturing.js";
import { testWorld } from "../store/workspace.js";

const DAY = "2026-02-15";

describe("all logs of a workspace", () => {
  it("tell what the gate kept out, by day, and nothing else that was logged", { tags: "proof" }, async () => {
    const w = capturing();
    await w.learn("npm ci printed 3 warnings", { risk: "none" });
    const { id } = await w.learn("The nightly build fails when the cache directory is older than the lockfile");
    await w.learn("The nightly build fails when the cache directory is older than the lockfile");
    await logActivity(w, { text: "ran the tests" });
    w.put("memory/2026-02-13.md", "- 10:00 not learned: earlier\n");
    const time = expect.stringMatching(/^\d\d:\d\d$/);
    expect(readGateLines(w.workspace)).toEqual([
      { day: "2026-02-13", time: "10:00", kind: "logged" },
      { day: DAY, time, kind: "logged" },
      { day: DAY, time, kind: "skipped", id },
    ]);
  });

  it("leaves out links, folders, other names and what is too large; reads past bytes that are no text", () => {
    const w = testWorld();
    const line = "- 10:00 not learned: x\n";
    w.put("elsewhere.md", line);
    w.put("memory/working/2026-02-10.md", line);
    w.put("memory/notes.md", line);
    w.put("memory/2026-02-12.md", Buffer.from(`caf\xe9\n${line}`, "latin1"));
    w.put("memory/2026-02-13.md", line.repeat(Math.ceil((MAX_FILE_BYTES + 1) / line.length)));
    symlinkSync(w.workspace.absolute("elsewhere.md"), w.workspace.absolute("memory/2026-02-14.md"));
    mkdirSync(w.workspace.absolute("memory/2026-02-16.md"));
    expect(readGateLines(w.workspace)).toEqual([{ day: "2026-02-12", time: "10:00", kind: "logged" }]);
  });

  it("has none where there is no memory, or where it lies behind a link", () => {
    const w = testWorld();
    expect(readGateLines(w.workspace)).toEqual([]);
    w.put("away/2026-02-12.md", "- 10:00 not learned: x\n");
    symlinkSync(join(w.workspace.root, "away"), w.workspace.memory);
    expect(readGateLines(w.workspace)).toEqual([]);
  });

  it("is known by its name", () => {
    const days = ["2026-02-15.md", "2026-02-15.txt", "x2026-02-15.md", "index.md"].map(dayOfLog);
    expect(days).toEqual(["2026-02-15", undefined, undefined, undefined]);
  });
});
