import { describe, expect, it } from "vitest";
import { sandbox } from "../sandbox.js";
import { NO_MODEL } from "./known-workspace.js";
import { done, failed, told } from "./typed.js";

const LEARN = "learn 'Retries hide the flaky test' --because '3 of 5' --risk 'medium: a broken build'";

describe("tenet undo", () => {
  it("names what it took back, in its own session, and says when nothing is left", async () => {
    const box = await sandbox({ profile: NO_MODEL });
    await done(box, `${LEARN} --session monday`);
    expect((await failed(box, "undo")).exit).toBe(4);
    const dry = await done(box, "undo --dry-run --session monday");
    expect(dry.stdout).toMatch(/^Would take back {2}learn {2}2026-02-15 14:00\n {2}\w{5} {2}taken out\n/);
    expect((await done(box, "undo --session monday")).stdout).toContain('"Retries hide the flaky test"');
    expect((await told(box, "list")).total).toBe(0);
    expect(await failed(box, "undo --session monday")).toMatchObject({ exit: 4, code: "nothing-to-undo" });
  });

  it("forgets what git has already, so that nothing vanishes from a history", { tags: "proof" }, async () => {
    const box = await sandbox({ git: true, profile: NO_MODEL });
    const { id, file } = await told(box, LEARN);
    await box.git("add", ".");
    await box.git("commit", "-q", "-m", "learned");
    expect((await told(box, "undo")).entries).toMatchObject([{ id, did: "forgotten" }]);
    expect(await box.read(file)).toContain("status: forgotten");
  });
});
