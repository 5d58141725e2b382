/**
 * A canary in every place where words of an entry can come to stand, put there by real commands; then it is erased, or
 * redacted, at a real terminal, and looked for in the raw bytes of every file.
 */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { State } from "../../src/store/state/state-db.js";
import { Workspace } from "../../src/store/workspace.js";
import { holding as bytesHolding } from "../bytes.js";
import { type Sandbox, sandbox } from "../sandbox.js";
import { atTerminal } from "./terminal.js";
import { ended } from "./typed.js";

const CANARY = "zitrone-7q4x-kanarie";
const CACHE = ".tenet/cache.db";
const PROFILE = `schema: 1
agent: main
timezone: UTC
people:
  - {name: sybil, role: owner, emails: [sybil@example.invalid]}
`;

const LEARNING = `# Learnings

## [LRN-20250116-001] best_practice

**Logged**: 2025-01-16T10:00:00Z
**Priority**: medium
**Status**: pending

### Summary
Doors with ${CANARY} on their frame open inwards

### Details
Three of them did, ${CANARY} in hand.

### Suggested Action
Pull every ${CANARY} first.

---

## [LRN-20250117-001] best_practice

**Logged**: 2025-01-17T10:00:00Z
**Priority**: medium
**Status**: pending

### Summary
Windows close better in winter

### Details
Two of five did.
`;

const holding = (box: Sandbox, text = CANARY) => bytesHolding(box.dir, text);

interface Planted {
  box: Sandbox;
  ids: string[];
  commits: string[];
}

const PROCEDURES = "memory/core/procedures.md";

async function planted(): Promise<Planted> {
  const box = await sandbox({ git: true, profile: PROFILE, now: "2026-02-01T09:00:00Z" });
  const tenet = (...args: string[]) => ended(box.run(args));
  const commits: string[] = [];
  const commit = async (message: string) => {
    await box.git("add", "-A");
    await box.git("commit", "-q", "-m", message);
    commits.push((await box.git("rev-parse", "HEAD")).trim());
  };
  await tenet("init", "--owner", "sybil");
  await tenet(
    "learn",
    "Caches are cold after each deploy",
    "--because",
    "two timings",
    "--risk",
    "low: a slow morning",
  );
  await box.git("add", "-A");
  await box.git("commit", "-q", "-m", "before");
  const entry = {
    type: "insight",
    insight: `The side door opens with ${CANARY} at night`,
    evidence: `tried ${CANARY} twice`,
    stakes: "high",
    at_risk: `nobody gets in without ${CANARY}`,
    applications: [`open the door with ${CANARY}`],
    triggers: [`${CANARY}`],
    context: `late, ${CANARY} in hand`,
    alternatives: [`a crowbar instead of ${CANARY}`],
    tags: [CANARY],
    domain: CANARY,
    origin: undefined,
  };
  const added = await ended(box.run(["add", "-", "--json"], { stdin: JSON.stringify(entry) }));
  const id = added.json().data.results[0].id as string;
  await commit(`learn: the door opens with ${CANARY}`);
  // Again with new evidence: an item of its history. Again without: a line in the daily log.
  const learn = (because: string) =>
    box.run(["learn", entry.insight, "--because", because, "--risk", "high: no way in", "--json"]);
  expect((await ended(learn(`17 tries with ${CANARY} on 2026-01-30`))).json().data.decision).toBe("evolved");
  expect((await ended(learn(entry.evidence))).json().data.decision).toBe("counted");
  await tenet("log", `spoke of ${CANARY} with the caretaker`);
  for (const day of [2, 3, 4]) {
    box.at(`2026-02-0${day}T09:00:00Z`);
    await tenet("used", id, "--worked", "--note", `${CANARY} fitted`, "--session", `s${day}`);
  }
  box.at("2026-02-05T09:00:00Z");
  const judged = await tenet(
    ...[
      "outcome",
      id,
      "--verdict",
      "validated",
      "--result",
      `${CANARY} opened it`,
      "--lesson",
      `Keep ${CANARY} at hand`,
    ],
    "--json",
  );
  const outcome = judged.json().data.id as string;
  await tenet("digest");
  expect(await box.read(PROCEDURES)).toContain(CANARY);
  await commit("a rule");
  // A person rewords the rule; the next digest takes that over and keeps a record of the edit.
  await box.write(PROCEDURES, (await box.read(PROCEDURES)).replace("The side door", "The old side door"));
  await commit("a person's wording");
  box.at("2026-02-06T09:00:00Z");
  await tenet("digest");
  const outside = join(box.dir, "..", "old");
  await box.write("../old/LEARNINGS.md", LEARNING);
  await tenet("import", outside);
  const imported = (await tenet("show", "LRN-20250116-001", "--json")).json().data.entry.id as string;
  await tenet("run", "start", "r1");
  await tenet("learn", `Windows open with ${CANARY} too`, "--because", "once", "--risk", "low: glass", "--run", "r1");
  // What a failed run taught is a record of its own; this one leaves its reason in the file of the run alone.
  await tenet("run", "start", "r2", "--no-reflexion");
  await tenet("run", "fail", "r2", "--reason", `no ${CANARY} left`);
  await tenet("index");
  await tenet("recall", CANARY);
  await tenet("recall", `how does ${CANARY} open doors`, "--keyword");
  box.at("2026-02-12T09:00:00Z");
  await tenet("heartbeat");
  await commit("everything");
  // What an interrupted change leaves behind.
  const records = await box.read("memory/learning/insights/2026-02-01.md");
  await box.write(".tenet/op-1.conflict/memory/learning/insights/2026-02-01.md", records);
  await box.write(".tenet/tmp/op-1.0", records);
  await box.write(".tenet/state-0a0b0c0d.damaged.db", `{"text": "${CANARY}`);
  // By age, as they are listed: the first gives the word to type.
  return { box, ids: [imported, id, outcome], commits };
}

const word = (id: string) => id.slice(-5).toLowerCase();

let plant: Planted;
beforeAll(async () => {
  plant = await planted();
}, 240_000);

describe("a canary", () => {
  it("stands in every place where words can come to stand", () => {
    const places = holding(plant.box);
    for (const place of [
      "memory/learning/insights/2026-02-01.md",
      "memory/learning/outcomes/2026-02-05.md",
      "memory/learning/index.md",
      "memory/2026-02-01.md",
      PROCEDURES,
      "memory/versions/0001-",
      "memory/versions/0002-",
      CACHE,
      ".tenet/state.db",
      ".tenet/op-1.conflict/",
      ".tenet/tmp/",
      ".tenet/state-0a0b0c0d.damaged.db",
    ]) {
      expect(
        places.some((file) => file.startsWith(place)),
        `${place} among\n${places.join("\n")}`,
      ).toBe(true);
    }
    const facts = State.of(new Workspace(plant.box.dir)).all<{ one: string }>(
      `SELECT kind || ' ' || key AS one FROM facts WHERE value LIKE '%${CANARY}%'
        UNION SELECT 'ledger' FROM ledger WHERE value LIKE '%${CANARY}%'`,
    );
    expect(facts.map(({ one }) => one)).toEqual(expect.arrayContaining(["ledger", "run r1", "run r2"]));
  });

  it("erased at a terminal, is in no file any more, and the commits that hold it are named", async () => {
    const { box, ids, commits } = plant;
    // A row of vectors is named by its entry.
    const inIndex = (id: string) => holding(box, id).filter((file) => file.startsWith(".tenet/index/"));
    expect(ids.flatMap(inIndex)).not.toEqual([]);
    const [first = ""] = ids;
    const args = ["forget", ...ids, "--erase", "--names", "--reason", "not ours to keep"];
    const seen = await atTerminal(box, args, [[`Type ${word(first)} to confirm:`, `${word(first)}\r`]]);
    expect(seen.code, seen.screen).toBe(0);
    expect(seen.screen).not.toContain(CANARY);
    expect(holding(box)).toEqual([]);
    for (const commit of commits) expect(seen.screen).toContain(commit.slice(0, 12));
    expect(seen.screen).toMatch(/Rewriting history\s+takes it out/);
    expect(seen.screen).not.toMatch(/filter-branch|push --force|git filter-repo -/);
    // Vectors speak of the words as well, and older versions of a table keep what newer ones dropped.
    expect(ids.flatMap(inIndex)).toEqual([]);
    expect(readdirSync(box.path(".tenet/index")).filter((name) => name.endsWith(".lance"))).toHaveLength(1);
    const { rows } = (await ended(box.run(["audit", ids[1] as string, "--op", "redaction", "--json"]))).json().data;
    expect(rows).toMatchObject([{ kind: "redaction", by: "sybil", reason: "not ours to keep" }]);
    const { findings } = (await box.run(["verify", "--json"])).json().data;
    expect(findings.filter((one: { severity: string }) => one.severity === "error")).toEqual([]);
  });

  it("stays away when everything is made anew, imported and finished again", async () => {
    const { box } = plant;
    const tenet = (...args: string[]) => ended(box.run(args));
    await tenet("run", "finish", "r1");
    expect((await tenet("import", join(box.dir, "..", "old"), "--json")).json().data.totals.imported).toBe(0);
    await tenet("digest");
    await tenet("index");
    await tenet("recall", "doors that open at night");
    await tenet("heartbeat");
    expect(holding(box)).toEqual([]);
    expect((await tenet("recall", "caches after a deploy", "--json")).json().data.results).toHaveLength(1);
  });

  it("redacted, leaves record and links", async () => {
    const { box, ids } = await planted();
    const [first = "", ...rest] = ids;
    const args = ["forget", first, ...rest, "--redact", "--names"];
    const refused = await atTerminal(box, args, [[`Type ${word(first)} to confirm:`, "something else\r"]]);
    expect(refused.code).toBe(5);
    const places = holding(box);
    const seen = await atTerminal(box, args, [[`Type ${word(first)} to confirm:`, `${word(first)}\r`]]);
    expect(seen.code, seen.screen).toBe(0);
    expect(places.length).toBeGreaterThan(10);
    expect(holding(box)).toEqual([]);
    const { entry } = (await ended(box.run(["show", rest[0] as string, "--json"]))).json().data;
    expect(entry).toMatchObject({ insight: "[redacted]", status: "forgotten" });
    expect(entry.uses).toHaveLength(3);
  }, 240_000);

  it("an agent erases nothing, over a pipe or at a terminal with its variable set", async () => {
    const { box } = plant;
    const id = (await ended(box.run(["list", "--status", "live", "--json"]))).json().data.entries[0].id as string;
    const before = await box.git("status", "--porcelain");
    const piped = await box.run(["forget", id, "--erase"], { stdin: `${word(id)}\n` });
    expect(piped).toMatchObject({ code: 5, stdout: "" });
    const seen = await atTerminal(box, ["forget", id, "--erase"], [], { CLAUDECODE: "1" });
    expect(seen.code).toBe(5);
    expect(seen.screen).not.toContain("Type ");
    expect(await box.git("status", "--porcelain")).toBe(before);
  });
});
