import { describe, expect, it } from "vitest";
import { sandbox } from "../sandbox.js";

const PROFILE = "schema: 1\nagent: main\ntimezone: UTC\nembedding: {model: ./none}\n";
const LEARN = ["learn", "Retries hide the flaky test", "--because", "3 of 5", "--risk", "medium: a broken build"];

describe("tenet undo", () => {
  it("names what it took back, and says when nothing is left", { tags: "proof" }, async () => {
    const box = await sandbox({ git: true, profile: PROFILE });
    expect((await box.run(LEARN)).code).toBe(0);
    const dry = await box.run(["undo", "--dry-run"]);
    expect(dry.stdout).toMatch(/^Would take back {2}learn {2}2026-02-15 14:00\n {2}\w{5} {2}taken out\n/);
    expect((await box.run(["undo"])).stdout).toContain('"Retries hide the flaky test"');
    expect((await box.run(["list", "--json"])).json().data.total).toBe(0);
    expect(await box.git("status", "--short")).not.toContain("memory/learning/insights");
    const again = await box.run(["undo", "--json"]);
    expect(again.code).toBe(4);
    expect(again.json().error.code).toBe("nothing-to-undo");
  });

  it("forgets what git has already, so that nothing vanishes from a history", async () => {
    const box = await sandbox({ git: true, profile: PROFILE });
    const { id, file } = (await box.run([...LEARN, "--json"])).json().data;
    await box.git("add", ".");
    await box.git("commit", "-q", "-m", "learned");
    const { data } = (await box.run(["undo", "--json"])).json();
    expect(data.entries).toMatchObject([{ id, did: "forgotten" }]);
    expect(await box.read(file)).toContain("status: forgotten");
  });

  it("another session has nothing to take back", async () => {
    const box = await sandbox({ profile: PROFILE });
    expect((await box.run([...LEARN, "--session", "monday"])).code).toBe(0);
    expect((await box.run(["undo"])).code).toBe(4);
    expect((await box.run(["undo", "--session", "monday"])).code).toBe(0);
  });
});
