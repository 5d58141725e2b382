/**
 * A contact whose name, number, address and facts went everywhere by real commands; then they are erased with their name
 * at a real terminal, and looked for in the raw bytes of every file.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { State } from "../../src/store/state/state-db.js";
import { Workspace } from "../../src/store/workspace.js";
import { atTerminal } from "../cli/terminal.js";
import { NOW, type Sandbox, sandbox } from "../sandbox.js";
import { joinHub, letOut } from "../sync/worlds.js";

const ID = "jane-7q4x";
const NAME = "Zitronella Kanarie";
const MAIL = "zita@canary-mail.example";
const PHONE = "+49 170 5557341";
const FACT = "chartreuse tractor";
const SECRET = "quincunx under the porch";
const OTHER = "magenta glider";
const RULES = "memory/core/procedures.md";
const EVERY = [ID, NAME, MAIL, PHONE, FACT, SECRET];

const profile = (agent: string) => `schema: 1
agent: ${agent}
timezone: UTC
people:
  - {name: sybil, role: owner, emails: [sybil@example.invalid]}
`;

const CACHE = ".tenet/cache.db";
/** Where words of hers and about her stand before. */
const PLACES = [
  ...[CACHE, ".tenet/state.db", "memory/2026-02-15.md"],
  ...["memory/contacts/", "memory/decisions/", "memory/edits/", "memory/facts/", "memory/learning/index.md"],
  ...["memory/learning/corrections/", "memory/learning/insights/", "memory/questions/", "memory/reflexions/"],
  ...["memory/versions/", "memory/wiki/billing.md", RULES],
];

/** Files of the workspace that hold one of the texts in their raw bytes, in any case, with the first of them. */
function holding(box: Sandbox, texts: readonly string[] = EVERY): string[] {
  return readdirSync(box.dir, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile() && !`${one.parentPath}/`.startsWith(`${box.dir}/.git/`))
    .map((one) => join(one.parentPath, one.name))
    .flatMap((path) => {
      const bytes = readFileSync(path).toString("latin1").toLowerCase();
      const found = texts.filter((text) => bytes.includes(text.toLowerCase()));
      return found.length === 0 ? [] : [`${path.slice(box.dir.length + 1)}: ${found.join(", ")}`];
    })
    .sort();
}

/** Kinds of what this machine noted that hold one of the texts, and the ledger where a line of it does. */
function notedWith(box: Sandbox, texts: readonly string[] = EVERY): string[] {
  const rows = State.of(new Workspace(box.dir)).all<{ kind: string; said: string }>(
    "SELECT kind, key || value AS said FROM facts UNION ALL SELECT 'ledger', value FROM ledger",
  );
  const holds = (said: string) => texts.some((text) => said.toLowerCase().includes(text.toLowerCase()));
  return [...new Set(rows.filter(({ said }) => holds(said)).map(({ kind }) => kind))].sort();
}

async function done(box: Sandbox, args: readonly string[], stdin: string | null = null) {
  const ran = await box.run(args, { stdin });
  expect(ran.code, `tenet ${args.join(" ")}\n${ran.stdout}${ran.stderr}`).toBe(0);
  return ran;
}

const LEARNING = `# Learnings

${NAME} was here when these were written.

## [LRN-20250116-001] best_practice

**Logged**: 2025-01-16T10:00:00Z
**Priority**: medium
**Status**: pending

### Summary
Windows close better in winter

### Details
Two of five did, said ${NAME}.
`;

const EDIT = `context: "She asks whether the ${FACT} fits"
original: "The ${FACT} fits."
final: "Your ${FACT} fits, ${NAME}."
why: "say her name"
`;

/** Facts about her, by key, replaced, private, and records of every kind about her. */
async function plantRecords(box: Sandbox): Promise<void> {
  const about = ["--contact", ID];
  const scoped = ["--scope", `contact:${ID}`];
  const fact = [...about, "--category", "fact"];
  await done(box, ["remember", `She drives a ${FACT} to work`, ...fact, "--key", "car"]);
  await done(box, ["remember", `She sold the ${FACT} in spring`, ...fact, "--key", "car"]);
  await done(box, ["remember", `She hides a ${SECRET}`, ...fact, "--private"]);
  await done(box, ["remember", `Her number is ${PHONE}, her mail ${MAIL}`, ...fact, "--key", "reach"]);
  await done(box, ["remember", `He flies a ${OTHER}`, "--contact", "bob", "--category", "fact"]);
  const file = `memory/contacts/${ID}.md`;
  const broken = `\`\`\`yaml\ntype: memory\nid: MEM-20260214-BRKN9\ncontent: "her ${FACT}"\ncategory: nonsense\n\`\`\`\n`;
  const named = (await box.read(file)).replace(`# ${ID}\n`, `# ${NAME}\n`);
  await box.write(file, `${named}\nA note by hand: she loves her ${FACT}.\n\n${broken}`);
  await done(box, ["ask", `May she park the ${FACT} here?`, "--because", `the ${FACT} is wide`, ...about]);
  await done(box, ["learn", `A ${FACT} needs two bays`, "--because", "two of two", "--risk", "low: a dent", ...scoped]);
  const wrong = ["--instead-of", `the ${FACT} is red`];
  await done(box, ["correct", `Call the ${FACT} green`, ...wrong, "--risk", "low: she minds", ...scoped]);
  await done(box, ["log", `washed the van of ${ID}`]);
  await done(box, ["draft", "-", ...about], EDIT);
  await done(box, [
    "decide",
    `Park the ${FACT} outside`,
    "--in",
    "no bay is free",
    "--because",
    "it is wide",
    ...scoped,
  ]);
  await done(box, ["reflect", `The ${FACT} did not fit`, "--tag", "parking", ...scoped]);
}

/** Words of others that name her: records, the log, an import, a page, sentences that were heard. */
async function plantNames(box: Sandbox): Promise<{ invoices: string }> {
  const remembered = ["--category", "fact", "--domain", "billing", "--json"];
  const said = `Invoices go to ${NAME} on Mondays`;
  const invoices = (await done(box, ["remember", said, ...remembered])).json().data.id as string;
  await done(box, ["correct", `Write to ${MAIL} before noon`, "--risk", "low: a late answer"]);
  await done(box, ["learn", "Answers come faster by phone", "--because", `rang ${PHONE}`, "--risk", "low: a day"]);
  await plantRule(box);
  await done(box, ["log", `met ${NAME} at the harbour`]);
  await done(box, ["log", `rang ${PHONE}, nobody there`]);
  await box.write("../old/LEARNINGS.md", LEARNING);
  await done(box, ["import", join(box.dir, "..", "old")]);
  const prose = [{ page: "billing", text: `Invoices go to ${NAME} on Mondays. (${invoices})` }];
  await done(box, ["index", "--wiki", "--apply", "-"], JSON.stringify(prose));
  for (const [flags, prompt] of [
    [[], `No, that is wrong: ${NAME} pays on Fridays, never on Mondays.`],
    [["--contact", ID], `No, that is wrong: the ${FACT} is green, not red.`],
  ] as const) {
    const input = { session_id: `s${flags.length}`, cwd: box.dir, transcript_path: "/nowhere" };
    await done(
      box,
      ["hook", "session-start", "--host", "claude-code", ...flags],
      JSON.stringify({ ...input, source: "startup" }),
    );
    await done(box, ["hook", "user-prompt", "--host", "claude-code", ...flags], JSON.stringify({ ...input, prompt }));
  }
  return { invoices };
}

/** A rule that names her, in its core file and its versions, beside a line that a person wrote there. */
async function plantRule(box: Sandbox): Promise<void> {
  const risk = ["--because", "two calls", "--risk", "high: she leaves", "--json"];
  const { id } = (await done(box, ["learn", `Never call ${NAME} at night`, ...risk])).json().data;
  for (const day of [3, 4, 5]) {
    box.at(`2026-02-0${day}T09:00:00Z`);
    await done(box, ["used", id, "--worked", "--session", `s${day}`]);
  }
  await done(box, ["outcome", id, "--verdict", "validated", "--result", "she answered"]);
  await done(box, ["digest"]);
  box.at(NOW);
  expect(await box.read(RULES)).toContain(NAME);
  await box.write(RULES, `${await box.read(RULES)}\n- Send ${NAME} a card in May\n`);
}

/** Runs, receipts, queries, steps that can be taken back, a brief, an export, the index. */
async function plantLocal(box: Sandbox): Promise<void> {
  const about = ["--contact", ID];
  await done(box, ["run", "start", "r1"]);
  await done(box, ["remember", `She paints the ${FACT}`, ...about, "--category", "fact", "--run", "r1"]);
  await done(box, ["log", `waits for ${NAME}`, "--run", "r1"]);
  await done(box, ["run", "start", "r2"]);
  await done(box, ["remember", `She oils the ${FACT}`, ...about, "--category", "fact", "--run", "r2"]);
  await done(box, ["run", "finish", "r2"]);
  await done(box, ["run", "start", "r3", "--no-reflexion"]);
  await done(box, ["run", "fail", "r3", "--reason", `${NAME} did not answer`]);
  await done(box, ["context", ...about, "--query", `the ${FACT}`, "--session", "s7"]);
  await done(box, ["recall", `where is the ${FACT}`, ...about, "--private"]);
  await done(box, ["recall", `who is ${ID}`]);
  await done(box, ["recall", MAIL]);
  await done(box, ["digest", "--brief"]);
  await done(box, ["digest"]);
  await box.write("../exported.jsonl", (await done(box, ["export"])).stdout);
  await done(box, ["index"]);
  await box.git("add", "-A");
  await box.git("commit", "-q", "-m", "what we know");
}

/** Somebody else's workspace, which has a copy of an entry that a person let out by its id. */
async function shared(box: Sandbox, id: string): Promise<Sandbox> {
  const hub = join(box.dir, "..", "hub");
  await box.write("tenet.yaml", `${profile("main")}sync: {share: {ids: [${id}]}}\n`);
  const other = await sandbox({ git: true, profile: profile("other") });
  other.env["TENET_SEED"] = "other";
  for (const one of [box, other]) await joinHub(one, hub);
  await letOut(box);
  await done(other, ["sync", "--pull"]);
  expect(holding(other, ["on Mondays"])).not.toEqual([]);
  return other;
}

it("nothing of an erased contact is left in any file, here or where their name was shared", {
  tags: "proof",
  timeout: 600_000,
}, async () => {
  const box = await sandbox({ git: true, profile: profile("main") });
  await done(box, ["init", "--owner", "sybil"]);
  await plantRecords(box);
  const { invoices } = await plantNames(box);
  await plantLocal(box);
  const other = await shared(box, invoices);
  expect(holding(other)).toEqual([]);
  const commit = (await box.git("rev-parse", "HEAD")).trim();
  const erase = ["forget", "--contact", ID, "--erase"];
  await done(box, [...erase, "--dry-run"]);
  const before = holding(box);
  for (const place of PLACES) expect(before.join("\n"), place).toContain(place);
  expect(notedWith(box)).toEqual(["heard", "ledger", "run", "shown", "undo"]);
  const piped = await box.run(erase, { stdin: `${ID}\n` });
  expect([piped.code, piped.stdout]).toEqual([5, ""]);
  expect((await atTerminal(box, erase, [], { CLAUDECODE: "1" })).code).toBe(5);
  const inTree = (files: readonly string[]) => files.filter((file) => !file.startsWith(".tenet/"));
  expect(inTree(holding(box))).toEqual(inTree(before));
  const answers = [
    ["Replace it in which?", "a\r"],
    ["Type", `${ID}\r`],
  ] as const;
  const seen = await atTerminal(box, erase, answers);
  expect(seen.code, seen.screen).toBe(0);
  // Stones stand in the file that is named after them.
  const left = [`memory/contacts/${ID}.md: ${ID}`];
  expect(notedWith(box)).toEqual([]);
  expect(holding(box)).toEqual(left);
  const ticked = seen.screen.slice(seen.screen.lastIndexOf("Was replaced in"));
  expect(ticked).not.toContain(FACT);
  expect(holding(box, [OTHER])).toContainEqual(expect.stringMatching(/^memory\/contacts\/bob\.md/));
  expect((await done(box, ["list", "--type", "memory", "--contact", "bob"])).stdout).toContain(OTHER);
  expect((await done(box, ["list", "--type", "memory", "--contact", ID])).stdout).toBe("");
  expect(await box.read(`memory/contacts/${ID}.md`)).toMatch(/content: "\[erased\]"/);
  expect((await atTerminal(box, erase, [])).screen).toContain("Nothing changed");
  const nobody = await box.run(["forget", "--contact", "carol", "--dry-run"]);
  expect([nobody.code, nobody.stderr]).toEqual([4, expect.stringContaining("nothing here is about")]);
  expect(seen.screen).toContain(commit.slice(0, 12));
  expect(seen.screen).not.toContain("exported.jsonl");
  expect((await box.run(["verify"])).code).toBe(0);
  expect((await done(box, ["digest", "--dry-run", "--json"])).json().data).toMatchObject({ decision: "unchanged" });
  expect((await done(box, ["run", "finish", "r1"])).stdout).not.toContain(NAME);
  await done(box, ["index"]);
  await done(box, ["heartbeat"]);
  expect(holding(box).filter((file) => !file.startsWith(".tenet/index"))).toEqual([`${CACHE}: ${ID}`, ...left]);
  // The copy takes over what is left of the line.
  await done(box, ["sync"]);
  await done(other, ["sync", "--pull"]);
  expect(holding(other)).toEqual([]);
  expect(holding(other, ["Invoices go to [erased] on Mondays"])).toContainEqual(
    expect.stringMatching(/^memory\/facts/),
  );
  // Nothing is left of either copy once the entry itself is erased.
  const word = invoices.slice(-5).toLowerCase();
  expect((await atTerminal(box, ["forget", invoices, "--erase"], [["Type", `${word}\r`]])).code).toBe(0);
  await done(box, ["sync"]);
  await done(other, ["sync", "--pull"]);
  expect(holding(other, ["on Mondays"])).toEqual([]);
});
