/**
 * A canary in every place where words of an entry can come to stand, put there by real commands; then it is erased, or
 * redacted, at a real terminal, and looked for in the raw bytes of every file.
 */
import { readdirSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { State } from "../../src/store/state/state-db.js";
import { Workspace } from "../../src/store/workspace.js";
import { holding as bytesHolding } from "../bytes.js";
import { type Sandbox, sandbox } from "../sandbox.js";
import { atTerminal } from "./terminal.js";
import { done, tail, told } from "./typed.js";

const CANARY = "zitrone-7q4x-kanarie";
const CACHE = ".tenet/cache.db";
const PROFILE = `schema: 1
agent: main
timezone: UTC
people:
  - {name: sybil, role: owner, emails: [sybil@example.invalid]}
`;

const learning = (id: string, summary: string, details: string, action = "") =>
  `## [LRN-${id}] best_practice\n\n**Logged**: 2025-01-16T10:00:00Z\n**Priority**: medium\n**Status**: pending\n\n### Summary\n${summary}\n\n### Details\n${details}\n${action}`;
const LEARNINGS = [
  learning(
    "20250116-001",
    `Doors with ${CANARY} on their frame open inwards`,
    `Three of them did, ${CANARY} in hand.`,
    `\n### Suggested Action\nPull every ${CANARY} first.\n`,
  ),
  learning("20250117-001", "Windows close better in winter", "Two of five did."),
].join("\n---\n\n");

const holding = (box: Sandbox, text = CANARY) => bytesHolding(box.dir, text);

interface Planted {
  box: Sandbox;
  ids: string[];
  commits: string[];
}

const PROCEDURES = "memory/core/procedures.md";

async function planted(): Promise<Planted> {
  const box = await sandbox({ git: true, profile: PROFILE, now: "2026-02-01T09:00:00Z" });
  const tenet = (line: string) => done(box, line);
  const commits: string[] = [];
  const commit = async (message: string) => {
    await box.git("add", "-A");
    await box.git("commit", "-q", "-m", message);
    commits.push((await box.git("rev-parse", "HEAD")).trim());
  };
  await tenet("init --owner sybil");
  await tenet("learn 'Caches are cold after each deploy' --because 'two timings' --risk 'low: a slow morning'");
  await box.git("add", "-A");
  await box.git("commit", "-q", "-m", "before");
  const entry = {
    type: "insight",
    insight: `The side door opens with ${CANARY} at night`,
    evidence: `tried ${CANARY} twice`,
    stakes: "high",
    at_risk: `nobody gets in without ${CANARY}`,
    applications: [`open the door with ${CANARY}`],
    triggers: [CANARY],
    context: `late, ${CANARY} in hand`,
    alternatives: [`a crowbar instead of ${CANARY}`],
    tags: [CANARY],
    domain: CANARY,
  };
  const { id } = (await told(box, "add -", { stdin: JSON.stringify(entry) })).results[0];
  await commit(`learn: the door opens with ${CANARY}`);
  // Again with new evidence: an item of its history. Again without: a line in the daily log.
  const learn = (because: string) =>
    told(box, `learn '${entry.insight}' --because '${because}' --risk 'high: no way in'`);
  expect((await learn(`17 tries with ${CANARY} on 2026-01-30`)).decision).toBe("evolved");
  expect((await learn(entry.evidence)).decision).toBe("counted");
  await tenet(`log 'spoke of ${CANARY} with the caretaker'`);
  for (const day of [2, 3, 4]) {
    box.at(`2026-02-0${day}T09:00:00Z`);
    await tenet(`used ${id} --worked --note '${CANARY} fitted' --session s${day}`);
  }
  box.at("2026-02-05T09:00:00Z");
  const judging = `outcome ${id} --verdict validated --result '${CANARY} opened it' --lesson 'Keep ${CANARY} at hand'`;
  const { id: outcome } = await told(box, judging);
  await tenet("digest");
  expect(await box.read(PROCEDURES)).toContain(CANARY);
  await commit("a rule");
  // A person rewords the rule; the next digest takes that over.
  await box.write(PROCEDURES, (await box.read(PROCEDURES)).replace("The side door", "The old side door"));
  await commit("a person's wording");
  box.at("2026-02-06T09:00:00Z");
  await tenet("digest");
  await box.write("../old/LEARNINGS.md", `# Learnings\n\n${LEARNINGS}`);
  await tenet("import ../old");
  const { id: imported } = (await told(box, "show LRN-20250116-001")).entry;
  await tenet("run start r1");
  await tenet(`learn 'Windows open with ${CANARY} too' --because once --risk 'low: glass' --run r1`);
  // What a failed run taught is a record of its own; this one leaves its reason in the file of the run alone.
  await tenet("run start r2 --no-reflexion");
  await tenet(`run fail r2 --reason 'no ${CANARY} left'`);
  await tenet("index");
  await tenet(`recall ${CANARY}`);
  await tenet(`recall 'how does ${CANARY} open doors' --keyword`);
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

const TICK_ALL = ["Replace it in which?", "a\r"] as const;

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
    const args = ["forget", ...ids, "--erase", "--reason", "not ours to keep"];
    const seen = await atTerminal(box, args, [TICK_ALL, [`Type ${tail(first)} to confirm:`, `${tail(first)}\r`]]);
    expect(seen.code, seen.screen).toBe(0);
    expect(seen.screen.slice(seen.screen.indexOf("picked"))).not.toContain(CANARY);
    expect(holding(box)).toEqual([]);
    for (const commit of commits) expect(seen.screen).toContain(commit.slice(0, 12));
    expect(seen.screen).toMatch(/Rewriting history\s+takes it out/);
    expect(seen.screen).not.toMatch(/filter-branch|push --force|git filter-repo -/);
    // Vectors speak of the words as well, and older versions of a table keep what newer ones dropped.
    expect(ids.flatMap(inIndex)).toEqual([]);
    expect(readdirSync(box.path(".tenet/index")).filter((name) => name.endsWith(".lance"))).toHaveLength(1);
    const { rows } = await told(box, `audit ${ids[1]} --op redaction`);
    expect(rows).toMatchObject([{ kind: "redaction", by: "sybil", reason: "not ours to keep" }]);
    expect((await told(box, "verify")).errors).toBe(0);
  });

  it("stays away when everything is made anew, imported and finished again", async () => {
    const { box } = plant;
    await done(box, "run finish r1");
    expect((await told(box, "import ../old")).totals.imported).toBe(0);
    for (const line of ["digest", "index", "recall 'doors that open at night'", "heartbeat"]) await done(box, line);
    expect(holding(box)).toEqual([]);
    expect((await told(box, "recall 'caches after a deploy'")).results).toHaveLength(1);
  });

  it("redacted, leaves record and links", async () => {
    const { box, ids } = await planted();
    const [first = "", ...rest] = ids;
    const args = ["forget", first, ...rest, "--redact"];
    const refused = await atTerminal(box, args, [TICK_ALL, [`Type ${tail(first)} to confirm:`, "something else\r"]]);
    expect(refused.code).toBe(5);
    const places = holding(box);
    const seen = await atTerminal(box, args, [TICK_ALL, [`Type ${tail(first)} to confirm:`, `${tail(first)}\r`]]);
    expect(seen.code, seen.screen).toBe(0);
    expect(places.length).toBeGreaterThan(10);
    expect(holding(box)).toEqual([]);
    const { entry } = await told(box, `show ${rest[0]}`);
    expect(entry).toMatchObject({ insight: "[redacted]", status: "forgotten" });
    expect(entry.uses).toHaveLength(3);
  }, 240_000);
});
