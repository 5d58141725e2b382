import { expect, it } from "vitest";
import { sandbox } from "../sandbox.js";

it("tenet without a word prints the short help, which ends with the first steps", async () => {
  for (const box of [await sandbox(), await sandbox({ empty: true })]) {
    const { code, stdout, stderr } = await box.run([]);
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toBe((await box.run(["--help"])).stdout);
    expect(stdout.trimEnd().split("\n").slice(-2).join(" ")).toContain("`tenet init`");
    expect((await box.run(["--json"])).json()).toMatchObject({ command: "help", ok: true, data: { text: stdout } });
    expect((await box.run(["--frobnicate"])).code).toBe(2);
    expect((await box.run(["-C", "elsewhere"])).code).toBe(0);
  }
  let screen = "";
  const draw = (text: string) => {
    screen += text;
  };
  expect(await (await sandbox()).runTyped([], draw)).toBe(0);
  expect(screen).toContain("For your agent");
});
