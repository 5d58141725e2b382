/** What a crash in the middle of a write leaves behind is nothing that git takes. */
import { randomUUID } from "node:crypto";
import { readdirSync } from "node:fs";
import { expect, it } from "vitest";
import { IGNORED } from "../../src/health/setup/setup-pieces.js";
import { writeFileAtomic } from "../../src/store/files/atomic-file.js";
import { nodeFs } from "../../src/store/files/atomic-fs.js";
import { Workspace } from "../../src/store/workspace.js";
import { sandbox } from "../sandbox.js";

it("a write that ends before its rename leaves a file that `git add -A` leaves out", async () => {
  const box = await sandbox({ git: true });
  await box.write(".gitignore", `${IGNORED.join("\n")}\n`);
  await box.git("add", "-A");
  const crash = () => Promise.reject(new Error("killed"));
  const fs = { ...nodeFs, rename: crash, link: crash, unlink: crash };
  const within = new Workspace(box.dir);
  for (const file of ["tenet.yaml", "CLAUDE.md", "memory/learning/corrections/2026-02-15.md"])
    await expect(writeFileAtomic(box.path(file), randomUUID(), { within, fs })).rejects.toThrow();
  const left = readdirSync(box.dir, { recursive: true }).filter((name) => name.toString().endsWith(".tmp"));
  expect(left).toHaveLength(3);
  expect(await box.git("add", "-A", "--dry-run")).toBe("");
});
