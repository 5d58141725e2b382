/** What runs of a check say of a correction, also over a history of 30 commits. */
import { utimesSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readCheckFacts } from "../../src/check/check-log.js";
import { Workspace } from "../../src/store/workspace.js";
import { type CheckBox, checkBox, NPM } from "./check-world.js";

const at = (box: CheckBox, day: number, time = "10:00:00") =>
  box.at(`${new Date(Date.UTC(2026, 1, 1 + day)).toISOString().slice(0, 10)}T${time}Z`);

async function correctedAfterCommit(): Promise<CheckBox> {
  const box = await checkBox();
  await box.write("ci/a.yml", "- run: npm ci\n");
  await box.commit();
  at(box, 1);
  await box.approved("Use npm ci in CI", NPM);
  return box;
}

async function stickOf(box: CheckBox, id: string) {
  return (await box.run(["show", id, "--json"])).json().data.entry.stick;
}

const outcomesIn = async (box: CheckBox): Promise<string[]> =>
  (await box.run(["list", "--type", "outcome", "--json"]))
    .json()
    .data.entries.map(({ text }: { text: string }) => text);

const beat = async (box: CheckBox) => (await box.run(["heartbeat", "--json"])).json().data.did as string[];
const noted = (box: CheckBox) =>
  readCheckFacts(new Workspace(box.dir)).map(
    ({ day, kind, place }) => `${day} ${kind}${place === undefined ? "" : ` ${place}`}`,
  );

describe("a history of 30 commits", () => {
  it("tells from runs alone what held and what failed", {
    tags: "proof",
    timeout: 240_000,
  }, async () => {
    const box = await checkBox();
    // What stood there before is nobody's repeat.
    await box.write("ci/legacy.yml", "- run: npm install\n");
    await box.commit("legacy");
    at(box, 0);
    const id = await box.approved("Use npm ci in CI", NPM);
    await box.commit("the correction");
    const sticks: Record<number, unknown> = {};
    let text = "";
    for (let day = 1; day <= 28; day++) {
      at(box, day);
      // Day 12 forgets it, day 13 mends it; every third commit is about other files.
      text += day === 12 ? "- run: npm install # quickly\n" : `- run: echo ${day}\n`;
      if (day === 13) text = text.replace("npm install", "npm ci");
      if (day % 3 === 2) await box.write(`src/${day}.ts`, "npm install");
      else await box.write("ci/build.yml", text);
      if (day === 5) await box.write("ci/legacy.yml", "- run: npm install\n- run: echo touched\n");
      const ran = await box.run(["check"]);
      expect(ran.code, ran.stdout).toBe(day === 12 ? 8 : 0);
      await box.commit(`day ${day}`);
      at(box, day, "20:00:00");
      await beat(box);
      sticks[day] = ((await stickOf(box, id)) as { verdict?: string } | undefined)?.verdict;
    }
    expect((await box.git("rev-list", "--count", "HEAD")).trim()).toBe("31");
    const until = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => sticks[from + n]);
    // The window of seven days, not repeated, the hit, its window from there, not repeated again.
    expect(until(1, 6)).toEqual(Array(6).fill(undefined));
    expect(until(8, 11)).toEqual(Array(4).fill("not repeated"));
    expect(until(12, 18)).toEqual(Array(7).fill("failed"));
    expect(until(20, 28)).toEqual(Array(9).fill("not repeated"));
    expect(await stickOf(box, id)).toMatchObject({ verdict: "not repeated", at: "2026-02-20T10:00:00Z" });
    const facts = noted(box);
    expect(facts.filter((fact) => fact.includes("hit"))).toEqual(["2026-02-13 hit ci/build.yml:12"]);
    expect(facts).toContain("2026-02-14 held");
    // Commits about other files say nothing.
    expect(facts.some((fact) => fact.startsWith("2026-02-03"))).toBe(false);
  });
});

describe("what a run notes", () => {
  it("is one fact a day, however often it runs; nothing that git tracks is written", { tags: "proof" }, async () => {
    const box = await checkBox();
    await box.approved("Use npm ci in CI", NPM);
    await box.commit();
    at(box, 1);
    await box.write("ci/a.yml", "- run: npm ci\n");
    const before = await box.git("status", "--porcelain", "-uall");
    for (let n = 0; n < 5; n++) await box.run(["check"]);
    expect(noted(box)).toEqual(["2026-02-02 held"]);
    expect(await box.git("status", "--porcelain", "-uall")).toBe(before);
  });

  it("is nothing with --dry-run, in CI, and for an insight", { tags: "proof" }, async () => {
    const box = await checkBox();
    const insight = `type: insight\ninsight: Retries hide flaky tests\nrisk: "medium: broken builds"\ncheck: {in: ["ci/*"], forbid: retries}\n`;
    await box.run(["add", "-"], { stdin: insight });
    await box.write("ci/b.yml", "retries: 3\n");
    expect(await box.hits()).toEqual(["ci/b.yml:1"]);
    expect(noted(box)).toEqual([]);
    await box.approved("Use npm ci in CI", NPM);
    await box.write("ci/a.yml", "- run: npm install\n");
    expect(await box.hits("--dry-run")).toHaveLength(2);
    expect((await box.run(["check"], { env: { CI: "true" } })).code).toBe(8);
    expect(noted(box)).toEqual([]);
  });

  it("of lines that are not new, or of files that nobody changed since the correction, is nothing", {
    tags: "proof",
  }, async () => {
    const box = await correctedAfterCommit();
    for (const args of [["--all"], ["ci/a.yml"], ["--since", "HEAD"]]) await box.hits(...args);
    // Changed, but before it was corrected.
    await box.write("ci/b.yml", "- run: npm install\n");
    utimesSync(box.path("ci/b.yml"), new Date("2026-02-01T00:00:00Z"), new Date("2026-02-01T00:00:00Z"));
    expect(await box.hits()).toEqual(["ci/b.yml:1"]);
    await box.commit();
    // Only removed: nothing could break it.
    await box.write("ci/a.yml", "");
    await box.hits();
    expect(noted(box)).toEqual([]);
  });

  it("is noted of a forbidden line that was committed since", { tags: "proof" }, async () => {
    const box = await correctedAfterCommit();
    at(box, 2);
    await box.write("ci/a.yml", "- run: npm install\n");
    await box.commit();
    expect(await box.hits("--since", "HEAD~1")).toEqual(["ci/a.yml:1"]);
    expect(noted(box)).toEqual(["2026-02-03 hit ci/a.yml:1"]);
  });

  it("leads to failed at the next heartbeat, with the run as evidence, at the time of the run", {
    tags: "proof",
  }, async () => {
    const box = await checkBox();
    const id = await box.approved("Use npm ci in CI", NPM);
    at(box, 2);
    await box.write("ci/a.yml", "- run: npm install\n");
    await box.hits();
    const dry = (await box.run(["heartbeat", "--dry-run", "--json"])).json().data;
    expect(dry.did.join()).toContain("failed: tenet check found it broken in ci/a.yml:1");
    expect(await stickOf(box, id)).toBeUndefined();
    at(box, 2, "18:00:00");
    const { reinforce, did } = (await box.run(["heartbeat", "--json"])).json().data;
    expect(did).toEqual([`${id} failed: tenet check found it broken in ci/a.yml:1`]);
    expect(reinforce.map((one: { id: string }) => one.id)).toEqual([id]);
    expect(await stickOf(box, id)).toEqual({ verdict: "failed", at: "2026-02-03T10:00:00Z" });
    expect(await outcomesIn(box)).toEqual(["tenet check found it broken in ci/a.yml:1"]);
    // Once.
    expect(await beat(box)).toEqual([]);
  });

  it("gives way to what a later answer says", { tags: "proof" }, async () => {
    const box = await checkBox();
    const id = await box.approved("Use npm ci in CI", NPM);
    at(box, 8);
    await box.write("ci/a.yml", "- run: npm install\n");
    await box.hits();
    at(box, 9);
    await box.run(["outcome", id, "--failed", "--evidence", "the build moved the lock file"]);
    await beat(box);
    expect(await outcomesIn(box)).toEqual(["the build moved the lock file"]);
  });
});
