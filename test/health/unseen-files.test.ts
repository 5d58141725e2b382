/** Doctor and verify name other workspaces and links. */
import { rename, symlink } from "node:fs/promises";
import { expect, it } from "vitest";
import { doctor } from "../../src/health/doctor.js";
import { verify } from "../../src/health/verify.js";
import { appendRecord } from "../../src/store/records/record-edit.js";
import { type Sandbox, sandbox } from "../sandbox.js";
import { insight } from "../store/entries.js";
import { contextAt } from "../trust/protected.js";

const PROFILE = "schema: 1\nagent: main\ntimezone: UTC\nembedding: {model: ./none}\n";
const RECORDS = "memory/learning/insights/2026-02-14.md";
const CODES = /^(?:second-workspace|symlink)$/;

/** What is named of the workspace in `agent/`, by either of the two. */
async function named(box: Sandbox): Promise<string[]> {
  const ctx = { ...(await contextAt({ dir: box.path("agent") })), profileWarnings: [] };
  const [looked, verified] = [await doctor(ctx), await verify(ctx)].map(({ findings }) =>
    findings.filter(({ code }) => CODES.test(code)).map(({ code, file, message }) => `${code} ${file ?? message}`),
  );
  expect(new Set(looked)).toEqual(new Set(verified));
  return looked ?? [];
}

it("row 12: workspaces elsewhere and links within are named", async () => {
  const box = await sandbox({ empty: true, git: true });
  await box.write("agent/tenet.yaml", PROFILE);
  await box.write(`agent/${RECORDS}`, appendRecord(undefined, insight({ agent: "main" })));
  expect(await named(box)).toEqual([]);
  // Above, beside and beneath.
  for (const folder of ["", "other/", "agent/inner/"]) await box.write(`${folder}tenet.yaml`, PROFILE);
  await rename(box.path("agent", RECORDS), box.path("kept.md"));
  await symlink(box.path("kept.md"), box.path("agent", RECORDS));
  const all = await named(box);
  for (const one of [
    ...["tenet.yaml", "other/tenet.yaml", "agent/inner/tenet.yaml"].map((at) => `second-workspace .*${at}`),
    `symlink ${RECORDS}`,
  ])
    expect(all).toContainEqual(expect.stringMatching(one));
});
