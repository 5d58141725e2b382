/** `tenet check` on real repositories: which files it looks at, what it says, and what it leaves alone. */

import { symlinkSync } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { checkedSchema } from "../../src/check/check-schemas.js";
import { checkText } from "../../src/check/check-text.js";
import { PLAIN } from "../../src/text/paint.js";
import { emptyRepository } from "../empty-repository.js";
import { checkBox, NPM } from "./check-world.js";

const BAD = "- run: npm install\n";
const GOOD = "- run: npm ci\n";

describe("the files that a run looks at", () => {
  it("are by default those that differ from HEAD, new ones included, ignored ones not", { tags: "proof" }, async () => {
    const box = await checkBox();
    await box.correct("Use npm ci in CI", NPM);
    await box.write("ci/old.yml", BAD);
    await box.write("ci/changed.yml", GOOD);
    await box.write(".gitignore", "ci/ignored.yml\n.tenet/\n");
    await box.commit();
    await box.write("ci/changed.yml", `${GOOD}${BAD}`);
    await box.write("ci/new.yml", BAD);
    await box.write("ci/ignored.yml", BAD);
    expect(await box.hits()).toEqual(["ci/changed.yml:2", "ci/new.yml:1"]);
    expect(await box.hits("--all")).toEqual(["ci/changed.yml:2", "ci/old.yml:1"]);
    expect(await box.hits("ci/changed.yml", "ci/ignored.yml")).toEqual(["ci/changed.yml:2", "ci/ignored.yml:1"]);
    expect(await box.hits("ci")).toEqual(["ci/changed.yml:2", "ci/new.yml:1", "ci/old.yml:1"]);
    expect(await box.hits("--all", "ci/old.yml")).toEqual(["ci/old.yml:1"]);
  });

  it("are read as they are staged, not as they lie there", { tags: "proof" }, async () => {
    const box = await checkBox();
    await box.correct("Use npm ci in CI", NPM);
    await box.write("ci/a.yml", BAD);
    await box.git("add", "ci");
    await box.write("ci/a.yml", GOOD);
    expect(await box.hits("--staged")).toEqual(["ci/a.yml:1"]);
    expect(await box.hits()).toEqual([]);
    await box.git("add", "ci");
    await box.write("ci/a.yml", BAD);
    expect(await box.hits("--staged")).toEqual([]);
    expect(await box.hits()).toEqual(["ci/a.yml:1"]);
  });

  it("are what a branch changed, not what the other side did since", { tags: "proof" }, async () => {
    const box = await checkBox();
    await box.correct("Use npm ci in CI", NPM);
    await box.commit();
    await box.git("checkout", "-q", "-b", "topic");
    await box.write("ci/ours.yml", BAD);
    await box.commit();
    await box.git("checkout", "-q", "main");
    await box.write("ci/theirs.yml", BAD);
    await box.commit();
    await box.git("checkout", "-q", "topic");
    expect(await box.hits("--since", "main")).toEqual(["ci/ours.yml:1"]);
    expect(await box.hits("--since", "HEAD")).toEqual([]);
  });

  it("follow a move, and not what was deleted", async () => {
    const box = await checkBox();
    await box.correct("Use npm ci in CI", NPM);
    await box.write("ci/a.yml", `${GOOD.repeat(20)}${BAD}`);
    await box.write("ci/b.yml", BAD);
    await box.commit();
    await rename(box.path("ci/a.yml"), box.path("ci/moved to.yml"));
    await rm(box.path("ci/b.yml"));
    expect(await box.hits()).toEqual(["ci/moved to.yml:21"]);
    await box.git("add", "-A");
    expect(await box.hits("--staged")).toEqual(["ci/moved to.yml:21"]);
  });

  it("before the first commit are all that git could take", { tags: "proof" }, async () => {
    const box = await checkBox({ git: false });
    emptyRepository(box.dir);
    await box.correct("Use npm ci in CI", NPM);
    await box.write("ci/a.yml", BAD);
    expect(await box.hits()).toEqual(["ci/a.yml:1"]);
    expect(await box.hits("--staged")).toEqual([]);
    await box.git("add", "ci");
    expect(await box.hits("--staged")).toEqual(["ci/a.yml:1"]);
    expect(await box.run(["check", "--since", "HEAD"])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("there is no commit yet"),
    });
  });

  it("without git are those that are named; else nothing tells what changed", async () => {
    const box = await checkBox({ git: false });
    await box.correct("Use npm ci in CI", NPM);
    await box.write("ci/a.yml", BAD);
    await box.write("ci/deep/b.yml", BAD);
    expect(await box.hits("ci/a.yml")).toEqual(["ci/a.yml:1"]);
    for (const path of ["ci", "."]) expect(await box.hits(path)).toEqual(["ci/a.yml:1", "ci/deep/b.yml:1"]);
    const refused = await box.run(["check", "--json"]);
    expect(refused.code).toBe(2);
    expect(refused.json().error.code).toBe("no-git");
  });

  it("of a workspace within a repository are its own", async () => {
    const box = await checkBox({ git: false });
    await box.git("-C", "..", "init", "-q");
    await box.correct("Use npm ci in CI", NPM);
    await box.write("ci/a.yml", BAD);
    await box.write("../ci/b.yml", BAD);
    await box.git("-C", "..", "add", "-A");
    expect(await box.hits("--staged")).toEqual(["ci/a.yml:1"]);
  });

  it("are all that lies in a named folder, also where git looks into nothing: ignored, or another repository", async () => {
    const box = await checkBox();
    await box.correct("Use npm ci in CI", NPM);
    await box.write(".gitignore", "ci/made/\n.tenet/\n");
    await box.write("ci/made/a.yml", BAD);
    await box.write("ci/other/b.yml", BAD);
    await box.git("-C", "ci/other", "init", "-q");
    expect(await box.hits("ci/made", "ci/other")).toEqual(["ci/made/a.yml:1", "ci/other/b.yml:1"]);
    const { hits, skipped } = (await box.run(["check", "--json"])).json().data;
    expect({ hits, skipped }).toEqual({ hits: [], skipped: [] });
  });

  it("are never tenet's own, where what is forbidden is quoted", async () => {
    const box = await checkBox();
    await box.correct("Never say npm install", '{in: ["**"], forbid: "npm install"}');
    await box.write("SOUL.md", "# Soul\n\nnpm install\n");
    await box.write("README.md", "npm install\n");
    expect(await box.hits()).toEqual(["README.md:1"]);
  });

  it.each([
    [["--staged", "--all"], "exclude each other"],
    [["--since", "nowhere"], "knows no commit"],
    [["--since", "--upload-pack=x"], "knows no commit"],
    [["../outside"], "outside the workspace"],
    [["/etc/hostname"], "outside the workspace"],
    [["gone/file"], "there is no"],
    [["gone"], "there is no"],
    [["--staged", "gone.yml"], "there is no"],
    [["--sarif", "--json"], "exclude each other"],
  ])("cannot be %j: exit 2", { tags: "sampled" }, async (args, why) => {
    const box = await checkBox();
    await box.correct("Use npm ci in CI", NPM);
    const ran = await box.run(["check", ...args]);
    expect(ran.code).toBe(2);
    expect(ran.stdout + ran.stderr).toContain(why);
  });
});

describe("what is not searched", () => {
  it("is said: binary files, files over 10 MB, links; what they lead to is not read", {
    tags: "proof",
    timeout: 60_000,
  }, async () => {
    const box = await checkBox();
    await box.correct("Use npm ci in CI", '{in: ["**"], forbid: "npm install"}');
    await box.write("../secret.txt", "npm install\n");
    await mkdir(box.path("../folder"));
    await box.write("../folder/x.txt", "npm install\n");
    symlinkSync("../secret.txt", box.path("link.txt"));
    symlinkSync("../folder", box.path("linked"));
    await box.write("a.bin", "npm install\0");
    await box.write("big.log", "npm install\n".repeat(Math.ceil((50 * 1024 * 1024) / 12)));
    await box.write("latin.txt", Buffer.from("caf\xe9 npm install\n", "latin1"));
    for (const args of [[], ["--staged"]]) {
      const began = performance.now();
      const { hits, skipped } = (await box.run(["check", "--json", ...args])).json().data;
      expect(performance.now() - began).toBeLessThan(10_000);
      expect(hits.map(({ file }: { file: string }) => file)).toEqual(["latin.txt"]);
      const named = (skipped as { file: string; because: string }[]).map(({ file, because }) => `${file} ${because}`);
      expect(named.sort()).toEqual(["a.bin binary", "big.log large", "link.txt link", "linked link"]);
      await box.git("add", "-A");
      hits.length = 0;
    }
    const text = await box.run(["check"]);
    expect(text.stdout).toContain("Not searched, or not to the end: ");
    expect(text.stdout).toContain("big.log (over 10 MB)");
    expect((await box.run(["check", "a.bin"])).stdout).toContain("Nothing was searched, 1 check.");
    const outside = await box.run(["check", "linked/x.txt"]);
    expect(outside.code).toBe(2);
    expect(outside.stderr).toContain("outside the workspace");
  });

  it("a file that takes too long is left after a second, and said", { tags: "proof" }, async () => {
    const box = await checkBox();
    // So many that no machine is done with them in a second.
    for (const [from, to] of ["cd", "ef", "gh", "ij", "kl", "mn", "op", "qr", "st", "uv", "wx", "yz"]) {
      await box.correct(`No ${from} to ${to} here`, `{in: ["**"], forbid: "(?:[ab]*a[ab]{90}){2}[${from}-${to}]"}`);
    }
    let state = 7;
    const line = Array.from({ length: 8_000 }, () => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
      return "ab"[(state >> 8) % 2];
    });
    await box.write("slow.txt", `${line.join("")}\n`.repeat(1_000));
    await box.run(["status"]);
    const began = performance.now();
    const { skipped } = (await box.run(["check", "--json", "slow.txt"])).json().data;
    expect(performance.now() - began).toBeLessThan(4_000);
    expect(skipped).toEqual([{ file: "slow.txt", because: "time" }]);
  });
});

describe("what a run says", () => {
  it("is file, line, entry and what instead, one line a hit; JSON fits its schema", { tags: "proof" }, async () => {
    const box = await checkBox();
    const id = await box.correct("Use npm ci in CI", NPM);
    await box.write("ci/a.yml", `${GOOD}${BAD}`);
    const { stdout, code } = await box.run(["check"]);
    expect(code).toBe(8);
    expect(stdout).toBe(
      `ci/a.yml:2: Use npm ci in CI → npm ci (${id.slice(-5).toLowerCase()})\n1 hit in 1 file, 1 check.\n`,
    );
    const { data } = (await box.run(["check", "--json"])).json();
    expect(checkedSchema.parse(data)).toEqual(data);
    await box.write("ci/a.yml", GOOD);
    expect((await box.run(["check"])).stdout).toBe("Clean: 1 file, 1 check.\n");
  });

  it("is one line without escapes, whatever the entry and the file are called", async () => {
    const box = await checkBox();
    await box.correct("Use\nnpm \u001b[31mci", '{in: ["**"], forbid: "npm install", instead: "npm\\n\\e[32mci"}');
    await box.write("ci/\u001b[7mx\ny.yml", BAD);
    const { stdout } = await box.run(["check"]);
    expect(stdout).not.toContain("\u001b");
    expect(stdout).toMatch(/^"ci\/.+":1: Use npm/);
  });

  it("lists 1,000 hits and counts the rest", async () => {
    const box = await checkBox();
    await box.correct("Use npm ci in CI", NPM);
    await box.write("ci/a.yml", BAD.repeat(1_200));
    const { hits, omitted } = (await box.run(["check", "--json"])).json().data;
    expect([hits.length, omitted]).toEqual([1_000, 200]);
  });

  it("is nothing where nobody uses it: no file is read, no program of git asked", async () => {
    const box = await checkBox();
    await box.run(["correct", "Use npm ci in CI", "--risk", "high: drift"]);
    const { stdout, code } = await box.run(["check"]);
    expect(stdout).toBe("Nothing to check: no approved entry says what breaks it in files.\n");
    expect(code).toBe(0);
  });

  it("names a check that cannot be run, and runs the others", async () => {
    const box = await checkBox();
    const id = await box.correct("Use npm ci in CI", NPM);
    await box.correct("Say no TODO", '{in: ["**"], forbid: "TODO"}');
    const file = "memory/learning/corrections/2026-02-01.md";
    await box.write(file, (await box.read(file)).replace('forbid: "npm install"', 'forbid: "(npm"'));
    await box.write("ci/a.yml", `${BAD}TODO\n`);
    const ran = await box.run(["check"]);
    expect(ran.stdout).toContain(`Cannot be run: ${id.slice(-5).toLowerCase()}. tenet verify says why.`);
    expect(ran.stdout).toContain("ci/a.yml:2: Say no TODO");
  });

  it("does not say that no entry has a check where none can be run", () => {
    const data = { hits: [], omitted: 0, checks: 0, files: 0, skipped: [], broken: ["COR-20260201-K7Q2X"] };
    const text = "Cannot be run: k7q2x. tenet verify says why.\nNothing was checked.\n";
    expect(checkText(data, PLAIN)).toBe(text);
  });
});

describe("SARIF", () => {
  it("is a valid log of version 2.1.0", async () => {
    const box = await checkBox();
    const id = await box.correct("Use npm ci in CI", NPM);
    const other = await box.correct("No tabs in CI", '{in: ["ci/**"], forbid: "\\t"}');
    await box.write("ci/a b#ü.yml", `${BAD}\t\n`);
    await box.write("ci/x.bin", "\0");
    const ran = await box.run(["check", "--sarif"]);
    expect(ran.code).toBe(8);
    const log = ran.json();
    // What the published schema asks for: required parts, closed words, bounds.
    expect(log.version).toBe("2.1.0");
    expect(log.$schema).toMatch(/^https:\/\/.*sarif.*2\.1\.0.*\.json$/);
    expect(log.runs).toHaveLength(1);
    const [{ tool, results, invocations, columnKind }] = log.runs;
    expect(tool.driver.name).toBe("tenet");
    expect(tool.driver.version).toMatch(/^\d+\.\d+\.\d+$/);
    expect(["utf16CodeUnits", "unicodeCodePoints"]).toContain(columnKind);
    const { rules } = tool.driver;
    expect(new Set(rules.map((rule: { id: string }) => rule.id))).toEqual(new Set([id, other]));
    for (const rule of rules) expect(typeof rule.shortDescription.text).toBe("string");
    expect(results).toHaveLength(2);
    for (const { ruleId, ruleIndex, level, message, locations } of results) {
      expect(rules[ruleIndex].id).toBe(ruleId);
      expect(["none", "note", "warning", "error"]).toContain(level);
      expect(message.text).not.toBe("");
      const [{ physicalLocation }] = locations;
      expect(physicalLocation.artifactLocation).toEqual({ uri: "ci/a%20b%23%C3%BC.yml", uriBaseId: "%SRCROOT%" });
      expect(physicalLocation.region.startLine).toBeGreaterThanOrEqual(1);
    }
    expect(invocations[0].executionSuccessful).toBe(true);
    expect(invocations[0].toolExecutionNotifications).toHaveLength(1);
    expect(invocations[0].toolExecutionNotifications[0].message.text).toContain("binary");
  });

  it("names files from the top of the repository, and says what was not listed or could not be run", async () => {
    const box = await checkBox({ git: false });
    await box.git("-C", "..", "init", "-q");
    const id = await box.correct("Say no TODO", '{in: ["ci/**"], forbid: "TODO"}');
    const file = "memory/learning/corrections/2026-02-01.md";
    await box.write(file, (await box.read(file)).replace('forbid: "TODO"', 'forbid: "(?=TODO)"'));
    await box.correct("Use npm ci in CI", NPM);
    await box.write("ci/a.yml", BAD.repeat(1_001));
    const [{ results, invocations }] = (await box.run(["check", "--sarif"])).json().runs;
    const folder = box.path(".").split("/").at(-1);
    expect(results[0].locations[0].physicalLocation.artifactLocation.uri).toBe(`${folder}/ci/a.yml`);
    const said = invocations[0].toolExecutionNotifications.map(
      (one: { message: { text: string } }) => one.message.text,
    );
    expect(said).toEqual([`the check of ${id} cannot be run: tenet verify says why`, "1 more hit is not listed"]);
  });

  it("of a clean run holds no result", async () => {
    const box = await checkBox();
    await box.correct("Use npm ci in CI", NPM);
    const ran = await box.run(["check", "--sarif"]);
    expect(ran.code).toBe(0);
    expect(ran.json().runs[0].results).toEqual([]);
  });
});
