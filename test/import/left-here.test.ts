/** Files of the workspace that an import leaves: agents read them here, or git ignores them. */
import { symlink } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { type Sandbox, sandbox } from "../sandbox.js";

// biome-ignore lint/suspicious/noExplicitAny: a test states the shape it expects by its assertions.
async function imported(box: Sandbox, path: string): Promise<any> {
  const ran = await box.run(["import", path, "--json"]);
  expect(ran.code, ran.stderr).toBe(0);
  return ran.json().data;
}

const LINE = "- Name branches after their ticket\n";
const READ = expect.stringContaining("Agents read it here as it stands");

describe("a file that agents read here", () => {
  it("is left where it is a core file of the profile, and nothing of it is copied", { tags: "proof" }, async () => {
    const box = await sandbox({ git: true });
    await box.write("AGENTS.md", LINE);
    const { totals, left } = await imported(box, "AGENTS.md");
    expect([totals.found, left]).toEqual([0, [{ file: "AGENTS.md", because: READ }]]);
  });

  it("is left where a connected host loads it, in any folder; before that it is imported", {
    tags: "proof",
  }, async () => {
    const box = await sandbox({ git: true });
    await box.write(".cursor/rules/style.mdc", LINE);
    await box.write("elsewhere/AGENTS.md", "- Answer with problem details\n");
    expect((await imported(box, ".cursor/rules/style.mdc")).totals.imported).toBe(1);
    expect((await box.run(["hooks", "install", "cursor"])).code).toBe(0);
    for (const file of [".cursor/rules/style.mdc", "elsewhere/AGENTS.md"]) {
      expect((await imported(box, file)).left).toEqual([{ file: expect.any(String), because: READ }]);
    }
  });
});

it("a link is what it leads to; one person's file is left where a folder is imported, and read where it is named", async () => {
  const box = await sandbox({ git: true });
  for (const file of ["AGENTS.md", "CLAUDE.local.md", "AGENTS.override.md"]) await box.write(file, LINE);
  await symlink(box.path("AGENTS.md"), box.path("notes.md"));
  expect((await imported(box, "notes.md")).left).toEqual([{ file: "AGENTS.md", because: READ }]);
  const { totals, left } = await imported(box, ".");
  expect(totals.found).toBe(0);
  for (const file of ["CLAUDE.local.md", "AGENTS.override.md"])
    expect(left).toContainEqual({ file, because: expect.stringContaining("one person's") });
  // Git does not ignore it: whoever commits it shares it.
  expect((await imported(box, "CLAUDE.local.md")).totals.imported).toBe(1);
});

describe("a file that git ignores", () => {
  it("is left, named alone or found in a folder, and no byte of it is kept", { tags: "proof" }, async () => {
    const box = await sandbox({ git: true });
    await box.write(".gitignore", ".tenet/\nCLAUDE.local.md\n.clinerules\n");
    await box.write("CLAUDE.local.md", LINE);
    await box.write("GEMINI.md", "- Sign every tag\n");
    await box.write(".clinerules", LINE);
    for (const [path, file] of [
      ["CLAUDE.local.md", "CLAUDE.local.md"],
      [".", ".clinerules"],
    ] as const) {
      expect((await imported(box, path)).left).toContainEqual({
        file,
        because: "git ignores it, so it is yours alone, and what is imported is shared.",
      });
    }
    await box.git("add", "-A");
    expect(await box.git("grep", "--cached", "-c", "Sign every tag")).toContain("memory/");
    await expect(box.git("grep", "--cached", "-c", "branches after")).rejects.toThrow();
  });

  it("is known by whatever pattern ignores it", { tags: "proof" }, async () => {
    for (const pattern of ["local/", "**/deep/*.md", "*.md\n!other.md"]) {
      const box = await sandbox({ git: true });
      await box.write(".gitignore", `.tenet/\n${pattern}\n`);
      await box.write("local/deep/[a]*é.md", LINE);
      const { totals, left } = await imported(box, "local/deep");
      const because = expect.stringContaining("git ignores");
      expect([totals.found, left]).toEqual([0, [{ file: "deep/[a]*é.md", because }]]);
    }
  });
});
