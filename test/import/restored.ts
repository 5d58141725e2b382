/** An export put back by a person: for tests of trees that other tests have lived in. */

import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";
import { type Exported, exportEntries, exportText } from "../../src/import/export.js";
import { importFrom } from "../../src/import/import.js";
import { isRecordFile } from "../../src/store/records/scan.js";
import { AT_TERMINAL } from "../capture/capturing.js";
import { type TestWorld, testWorld } from "../store/workspace.js";

/** The record files of a workspace, to the byte. */
export function recordFiles({ workspace }: Pick<TestWorld, "workspace">): Record<string, string> {
  const names = readdirSync(workspace.memory, { recursive: true, encoding: "utf8" });
  const records = names.filter((name) => isRecordFile(`memory/${name}`));
  return Object.fromEntries(
    records.sort().map((name) => [name, readFileSync(join(workspace.memory, name), "latin1")] as const),
  );
}

export async function exported(world: TestWorld): Promise<string> {
  const entries: Exported = await exportEntries(world, {});
  return await exportText(world, entries, {});
}

/** A world at whose terminal a person sits. */
export function person(profile = {}): TestWorld {
  const world = testWorld(profile);
  Object.assign(world.actor, AT_TERMINAL);
  return world;
}

/** An export in a file of its own. */
export function exportFile(text: string): string {
  const file = join(mkdtempSync(join(tmpdir(), "tenet-export-")), "export.jsonl");
  writeFileSync(file, text);
  return file;
}

export async function restored(text: string): Promise<TestWorld & { result: Awaited<ReturnType<typeof importFrom>> }> {
  const world = person();
  return Object.assign(world, { result: await importFrom(world, { paths: [exportFile(text)], confirmed: true }) });
}

/** What a tree exports comes back the same to the byte, with nothing left over. */
export async function expectRestored(from: TestWorld): Promise<void> {
  const to = await restored(await exported(from));
  expect(recordFiles(to)).toEqual(recordFiles(from));
  expect(to.result.unplaced).toEqual([]);
}
