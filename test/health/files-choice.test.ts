import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { filesInto, proposedFiles } from "../../src/health/setup/files-choice.js";
import { placeTrouble } from "../../src/health/setup/workspace-place.js";
import { filesFound } from "../../src/hosts/found-files.js";
import { defaultProfile } from "../../src/settings.js";
import { coreFileTrouble } from "../../src/store/core-file-name.js";

const CURSOR = ".cursor/rules/tenet.mdc";

describe("the files proposed for rules", () => {
  it.each([
    ["nothing", {}, "SOUL.md"],
    ["CLAUDE.md", { instructions: ["CLAUDE.md"] }, "CLAUDE.md"],
    ["several", { instructions: ["CLAUDE.md", "AGENTS.md"] }, "CLAUDE.md"],
    ["rules of Cursor alone", { cursor: true }, CURSOR],
    ["rules of Cursor beside AGENTS.md", { instructions: ["AGENTS.md"], cursor: true }, "AGENTS.md"],
    ["a workspace of an agent", { agent: ["SOUL.md"], instructions: ["AGENTS.md"] }, "SOUL.md"],
    ["an agent's memory beside CLAUDE.md", { agent: ["MEMORY.md"], instructions: ["CLAUDE.md"] }, "SOUL.md"],
  ] as const)("%s", (_, found, into) => {
    const choice = proposedFiles({ agent: [], instructions: [], cursor: false, ...found });
    expect(choice.into).toBe(into);
    expect(choice.options[0]).toBe(into);
    expect(choice.files).toEqual(into === "SOUL.md" ? defaultProfile().files : filesInto(into));
  });
});

/** A folder with some files; `@` before the name: a link to what is told. */
function folder(files: Record<string, string>): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "tenet-files-")));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) {
    const path = join(root, name.replace(/^@/, ""));
    mkdirSync(dirname(path), { recursive: true });
    if (name.startsWith("@")) symlinkSync(text, path);
    else writeFileSync(path, text);
  }
  return root;
}

describe("what a folder holds", () => {
  it.each([
    ["a file of its own", { "CLAUDE.md": "# x\n" }, ["CLAUDE.md"]],
    ["a link", { "@CLAUDE.md": "AGENTS.md", "AGENTS.md": "# x\n" }, ["AGENTS.md"]],
    ["an import", { "CLAUDE.md": "See @AGENTS.md for all.\n", "AGENTS.md": "# x\n" }, ["AGENTS.md"]],
    ["an import from a folder", { ".claude/CLAUDE.md": "@../AGENTS.md\n", "AGENTS.md": "# x\n" }, ["AGENTS.md"]],
    ["an import of something else", { "CLAUDE.md": "@docs/style.md\n", "docs/style.md": "x" }, ["CLAUDE.md"]],
    ["an import of what is not there", { "CLAUDE.md": "@AGENTS.md\n" }, ["CLAUDE.md"]],
    ["a link that leads out", { "@CLAUDE.md": "/etc/hostname" }, []],
    ["a link that leads nowhere", { "@CLAUDE.md": "gone.md" }, []],
    ["a folder of that name", { "CLAUDE.md/x": "" }, []],
  ] as const)("%s", (_, files, instructions) => {
    expect(filesFound(folder(files)).instructions).toEqual(instructions);
  });
});

describe("a name for a file of rules", () => {
  it.each(["CLAUDE.md", ".github/copilot-instructions.md", CURSOR, "docs/Règles.md", "memory/core/procedures.md"])(
    "%s",
    (name) => expect(coreFileTrouble(name)).toBeUndefined(),
  );
  it.each([
    ...["../CLAUDE.md", "/etc/x.md", "a/../b.md", "my rules.md", "CLAUDE.txt", "", "a\\b.md", "x\n.md", "./CLAUDE.md"],
    ...["memory/facts/x.md", "memory/2026-02-15.md", ".tenet/x.md", ".git/x.md", ".GIT/x.md"],
  ])("%j is none", (name) => expect(coreFileTrouble(name)).toBeDefined());
});

describe("a place for a workspace", () => {
  const YAML = "schema: 1\n";
  it.each([
    ["a folder", { "a/x": "" }, "a", undefined],
    ["a workspace already, in another one", { "tenet.yaml": YAML, "a/tenet.yaml": YAML }, "a", undefined],
    ["inside another one", { "tenet.yaml": YAML, "a/x": "" }, "a", "inside-workspace"],
    ["the home folder", { "home/x": "" }, "home", "home"],
  ] as const)("%s", (_, files, at, code) => {
    const root = folder(files);
    expect(placeTrouble(join(root, at), join(root, "home"))?.code).toBe(code);
  });
});
