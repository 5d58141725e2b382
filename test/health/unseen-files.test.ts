/** Doctor and verify name what lies in the repository and that nobody reads, or that no reviewer sees change. */
import { mkdir, rename, symlink } from "node:fs/promises";
import { expect, it } from "vitest";
import { type Sandbox, sandbox } from "../sandbox.js";

const PROFILE = "schema: 1\nagent: main\ntimezone: UTC\nembedding: {model: ./none, dtype: q8}\n";
const RECORDS = "memory/learning/corrections/2026-02-15.md";

/** A repository whose workspace lies in `agent/`. */
async function world(): Promise<Sandbox> {
  const box = await sandbox({ empty: true, git: true });
  await box.write("agent/tenet.yaml", `${PROFILE}simulated: true\n`);
  const draft = { type: "correction", corrected_to: "Use npm ci", stakes: "high", at_risk: "a release" };
  expect((await box.run(["add", "-", "-C", "agent"], { stdin: JSON.stringify(draft) })).code).toBe(0);
  return box;
}

const CASES: Readonly<Record<string, { make(box: Sandbox): Promise<unknown>; named: string[] }>> = {
  "a workspace beneath": {
    make: (box) => box.write("agent/inner/tenet.yaml", PROFILE),
    named: ["second-workspace agent/inner/tenet.yaml"],
  },
  "a workspace above and one beside": {
    make: (box) => Promise.all([box.write("tenet.yaml", PROFILE), box.write("other/tenet.yaml", PROFILE)]),
    named: ["second-workspace tenet.yaml", "second-workspace other/tenet.yaml"],
  },
  "records that stayed where the workspace was": {
    make: async (box) => {
      await mkdir(box.path("moved"));
      await rename(box.path("agent/tenet.yaml"), box.path("moved/tenet.yaml"));
      await rename(box.path("moved"), box.path("agent/moved"));
      await box.write("agent/tenet.yaml", PROFILE);
      await box.write(`packages/a/${RECORDS}`, "---\ntype: corrections\n---\n");
    },
    named: ["second-workspace agent/moved/tenet.yaml", "stray-records packages/a/memory/learning/corrections"],
  },
  "a repository within": {
    make: async (box) => {
      await box.git("init", "-q", "agent/memory/facts/team");
      await box.write("agent/memory/facts/team/x.md", "x\n");
      await box.git("-C", "agent/memory/facts/team", "add", "x.md");
      await box.git("-C", "agent/memory/facts/team", "commit", "-qm", "x");
    },
    named: ["nested-repository memory/facts/team"],
  },
  "a gitlink without its files": {
    make: async (box) => {
      const id = "0123456789012345678901234567890123456789";
      await box.git("update-index", "--add", "--cacheinfo", `160000,${id},agent/memory/facts/team`);
    },
    named: ["nested-repository memory/facts/team"],
  },
  "records that are links": {
    make: async (box) => {
      await rename(box.path(`agent/${RECORDS}`), box.path("kept.md"));
      await symlink(box.path("kept.md"), box.path(`agent/${RECORDS}`));
    },
    named: [`symlink ${RECORDS}`],
  },
  "records that git calls binary": {
    make: (box) => box.write("agent/memory/.gitattributes", "*.md binary\n"),
    named: [`hidden-by-attribute ${RECORDS}`],
  },
  "records behind a filter": {
    make: (box) => box.write("agent/memory/.gitattributes", "*.md filter=lfs linguist-generated\n"),
    named: [`hidden-by-attribute ${RECORDS}`],
  },
};

it.each(Object.entries(CASES))("row 12: %s", { tags: "sampled" }, async (_, { make, named }) => {
  const box = await world();
  for (const verb of ["doctor", "verify"]) {
    const { findings } = (await box.run([verb, "-C", "agent", "--json"])).json().data;
    const codes = new Set(named.map((one) => one.split(" ")[0]));
    expect(findings.filter(({ code }: { code: string }) => codes.has(code))).toEqual([]);
  }
  await make(box);
  for (const verb of ["doctor", "verify"]) {
    const { findings } = (await box.run([verb, "-C", "agent", "--json"])).json().data;
    for (const one of named) {
      const [code, path = ""] = one.split(" ");
      expect(
        findings.filter(
          (found: { code: string; file?: string; message: string }) =>
            found.code === code && `${found.file ?? ""} ${found.message}`.includes(path),
        ),
        `${verb}: ${JSON.stringify(findings)}`,
      ).not.toEqual([]);
    }
  }
});
