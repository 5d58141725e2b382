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
  it("at a terminal in a workspace shows how it stands and what to do next; off it the help", {
    tags: "proof",
  }, async () => {
    const box = await sandbox({ git: true });
    expect((await box.run(["log", "started"])).code).toBe(0);
    const { code, screen } = await alone(box);
    expect(code, screen).toBe(0);
    expect(screen).toMatch(/^workspace {2}/);
    expect(screen).toContain('next       tenet correct "..."');
    expect((await box.run([])).stdout).toContain("Usage: tenet <command>");
  });

  it("at a terminal without a workspace shows the help and the first steps", async () => {
    const { code, screen } = await alone(await sandbox({ empty: true }));
    expect(code, screen).toBe(0);
    expect(screen).toContain("Usage: tenet <command>");
    expect(screen).toMatch(/There is no workspace here\. First:\n {2}tenet harvest .*\n {2}tenet init /);
  });
});
