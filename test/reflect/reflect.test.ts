/** Reflexions that wait for a person in every mode, and a standing rule beside a base. All else: sessions of reflect. */
import { describe, expect, it } from "vitest";
import { atTerminal } from "../cli/terminal.js";
import { type Sandbox, sandbox } from "../sandbox.js";
import { based, letIn } from "../trust/protected.js";

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

const reflect = (box: Sandbox, text: string, ...args: string[]) => box.run(["reflect", text, ...args, "--json"]);
const SPACE = "The vendor id had a trailing space";

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

it("a standing rule that an agent writes beside a base counts for nothing, committed or not, until it is merged", {
  tags: "proof",
}, async () => {
  const box = await based({}, BASED);
  await box.write("tenet.yaml", `${BASED}${AUTO}`);
  const ran = await reflect(box, "Said one", "--tag", "sync");
  expect(ran.json().data.waits).toBeDefined();
  expect((await box.run(["status"])).stderr).toContain("review.auto");
  await box.git("commit", "-qam", "mine");
  await reflect(box, "Said two", "--tag", "sync");
  expect((await reflexions(box)).map(({ review }) => review?.state)).toEqual(["needs_review", "needs_review"]);
  await letIn(box);
  expect((await reflect(box, "Said three", "--tag", "sync")).json().data.waits).toBeUndefined();
});
