import { describe, expect, it } from "vitest";
import { status } from "../../src/health/status.js";
import { digest } from "../../src/rules/digest.js";
import { listVersions } from "../../src/rules/versions/versions.js";
import { why } from "../../src/rules/why.js";
import { context } from "../operations.js";
import type { Sandbox } from "../sandbox.js";
import { based, change, contextAt, letIn, ownersRecord, PROTECTED_PROFILE, rulesTold } from "./protected.js";

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
    expect(await digested(box)).toContain("Not merged. It counts once it is merged into origin/main.");
    expect(await versions(box)).toContainEqual(expect.objectContaining({ status: "active", not_merged: true }));
    const ctx = await contextAt(box);
    expect((await status(ctx)).rules_not_merged).toBe(1);
    const line = (await box.read("SOUL.md")).split("\n").indexOf(`- ${WISH}`) + 1;
    expect((await why(ctx, `SOUL.md:${line}`)).says).toContain("It counts once it is merged into origin/main");
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
    const box = await based({ "SOUL.md": SOUL });
    await add(box);
    await letIn(box);
    await box.git("checkout", "-q", "-b", "reverted");
    await box.git("revert", "--no-edit", "HEAD");
    await letIn(box);
    expect(await rulesTold(box)).toEqual({ rules: [PERSONS], unmerged: 0 });
    await box.git("checkout", "-q", "main");
    expect(await rulesTold(box)).toEqual(ONLY_PERSONS);
  });

  it("that an agent takes out is not served in its clone, and stays everywhere else", { tags: "proof" }, async () => {
    const box = await based({ "SOUL.md": SOUL });
    await digested(box);
    await change(box, "SOUL.md", `- ${PERSONS}\n`, "");
    await digested(box);
    expect((await rulesTold(box)).rules).toEqual([]);
    expect((await versions(box))[0]?.decided).toMatchObject({ by: "unproven" });
    await box.git("stash", "-q", "-u");
    expect((await rulesTold(box)).rules).toEqual([PERSONS]);
  });
});
