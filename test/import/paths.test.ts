/** Instructions that hold for some files only: by the globs in their head, or by the folder that they lie in. */
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { importFrom } from "../../src/import/import.js";
import { importedOutline } from "../../src/import/import-outline.js";
import { classifyLines } from "../../src/import/policy/lines.js";
import { pathsOf } from "../../src/import/policy/paths.js";
import { pipeText } from "../../src/text/outline/render.js";
import { say } from "../operations.js";
import { type Sandbox, sandbox } from "../sandbox.js";
import { testWorld } from "../store/workspace.js";

const read = (head: string, folder = "") => pathsOf(classifyLines(`---\n${head}\n---\n- Use ids\n`), folder);

describe("what instructions hold for", () => {
  it.each([
    ["Cursor's list", "globs: src/**/*.ts,*.tsx", ["src/**/*.ts", "*.tsx"]],
    ["braces hold commas", "globs: src/*.{ts,tsx},docs/**", ["src/*.{ts,tsx}", "docs/**"]],
    ["Copilot's", 'applyTo: "**/*.py, app/**"', ["**/*.py", "app/**"]],
    ["Claude's list", 'paths:\n  - "src/api/**"\n  - tests/**\ndescription: x', ["src/api/**", "tests/**"]],
    ["a list on its line", "globs: [\"*.css\", '*.scss']", ["*.css", "*.scss"]],
    ["everything", "applyTo: '**'", []],
    ["everything, said otherwise", "globs: src/**\nalwaysApply: true", []],
    ["nothing", "description: style\nglobs:", []],
  ])("%s", (_, head, paths) => {
    expect(read(head)).toEqual({ paths, trouble: undefined });
  });

  it("a folder's globs lie within it; without any it is all of the folder", () => {
    expect(read("globs: src/**, *.ts, !gen/**", "packages/api").paths).toEqual([
      "packages/api/src/**",
      "packages/api/**/*.ts",
      "!packages/api/gen/**",
    ]);
    expect(read("description: x", "packages/api").paths).toEqual(["packages/api/**"]);
  });
});

const entries = async (box: Sandbox): Promise<[string, string[] | undefined][]> =>
  (await box.run(["export"])).stdout
    .split("\n")
    .filter((line) => line.includes('"type":"memory"'))
    .map((line) => JSON.parse(line))
    .map(({ content, paths }) => [content, paths]);

describe("import", () => {
  it("of the project takes nested files and rules with what they hold for; again changes nothing", {
    tags: "proof",
  }, async () => {
    const box = await sandbox({ git: true });
    await box.write("packages/api/CLAUDE.md", "- Use ids\n");
    await box.write("packages/web/CLAUDE.md", "- Use ids\n");
    await box.write("packages/web/.cursor/rules/style.mdc", "---\nglobs: *.css\n---\n- No inline styles\n");
    await box.write(".cursor/rules/tests.mdc", "---\nglobs: test/**\n---\n- Name what holds\n");
    await box.git("add", "-A");
    const { data } = (await box.run(["import", ".", "--json"])).json();
    expect(data.totals).toMatchObject({ imported: 4, skipped: 0, folded: 0 });
    expect(await entries(box)).toEqual(
      expect.arrayContaining([
        ["Use ids", ["packages/api/**"]],
        ["Use ids", ["packages/web/**"]],
        ["No inline styles", ["packages/web/**/*.css"]],
        ["Name what holds", ["test/**"]],
      ]),
    );
    const before = (await box.run(["export"])).stdout;
    expect((await box.run(["import", ".", "--json"])).json().data.totals).toMatchObject({ imported: 0, skipped: 4 });
    expect((await box.run(["export"])).stdout).toBe(before);
  });

  it("says in a preview what the lines of a file hold for, and leaves one whose globs mean nothing here", {
    tags: "proof",
  }, async () => {
    const world = testWorld();
    const run = (file: string, dryRun?: true) =>
      importFrom(world, { paths: [join(world.workspace.root, file)], ...(dryRun && { dryRun }) });
    world.put("packages/api/CLAUDE.md", "- Use ids\n");
    const preview = pipeText(importedOutline(await say(await run("packages/api/CLAUDE.md", true))));
    expect(preview).toContain("Its lines hold for packages/api/** alone.");
    world.put("rules.mdc", "---\nglobs: /etc/**\n---\n- Use ids\n");
    const { totals, left } = await run("rules.mdc");
    const because = expect.stringContaining("it is absolute; write it from the top");
    expect([totals.found, left]).toEqual([0, [{ file: "rules.mdc", because }]]);
    const other = await sandbox({ git: true });
    await other.write("packages/api/CLAUDE.md", "- Use ids\n");
    await other.git("add", "-A");
    expect((await importFrom(world, { paths: [other.dir] })).left).toContainEqual({
      file: "packages/api/CLAUDE.md",
      because: "It holds for a folder of another workspace.",
    });
  });
});
