import { mkdir, symlink } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { rounds } from "../effort.js";
import { type Sandbox, sandbox } from "../sandbox.js";
import { words } from "./typed.js";

/** A process that exits while a thread loads the model aborts; how far the loading is then is chance, so: often. */
const OFTEN = Array.from({ length: rounds(1, 8) }, (_, turn) => turn);

/** How the real binary ends. */
async function ends(box: Sandbox, line: string) {
  const { code, signal, stderr } = await box.runProcess(words(line));
  return { code, signal, stderr };
}

describe("a command that ends before the model is loaded", () => {
  it("logs activity and exits 0", { tags: "more" }, async () => {
    const box = await sandbox();
    for (const turn of OFTEN) {
      const line = `learn 'the build printed ${turn} warnings' --because x --risk none`;
      expect(await ends(box, line)).toEqual({ code: 0, signal: null, stderr: "" });
    }
  });

  it("refuses with its own exit code; answers by words where the index is a link", { tags: "proof" }, async () => {
    const box = await sandbox();
    for (const turn of OFTEN) {
      const line = `learn 'a claim ${turn}' --because x --risk 'low: time' --link zzzzz`;
      expect(await ends(box, line)).toMatchObject({ code: 4, signal: null });
    }
    const linked = await sandbox();
    await mkdir(linked.path("elsewhere"));
    await mkdir(linked.path(".tenet"));
    await symlink(linked.path("elsewhere"), linked.path(".tenet", "index"));
    for (const turn of OFTEN)
      expect(await ends(linked, `recall 'claim ${turn}'`)).toMatchObject({ code: 0, signal: null });
  });
});
