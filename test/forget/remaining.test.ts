/** Commits that still hold words which are gone from the tree: whatever they are called, and whatever hides them from a diff. */
import { describe, expect, it } from "vitest";
import { commitsHolding } from "../../src/forget/commits-holding.js";
import { historyWorld } from "../trust/history-world.js";

const WORDS = "The vault key lies under the mat";

describe("commits that hold words", () => {
  it("are told with their subjects as they are, where attributes call the file binary and a clone hides the root", async () => {
    const world = historyWorld();
    world.put(".gitattributes", "*.md -diff\n");
    world.put("notes.md", `${WORDS}\n`);
    const subject = `x\x1f2026\x1e"'\t${"0".repeat(40)}`;
    const first = world.commit("sybil", subject);
    world.put("notes.md", `${WORDS}, said again\n`);
    const second = world.commit("sybil", "-n1");
    world.put("notes.md", "nothing\n");
    world.commit("sybil", "gone");
    for (const [key, value] of Object.entries({
      "log.showRoot": "false",
      "log.diffMerges": "off",
      "color.diff": "always",
    })) {
      world.git("sybil", "config", key, value);
    }
    const { commits, more } = await commitsHolding(world.workspace.root, [WORDS], 10);
    expect(more).toBe(false);
    expect(new Map(commits.map((one) => [one.hash, one.subject]))).toEqual(
      new Map([
        [first, subject],
        [second, "-n1"],
      ]),
    );
  });
});
