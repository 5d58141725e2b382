/** `tenet check` on real repositories: which files it looks at, what it says, and what it leaves alone. */

import { symlinkSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { check } from "../../src/check/check.js";
import { checkOutline } from "../../src/check/check-outline.js";
import { type Checked, checkedSchema } from "../../src/check/check-schemas.js";
import { sarifOf } from "../../src/check/sarif.js";
import type { EntryCheck } from "../../src/entry/entry.js";
import { renderRecord } from "../../src/store/records/record-text.js";
import { pipeText } from "../../src/text/outline/render.js";
import { correction } from "../store/entries.js";
import { type TestWorld, testWorld } from "../store/workspace.js";
import { historyWorld } from "../trust/history-world.js";
import { checkBox, NPM } from "./check-world.js";

const BAD = "- run: npm install\n";
const GOOD = "- run: npm ci\n";
const ID = "COR-20260215-K7Q2X";
const NO_INSTALL: EntryCheck = {
  in: ["ci/**/*.yml"],
  forbid: "npm install",
  unless: "npm ci",
  instead: "npm ci",
};

/** Corrections with checks, as they lie in a workspace. */
function forbidding<W extends TestWorld>(w: W, ...checks: { text?: string; check: EntryCheck }[]): W {
  const given = checks.length === 0 ? [{ check: NO_INSTALL }] : checks;
  const records = given.map(({ text = "Use npm ci in CI", check }, at) =>
    renderRecord(correction({ id: at === 0 ? ID : `COR-20260215-K7Q${at}X`, corrected_to: text, check })),
  );
  w.put("memory/learning/corrections/2026-02-15.md", `# x\n\n${records.join("\n")}`);
  return w;
}

describe("what is not searched", () => {
  it("is said: binary files, files over 10 MB, links; what they lead to is not read", { tags: "proof" }, async () => {
    const w = forbidding(historyWorld(), { check: { in: ["**"], forbid: "npm install" } });
    w.put("memory/secret.txt", "npm install\n");
    w.put("memory/folder/x.txt", "npm install\n");
    symlinkSync("memory/secret.txt", w.workspace.absolute("link.txt"));
    symlinkSync("memory/folder", w.workspace.absolute("linked"));
    w.put("a.bin", "npm install\0");
    w.put("big.log", "npm install\n".repeat(Math.ceil((50 * 1024 * 1024) / 12)));
    w.put("latin.txt", Buffer.from("caf\xe9 npm install\n", "latin1"));
    const began = performance.now();
    const { hits, skipped } = await check(w, {});
    expect(performance.now() - began).toBeLessThan(10_000);
    expect(hits.map(({ file }) => file)).toEqual(["latin.txt"]);
    const named = skipped.map(({ file, because }) => `${file} ${because}`);
    expect(named.sort()).toEqual(["a.bin binary", "big.log large", "link.txt link", "linked link"]);
  });

  it("a file that takes too long is left after a second, and said", { tags: "proof" }, async () => {
    // So many that no machine is done with them in a second.
    const ends = ["cd", "ef", "gh", "ij", "kl", "mn", "op", "qr", "st", "uv", "wx", "yz"].map((two) =>
      [...two].join("-"),
    );
    const slow = ends.map((end) => ({
      text: `No ${end}`,
      check: { in: ["**"], forbid: `(?:[ab]*a[ab]{90}){2}[${end}]` },
    }));
    const w = forbidding(testWorld(), ...slow);
    let state = 7;
    const line = Array.from({ length: 8_000 }, () => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
      return "ab"[(state >> 8) % 2];
    });
    w.put("slow.txt", `${line.join("")}\n`.repeat(1_000));
    const began = performance.now();
    const { skipped } = await check(w, { paths: ["slow.txt"] });
    expect(performance.now() - began).toBeLessThan(4_000);
    expect(skipped).toEqual([{ file: "slow.txt", because: "time" }]);
  });
});

const NOTHING: Checked = { hits: [], omitted: 0, checks: 1, files: 0, skipped: [], broken: [] };

describe("what a run says", () => {
  it("is file, line, entry and what instead, one line a hit; what cannot be run beside what can", async () => {
    const broken = { in: ["**"], forbid: "(npm" };
    const w = forbidding(testWorld(), { check: NO_INSTALL }, { check: broken });
    w.put("ci/a.yml", `${GOOD}${BAD}`);
    const data = await check(w, { paths: ["ci"] });
    expect(checkedSchema.parse(data)).toEqual(data);
    expect(pipeText(checkOutline(data))).toBe(
      "ci/a.yml:2: Use npm ci in CI → npm ci (k7q2x)\nCannot be run: k7q1x. tenet verify says why.\n1 hit in 1 file, 1 check.\n",
    );
  });

  it("is one line without escapes, whatever the entry and the file are called", async () => {
    const w = forbidding(testWorld(), {
      text: "Use\nnpm \u001b[31mci",
      check: { in: ["**"], forbid: "npm install", instead: "npm\n\u001b[32mci" },
    });
    w.put("ci/\u001b[7mx\ny.yml", BAD);
    const { printableData } = await import("../../src/text/paint.js");
    const text = pipeText(checkOutline(printableData(await check(w, { paths: ["ci"] }))));
    expect(text).not.toContain("\u001b");
    expect(text).toMatch(/^"ci\/.+":1: Use npm/);
  });

  it("lists 1,000 hits and counts the rest", async () => {
    const w = forbidding(testWorld());
    w.put("ci/a.yml", BAD.repeat(1_200));
    const { hits, omitted } = await check(w, { paths: ["ci"] });
    expect([hits.length, omitted]).toEqual([1_000, 200]);
  });

  it.each<[Partial<Checked>, string]>([
    [{ checks: 0 }, "Nothing to check: no approved entry says what breaks it in files.\n"],
    [{ checks: 0, broken: [ID] }, "Cannot be run: k7q2x. tenet verify says why.\nNothing was checked.\n"],
    [{ files: 1 }, "Clean: 1 file, 1 check.\n"],
    [{}, "Clean: 1 check, and none is about these files.\n"],
    [
      { skipped: [{ file: "big.log", because: "large" }] },
      "Not searched, or not to the end: big.log (over 10 MB)\nNothing was searched, 1 check.\n",
    ],
  ])("of %j", (data, text) => {
    expect(pipeText(checkOutline({ ...NOTHING, ...data }))).toBe(text);
  });
});

describe("SARIF", () => {
  it("has what the published schema of 2.1.0 asks for: required parts, closed words, bounds", () => {
    const hit = { id: ID, type: "correction", file: "ci/a b#ü.yml", line: 2, text: "Use npm ci" } as const;
    const skipped = [{ file: "ci/x.bin", because: "binary" as const }];
    const data = { ...NOTHING, hits: [hit, { ...hit, line: 3 }], omitted: 1, skipped, broken: ["COR-20260215-BBBBB"] };
    const log = sarifOf(data, { version: "1.2.3", folder: "app/" });
    expect(log).toMatchObject({ version: "2.1.0", $schema: expect.stringMatching(/^https:.*sarif-2\.1\.0\.json$/) });
    const uri = "app/ci/a%20b%23%C3%BC.yml";
    const place = (startLine: number) => ({
      physicalLocation: { artifactLocation: { uri, uriBaseId: "%SRCROOT%" }, region: { startLine } },
    });
    const said = (text: string) => ({ level: "warning", message: { text: expect.stringContaining(text) } });
    expect(log).toMatchObject({
      runs: [
        {
          tool: {
            driver: { name: "tenet", version: "1.2.3", rules: [{ id: ID, shortDescription: { text: hit.text } }] },
          },
          columnKind: "utf16CodeUnits",
          results: [
            { ruleId: ID, ruleIndex: 0, level: "error", locations: [place(2)] },
            { ruleId: ID, ruleIndex: 0, level: "error", locations: [place(3)] },
          ],
          invocations: [
            {
              executionSuccessful: true,
              toolExecutionNotifications: [
                said("binary"),
                said("COR-20260215-BBBBB cannot be run"),
                said("1 more hit"),
              ],
            },
          ],
        },
      ],
    });
    expect(sarifOf(NOTHING, { version: "1.2.3", folder: "" })).toMatchObject({ runs: [{ results: [] }] });
  });

  it("names files from the top of the repository, of a workspace within it its own alone", {
    tags: "proof",
  }, async () => {
    const box = await checkBox({ git: false });
    await box.git("-C", "..", "init", "-q");
    await box.correct("Use npm ci in CI", NPM);
    await box.write("ci/a.yml", BAD);
    await box.write("../ci/b.yml", BAD);
    await box.git("-C", "..", "add", "-A");
    expect(await box.hits("--staged")).toEqual(["ci/a.yml:1"]);
    const ran = await box.run(["check", "--sarif"]);
    expect(ran.code).toBe(8);
    const [{ physicalLocation }] = ran.json().runs[0].results[0].locations;
    expect(physicalLocation.artifactLocation.uri).toBe(`${box.path(".").split("/").at(-1)}/ci/a.yml`);
    expect((await box.run(["check", "--sarif", "--json"])).code).toBe(2);
  });
});
