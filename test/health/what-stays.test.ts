/** `uninstall --records` with every type of record, golden questions and pages: tenet's part goes, what people wrote stays. */
import { existsSync, readdirSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, it } from "vitest";
import { ENTRY_TYPES } from "../../src/entry/record-types.js";
import { withoutItsRecords } from "../../src/health/what-stays.js";
import { sampleDraft } from "../cli/sample-drafts.js";
import { atTerminal, ENTER } from "../cli/terminal.js";
import { type Sandbox, sandbox } from "../sandbox.js";

const PROFILE = "schema: 1\nagent: main\ntimezone: UTC\nembedding: {model: ./none}\n";
const QUESTION = "id: doors\nquestion: Which way do doors open?\nexpect: inwards\n";

/** A workspace that holds something of everything. */
async function everything(): Promise<Sandbox> {
  const box = await sandbox({ git: true, profile: PROFILE });
  await box.run(["init"]);
  let known = "";
  for (const type of ENTRY_TYPES) {
    const draft = JSON.stringify(sampleDraft(type, "w", known));
    const ran = await box.run(["add", "-", "--json"], { stdin: draft });
    expect(ran.code, ran.stdout + ran.stderr).toBe(0);
    if (type === "correction") known = ran.json().data.results[0].id;
  }
  const fact = ["remember", "Jane wants mail in the morning", "--category", "preference", "--contact", "jane"];
  expect((await box.run(fact)).code).toBe(0);
  await box.write("memory/eval/doors.yaml", QUESTION);
  expect((await box.run(["eval"])).code).toBe(0);
  expect((await box.run(["index", "--wiki"])).code).toBe(0);
  for (const place of ["learning/corrections", "facts", "contacts", "questions", "decisions", "reflexions", "edits"])
    expect(existsSync(box.path("memory", place)), place).toBe(true);
  expect(existsSync(box.path("memory/eval/runs.jsonl"))).toBe(true);
  return box;
}

const page = (box: Sandbox): string => {
  const [name = ""] = readdirSync(box.path("memory/wiki"));
  return `memory/wiki/${name}`;
};

function filesOf(folder: string, name = ""): string[] {
  return readdirSync(join(folder, name)).flatMap((one) => {
    const path = name === "" ? one : `${name}/${one}`;
    if (path === ".git") return [];
    return statSync(join(folder, path)).isDirectory() ? filesOf(folder, path) : [path];
  });
}

async function takenOut(box: Sandbox): Promise<string> {
  const word = basename(box.dir);
  const steps = [["to confirm:", `${word}${ENTER}`]] as const;
  const { code, screen } = await atTerminal(box, ["uninstall", "--records"], steps);
  expect(code, screen).toBe(0);
  return screen;
}

describe("uninstall --records", () => {
  it("leaves nothing of any type of record; golden questions are people's", async () => {
    const box = await everything();
    const screen = await takenOut(box);
    expect(filesOf(box.dir)).toEqual(["memory/eval/doors.yaml"]);
    expect(await box.read("memory/eval/doors.yaml")).toBe(QUESTION);
    expect(screen).toMatch(/left +memory\/eval\/doors\.yaml +tenet did not write it/);
  });

  it("leaves what people wrote around pages and records, and beside them", async () => {
    const box = await everything();
    const general = page(box);
    const told = (await box.read(general)).replace("tags: ", "owner: jane\ntags: ");
    await box.write(general, `${told}\n## By hand\n\nAsk Jane about doors.\n`);
    const corrections = filesOf(box.dir).find((file) => file.startsWith("memory/learning/corrections/")) as string;
    await box.write(
      corrections,
      (await box.read(corrections)).replace("```yaml\n", "Said on the stairs.\n\n```yaml\n"),
    );
    await box.write("memory/decisions/why.txt", "our reasons\n");
    await box.write("memory/wiki/ours.md", "# Ours\n");
    await takenOut(box);
    expect(filesOf(box.dir).sort()).toEqual(
      [corrections, "memory/decisions/why.txt", "memory/eval/doors.yaml", general, "memory/wiki/ours.md"].sort(),
    );
    const left = await box.read(general);
    expect(left).toMatch(/^---\nowner: jane\n---\n# /);
    expect(left).toMatch(/\n## By hand\n\nAsk Jane about doors\.\n$/);
    expect(left).not.toMatch(/tenet|COR-/);
    const records = await box.read(corrections);
    expect(records).toContain("Said on the stairs.");
    expect(records).not.toContain("```");
    expect(await box.read("memory/wiki/ours.md")).toBe("# Ours\n");
  });

  it("leaves a page as it is whose block somebody changed, or whose marks are damaged", async () => {
    const box = await everything();
    const general = page(box);
    const text = (await box.read(general)).replace("<!-- tenet:end wiki -->", "- mine\n<!-- tenet:end wiki -->");
    await box.write(general, text);
    await takenOut(box);
    expect(await box.read(general)).toBe(text);
  });
});

describe("a file of records without them", () => {
  const record = '## COR-20260101-AAAAA · Knock\n\n```yaml\nid: COR-20260101-AAAAA\ncorrected_to: "Knock"\n```\n';
  const head = "---\ntype: corrections\n---\n\n# Corrections\n\n";
  it.each<[what: string, text: string, rest: string | undefined]>([
    ["nothing where only the head is left", head + record + record.replaceAll("AAAAA", "AAAAB"), undefined],
    ["words behind it", `${head}${record}\nKnock twice.\n`, `${head}\n\nKnock twice.\n`],
    [
      "a heading of somebody's own",
      head + record.replace("## COR-20260101-AAAAA · Knock", "## Doors"),
      `${head}## Doors\n\n`,
    ],
    ["a block that is no record", `${record}\`\`\`yaml\na: 1\n\`\`\`\n`, "\n```yaml\na: 1\n```\n"],
    ["the same with the line ends of Windows", `${record}mine\n`.replaceAll("\n", "\r\n"), "\r\nmine\r\n"],
  ])("%s", (_, text, rest) => {
    expect(withoutItsRecords(text)).toBe(rest);
  });
});
