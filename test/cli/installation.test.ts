/** An installation whose native parts are not for this machine. */
import { spawnSync } from "node:child_process";
import { cp, mkdir, readdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { binary, sandbox } from "../sandbox.js";

describe("an installation for another machine", () => {
  it("is called that, whatever the loader says, and is no bug", async () => {
    const box = await sandbox();
    const [built, house] = [dirname(dirname(binary())), join(dirname(box.dir), "house")];
    const native = join("dist", "native");
    const filter = (path: string) => path !== join(built, native);
    for (const part of ["bin", "dist"]) await cp(join(built, part), join(house, part), { recursive: true, filter });
    await mkdir(join(house, native));
    for (const name of await readdir(join(built, native))) await writeFile(join(house, native, name), "strange bytes");
    const program = [join(house, "bin", "tenet.js"), "list", "--json"];
    const ran = spawnSync(process.execPath, program, { cwd: box.dir, env: box.env, encoding: "utf8" });
    expect(ran.status, ran.stderr).toBe(1);
    const here = `${process.platform}-${process.arch}`;
    expect(JSON.parse(ran.stdout).error).toMatchObject({
      code: "wrong-platform",
      message: expect.stringMatching(
        `^This installation of tenet is for ${here}; on ${here} SQLite cannot be loaded: .+`,
      ),
      hint: expect.stringContaining("made for this machine"),
    });
  });
});
