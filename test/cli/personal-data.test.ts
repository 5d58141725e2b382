/** Personal data through the real program: as said in records, told once, in no page. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Sandbox, sandbox } from "../sandbox.js";

const MAIL = ["jane.roe", "mailhost.org"].join("@");
const PHONE = ["+49", "151", "23456789"].join(" ");
const IBAN = ["DE89", "3704", "0044", "0532", "0130", "00"].join(" ");
const CARD = ["4242", "4242", "4242", "4242"].join(" ");
const ALL = [MAIL, PHONE, IBAN, CARD];
const SAID = `Jane is ${MAIL}, ${PHONE}, pays by ${CARD} from ${IBAN}`;
const SHOWN = "Jane is [mail], [phone], pays by [card] from [iban]";
const LEARN = ["learn", SAID, "--because", `${MAIL} wrote`, "--risk", "high: orders go astray", "--tag", MAIL];

const held = (text: string) => ALL.filter((one) => text.includes(one));

async function pages(box: Sandbox): Promise<Record<string, string>> {
  const html = join(box.dir, "..", "report.html");
  const brief = await box.run(["index", "--wiki", "--brief"]);
  const { entries } = (await box.run(["list", "--type", "insight", "--json"])).json().data;
  const prose = [{ page: "general", text: entries.map(({ id }: { id: string }) => `${SHOWN} (${id})`).join("\n") }];
  const worded = await box.run(["index", "--wiki", "--apply", "-"], { stdin: JSON.stringify(prose) });
  expect(worded.code, worded.stderr).toBe(0);
  await box.run(["report", "--html", html]);
  const md = await box.run(["report", "--md"]);
  return {
    wiki: await box.read("memory/wiki/general.md"),
    html: await readFile(html, "utf8"),
    md: md.stdout,
    brief: brief.stdout,
    index: await box.read("memory/learning/index.md"),
  };
}

describe("personal data", () => {
  it("stands on no page: wiki, its brief, Markdown, HTML, the index of learnings", async () => {
    const box = await sandbox();
    await box.run(LEARN);
    await box.run(["remember", `${SAID}, said Otto`]);
    for (const [page, text] of Object.entries(await pages(box))) {
      expect(held(text), page).toEqual([]);
      if (page !== "md" && page !== "html") expect(text.replaceAll("`", ""), page).toContain(SHOWN);
    }
  });
});
