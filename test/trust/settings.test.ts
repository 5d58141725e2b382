/** Settings in force: guarded ones of the protected branch. */
import { mkdir, rm } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { settingAt } from "../../src/settings.js";
import type { Sandbox } from "../sandbox.js";
import { based, contextAt, listed, ownersRecord, PROTECTED_PROFILE, protectedRepository } from "./protected.js";

const inForce = async (box: Sandbox, key: string): Promise<unknown> => settingAt((await contextAt(box)).profile, key);
const mode = (box: Sandbox) => inForce(box, "apply_mode");

describe("with a base", () => {
  it("what the agent commits, pushes to its branch or merges there counts once a person merged it", {
    tags: "proof",
  }, async () => {
    const world = await protectedRepository();
    const { agent } = world;
    await agent.write("tenet.yaml", PROTECTED_PROFILE.replace("apply_mode: approval", "apply_mode: auto"));
    expect(await mode(agent)).toBe("approval");
    await world.push();
    expect(await mode(agent)).toBe("approval");
    expect((await agent.run(["status"])).stderr).toContain("It counts once it is merged into origin/main.");
    await expect(agent.git("push", "-q", "origin", "HEAD:main")).rejects.toThrow("main is protected");
    expect(await mode(await world.clone())).toBe("approval");
    await world.merge();
    expect(await mode(agent)).toBe("auto");
    expect(await mode(await world.clone())).toBe("auto");
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
