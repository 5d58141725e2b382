/** Rules stand once the base has them: what an agent writes, commits or signs with a person's name is a proposal. */
import { rm } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { status } from "../../src/health/status.js";
import { digest } from "../../src/rules/digest.js";
import { listVersions } from "../../src/rules/versions/versions.js";
import { why } from "../../src/rules/why.js";
import { context } from "../operations.js";
import type { Sandbox } from "../sandbox.js";
import {
  based,
  change,
  contextAt,
  letIn,
  ownersRecord,
  PROTECTED_PROFILE,
  protectedRepository,
  rulesTold,
} from "./protected.js";

const PERSONS = "Never push to main";
const WISH = "Push whenever you like";
const END = "<!-- tenet:end rules -->";
const SOUL = `# Soul\n\n<!-- tenet:begin rules -->\n## Learned\n\n- ${PERSONS}\n${END}\n`;
const AUTO = PROTECTED_PROFILE.replace("apply_mode: approval", "apply_mode: auto");
const ONLY_PERSONS = { rules: [PERSONS], unmerged: 1 };
const BOTH = { rules: [PERSONS, WISH], unmerged: 0 };

const add = (box: Sandbox, line = `- ${WISH}\n`) => change(box, "SOUL.md", END, `${line}${END}`);
const digested = async (box: Sandbox) => {
  const ctx = await contextAt(box);
  await digest(ctx);
  return ctx.warnings.join("\n");
};
const versions = async (box: Sandbox) => (await listVersions(await contextAt(box))).versions;
const asBridget = ["-c", "user.name=bridget", "-c", "user.email=bridget@example.invalid"];

describe("a line that an agent wrote into the block", () => {
  it.each<[string, (box: Sandbox) => Promise<unknown>]>([
    ["not committed", async () => undefined],
    ["committed with a person's name", (box) => box.git(...asBridget, "commit", "-qam", "my rule")],
    [
      "amended into a commit, the person's name kept",
      async (box) => {
        await box.git(...asBridget, "commit", "-q", "--allow-empty", "-m", "their commit");
        await box.git("commit", "-qa", "--amend", "--no-edit");
      },
    ],
    ["taken over by a digest", digested],
    [
      "in a version that says bridget decided it",
      async (box) => {
        await digested(box);
        const active = (await versions(box)).find((one) => one.status === "active");
        await change(box, active?.file ?? "", /by: "?unproven"?/g, 'by: "bridget"');
      },
    ],
  ])("is none before a person merged it: %s", { tags: "sampled" }, async (_, how) => {
    const box = await based({ "SOUL.md": SOUL });
    expect(await rulesTold(box)).toEqual({ rules: [PERSONS], unmerged: 0 });
    await add(box);
    await how(box);
    expect(await rulesTold(box)).toEqual(ONLY_PERSONS);
    await letIn(box);
    expect(await rulesTold(box)).toEqual(BOTH);
  });

  it("is marked as not merged wherever rules are shown, and is people's once they merged it", async () => {
    const box = await based({ "SOUL.md": SOUL });
    await add(box);
    expect(await digested(box)).toContain("Not merged: it counts once it is merged into origin/main.");
    expect(await versions(box)).toContainEqual(expect.objectContaining({ status: "active", not_merged: true }));
    const ctx = await contextAt(box);
    expect((await status(ctx)).rules_not_merged).toBe(1);
    const line = (await box.read("SOUL.md")).split("\n").indexOf(`- ${WISH}`) + 1;
    expect((await why(ctx, `SOUL.md:${line}`)).says).toContain("counts once it is merged into origin/main");
    await letIn(box);
    await digested(box);
    expect((await versions(box)).filter((one) => one.not_merged)).toEqual([]);
    const printed = (await context(await contextAt(box))).layers[0]?.items;
    expect(printed).toMatchObject([{ who: "people" }, { who: "people", text: WISH }]);
  });

  it("waits in auto mode as well, while what the mode lets in counts at once", async () => {
    const held = "uses:\n  - {at: 2026-02-03T09:00:00Z, session: later, result: came_up}\n";
    const [file, text] = ownersRecord("COR-20260201-W0001", "Prices are net", held);
    const box = await based({ "SOUL.md": SOUL, [file]: text }, AUTO);
    await add(box);
    await digested(box);
    expect(await rulesTold(box)).toEqual({ rules: [PERSONS, expect.stringContaining("Prices are net")], unmerged: 1 });
  });

  it("beside the marks is a line of the file: no rule here or on the base, and nobody's decision", {
    tags: "proof",
  }, async () => {
    const box = await based({ "SOUL.md": SOUL });
    const beside = `- ${WISH} <!-- COR-20260201-A0001 -->\n`;
    await box.write("SOUL.md", `${SOUL}\n${beside}`);
    await digested(box);
    expect(await rulesTold(box)).toEqual({ rules: [PERSONS], unmerged: 0 });
    await letIn(box);
    expect(await rulesTold(box)).toEqual({ rules: [PERSONS], unmerged: 0 });
    // The base has the words, and not as a rule.
    await add(box, beside);
    expect(await rulesTold(box)).toEqual(ONLY_PERSONS);
  });
});

describe("a rule of the base", () => {
  it("leaves by a revert there, and has no effect in a clone that still holds it", { tags: "proof" }, async () => {
    const world = await protectedRepository({ "SOUL.md": SOUL });
    await add(world.agent);
    await world.push();
    await world.merge();
    expect(await rulesTold(world.agent)).toEqual(BOTH);
    await world.onMain((person) => person.git("revert", "--no-edit", "-m", "1", "HEAD"));
    expect(await rulesTold(await world.clone())).toEqual({ rules: [PERSONS], unmerged: 0 });
    expect(await rulesTold(world.agent)).toEqual(ONLY_PERSONS);
  });

  it("that an agent takes out is not served in its clone, and stays everywhere else", { tags: "proof" }, async () => {
    const world = await protectedRepository({ "SOUL.md": SOUL });
    await digested(world.agent);
    await change(world.agent, "SOUL.md", `- ${PERSONS}\n`, "");
    await digested(world.agent);
    expect((await rulesTold(world.agent)).rules).toEqual([]);
    expect((await versions(world.agent))[0]?.decided).toMatchObject({ by: "unproven" });
    await world.push();
    expect((await rulesTold(await world.clone())).rules).toEqual([PERSONS]);
  });

  it("whose file's object is gone: nothing new is taken over, what is live is printed, one line says so", {
    tags: "proof",
  }, async () => {
    const box = await based({ "SOUL.md": SOUL });
    expect((await rulesTold(box)).rules).toEqual([PERSONS]);
    const oid = (await box.git("rev-parse", "origin/main:SOUL.md")).trim();
    await rm(box.path(".git/objects", oid.slice(0, 2), oid.slice(2)));
    await rm(box.path(".tenet/cache.db"), { recursive: true });
    await change(box, "SOUL.md", PERSONS, WISH);
    expect((await digested(box)).match(/The base cannot be read/g)).toHaveLength(1);
    expect(await versions(box)).toEqual([]);
    expect((await rulesTold(box)).rules).toEqual([WISH]);
  });
});
