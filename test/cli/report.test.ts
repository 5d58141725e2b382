/** `tenet report` as it is typed: its forms, its periods, and what it refuses. */
import { existsSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { pageWrittenSchema, type Report, reportSchema } from "../../src/report/report-schemas.js";
import { served } from "../mcp/served.js";
import { copyOf, oncePerFile, type Sandbox, sandbox } from "../sandbox.js";
import { NO_MODEL } from "./known-workspace.js";
import { done, failed, told } from "./typed.js";

const plain = () => sandbox({ profile: NO_MODEL });

/** Six corrections, of which four held, one failed and one has no answer. */
const answeredFirst = oncePerFile(async () => {
  const box = await plain();
  const ids: string[] = [];
  const lessons = [
    "Sign the tags",
    "Pin the image",
    "Quote the paths",
    "Name the zone",
    "Close the handle",
    "Ask first",
  ];
  for (const [at, text] of lessons.entries())
    ids.push((await told(box, `correct '${text}' --domain ${at < 3 ? "release" : "code"}`)).id);
  box.at("2026-02-23T09:00:00Z");
  for (const id of ids.slice(0, 4)) await done(box, `outcome ${id} --held --evidence 'seen in the diff'`);
  await done(box, `outcome ${ids[4]} --failed --evidence 'it leaked again'`);
  box.at("2026-03-01T09:00:00Z");
  return box;
});
const answered = async () => copyOf(await answeredFirst());

const reportOf = async (box: Sandbox, flags = ""): Promise<Report> =>
  reportSchema.parse(await told(box, `report ${flags}`));

describe("tenet report", () => {
  it("counts answers by when they were given, with the entries behind them, in rows by agent, domain and week", {
    tags: "proof",
  }, async () => {
    const box = await answered();
    const { retention, entries } = await reportOf(box);
    expect(retention).toMatchObject({ held: 4, failed: 1, unknown: 1, open: 0 });
    expect(retention.share).toMatchObject({ value: 0.8, numerator: 4, denominator: 5, n: 5 });
    expect(retention.share.entries).toHaveLength(4);
    expect(entries).toBe(6);
    expect((await reportOf(box, "--since 2026-02-20")).retention).toMatchObject({ held: 4, failed: 1 });
    expect((await reportOf(box, "--since 2026-02-24")).retention).toMatchObject({ held: 0, failed: 0 });
    for (const [by, rows] of [
      ["domain", { code: 3, release: 3 }],
      ["agent", { main: 6 }],
      ["week", expect.objectContaining({ "2026-02-09": 6 })],
    ] as const) {
      const told = (await reportOf(box, `--by ${by}`)).by?.rows ?? [];
      expect(Object.fromEntries(told.map(({ key, corrections }) => [key, corrections]))).toEqual(rows);
    }
  });

  it("fits a screen and is the same twice, as Markdown too; an empty workspace is told what it is for", {
    tags: "proof",
  }, async () => {
    const box = await answered();
    const first = (await done(box, "report")).stdout;
    expect(first.trimEnd().split("\n").length).toBeLessThanOrEqual(30);
    expect(first).toMatch(/4 of 5/);
    expect((await done(box, "report")).stdout).toBe(first);
    expect((await done(box, "report --md")).stdout).toMatch(/^# [\s\S]*\| .*4 of 5/);
    const { stdout } = await done(await plain(), "report");
    expect(stdout).toMatch(/tenet correct/);
    expect(stdout).not.toMatch(/NaN|null|undefined/);
  });
});

describe("the page", () => {
  it("is written whole into a file, over an earlier one, to stdout for -, over nothing else, nor through a link", {
    tags: "proof",
  }, async () => {
    const box = await answered();
    const written = pageWrittenSchema.parse(await told(box, "report --html r.html"));
    const html = readFileSync(box.path("r.html"), "utf8");
    expect(written).toEqual({ written: box.path("r.html"), bytes: Buffer.byteLength(html) });
    expect(html).toMatch(/^<!doctype html>/i);
    expect((await done(box, "report --html r.html")).stdout).toMatch(/^Written: /);
    expect(readFileSync(box.path("r.html"), "utf8")).toBe(html);
    expect((await done(box, "report --html -")).stdout).toMatch(/^<!doctype html>[\s\S]*<\/html>\s*$/i);
    writeFileSync(box.path("mine.html"), "<p>mine</p>\n");
    for (const path of ["mine.html", "memory", "/dev/zero"]) {
      const message = expect.stringContaining("no page of a report");
      expect(await failed(box, `report --html ${path}`)).toMatchObject({ exit: 5, message });
    }
    expect(readFileSync(box.path("mine.html"), "utf8")).toBe("<p>mine</p>\n");
    symlinkSync(box.path("elsewhere.html"), box.path("link.html"));
    expect((await failed(box, "report --html link.html")).exit).not.toBe(0);
    expect(existsSync(box.path("elsewhere.html"))).toBe(false);
  });
});

it("everybody is told the same, over MCP too: what is one person's or one contact's is in no figure", {
  tags: "proof",
}, async () => {
  const box = await answered();
  const before = await reportOf(box, "--by domain");
  await done(box, "remember 'Jane lives in Paris' --contact jane --category fact");
  await done(box, "remember 'I like tabs' --scope user --user sybil");
  expect(await reportOf(box, "--by domain")).toEqual(before);
  expect(await reportOf(box, "--by domain --user sybil")).toEqual(before);
  const { client } = await served(box, ["--profile", "full"]);
  const answer = await client.callTool({ name: "report", arguments: { by: "domain" } });
  expect(answer.isError).not.toBe(true);
  const { warnings: _, ...data } = answer.structuredContent as Report & { warnings: unknown };
  const asCalls = before.struggles.map((one) => ({ ...one, next: 'recall_memories with query "<words of it>"' }));
  expect(reportSchema.parse(data)).toEqual({ ...before, struggles: asCalls });
  await client.close();
});
