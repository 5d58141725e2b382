/** Asking what a knowledge file says: known with its place, and nothing stored; what is only near is asked. */
import { mkdir, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { describe, expect, it } from "vitest";
import { type Sandbox, sandbox } from "../sandbox.js";

const PROFILE = "schema: 1\nagent: main\ntimezone: UTC\nknowledge: [docs/**/*.md, vendor/*.md]\n";
const HOURS = "# The shop\n\n## Hours\n\nWeekend appointments are taken on Saturdays until noon.\n";
const QUESTION = "Do you take weekend appointments?";

async function withDocs(files: Readonly<Record<string, string>>, profile = PROFILE): Promise<Sandbox> {
  const box = await sandbox({ git: true, profile });
  for (const [file, content] of Object.entries(files)) {
    await mkdir(dirname(box.path(file)), { recursive: true });
    await writeFile(box.path(file), content);
  }
  await box.git("add", "-A");
  return box;
}

const ask = (box: Sandbox, ...more: string[]) =>
  box.run(["ask", QUESTION, "--because", "cannot book for Saturday", ...more]);
const stored = async (box: Sandbox) =>
  (await box.run(["list", "--type", "question", "--json"])).json().data.entries.length as number;

describe("ask looks into knowledge files", () => {
  it("what a passage says is known, with file and line, and nothing is stored", async () => {
    const box = await withDocs({ "docs/hours.md": HOURS });
    const said = await ask(box, "--json");
    expect(said.json().data).toEqual({
      decision: "known",
      type: "question",
      file: "docs/hours.md",
      line: 3,
      text: QUESTION,
      because: [
        'A file says what is asked: "Weekend appointments are taken on Saturdays until noon." Nothing was asked.',
      ],
      neighbours: [],
    });
    const { stdout } = await ask(box, "--key", "hours.weekend");
    expect(stdout).toContain('Known: A file says what is asked: "Weekend appointments');
    expect(stdout).toContain("docs/hours.md:3");
    expect(await stored(box)).toBe(0);
  });

  it("by its words alone where there is no model, and by words in keyword mode", async () => {
    const profile = `${PROFILE}embedding: {model: ./nothing}\n`;
    const text = HOURS.replace("Weekend appointments are taken", "Weekend appointments with customers are taken");
    const box = await withDocs({ "docs/hours.md": text }, profile);
    const question = "Do you take weekend appointments with customers?";
    const said = await box.run(["ask", question, "--because", "cannot book", "--json"]);
    expect(said.json().data).toMatchObject({ decision: "known", file: "docs/hours.md", line: 3 });
    const words = await withDocs({ "docs/hours.md": HOURS }, `${PROFILE}recall: {mode: keyword}\n`);
    expect((await ask(words, "--json")).json().data).toMatchObject({ decision: "known", file: "docs/hours.md" });
  });

  it("what is recorded comes before what a file says", async () => {
    const box = await withDocs({ "docs/hours.md": HOURS });
    await box.run(["remember", "Weekend appointments are not taken any more", "--category", "fact"]);
    const { data } = (await ask(box, "--json")).json();
    expect(data).toMatchObject({ decision: "known", id: expect.stringMatching(/^MEM-/) });
  });

  it.each<[string, Record<string, string>, string]>([
    [
      "only speaks of it",
      { "docs/staff.md": "# Staff\n\nAppointments are entered by the desk, also on weekends.\n" },
      "",
    ],
    ["only proposes it", { "docs/adr.md": HOURS.replace("Hours", "Alternatives considered") }, ""],
    ["asks it as well", { "docs/open.md": "# Hours\n\n- Do we take weekend appointments?\n" }, ""],
    [
      "comes from elsewhere and waits for a person",
      { "vendor/hours.md": HOURS },
      "knowledge_external: [vendor/*.md]\n",
    ],
  ])("a file that %s answers nothing", async (_what, files, setting) => {
    const box = await withDocs(files, PROFILE + setting);
    expect((await ask(box, "--json")).json().data).toMatchObject({ decision: "stored" });
    expect(await stored(box)).toBe(1);
  });
});
