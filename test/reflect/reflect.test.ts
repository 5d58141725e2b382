/** What runs teach: said, kept when a run fails, let in by a person or by a person's standing rule, and gone when nobody looks. */
import { describe, expect, it } from "vitest";
import { atTerminal } from "../cli/terminal.js";
import { type Sandbox, sandbox } from "../sandbox.js";
import { protectedRepository } from "../trust/protected.js";

const PEOPLE = `people:
  - {name: sybil, role: owner, emails: [sybil@example.invalid]}
`;
const PROFILE = `schema: 1
agent: main
timezone: UTC
embedding: {model: ./none}
${PEOPLE}`;
const BASED = `${PROFILE}trust: {base: origin/main}\n`;
const AUTO = "review:\n  auto: [{type: reflexion, tag: sync, state: approved_for_reuse}]\n";

interface Shown {
  [field: string]: unknown;
  id: string;
  review?: { state: string; by?: string; reason?: string };
}

async function reflexions(box: Sandbox): Promise<Shown[]> {
  const { entries } = (await box.run(["list", "--type", "reflexion", "--status", "all", "--json"])).json().data;
  return await Promise.all(
    entries.map(async ({ id }: { id: string }) => (await box.run(["show", id, "--json"])).json().data.entry),
  );
}

async function total(box: Sandbox, type: string): Promise<number> {
  return (await box.run(["list", "--type", type, "--json"])).json().data.total;
}

const reflect = (box: Sandbox, text: string, ...args: string[]) => box.run(["reflect", text, ...args, "--json"]);
const SPACE = "The vendor id had a trailing space";

/** A workspace in which a run has begun that has learned something. */
async function running(profile = PROFILE, ...flags: string[]): Promise<Sandbox> {
  const box = await sandbox({ profile });
  await box.run(["run", "start", "r1", ...flags]);
  await box.run(["learn", "Retries hide it", "--because", "3 of 5", "--risk", "low: x", "--run", "r1"]);
  return box;
}

describe("a reflexion", () => {
  it.each(["auto", "approval", "curated"])(
    "waits for a person in %s mode, an owner's own too",
    { tags: "proof" },
    async (mode) => {
      const box = await sandbox({ profile: `${PROFILE}apply_mode: ${mode}\n` });
      const ran = await reflect(box, SPACE, "--entity", "vendor:acme", "--tag", "sync,invoice");
      expect(ran.json().data).toMatchObject({
        decision: "stored",
        waits: expect.stringContaining("a person looks at"),
      });
      expect((await atTerminal(box, ["reflect", "The lock was taken"], [])).code).toBe(0);
      const found = await reflexions(box);
      expect(found.map(({ review }) => review?.state)).toEqual(["needs_review", "needs_review"]);
      expect(found.find(({ tier }) => tier === "self")).toMatchObject({
        entities: ["vendor:acme"],
        tags: ["sync", "invoice"],
      });
      expect((await box.run(["context", "--query", "sync acme"])).stdout).not.toContain("trailing space");
    },
  );
});

it("a run that finishes hands over what it taught, or is refused as a whole and can be mended", {
  tags: "proof",
}, async () => {
  const box = await running();
  const finish = (reflexion: unknown) =>
    box.run(["run", "finish", "r1", "--from", "-"], { stdin: JSON.stringify({ reflexion }) });
  for (const wrong of [7, ["x"], { tags: ["lock"] }]) expect((await finish(wrong)).code, JSON.stringify(wrong)).toBe(2);
  expect([await total(box, "insight"), (await reflexions(box)).length]).toEqual([0, 0]);
  // What only tenet writes is left out, and said.
  const approved = { by: "sybil", review: { state: "approved_for_reuse" } };
  const ran = await finish({ text: "It needs the lock", entities: ["job:export"], tags: ["lock"], ...approved });
  expect([ran.code, ran.stderr]).toEqual([0, expect.stringMatching(/only tenet writes it: review, by\./)]);
  expect(await total(box, "insight")).toBe(1);
  await box.run(["run", "start", "r2"]);
  await box.run(["run", "finish", "r2", "--from", "-"], { stdin: JSON.stringify({ reflexion: "As a text" }) });
  expect((await reflexions(box)).sort((a, b) => (`${a["run"]}` < `${b["run"]}` ? -1 : 1))).toMatchObject([
    { reflexion: "It needs the lock", entities: ["job:export"], tags: ["lock"], review: { state: "needs_review" } },
    { reflexion: "As a text", run: "r2" },
  ]);
});

describe("a standing rule of a person", () => {
  /** sybil's workspace, in which an agent with another address commits. */
  async function watched(profile: string): Promise<{ box: Sandbox; commit: (who: string) => Promise<string> }> {
    const box = await sandbox({ profile, git: true });
    await box.write(".gitignore", ".tenet/\nmemory/learning/index.md\n");
    const commit = async (who: string) => {
      await box.git("add", "-A");
      return await box.git("-c", `user.name=${who}`, "-c", `user.email=${who}@example.invalid`, "commit", "-qm", "x");
    };
    await commit("sybil");
    return { box, commit };
  }
  const codes = async (box: Sandbox) =>
    (await box.run(["verify", "--json"])).json().data.findings.map(({ code }: { code: string }) => code);

  it("stands for a person: verify takes what it let in for no forged approval", { tags: "proof" }, async () => {
    const { box, commit } = await watched(`${PROFILE}${AUTO}`);
    await reflect(box, SPACE, "--tag", "sync");
    await commit("bot");
    expect(await codes(box)).not.toContain("approval-forged");
  });

  it("that an agent writes into tenet.yaml beside a base counts for nothing, committed or not, until it is merged", {
    tags: "proof",
  }, async () => {
    const world = await protectedRepository({}, BASED);
    const { agent: box } = world;
    await box.write("tenet.yaml", `${BASED}${AUTO}`);
    const ran = await reflect(box, "Said one", "--tag", "sync");
    expect(ran.json().data.waits).toBeDefined();
    expect((await box.run(["status"])).stderr).toContain("review.auto");
    await world.push();
    await reflect(box, "Said two", "--tag", "sync");
    expect((await reflexions(box)).map(({ review }) => review?.state)).toEqual(["needs_review", "needs_review"]);
    await world.merge();
    expect((await reflect(box, "Said three", "--tag", "sync")).json().data.waits).toBeUndefined();
  });

  it("may be narrowed by a working copy", async () => {
    const { box } = await watched(`${PROFILE}${AUTO}`);
    await box.write("tenet.yaml", PROFILE);
    await reflect(box, "Said one", "--tag", "sync");
    expect((await reflexions(box)).map(({ review }) => review?.state)).toEqual(["needs_review"]);
  });

  it("that a record claims, and nobody gave, is named by verify", { tags: "proof" }, async () => {
    const { box, commit } = await watched(PROFILE);
    await reflect(box, "Said one", "--tag", "sync");
    const file = "memory/reflexions/2026-02-15.md";
    const text = await box.read(file);
    const forged = text.replace(
      /review:\n(?: {2}.*\n)+/,
      "review:\n  state: approved_for_reuse\n  by: review.auto\n  at: 2026-02-15T14:00:00Z\n",
    );
    await box.write(file, forged);
    await commit("bot");
    expect((await box.run(["context", "--query", "sync"])).stdout).not.toContain("Said one");
    expect(await codes(box)).toContain("approval-forged");
  });
});
