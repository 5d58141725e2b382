/** `tenet report` as it is typed: where its page may go, and who is in no figure. */
import { existsSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { pageWrittenSchema, type Report, reportSchema } from "../../src/report/report-schemas.js";
import { served } from "../mcp/served.js";
import { type Sandbox, sandbox } from "../sandbox.js";
import { knownWorkspace, NO_MODEL } from "./known-workspace.js";
import { done, failed, told } from "./typed.js";

const reportOf = async (box: Sandbox, flags = ""): Promise<Report> =>
  reportSchema.parse(await told(box, `report ${flags}`));

describe("the page", () => {
  it("is written whole into a file, over an earlier one, to stdout for -, over nothing else, nor through a link", {
    tags: "proof",
  }, async () => {
    const box = await knownWorkspace({ profile: NO_MODEL });
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
  const box = await sandbox({ profile: NO_MODEL });
  const { id } = await told(box, "correct 'Close the handle' --domain code");
  box.at("2026-02-20T09:00:00Z");
  await done(box, `outcome ${id} --failed --evidence 'it leaked again'`);
  const before = await reportOf(box, "--by domain");
  await done(box, "remember 'Jane lives in Paris' --contact jane --category fact");
  await done(box, "remember 'I like tabs' --scope user --user sybil");
  expect(await reportOf(box, "--by domain")).toEqual(before);
  expect(await reportOf(box, "--by domain --user sybil")).toEqual(before);
  const { client } = await served(box, ["--profile", "full"]);
  const answer = await client.callTool({ name: "report", arguments: { by: "domain" } });
  expect(answer.isError).not.toBe(true);
  const { warnings: _, ...data } = answer.structuredContent as Report & { warnings: unknown };
  expect(before.struggles).toHaveLength(1);
  const asCalls = before.struggles.map((one) => ({ ...one, next: 'recall_memories with query "<words of it>"' }));
  expect(reportSchema.parse(data)).toEqual({ ...before, struggles: asCalls });
  await client.close();
});
