import { describe, expect, it } from "vitest";
import { sandbox } from "../sandbox.js";
import { NO_MODEL } from "./known-workspace.js";
import { told } from "./typed.js";

const LEARN = "learn 'Retries hide the flaky test' --because '3 of 5' --risk 'medium: a broken build'";

describe("tenet undo", () => {
  it("forgets what git has already, so that nothing vanishes from a history", { tags: "proof" }, async () => {
    const box = await sandbox({ git: true, profile: NO_MODEL });
    const { id, file } = await told(box, LEARN);
    await box.git("add", ".");
    await box.git("commit", "-q", "-m", "learned");
    expect((await told(box, "undo")).entries).toMatchObject([{ id, did: "forgotten" }]);
    expect(await box.read(file)).toContain("status: forgotten");
  });
});
