/** doctor where whoever runs it may not write. */
import { spawnSync } from "node:child_process";
import { chmod, cp, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { binary } from "../sandbox.js";
import { knownWorkspace } from "./known-workspace.js";
import { done } from "./typed.js";

it("row 11: a tree that may not be written is an error, told without trying", { tags: "proof" }, async () => {
  const box = await knownWorkspace();
  await done(box, "list");
  await chmod(dirname(box.dir), 0o755);
  await chmod(box.dir, 0o555);
  // Root may write everywhere, so somebody else runs a copy that lies where they may read it.
  const isRoot = process.getuid?.() === 0;
  const [built, house] = [dirname(dirname(binary())), join(dirname(box.dir), "house")];
  for (const part of ["bin", "dist", "templates"]) await cp(join(built, part), join(house, part), { recursive: true });
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
