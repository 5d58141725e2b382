/** Settings in force: guarded ones of the protected branch. */
import { mkdir, rm } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { settingAt } from "../../src/settings.js";
import { copyOf, type Sandbox } from "../sandbox.js";
import { based, contextAt, letIn, listed, ownersRecord, PROTECTED_PROFILE } from "./protected.js";

const inForce = async (box: Sandbox, key: string): Promise<unknown> => settingAt((await contextAt(box)).profile, key);
const mode = (box: Sandbox) => inForce(box, "apply_mode");

describe("with a base", () => {
  it("what the agent commits to its branch counts once a person merged it", { tags: "proof" }, async () => {
    const box = await based();
    await box.git("checkout", "-q", "-b", "work");
    await box.write("tenet.yaml", PROTECTED_PROFILE.replace("apply_mode: approval", "apply_mode: auto"));
    expect(await mode(box)).toBe("approval");
    await box.git("commit", "-qam", "mine");
    expect(await mode(box)).toBe("approval");
    expect((await box.run(["status"])).stderr).toContain("It counts once it is merged into origin/main.");
    expect(await mode(await copyOf(box))).toBe("approval");
    await letIn(box);
    expect(await mode(box)).toBe("auto");
  });

  it("whose objects are gone it says so in one line, counts what stands here and finds what is live", {
    tags: "proof",
  }, async () => {
    const [file, text] = ownersRecord("COR-20260201-W0001", "Prices are net");
    const box = await based({ [file]: text });
    await contextAt(box);
    await rm(box.path(".git/objects"), { recursive: true });
    await mkdir(box.path(".git/objects"));
    await box.write("tenet.yaml", PROTECTED_PROFILE.replace("schema: 1", "schema: 1\nlearning: {instructions: 'x'}"));
    const { profile, warnings } = await contextAt(box);
    expect(profile.learning.instructions).toBe("x");
    expect(warnings.filter((one) => one.startsWith("The base cannot be read"))).toHaveLength(1);
    expect(await listed(box, "COR-20260201-W0001")).toMatchObject({ text: "Prices are net" });
  });
});
