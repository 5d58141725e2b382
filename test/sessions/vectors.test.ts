import { expect, it } from "vitest";
import { sandbox } from "../sandbox.js";
import { VECTORS } from "./where.js";

it.each([
  ["Use pnpm, never npm", 0, ""],
  ["The lighthouse of this sentence was never recorded", 70, "never recorded"],
])("a command that embeds %j on recorded vectors ends with %i", async (text, exit, said) => {
  const box = await sandbox();
  const { code, stderr } = await box.runProcess(["correct", text], { env: { TENET_VECTORS: VECTORS } });
  expect(code).toBe(exit);
  expect(stderr).toContain(said);
});
