/** What of an import is taken: all that is no offer, the types that `--only` names, or the lines that a person picks. */
import { describe, expect, it } from "vitest";
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

const DOWN = "\u001b[B";

describe("what is offered", () => {
  it("is told with its line, and taken by nobody but who picks it", { tags: "proof" }, async () => {
    const box = await noted();
    const { totals, files } = (await box.run(["import", "notes.md", "--json"])).json().data;
    expect(totals).toMatchObject({ imported: 2, offered: 1 });
    expect(files[0].items).toContainEqual(expect.objectContaining({ line: 3, fate: "offered" }));
    expect(await texts(box)).not.toContain("Tags are signed by whoever makes them.");
  });

  it("stands in the list that a person picks from; what they leave is left, and offered again", {
    tags: "proof",
  }, async () => {
    const box = await noted();
    const { code, screen } = await atTerminal(
      box,
      ["import", "notes.md"],
      [
        ["Take them over?", `pick${ENTER}`],
        ["Which of these?", ` ${DOWN}${DOWN} ${ENTER}`],
      ],
    );
    expect(code, screen).toBe(0);
    expect(screen).toMatch(/In all:/);
    const taken = await texts(box);
    expect(taken).toHaveLength(2);
    expect(taken.some((text) => text.includes("Name branches after their ticket"))).toBe(true);
    const again = (await box.run(["import", "notes.md", "--dry-run", "--json"])).json().data.totals;
    expect(again).toMatchObject({ skipped: 2, imported: 1 });
  });
});

it("--only takes the types that it names, by any of their names, and refuses a word that is no type", async () => {
  const box = await noted();
  for (const only of ["wishes", ""])
    expect(await box.run(["import", "notes.md", "--only", only])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(`--only "${only}" is not one of`),
    });
  const ran = await box.run(["import", "notes.md", ".learnings", "--only", "corrections", "--json"]);
  expect(ran.json().data.totals).toMatchObject({ imported: 1, skipped: 2, offered: 1 });
  expect(await texts(box)).toEqual([]);
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
