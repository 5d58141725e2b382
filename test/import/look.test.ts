/** What an import brings is compared with what is known, and asked about, as many captures of one call are. */
import { once } from "node:events";
import { describe, expect, it, vi } from "vitest";
import { unlookedIn } from "../../src/store/state/unlooked.js";
import { Workspace } from "../../src/store/workspace.js";
import { type Sandbox, sandbox } from "../sandbox.js";

const LIST = `# Facts
- Always install dependencies with pnpm instead of npm.
- The Postgres database listens on port 5432 of the host.
- Deploys go out on Tuesdays before noon.
`;
const RULE = "Use pnpm for installs, never npm";
const PORT = "Postgres runs on host port 5435";

async function entriesOf(box: Sandbox) {
  const lines = (await box.run(["export"])).stdout.split("\n").filter((line) => line !== "");
  return lines.map((line) => JSON.parse(line)).filter(({ type, id }) => type !== undefined && id !== undefined);
}

describe("what an import brings", () => {
  it("opens pairs with what is near, asks about them, and decides nothing", { tags: "proof" }, async () => {
    const box = await sandbox({ git: true });
    expect((await box.run(["correct", RULE, "--risk", "high: the lockfile breaks"])).code).toBe(0);
    expect((await box.run(["remember", PORT, "--category", "fact"])).code).toBe(0);
    box.at("2026-02-16T09:00:00Z");
    await box.write("list.md", LIST);
    const { code, stdout } = await box.run(["import", "list.md", "--json"]);
    expect(code, stdout).toBe(0);
    const { totals, compared, asks, opened } = JSON.parse(stdout).data;
    expect([totals.imported, compared, opened]).toEqual([3, 3, 2]);
    expect(asks.map(({ text }: { text: string }) => text).sort()).toEqual([PORT, RULE]);
    const entries = await entriesOf(box);
    expect(entries.filter(({ status }) => status !== undefined)).toEqual([]);
    const rows = entries.flatMap(({ near = [] }) => near);
    expect(rows.map((row) => row.with).sort()).toEqual(asks.map(({ about }: { about: string }) => about).sort());
    expect(rows.filter(({ answer }) => answer !== undefined)).toEqual([]);
    const answered = await box.run(["resolve", asks[0].id, asks[0].about, "--replaces", "--json"]);
    expect(answered.json().data.results).toMatchObject([{ decision: "replaced" }]);
  });

  it("is compared among itself in a workspace that was empty", { tags: "proof" }, async () => {
    const box = await sandbox({ git: true });
    await box.write("list.md", `${LIST}- ${RULE}.\n- ${PORT}.\n`);
    expect((await box.run(["import", "list.md", "--json"])).json().data).toMatchObject({ compared: 5, opened: 2 });
    expect((await box.run(["status", "--json"])).json().data.unlooked).toBeUndefined();
    expect((await box.run(["import", "list.md"])).stdout).toContain("Nothing was changed.");
  });

  it("waits for tenet index where the rest has no vectors yet: a few lines never wait for a thousand others", {
    tags: "proof",
  }, async () => {
    const box = await sandbox({ git: true });
    const many = Array.from({ length: 501 }, (_, at) => `- Machine ${at} stands in the hall of building ${at % 7}.\n`);
    await box.write("many.md", `# Facts\n${many.join("")}`);
    expect((await box.run(["import", "many.md", "--json"])).json().data).toMatchObject({ compared: 0 });
    await box.write("list.md", LIST);
    expect((await box.run(["import", "list.md"])).stdout).toContain("Next: tenet index");
    expect((await box.run(["status"])).stdout).toMatch(/^unlooked +504 entries(.|\n)*^index +not built yet/m);
  });

  it("without a model waits for a look, and says how", async () => {
    const box = await sandbox({ profile: "schema: 1\nagent: main\nembedding: {model: ./none}\n" });
    await box.write("list.md", LIST);
    expect((await box.run(["import", "list.md"])).stdout).toContain("Next: tenet index");
    expect((await box.run(["status", "--json"])).json().data.unlooked).toBe(3);
  });

  it("interrupted while it is compared says that it is stored", { tags: "proof" }, async () => {
    const box = await sandbox({ git: true });
    const lines = Array.from({ length: 190 }, (_, at) => `- Machine ${at} stands in the hall of building ${at % 7}.\n`);
    await box.write("list.md", `# Facts\n${lines.join("")}`);
    const child = box.start(["import", "list.md"]);
    let stderr = "";
    child.stderr?.on("data", (chunk) => {
      stderr += chunk;
    });
    const ended = once(child, "close");
    await vi.waitUntil(() => unlookedIn(new Workspace(box.dir)).length > 0, { timeout: 60_000, interval: 20 });
    child.kill("SIGINT");
    const [code, by] = await ended;
    // As a shell shows it both are 130.
    expect([130, "SIGINT"]).toContain(code ?? by);
    expect(stderr).toContain("What was imported is stored");
    expect((await box.run(["import", "list.md"])).stdout).toContain("190 skipped");
  });
});
