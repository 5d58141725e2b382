import { symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { format } from "prettier";
import { describe, expect, it } from "vitest";
import type { Rule } from "../../src/rules/policy/rule.js";
import type { Operation, Version } from "../../src/rules/policy/version.js";
import { readChain } from "../../src/rules/versions/chain.js";
import { parseVersion } from "../../src/rules/versions/version-file.js";
import { renderVersion } from "../../src/rules/versions/version-text.js";
import { rounds } from "../effort.js";
import fc from "../properties.js";
import { testWorld } from "../store/workspace.js";

const AT = "2026-02-15T14:00:00Z";
const WORDS =
  "Look for npm install in the CI file before pushing anything at all, and check that the lockfile was not touched by whatever ran before it; when it was, stop and ask the person who owns the release"; // prettier-ignore
const id = (n: number) => `COR-20260215-A${String(n).padStart(4, "0")}`;

const version = (more: Partial<Version> = {}): Version => ({
  ...{ version: 7, id: "0007-K7Q2X", status: "active", previous: "0006-M2XBA", created: AT, proposed_by: "digest" },
  ...{ change_summary: "x", operations: [], rules: [] },
  ...more,
});

const rule = (n: number, more: Partial<Rule> = {}): Rule => ({
  target: "memory/core/procedures.md",
  text: `${n} ${WORDS}`.slice(0, 200),
  ids: [id(n), `INS-20260215-B${String(n).padStart(4, "0")}`],
  since: "0007-K7Q2X",
  ...more,
});

const read = (text: string): Version => {
  const parsed = parseVersion(text, "x.md");
  if ("finding" in parsed) throw new Error(parsed.finding.message);
  return parsed.version;
};

describe("a version's file", () => {
  it("is not written when it could not be read again, and refused when it is larger than any that is written", () => {
    const rules = Array.from({ length: 400 }, (_, n) => rule(n));
    expect(() => renderVersion(version({ rules }), [])).toThrow("the rules are too many, or too long, for one version");
    const parsed = parseVersion(`---\nversion: 7\nx: "${"y".repeat(131_072)}"\n---\n`, "x.md");
    expect(parsed).toMatchObject({ finding: { message: "more than 128 KB of YAML in one piece" } });
  });

  it("says the same after any text, and a formatter leaves what it says", { tags: "more" }, async () => {
    const text = fc.string({ unit: "grapheme", minLength: 1, maxLength: 60 }).filter((one) => one.trim() !== "");
    await fc.assert(
      fc.asyncProperty(fc.array(text, { maxLength: 5 }), text, async (texts, because) => {
        const rules = texts.map((one, n) => rule(n, { text: one }));
        const operations = rules.map(
          ({ target, text: said, ids }): Operation => ({
            ...{ op: "add", target, text: said, ids, reason: "held", because },
            ...{ evidence: "", tier: "owner", support: 0 },
          }),
        );
        const gone = {
          op: "add",
          target: "SOUL.md",
          ids: [],
          evidence: "",
          version: "0001-K7Q2X",
          how: "removed",
        } as const;
        const decided = { by: "bridget", at: AT, how: "typed", reason: because } as const;
        const whole = version({ rules, operations, declined: [gone], decided });
        expect(read(renderVersion(whole, []))).toEqual(whole);
      }),
      { numRuns: rounds(40, 200) },
    );
    const plain = version({ rules: [rule(1)] });
    expect(read(await format(renderVersion(plain, []), { parser: "markdown" }))).toEqual(plain);
  });
});

describe("the chain", () => {
  const old = new Date("2026-01-01T00:00:00Z");
  function world() {
    const made = testWorld();
    const put = (one: Version) =>
      utimesSync(made.put(`memory/versions/${one.id}.md`, renderVersion(one, [])), old, old);
    put(version({ version: 1, id: "0001-AAAAA", previous: null, status: "superseded" }));
    put(version({ version: 2, id: "0002-BBBBB", previous: "0001-AAAAA", rules: [rule(1)] }));
    return { ...made, put };
  }

  it("names what cannot be read and keeps the rest", async () => {
    const made = world();
    const { workspace: ws } = made;
    made.put(version({ version: 3, id: "0003-CCCCC" }));
    writeFileSync(ws.versionFile("0004-DDDDD"), Buffer.from([0x2d, 0x2d, 0x2d, 0x0a, 0xff, 0xfe]));
    writeFileSync(ws.versionFile("0005-EEEEE"), "<<<<<<< HEAD\n---\nversion: 5\n=======\n>>>>>>> x\n");
    writeFileSync(ws.versionFile("0006-FFFFF"), renderVersion(version(), []));
    symlinkSync(ws.versionFile("0001-AAAAA"), ws.versionFile("0007-GGGGG"));
    const { findings, versions } = await readChain(ws);
    expect(versions).toHaveLength(3);
    expect(findings.map(({ file }) => file)).toEqual(
      ["0004-DDDDD", "0005-EEEEE", "0006-FFFFF", "0007-GGGGG"].map((name) => `memory/versions/${name}.md`),
    );
    expect(findings[0]?.message).toBe("it is not valid UTF-8");
    expect(findings[2]?.message).toContain("is named 0006-FFFFF.md");
  });
});
