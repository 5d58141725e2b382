/** `tenet report` as it is typed: its forms, its periods, and what it refuses. */
import { existsSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { pageWrittenSchema, type Report, reportSchema } from "../../src/report/report-schemas.js";
import { served } from "../mcp/served.js";
import { type Sandbox, sandbox } from "../sandbox.js";

/** Six corrections, of which four held, one failed and one has no answer. */
async function answered(): Promise<Sandbox> {
  const box = await sandbox();
  const lessons = [
    "Sign the tags",
    "Pin the image",
    "Quote the paths",
    "Name the zone",
    "Close the handle",
    "Ask first",
  ];
  for (const [at, text] of lessons.entries()) {
    const { code, stderr } = await box.run(["correct", text, "--domain", at < 3 ? "release" : "code"]);
    expect(code, stderr).toBe(0);
  }
  const { data } = (await box.run(["list", "--json"])).json();
  const idOf = (text: string) => data.entries.find((entry: { text: string }) => entry.text === text).id as string;
  const later = { env: { TENET_NOW: "2026-02-23T09:00:00Z" } };
  for (const text of lessons.slice(0, 4)) {
    await box.run(["outcome", idOf(text), "--held", "--evidence", "seen in the diff"], later);
  }
  await box.run(["outcome", idOf("Close the handle"), "--failed", "--evidence", "it leaked again"], later);
  return box;
}

const reportOf = async (box: Sandbox, ...args: string[]): Promise<Report> =>
  reportSchema.parse(
    (await box.run(["report", ...args, "--json"], { env: { TENET_NOW: "2026-03-01T09:00:00Z" } })).json().data,
  );

describe("tenet report", () => {
  it("counts answers, with the entries behind them", { tags: "proof" }, async () => {
    const { retention, entries, commit } = await reportOf(await answered());
    expect({ ...retention.share, entries: retention.share.entries.length }).toMatchObject({
      value: 0.8,
      numerator: 4,
      denominator: 5,
      n: 5,
      entries: 4,
    });
    expect(retention).toMatchObject({ held: 4, failed: 1, unknown: 1, open: 0 });
    expect([entries, commit]).toEqual([6, undefined]);
  });

  it("counts by when it happened: answers of a week are those given in it", { tags: "proof" }, async () => {
    const box = await answered();
    expect((await reportOf(box, "--since", "2026-02-20")).retention).toMatchObject({ held: 4, failed: 1 });
    expect((await reportOf(box, "--since", "2026-02-24")).retention).toMatchObject({ held: 0, failed: 0 });
  });

  it("gives rows by agent, domain and week", { tags: "proof" }, async () => {
    const box = await answered();
    const keys = async (by: string) =>
      (await reportOf(box, "--by", by)).by?.rows.map(({ key, corrections }) => [key, corrections]);
    expect(await keys("domain")).toEqual([
      ["code", 3],
      ["release", 3],
    ]);
    expect(await keys("agent")).toEqual([["main", 6]]);
    expect(await keys("week")).toContainEqual(["2026-02-09", 6]);
  });

  it("says in plain words what an empty workspace is for", async () => {
    const { code, stdout } = await (await sandbox()).run(["report"]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/tenet correct/);
    expect(stdout).not.toMatch(/NaN|null|undefined/);
  });

  it("fits a screen, names what is no figure, and is the same twice", { tags: "proof" }, async () => {
    const box = await answered();
    box.at("2026-03-01T09:00:00Z");
    const first = await box.run(["report"]);
    expect(first.stdout.trimEnd().split("\n").length).toBeLessThanOrEqual(30);
    expect(first.stdout).toMatch(/4 of 5/);
    expect((await box.run(["report"])).stdout).toBe(first.stdout);
  });

  it("is made beside a daily log that is named after no day there is", async () => {
    const box = await sandbox({ profile: "schema: 1\nagent: main\ntimezone: Europe/Berlin\n" });
    for (const day of ["2026-13-45", "2026-02-10"]) await box.write(`memory/${day}.md`, "- 14:02 not learned: x\n");
    const { noise } = await reportOf(box);
    expect([noise.logged, noise.share.entries]).toEqual([1, ["log:2026-02-10"]]);
  });

  it("prints Markdown", { tags: "proof" }, async () => {
    const { stdout } = await (await answered()).run(["report", "--md"], { env: { TENET_NOW: "2026-03-01T09:00:00Z" } });
    expect(stdout).toMatch(/^# /);
    expect(stdout).toMatch(/\| .*4 of 5/);
  });

  it.each([
    [["--since", "yesterday"], /--since is no time before/],
    [["--since", "2030-01-01"], /--since is no time before/],
    [["--by", "moon"], /agent, domain, week/],
    [["--md", "--html", "r.html"], /different forms/],
    [["--at", "HEAD"], /git/],
    [["--at", "--since"], /git|revision|argument/],
  ])("refuses %j", async (args, message) => {
    const { code, stderr, stdout } = await (await sandbox()).run(["report", ...args]);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(message);
  });
});

describe("the page", () => {
  it("is written whole into a file, and over an earlier one", { tags: "proof" }, async () => {
    const box = await answered();
    const written = pageWrittenSchema.parse((await box.run(["report", "--html", "r.html", "--json"])).json().data);
    const html = readFileSync(box.path("r.html"), "utf8");
    expect(written).toEqual({ written: box.path("r.html"), bytes: Buffer.byteLength(html) });
    expect(html).toMatch(/^<!doctype html>/i);
    const again = await box.run(["report", "--html", "r.html"]);
    expect([again.code, again.stdout]).toEqual([0, expect.stringMatching(/^Written: /)]);
    expect(readFileSync(box.path("r.html"), "utf8")).toBe(html);
  });

  it("goes to stdout for -", { tags: "proof" }, async () => {
    const { stdout } = await (await answered()).run(["report", "--html", "-"]);
    expect(stdout).toMatch(/^<!doctype html>[\s\S]*<\/html>\s*$/i);
  });

  it("is written over nothing else, nor through a link", { tags: "proof" }, async () => {
    const box = await answered();
    writeFileSync(box.path("mine.html"), "<p>mine</p>\n");
    const { code, stderr } = await box.run(["report", "--html", "mine.html"]);
    expect([code, stderr]).toEqual([5, expect.stringContaining("no page of a report")]);
    expect(readFileSync(box.path("mine.html"), "utf8")).toBe("<p>mine</p>\n");
    const folder = await box.run(["report", "--html", "memory"]);
    expect([folder.code, folder.stderr]).toEqual([5, expect.stringContaining("no page of a report")]);
    const endless = await box.run(["report", "--html", "/dev/zero"]);
    expect([endless.code, endless.stderr]).toEqual([5, expect.stringContaining("no page of a report")]);
    symlinkSync(box.path("elsewhere.html"), box.path("link.html"));
    expect((await box.run(["report", "--html", "link.html"])).code).not.toBe(0);
    expect(existsSync(box.path("elsewhere.html"))).toBe(false);
  });
});

describe.runIf(existsSync("/proc/self"))("a folder that takes no files", () => {
  it("is told as such, not as a bug", async () => {
    const { code, stderr } = await (await sandbox()).run(["report", "--html", "/proc/page.html"]);
    expect([code, stderr]).toEqual([1, expect.stringMatching(/Cannot write \/proc\/page\.html: its folder is gone/)]);
    expect(stderr).not.toContain("bug");
  });
});

describe("who is told what", () => {
  it("tells everybody the same: what is one person's or one contact's is in no figure", { tags: "proof" }, async () => {
    const box = await answered();
    const before = await reportOf(box);
    await box.run(["remember", "Jane lives in Paris", "--contact", "jane", "--category", "fact"]);
    await box.run(["remember", "I like tabs", "--scope", "user", "--user", "sybil"]);
    const after = await reportOf(box);
    expect({ ...after, at: "" }).toEqual({ ...before, at: "" });
    const asked = await box.run(["report", "--json", "--user", "sybil"], {
      env: { TENET_NOW: "2026-03-01T09:00:00Z" },
    });
    expect(asked.json().data).toEqual(after);
  });

  it("is offered over MCP under the profile full, and answers the same", { tags: "proof" }, async () => {
    const box = await answered();
    box.at("2026-03-01T09:00:00Z");
    const { client } = await served(box, ["--profile", "full"]);
    const answer = await client.callTool({ name: "report", arguments: { by: "domain" } });
    expect(answer.isError).not.toBe(true);
    const { warnings: _, ...data } = answer.structuredContent as Report & { warnings: unknown };
    const told = reportSchema.parse(data);
    expect(told.retention).toMatchObject({ held: 4, failed: 1 });
    expect(told.by?.rows.map(({ key }) => key)).toEqual(["code", "release"]);
    await client.close();
  });
});
