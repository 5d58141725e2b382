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
const NOTE =
  "Kept as said here, and left out of rules, pages and hubs: a mail address, a bank account, a card number and a phone number.";
const REDACTING = "schema: 1\nagent: main\ntimezone: UTC\nsecrets: {personal: redact}\n";
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
  it("stays as said in every record, and a capture tells it once", async () => {
    const box = await sandbox();
    const learned = await box.run([...LEARN, "--json"]);
    expect([learned.code, learned.json().warnings]).toEqual([0, [NOTE]]);
    const logged = await box.run(["log", `wrote to ${MAIL}`]);
    expect(logged.stderr).toBe("note: Kept as said here, and left out of rules, pages and hubs: a mail address.\n");
    expect(await box.read("memory/2026-02-15.md")).toContain(MAIL);
    expect(held(await box.read("memory/learning/insights/2026-02-15.md"))).toEqual(ALL);
    const recalled = await box.run(["recall", "jane", "pays", "--json"]);
    expect(held(recalled.stdout)).toEqual(ALL);
    expect((await box.run(["verify"])).code).toBe(0);
  });

  it("stands on no page: wiki, its brief, Markdown, HTML, the index of learnings", async () => {
    const box = await sandbox();
    await box.run(LEARN);
    await box.run(["remember", `${SAID}, said Otto`]);
    for (const [page, text] of Object.entries(await pages(box))) {
      expect(held(text), page).toEqual([]);
      if (page !== "md" && page !== "html") expect(text.replaceAll("`", ""), page).toContain(SHOWN);
    }
  });

  it("is replaced in every record, log line and reason where the profile says so", async () => {
    const box = await sandbox({ profile: REDACTING });
    const learned = await box.run([...LEARN, "--json"]);
    expect(learned.code).toBe(0);
    expect(learned.json().warnings).toContain("In evidence, a mail address was replaced by [mail].");
    await box.run(["log", `wrote to ${MAIL}`]);
    expect(await box.read("memory/2026-02-15.md")).toContain("wrote to [mail]");
    const record = await box.read("memory/learning/insights/2026-02-15.md");
    expect(held(record)).toEqual([]);
    expect(record).toContain(SHOWN);
  });

  it("comes in by an import as the profile says, told once", async () => {
    for (const [profile, kept] of [
      ["schema: 1\nagent: main\ntimezone: UTC\n", true],
      [REDACTING, false],
    ] as const) {
      const box = await sandbox({ profile });
      await box.write("../notes/NOTES.md", `# Notes\n\n- Write to ${MAIL} first\n- Call ${PHONE} before noon\n`);
      const ran = await box.run(["import", box.path("..", "notes", "NOTES.md"), "--json"]);
      const { warnings } = ran.json();
      expect(warnings.filter((one: string) => one.startsWith("Kept as said"))).toHaveLength(kept ? 1 : 0);
      const facts = await box.run(["list", "--json"]);
      expect(facts.stdout.includes(MAIL)).toBe(kept);
      expect(facts.stdout.includes("[mail]")).toBe(!kept);
    }
  });
});
