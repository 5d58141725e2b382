/** Commits that still hold words which are gone from the tree: whatever they are called, and whatever hides them from a diff. */
import { describe, expect, it } from "vitest";
import { copiesOutside } from "../../src/forget/copies-outside.js";
import { historyWorld } from "../trust/history-world.js";

const WORDS = "The vault key lies under the mat";

describe("commits that hold words", () => {
  it("are told, where attributes call the file binary and a clone hides the root", async () => {
    const world = historyWorld();
    world.put(".gitattributes", "*.md -diff\n");
    world.put("notes.md", `${WORDS}\n`);
    const first = world.commit("sybil", "said");
    world.put("notes.md", `${WORDS}, said again\n`);
    const second = world.commit("sybil", "again");
    world.put("notes.md", "nothing\n");
    world.commit("sybil", "gone");
    for (const [key, value] of Object.entries({
      "log.showRoot": "false",
      "log.diffMerges": "off",
      "color.diff": "always",
    })) {
      world.git("sybil", "config", key, value);
    }
    const { commits = [], more_commits } = await copiesOutside(world.workspace, { ids: [], names: [], texts: [WORDS] });
    expect(more_commits).toBe(false);
    expect(commits.map(({ hash }) => hash).sort()).toEqual([first, second].sort());
  });
});
