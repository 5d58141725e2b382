/** Asking what a knowledge file says: a passage that is near is shown with its place. */
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
  it("a passage that is near is shown with file and line beside what is asked", { tags: "proof" }, async () => {
    const box = await withDocs({ "docs/hours.md": HOURS });
    const said = await ask(box, "--json");
    const text = "Weekend appointments are taken on Saturdays until noon.";
    expect(said.json().data).toMatchObject({ decision: "stored", near: [{ text, where: "docs/hours.md:3" }] });
    expect(await stored(box)).toBe(1);
  });
});
