/** Rows 1, 2 and 3 through the real binary: what writes is killed, or its disk fails, at one of its changing calls. */
import { describe, expect, it } from "vitest";
import { holding } from "../bytes.js";
import { oncePerFile, type Sandbox, sandbox } from "../sandbox.js";
import { decidingBox } from "./deciding-box.js";
import { LIMIT_MS, survives, survivesTwice, type Verb } from "./fault-sweep.js";
import { NO_MODEL } from "./known-workspace.js";
import { done, tail, told } from "./typed.js";

const EDIT = `context: Customer asks for a Sunday appointment
original: We are closed on Sunday.
final: Sundays we're closed, Monday 9:00 is free.
`;

const learning = (id: string, category: string, summary: string, details: string) =>
  `## [LRN-${id}] ${category}\n\n**Logged**: 2025-01-15T10:00:00Z\n**Priority**: high\n**Area**: ci\n\n### Summary\n${summary}\n\n### Details\n${details}\n`;
const LEARNINGS = [
  learning(
    "20250115-001",
    "correction",
    "Builds install from the lockfile",
    "A fresh resolve brought a breaking version.",
  ),
  learning("20250116-001", "best_practice", "A seed makes failures repeat", "Three runs failed at the same assertion."),
].join("\n---\n\n");

const CORRECT =
  "correct 'Use npm ci in CI' --instead-of 'npm install is fine' --risk 'high: drift' --so 'look at the CI file'";
const LEARN = "learn 'Retries hide the flaky test' --because '3 of 5 were retries' --risk 'medium: a broken build'";

const plain = oncePerFile(async () => {
  const box = await sandbox({ profile: NO_MODEL });
  const { id: judged } = await told(box, CORRECT);
  const { id } = await told(box, LEARN);
  await box.write("old/LEARNINGS.md", `# Learnings\n\n${LEARNINGS}`);
  await box.write("edit.yaml", EDIT);
  await box.write("prose.yaml", `- {page: general, text: "Retries hide the flaky test (${id})"}\n`);
  box.at("2026-02-19T09:00:00Z");
  return { box, judged: tail(judged) };
});

const LINES = `learn 'Cold caches double the run' --because 'Two timings of one job' --risk 'low: a slow morning'
correct 'Use npm ci in CI always' --instead-of 'npm install will do' --risk 'high: drift' --so 'search for npm install'
outcome JUDGED --verdict validated --result 'Five releases without drift' --score 9
import old
draft edit.yaml
ask 'Do you take weekend appointments?' --because 'cannot book for Saturday'
decide 'Ship without the retry' --in 'CI red by a known flake' --because 'the flake is in the test'
reflect 'The vendor id had a trailing space' --entity vendor:acme
remember 'Jane lives in Paris' --category fact --key home --contact jane
index --wiki --apply prose.yaml`.split("\n");

async function plainVerb(line: string): Promise<Verb> {
  const { box, judged } = await plain();
  return { line: line.replace("JUDGED", judged), base: box };
}

describe("rows 1, 2: a command", () => {
  it.each(LINES)("tenet %s", { timeout: LIMIT_MS }, async (line) => survives(await plainVerb(line)));
});

/** A version waits, one is in force that a person let in, and more qualifies. */
async function ruleVerb(line: string, asked?: string): Promise<Verb> {
  const { box, pending } = await decidingBox();
  box.at("2026-02-19T09:00:00Z");
  if (asked !== undefined) return { line, base: box, again: true, typed: [[asked, `${tail(pending)}\r`]] };
  // From here on the mode decides: what waited takes effect with the next digest.
  await box.write("tenet.yaml", (await box.read("tenet.yaml")).replace("approval\n", "auto\n"));
  await box.git("commit", "-q", "-m", "the mode decides", "--", "tenet.yaml");
  if (line.includes("rollback")) await done(box, "digest");
  // A person's own edit is taken over on the way.
  await box.write("SOUL.md", (await box.read("SOUL.md")).replace("## Learned", "## Learned\n\n- Be brief"));
  return { line, base: box, again: true };
}

describe("rows 1, 2: rules", () => {
  it.each<[line: string, asked?: string]>([
    ["digest"],
    ["versions approve", "in force:"],
    ["versions rollback 3 --reason 'it does not help'"],
    ["digest b0005"],
    ["versions reject --reason 'too general'", "to reject"],
  ])("tenet %s", { timeout: LIMIT_MS }, async (line, asked) => survives(await ruleVerb(line, asked)));
});

describe("row 1: what is committed later", () => {
  it("a run that is finished: every write once", { timeout: LIMIT_MS }, async () => {
    const base = await sandbox({ profile: NO_MODEL });
    const learn = (text: string) => `learn '${text}' --because 'seen: ${text}' --risk 'medium: it breaks'`;
    await done(base, learn("The cache is cold after a deploy"));
    await done(base, "run start r1");
    for (const line of [learn("Retries hide it"), "log 'ran the suite'", learn("The cache is cold after a deploy")])
      await done(base, `${line} --run r1`);
    await survives({ line: "run finish r1", base, again: true });
  });

  it("a heartbeat that writes what proved itself as a rule", { timeout: LIMIT_MS }, async () => {
    const base = await sandbox({ profile: NO_MODEL });
    const { id } = await told(
      base,
      "correct 'Use npm ci in CI' --instead-of 'npm install is fine' --risk 'medium: drift'",
    );
    base.at("2026-02-17T09:00:00Z");
    await done(base, `outcome ${id} --held --evidence 'nobody had to say it again' --session later`);
    base.at("2026-03-20T09:00:00Z");
    await survives({ line: "heartbeat", base, again: true });
  });
});

it("rows 1, 2: erasing, with what is local and what can be rebuilt: then no byte of it is left", {
  timeout: LIMIT_MS,
}, async () => {
  const CANARY = "zitrone-7q4x-kanarie";
  const OWNED =
    "schema: 1\nagent: main\ntimezone: UTC\npeople:\n  - {name: sybil, role: owner, emails: [sybil@example.invalid]}\n";
  const base = await sandbox({ profile: OWNED, now: "2026-02-01T09:00:00Z" });
  await done(base, "learn 'Caches are cold after each deploy' --because 'two timings' --risk 'low: slow'");
  const learn = `learn 'The side door opens with ${CANARY} at night' --because 'tried ${CANARY} twice' --risk 'high: no way in'`;
  const { id } = await told(base, learn);
  await done(base, learn);
  for (const day of [2, 3, 4]) {
    base.at(`2026-02-0${day}T09:00:00Z`);
    await done(base, `used ${id} --worked --session s${day}`);
  }
  await done(base, "digest");
  await done(base, "run start r1");
  await done(base, `log 'spoke of this: the side door opens with ${CANARY} at night' --run r1`);
  await done(base, "index");
  await done(base, `recall ${CANARY}`);
  const holds = (box: Sandbox) => expect(holding(box.dir, CANARY)).toEqual([]);
  const typed: Verb["typed"] = [
    ["Replace it in which?", "a\r"],
    ["to confirm:", `${tail(id)}\r`],
  ];
  await survives({ line: `forget ${id} --erase`, base, typed, holds });
});

describe("row 3: a failure while an interrupted change is completed", () => {
  it("of an import", { timeout: LIMIT_MS }, async () => survivesTwice(await plainVerb("import old")));
  it("of an approval", { timeout: LIMIT_MS }, async () =>
    survivesTwice(await ruleVerb("versions approve", "in force:")),
  );
});
