/** Settings in force: those of the protected branch, and without one what a person typed; a working copy only tightens. */
import { mkdir, rm, writeFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { atTerminal, ENTER } from "../cli/terminal.js";
import { type Sandbox, sandbox } from "../sandbox.js";
import { ownersRecord, PROTECTED_PROFILE, protectedRepository } from "./protected.js";

const inForce = async (box: Sandbox, key: string): Promise<unknown> =>
  (await box.run(["config", "get", key, "--json"])).json().data.settings[key];

/** Sets a setting as a person at a terminal does. */
async function typed(box: Sandbox, key: string, value: string): Promise<void> {
  const { code } = await atTerminal(box, ["config", "set", key, value], [["to confirm:", `${key}${ENTER}`]]);
  expect(code).toBe(0);
}

describe("with a base", () => {
  it("what the agent commits, pushes to its branch or merges there counts once a person merged it", {
    tags: "proof",
  }, async () => {
    const world = await protectedRepository();
    const { agent } = world;
    await agent.write("tenet.yaml", PROTECTED_PROFILE.replace("apply_mode: approval", "apply_mode: auto"));
    expect(await inForce(agent, "apply_mode")).toBe("approval");
    await world.push();
    expect(await inForce(agent, "apply_mode")).toBe("approval");
    expect((await agent.run(["status"])).stderr).toContain("It counts once it is merged into origin/main.");
    await expect(agent.git("push", "-q", "origin", "HEAD:main")).rejects.toThrow("main is protected");
    const other = await world.clone();
    expect(await inForce(other, "apply_mode")).toBe("approval");
    await world.merge();
    expect(await inForce(agent, "apply_mode")).toBe("auto");
    expect(await inForce(await world.clone(), "apply_mode")).toBe("auto");
  });

  it("what tightens counts at once", async () => {
    const { agent } = await protectedRepository();
    await agent.write("tenet.yaml", PROTECTED_PROFILE.replace("approval", "curated"));
    expect(await inForce(agent, "apply_mode")).toBe("curated");
  });

  it.each([
    ["people", "people:\n  - {name: bridget, role: owner}", "people:\n  - {name: main, role: owner}"],
    ["trust.base", "base: origin/main", "base: origin/work"],
    ["commands.digest", "schema: 1", "schema: 1\ncommands: {digest: 'touch /tmp/x'}"],
    ["promotion.sessions", "schema: 1", "schema: 1\npromotion: {sessions: 1}"],
    ["caps.soul", "schema: 1", "schema: 1\ncaps: {soul: 1}"],
    ["embedding.model", "./none", "./other"],
    ["agent", "agent: main", "agent: [main, bridget]"],
    ["knowledge", "schema: 1", "schema: 1\nknowledge: ['**/*.md']"],
    ["outcome.days", "schema: 1", "schema: 1\noutcome: {days: [1, 2, 3]}"],
    ["sync.take_per_day", "schema: 1", "schema: 1\nsync: {take_per_day: 9000}"],
    ["files.soul", "schema: 1", "schema: 1\nfiles: {soul: OTHER.md}"],
    ["context.rules", "schema: 1", "schema: 1\ncontext: {rules: 0}"],
  ])("%s waits in the agent's clone", { tags: "sampled" }, async (key, from, to) => {
    const { agent } = await protectedRepository();
    const before = await inForce(agent, key);
    await agent.write("tenet.yaml", PROTECTED_PROFILE.replace(from, to));
    expect(await inForce(agent, key)).toEqual(before);
    const told = (await agent.run(["config", "get", key, "--json"])).json().data.waiting;
    expect(told).toMatchObject([{ key }]);
  });

  it("a revert on the base is the way back", { tags: "proof" }, async () => {
    const world = await protectedRepository();
    await world.onMain((person) => writeFile(person.path("tenet.yaml"), PROTECTED_PROFILE.replace("approval", "auto")));
    expect(await inForce(await world.clone(), "apply_mode")).toBe("auto");
    // The agent's branch has what was stricter, and that counts at once.
    expect(await inForce(world.agent, "apply_mode")).toBe("approval");
    await world.onMain((person) => person.git("revert", "--no-edit", "HEAD"));
    expect(await inForce(await world.clone(), "apply_mode")).toBe("approval");
  });

  it("a base whose objects are gone says so in one line, lets nothing new in and finds what is live", {
    tags: "proof",
  }, async () => {
    const [file, text] = ownersRecord("COR-20260201-W0001", "Prices are net");
    const { agent } = await protectedRepository({ [file]: text });
    await rm(agent.path(".git/objects"), { recursive: true });
    await mkdir(agent.path(".git/objects"));
    await agent.write("tenet.yaml", PROTECTED_PROFILE.replace("schema: 1", "schema: 1\ncommands: {digest: 'x'}"));
    const listed = await agent.run(["list"]);
    expect(listed.code).toBe(0);
    expect(listed.stdout).toContain("Prices are net");
    expect(listed.stderr).toContain("The base cannot be read");
    expect(await inForce(agent, "commands.digest")).toBeNull();
  });
});

describe("without a base", () => {
  it("the file counts while nobody typed anything, in a repository or outside of one", async () => {
    for (const git of [true, false]) {
      const box = await sandbox({ git, profile: "schema: 1\nagent: main\ntimezone: UTC\napply_mode: curated\n" });
      expect(await inForce(box, "apply_mode")).toBe("curated");
    }
  });

  it.each([true, false])("what a person typed counts from there (git: %s)", { tags: "proof" }, async (git) => {
    const box = await sandbox({ git });
    await typed(box, "apply_mode", "curated");
    await box.write("tenet.yaml", "schema: 1\nagent: main\ntimezone: UTC\napply_mode: auto\n");
    expect(await inForce(box, "apply_mode")).toBe("curated");
    const told = await box.run(["status"]);
    expect(told.stderr).toContain("Say it at a terminal: tenet config set apply_mode auto");
    await typed(box, "apply_mode", "auto");
    expect(await inForce(box, "apply_mode")).toBe("auto");
  });

  it("a broken HEAD is no way around it", async () => {
    const box = await sandbox({ git: true });
    await typed(box, "apply_mode", "curated");
    await box.write("tenet.yaml", "schema: 1\nagent: main\ntimezone: UTC\napply_mode: auto\n");
    await rm(box.path(".git/HEAD"));
    expect(await inForce(box, "apply_mode")).toBe("curated");
  });
});
