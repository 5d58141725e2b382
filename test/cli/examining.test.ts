/** verify and doctor through the real binary: exit codes, streams, and not one byte written. */

import { spawnSync } from "node:child_process";
import { chmod, cp, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { emptyRepository } from "../empty-repository.js";
import { everything } from "../health/examined-world.js";
import { binary, type Sandbox } from "../sandbox.js";
import { COR, knownWorkspace } from "./known-workspace.js";

const CORRECTIONS = "memory/learning/corrections/2026-02-10.md";

async function withText(box: Sandbox, from: string | RegExp, to: string): Promise<void> {
  await box.write(CORRECTIONS, (await box.read(CORRECTIONS)).replace(from, to));
}

describe("tenet verify", () => {
  it("exits 0 without errors, 8 with --strict and a warning, 8 with an error", { tags: "proof" }, async () => {
    const box = await knownWorkspace();
    const clean = await box.run(["verify"]);
    expect(clean).toMatchObject({ code: 0, stderr: "" });
    await box.write("memory/2026-02-15.md", "- 14:02 \u202eodd\u202c\n");
    expect((await box.run(["verify"])).code).toBe(0);
    expect((await box.run(["verify", "--strict"])).code).toBe(8);
    await withText(box, "domain: build", "domain: build\nlinked:\n  - INS-20200101-AAAAA");
    const ran = await box.run(["verify", "--json"]);
    expect(ran.code).toBe(8);
    expect(ran.json()).toMatchObject({
      ok: true,
      data: {
        errors: 1,
        findings: [
          { id: COR, severity: "error", file: CORRECTIONS, line: expect.any(Number), next: expect.any(String) },
          {},
        ],
      },
    });
  });

  it("prints one line a finding in a pipe, as compilers do, each with its next step", async () => {
    const box = await knownWorkspace();
    await withText(box, "tier: self", "tier: owner");
    const ran = await box.run(["verify"]);
    expect(ran.code).toBe(8);
    expect(ran.stdout).toMatch(new RegExp(`^${CORRECTIONS}:\\d+: error: .+ → .+\n`, "m"));
    expect(ran.stdout).toMatch(/1 error.* in \d+ entries, \d+ files\nNo base is named [^\n]+\n$/);
  });

  it("a broken tenet.yaml is a finding with its line, and everything else is still looked at", async () => {
    const box = await knownWorkspace();
    await box.write("tenet.yaml", "schema: 1\nlayout: sideways\n");
    await box.write("memory/2026-02-15.md", "<<<<<<< a\nb\n=======\nc\n>>>>>>> d\n");
    const ran = await box.run(["verify"]);
    expect(ran.code).toBe(8);
    expect(ran.stdout).toMatch(/^tenet\.yaml:2: error: layout/m);
    expect(ran.stdout).toMatch(/^memory\/2026-02-15\.md:1: error: /m);
  });

  it("an unknown base is wrong usage, no workspace is exit 10", async () => {
    const box = await knownWorkspace();
    expect((await box.run(["verify", "--base", "nowhere"])).code).toBe(2);
    expect((await box.run(["verify", "-C", dirname(dirname(box.dir))])).code).toBe(10);
  });
});

describe("tenet doctor", () => {
  it("exits 0 with warnings alone and 8 with an error", async () => {
    const box = await knownWorkspace();
    const ran = await box.run(["doctor", "--json"]);
    expect(ran.code).toBe(0);
    expect(ran.json().data).toMatchObject({ errors: 0, findings: expect.any(Array), fine: expect.any(Array) });
    await withText(box, "```\n", "");
    expect((await box.run(["doctor"])).code).toBe(8);
  });

  it("and verify write nothing at all, also in a workspace that no command has opened yet", {
    tags: "proof",
  }, async () => {
    const box = await knownWorkspace();
    emptyRepository(box.dir);
    await box.git("add", ".");
    const before = everything(box.dir);
    for (const args of [["doctor"], ["doctor", "--json"], ["verify"], ["verify", "--json"]]) {
      expect((await box.run(args)).code, args.join(" ")).toBe(0);
      expect(everything(box.dir), args.join(" ")).toEqual(before);
    }
  });

  it("--fix mends, says what it did and where the files are as they were", async () => {
    const box = await knownWorkspace();
    await box.write(".gitignore", "*.log\n");
    const ran = await box.run(["doctor", "--fix"]);
    expect(ran.code).toBe(0);
    expect(ran.stdout).toContain("added the lines of tenet that were missing: .gitignore");
    const backup = /Files as they were before: (\S+)/.exec(ran.stdout)?.[1];
    expect(await box.read(`${backup}/.gitignore`)).toBe("*.log\n");
    expect((await box.run(["doctor", "--fix", "--json"])).json().data.did).toEqual([]);
  });

  it("--break-lock is for people, and not together with --fix", async () => {
    const box = await knownWorkspace();
    await box.write(".tenet/state/lock/g1", "garbage");
    const ran = await box.run(["doctor", "--break-lock", "--json"]);
    expect(ran.code).toBe(5);
    expect(ran.json().error.code).toBe("needs-person");
    expect(await box.read(".tenet/state/lock/g1")).toBe("garbage");
    expect((await box.run(["doctor", "--fix", "--break-lock"])).code).toBe(2);
  });

  it("row 11: a tree that may not be written is an error, told without trying", { tags: "proof" }, async () => {
    const box = await knownWorkspace();
    await chmod(dirname(box.dir), 0o755);
    await chmod(box.dir, 0o555);
    // Root may write everywhere, so somebody else runs a copy that lies where they may read it.
    const isRoot = process.getuid?.() === 0;
    const [built, house] = [dirname(dirname(binary())), join(dirname(box.dir), "house")];
    for (const part of ["bin", "dist"]) await cp(join(built, part), join(house, part), { recursive: true });
    await writeFile(join(house, "package.json"), '{"type":"module"}');
    const ran = spawnSync(process.execPath, [join(house, "bin", "tenet.js"), "doctor", "--json"], {
      cwd: box.dir,
      env: box.env,
      encoding: "utf8",
      ...(isRoot ? { uid: 65_534, gid: 65_534 } : {}),
    });
    expect(ran.status, ran.stdout + ran.stderr).toBe(8);
    const found: { code: string; severity: string; file: string }[] = JSON.parse(ran.stdout).data.findings;
    const unwritable = found
      .filter(({ code }) => code === "not-writable")
      .map(({ severity, file }) => [severity, file]);
    expect(unwritable).toEqual(
      expect.arrayContaining([
        ["error", "."],
        ["warning", ".tenet/cache"],
      ]),
    );
  });
});
