import { describe, expect, it } from "vitest";
import { sandbox } from "../sandbox.js";

/** What a person reads who types `tenet` alone. */
async function alone(box: Awaited<ReturnType<typeof sandbox>>): Promise<{ code: number; screen: string }> {
  let screen = "";
  const code = await box.runTyped([], (text) => {
    screen += text;
  });
  return { code, screen };
}

describe("tenet without a word", () => {
  it("at a terminal in a workspace shows how it stands and what to do next", {
    tags: "proof",
  }, async () => {
    const box = await sandbox({ git: true });
    expect((await box.run(["log", "started"])).code).toBe(0);
    const { code, screen } = await alone(box);
    expect(code, screen).toBe(0);
    expect(screen).toMatch(/^workspace {2}/);
    expect(screen).toContain('next       tenet correct "..."');
  });

  it("at a terminal without a workspace shows on one screen the commands and the first steps", async () => {
    const { code, screen } = await alone(await sandbox({ empty: true }));
    expect(code, screen).toBe(0);
    expect(screen).toContain("For your agent");
    expect(screen).toMatch(/Nothing is set up here yet.*First:\n {2}tenet harvest .*\n {2}tenet init /);
    expect(screen.trimEnd().split("\n").length, screen).toBeLessThan(24);
  });

  it("in a pipe is status to the byte, with --json too; without a workspace exit 10", async () => {
    const box = await sandbox();
    await box.run(["log", "started"]);
    for (const flags of [[], ["--json"], ["--quiet"]]) {
      const { code, stdout } = await box.run(flags);
      expect([code, stdout]).toEqual([0, (await box.run(["status", ...flags])).stdout]);
    }
    expect((await box.run(["--json"])).json()).toMatchObject({ command: "status", ok: true });
    expect((await (await sandbox({ empty: true })).run([])).code).toBe(10);
    expect((await box.run(["--all"])).stdout).toContain("Usage: tenet <command>");
    expect((await box.run(["--frobnicate"])).code).toBe(2);
  });
});
