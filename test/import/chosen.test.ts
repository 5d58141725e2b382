/** What of an import is taken: all, the types that `--only` names, or the lines that a person picks. */
import { expect, it } from "vitest";
import { importFrom } from "../../src/import/import.js";
import { atTerminal, ENTER } from "../cli/terminal.js";
import { type Sandbox, sandbox } from "../sandbox.js";
import { testWorld } from "../store/workspace.js";

const NOTES =
  "# Branches\n\nTags are signed by whoever makes them.\n\n- Name branches after their ticket\n- Delete merged branches\n";

async function noted(): Promise<Sandbox> {
  const box = await sandbox();
  await box.write("notes.md", NOTES);
  await box.write(
    ".learnings/LEARNINGS.md",
    "## [LRN-20260201-001] correction\n\n### Summary\nUse the lockfile in CI\n",
  );
  return box;
}

const texts = async (box: Sandbox): Promise<string[]> =>
  (await box.run(["list", "--type", "memory", "--json"]))
    .json()
    .data.memories.map(({ text }: { text: string }) => text);

it("what a person picks is taken, what they leave is left, and there again", { tags: "proof" }, async () => {
  const box = await noted();
  const { code, screen } = await atTerminal(
    box,
    ["import", "notes.md"],
    [
      ["Take them over?", `pick${ENTER}`],
      ["Which of these?", ` ${ENTER}`],
    ],
  );
  expect(code, screen).toBe(0);
  expect(screen).toMatch(/In all:/);
  expect(await texts(box)).toEqual([expect.stringContaining("Name branches after their ticket")]);
  const again = (await box.run(["import", "notes.md", "--dry-run", "--json"])).json().data.totals;
  expect(again).toMatchObject({ skipped: 1, imported: 1 });
});

it("a file of instructions that is broken is refused with the line", async () => {
  const world = testWorld();
  for (const [text, says] of [
    ["- Sign tags\n<<<<<<< ours\n- A\n=======\n- B\n>>>>>>> theirs\n", /conflict/i],
    ["- Sign tags\n\n```sh\nnpm ci\n", /fence|code block/i],
  ] as const) {
    const { left, totals } = await importFrom(world, { paths: [world.put("CLAUDE.md", text)] });
    expect([left, totals.imported]).toEqual([[{ file: "CLAUDE.md", because: expect.stringMatching(says) }], 0]);
  }
});
