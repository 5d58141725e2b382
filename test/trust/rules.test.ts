/** Rules stand once the base has them: what an agent writes, commits or signs with a person's name is a proposal. */
import { rm } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import type { Sandbox } from "../sandbox.js";
import { ownersRecord, PROTECTED_PROFILE, protectedRepository } from "./protected.js";

const PERSONS = "Never push to main";
const WISH = "Push whenever you like";
const END = "<!-- tenet:end rules -->";
const SOUL = `# Soul\n\n<!-- tenet:begin rules -->\n## Learned\n\n- ${PERSONS}\n${END}\n`;
const AUTO = PROTECTED_PROFILE.replace("apply_mode: approval", "apply_mode: auto");

const add = async (box: Sandbox, line = `- ${WISH}\n`): Promise<void> => {
  await box.write("SOUL.md", (await box.read("SOUL.md")).replace(END, `${line}${END}`));
};
const asBridget = ["-c", "user.name=bridget", "-c", "user.email=bridget@example.invalid"];

/** Rules as a session is told them, and what is said of the others. */
async function told(box: Sandbox): Promise<{ rules: string[]; unmerged: number }> {
  const { layers, omitted } = (await box.run(["context", "--json"])).json().data;
  const rules = layers.find(({ name }: { name: string }) => name === "rules")?.items ?? [];
  const waiting = omitted.find(({ because }: { because: string }) => because === "not-merged");
  return { rules: rules.map(({ text }: { text: string }) => text), unmerged: waiting?.count ?? 0 };
}

const ONLY_PERSONS = { rules: [PERSONS], unmerged: 1 };
const BOTH = { rules: [PERSONS, WISH], unmerged: 0 };

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
    ["taken over by a digest", (box) => box.run(["digest"])],
    [
      "in a version that says bridget decided it",
      async (box) => {
        await box.run(["digest"]);
        const { versions } = (await box.run(["versions", "--json"])).json().data;
        const file = versions.find(({ status }: { status: string }) => status === "active").file;
        await box.write(file, (await box.read(file)).replaceAll(/by: "?unproven"?/g, 'by: "bridget"'));
        expect(await box.read(file)).toContain('by: "bridget"');
      },
    ],
  ])("is none before a person merged it: %s", { tags: "sampled" }, async (_, how) => {
    const world = await protectedRepository({ "SOUL.md": SOUL });
    const { agent } = world;
    expect(await told(agent)).toEqual({ rules: [PERSONS], unmerged: 0 });
    await add(agent);
    await how(agent);
    expect(await told(agent)).toEqual(ONLY_PERSONS);
    await world.push();
    expect(await told(agent)).toEqual(ONLY_PERSONS);
    expect((await told(await world.clone())).rules).toEqual([PERSONS]);
    await world.merge();
    expect(await told(agent)).toEqual(BOTH);
    expect(await told(await world.clone())).toEqual(BOTH);
  });

  it("is marked as not merged wherever rules are shown, and is people's once they merged it", async () => {
    const world = await protectedRepository({ "SOUL.md": SOUL });
    const { agent } = world;
    await add(agent);
    const digested = await agent.run(["digest"]);
    expect(digested.stderr).toContain("Not merged: it counts once it is merged into origin/main.");
    expect((await agent.run(["versions"])).stdout).toContain("active, not merged");
    expect((await agent.run(["status"])).stdout).toContain("1 rule not merged");
    expect((await agent.run(["review", "--list"])).stdout).toContain("not merged");
    const line = (await agent.read("SOUL.md")).split("\n").indexOf(`- ${WISH}`) + 1;
    expect((await agent.run(["why", `SOUL.md:${line}`])).stdout.replaceAll(/\s+/g, " ")).toContain(
      "counts once it is merged into origin/main",
    );
    await world.push();
    await world.merge("--squash");
    await agent.run(["digest"]);
    expect((await agent.run(["versions"])).stdout).not.toContain("not merged");
    const printed = (await agent.run(["context", "--json"])).json().data.layers[0].items;
    expect(printed).toMatchObject([{ who: "people" }, { who: "people", text: WISH }]);
  });

  it("waits in auto mode as well, while what the mode lets in counts at once", async () => {
    const held = 'stick:\n  verdict: held\n  at: 2026-02-08T09:00:00Z\n  evidence: "used twice"\n';
    const [file, text] = ownersRecord("COR-20260201-W0001", "Prices are net", held);
    const { agent } = await protectedRepository({ "SOUL.md": SOUL, [file]: text }, AUTO);
    await add(agent);
    await agent.run(["digest"]);
    const { rules, unmerged } = await told(agent);
    expect(rules).toEqual([PERSONS, expect.stringContaining("Prices are net")]);
    expect(unmerged).toBe(1);
  });

  it("beside the marks is a line of the file: no rule here or on the base, and nobody's decision", {
    tags: "proof",
  }, async () => {
    const world = await protectedRepository({ "SOUL.md": SOUL });
    const { agent } = world;
    const beside = `- ${WISH} <!-- COR-20260201-A0001 -->\n`;
    await agent.write("SOUL.md", `${await agent.read("SOUL.md")}\n${beside}`);
    await agent.run(["digest"]);
    expect(await told(agent)).toEqual({ rules: [PERSONS], unmerged: 0 });
    await world.push();
    await world.merge();
    expect(await told(agent)).toEqual({ rules: [PERSONS], unmerged: 0 });
    // The base has the words, and not as a rule.
    await add(agent, beside);
    expect(await told(agent)).toEqual(ONLY_PERSONS);
  });
});

describe("a rule of the base", () => {
  it("leaves by a revert there, and has no effect in a clone that still holds it", { tags: "proof" }, async () => {
    const world = await protectedRepository({ "SOUL.md": SOUL });
    const { agent } = world;
    await add(agent);
    await world.push();
    await world.merge();
    expect(await told(agent)).toEqual(BOTH);
    await world.onMain((person) => person.git("revert", "--no-edit", "-m", "1", "HEAD"));
    expect(await told(await world.clone())).toEqual({ rules: [PERSONS], unmerged: 0 });
    expect(await told(agent)).toEqual(ONLY_PERSONS);
  });

  it("that an agent takes out is not served in its clone, and stays everywhere else", { tags: "proof" }, async () => {
    const world = await protectedRepository({ "SOUL.md": SOUL });
    const { agent } = world;
    await agent.run(["digest"]);
    await agent.write("SOUL.md", (await agent.read("SOUL.md")).replace(`- ${PERSONS}\n`, ""));
    await agent.run(["digest"]);
    expect((await told(agent)).rules).toEqual([]);
    const { versions } = (await agent.run(["versions", "--json"])).json().data;
    expect(versions[0].decided).toMatchObject({ by: "unproven" });
    await world.push();
    expect((await told(await world.clone())).rules).toEqual([PERSONS]);
  });

  it("whose file's object is gone: nothing new is taken over, what is live is printed, one line says so", {
    tags: "proof",
  }, async () => {
    const { agent } = await protectedRepository({ "SOUL.md": SOUL });
    expect((await told(agent)).rules).toEqual([PERSONS]);
    const oid = (await agent.git("rev-parse", "origin/main:SOUL.md")).trim();
    await rm(agent.path(".git/objects", oid.slice(0, 2), oid.slice(2)));
    await rm(agent.path(".tenet/cache"), { recursive: true });
    await agent.write("SOUL.md", (await agent.read("SOUL.md")).replace(PERSONS, WISH));
    const ran = await agent.run(["digest"]);
    expect(ran.stderr.match(/The base cannot be read/g)).toHaveLength(1);
    expect((await agent.run(["versions", "--json"])).json().data.versions).toEqual([]);
    expect((await told(agent)).rules).toEqual([WISH]);
  });
});
