import { readdir } from "node:fs/promises";
import { dirname } from "node:path";
import { describe, expect, it } from "vitest";
import { knownWorkspace } from "./known-workspace.js";

describe("nothing calls home", () => {
  it("commands that load the model leave nothing in the home folder or the temporary one", async () => {
    const box = await knownWorkspace();
    const outside = async () => {
      const names = await readdir(dirname(box.dir), { recursive: true });
      return names.filter((name) => !name.startsWith("workspace/")).sort();
    };
    const before = await outside();
    for (const args of [
      ["learn", "Cold caches double the run", "--because", "Two timings", "--risk", "low: a slow morning"],
      ["recall", "what slows the morning"],
      ["index"],
    ]) {
      expect((await box.run(args)).code).toBe(0);
    }
    expect(await outside()).toEqual(before);
  });
});
