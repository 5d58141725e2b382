/** Asking what a knowledge file says: known with its place, and nothing stored; what is only near is asked. */
import { mkdir, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { describe, expect, it } from "vitest";
import { type Sandbox, sandbox } from "../sandbox.js";

const PROFILE = "schema: 1\nagent: main\ntimezone: UTC\nknowledge: [docs/**/*.md]\n";
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
  it("a passage that is near is shown with file and line, and nothing is stored unless it is said again", {
    tags: "proof",
  }, async () => {
    const box = await withDocs({ "docs/hours.md": HOURS });
    const said = await ask(box, "--json");
    const text = "Weekend appointments are taken on Saturdays until noon.";
    const near = [{ text, where: "docs/hours.md:3", claim: expect.any(Number) }];
    expect(said.json().data).toMatchObject({ decision: "near", near });
    const { stdout } = await ask(box);
    expect(stdout).toContain('near   "Weekend appointments are taken on Saturdays until noon."  docs/hours.md:3');
    expect(await stored(box)).toBe(0);
    expect((await ask(box, "--anyway", "--json")).json().data).toMatchObject({ decision: "stored" });
    expect(await stored(box)).toBe(1);
  });

  it("a section that has the key for its heading is known, also anyway", async () => {
    const box = await withDocs({ "docs/hours.md": HOURS.replace("## Hours", "## hours.weekend") });
    const said = await ask(box, "--key", "hours.weekend", "--anyway", "--json");
    expect(said.json().data).toMatchObject({ decision: "known", file: "docs/hours.md", line: 3 });
    const { stdout } = await ask(box, "--key", "hours.weekend");
    expect(stdout).toContain('Known: A passage of that key says: "Weekend appointments');
    expect(await stored(box)).toBe(0);
  });

  it("by its words where there is no model", { tags: "proof" }, async () => {
    const text = HOURS.replace("appointments are", "appointments with customers are");
    const near = [{ where: "docs/hours.md:3", lexical: expect.any(Number) }];
    const box = await withDocs({ "docs/hours.md": text }, `${PROFILE}embedding: {model: ./nothing}\n`);
    const question = "Do you take weekend appointments with customers?";
    const said = await box.run(["ask", question, "--because", "x", "--json"]);
    expect(said.json().data).toMatchObject({ decision: "near", near });
  });

  it("what is recorded under the key comes before what a file says", { tags: "proof" }, async () => {
    const box = await withDocs({ "docs/hours.md": HOURS.replace("## Hours", "## hours") });
    await box.run(["remember", "Saturdays until noon", "--category", "fact", "--key", "hours"]);
    const { data } = (await ask(box, "--key", "hours", "--json")).json();
    expect(data).toMatchObject({ decision: "known", id: expect.stringMatching(/^MEM-/) });
  });

  it("a file that speaks of something else is not shown", { tags: "proof" }, async () => {
    const box = await withDocs({ "docs/staff.md": "# Staff\n\nThe desk orders toner every March.\n" });
    expect((await ask(box, "--json")).json().data).toMatchObject({ decision: "stored" });
    expect(await stored(box)).toBe(1);
  });
});
