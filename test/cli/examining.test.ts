/** verify and doctor as they are typed: exit codes, streams, and not one byte written. */
import { spawnSync } from "node:child_process";
import { chmod, cp, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { emptyRepository } from "../empty-repository.js";
import { everything } from "../health/examined-world.js";
import { binary, type Sandbox } from "../sandbox.js";
import { COR, knownWorkspace, NO_MODEL } from "./known-workspace.js";
import { done, told } from "./typed.js";

const CORRECTIONS = "memory/learning/corrections/2026-02-10.md";
const known = () => knownWorkspace({ profile: NO_MODEL });

async function withText(box: Sandbox, from: string | RegExp, to: string): Promise<void> {
  await box.write(CORRECTIONS, (await box.read(CORRECTIONS)).replace(from, to));
}

describe("tenet verify", () => {
  it("exits 0 without errors, 8 with --strict and a warning, 8 with an error", { tags: "proof" }, async () => {
    const box = await known();
    expect((await done(box, "verify")).stderr).toBe("");
    await box.write("memory/2026-02-15.md", "- 14:02 \u202eodd\u202c\n");
    await done(box, "verify");
    expect((await box.run(["verify", "--strict"])).code).toBe(8);
    await withText(box, "domain: build", "domain: build\nlinked:\n  - INS-20200101-AAAAA");
    const ran = await box.run(["verify", "--json"]);
    expect(ran.code).toBe(8);
    const error = { id: COR, severity: "error", file: CORRECTIONS, line: expect.any(Number), next: expect.any(String) };
    expect(ran.json()).toMatchObject({ ok: true, data: { errors: 1, findings: [error, {}] } });
  });
});

describe("tenet doctor", () => {
  it("exits 0 with warnings alone and 8 with an error", {
    tags: "proof",
  }, async () => {
    const box = await known();
    expect(await told(box, "doctor")).toMatchObject({ errors: 0, findings: expect.any(Array) });
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
    for (const line of ["doctor", "doctor --json", "verify", "verify --json"]) {
      await done(box, line);
      expect(everything(box.dir), line).toEqual(before);
    }
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
    const { findings } = JSON.parse(ran.stdout).data;
    for (const [severity, file] of [
      ["error", "."],
      ["warning", ".tenet/cache.db"],
    ])
      expect(findings).toContainEqual(expect.objectContaining({ code: "not-writable", severity, file }));
  });
});
