import { mkdir, symlink } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { rounds } from "../effort.js";
import { sandbox } from "../sandbox.js";

/** A process that exits while a thread loads the model aborts; how far the loading is then is chance, so: often. */
const OFTEN = Array.from({ length: rounds(2, 8) }, (_, turn) => turn);

describe("a command that ends before the model is loaded", () => {
  it("logs activity and exits 0", { tags: "more" }, async () => {
    const world = await sandbox();
    for (const turn of OFTEN) {
      const ran = await world.runProcess([
        "learn",
        `the build printed ${turn} warnings`,
        "--because",
        "x",
        "--risk",
        "none",
      ]);
      expect({ code: ran.code, signal: ran.signal, stderr: ran.stderr }).toEqual({ code: 0, signal: null, stderr: "" });
    }
  });

  it("refuses with its own exit code", { tags: "proof" }, async () => {
    const world = await sandbox();
    for (const turn of OFTEN) {
      const said = ["learn", `a claim ${turn}`, "--because", "x", "--risk", "low: time", "--link", "zzzzz"];
      const ran = await world.runProcess(said);
      expect({ code: ran.code, signal: ran.signal }).toEqual({ code: 4, signal: null });
    }
  });

  it("answers by words where the index is a link", { tags: "proof" }, async () => {
    const world = await sandbox();
    await mkdir(world.path("elsewhere"));
    await mkdir(world.path(".tenet"));
    await symlink(world.path("elsewhere"), world.path(".tenet", "index"));
    for (const turn of OFTEN) {
      const ran = await world.runProcess(["recall", `claim ${turn}`]);
      expect({ code: ran.code, signal: ran.signal }).toEqual({ code: 0, signal: null });
    }
  });
});
