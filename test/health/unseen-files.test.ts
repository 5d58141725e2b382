/** Doctor and verify name what lies in the repository and that nobody reads, or that no reviewer sees change. */
import { rename, symlink } from "node:fs/promises";
import { expect, it } from "vitest";
import { doctor } from "../../src/health/doctor.js";
import { verify } from "../../src/health/verify.js";
import { appendRecord } from "../../src/store/records/record-edit.js";
import { type Sandbox, sandbox } from "../sandbox.js";
import { correction, insight } from "../store/entries.js";
import { contextAt } from "../trust/protected.js";

const PROFILE = "schema: 1\nagent: main\ntimezone: UTC\nembedding: {model: ./none}\n";
const RECORDS = "memory/learning/corrections/2026-02-15.md";
const OTHERS = "memory/learning/insights/2026-02-14.md";
const CODES = /^(?:second-workspace|stray-records|nested-repository|symlink|hidden-by-attribute)$/;

/** What is named of the workspace in `agent/`, by either of the two. */
async function named(box: Sandbox): Promise<string[]> {
  const ctx = { ...(await contextAt({ dir: box.path("agent") })), profileWarnings: [] };
  const [looked, verified] = [await doctor(ctx), await verify(ctx)].map(({ findings }) =>
    findings.filter(({ code }) => CODES.test(code)).map(({ code, file, message }) => `${code} ${file ?? message}`),
  );
  expect(new Set(looked)).toEqual(new Set(verified));
  return looked ?? [];
}

it("row 12: workspaces and records elsewhere, repositories and links within, attributes that hide are named", async () => {
  const box = await sandbox({ empty: true, git: true });
  await box.write("agent/tenet.yaml", PROFILE);
  await box.write(`agent/${RECORDS}`, appendRecord(undefined, correction({ agent: "main" })));
  await box.write(`agent/${OTHERS}`, appendRecord(undefined, insight({ agent: "main" })));
  expect(await named(box)).toEqual([]);
  // Above, beside and beneath; records stayed where a workspace was.
  for (const folder of ["", "other/", "agent/inner/"]) await box.write(`${folder}tenet.yaml`, PROFILE);
  await box.write(`packages/a/${RECORDS}`, "---\ntype: corrections\n---\n");
  await box.git("init", "-q", "agent/memory/facts/team");
  await box.git("-C", "agent/memory/facts/team", "commit", "-q", "--allow-empty", "-m", "x");
  const gitlink = `160000,${"0123456789".repeat(4)},agent/memory/facts/gone`;
  await box.git("update-index", "--add", "--cacheinfo", gitlink);
  await rename(box.path("agent", OTHERS), box.path("kept.md"));
  await symlink(box.path("kept.md"), box.path("agent", OTHERS));
  for (const hides of ["binary", "filter=lfs linguist-generated"]) {
    await box.write("agent/memory/.gitattributes", `*.md ${hides}\n`);
    const all = await named(box);
    for (const one of [
      ...["tenet.yaml", "other/tenet.yaml", "agent/inner/tenet.yaml"].map((at) => `second-workspace .*${at}`),
      "stray-records .*packages/a/memory/learning/corrections",
      "nested-repository memory/facts/team",
      "nested-repository memory/facts/gone",
      `symlink ${OTHERS}`,
      `hidden-by-attribute ${RECORDS}`,
    ])
      expect(all).toContainEqual(expect.stringMatching(one));
  }
});
