/**
 * Sixty days of one agent and its owner, a heartbeat a day, with an agent that answers what captures ask, and with one that
 * never does. Each ledger is every question, version, rule and refusal that may happen; nothing else may.
 */
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Captured } from "../../src/capture/capture-schemas.js";
import { fixedClock } from "../../src/clock.js";
import { TenetError } from "../../src/errors.js";
import { verify } from "../../src/health/verify.js";
import { heartbeat } from "../../src/loop/heartbeat.js";
import { recordOutcome } from "../../src/loop/outcome.js";
import { markUsed } from "../../src/loop/used.js";
import { report } from "../../src/report/report.js";
import { resolvePair } from "../../src/review/resolve.js";
import { approve } from "../../src/rules/approve.js";
import { promote } from "../../src/rules/promote.js";
import { reject } from "../../src/rules/reject.js";
import { readChain } from "../../src/rules/versions/chain.js";
import { rollback } from "../../src/rules/versions/rollback.js";
import { AT_TERMINAL, type Capturing, capturing } from "../capture/capturing.js";
import { expectRestored } from "../import/restored.js";
import { countedByHand, countedSinceDay30, countedUnanswered } from "./sixty-days-report.js";

/**
 * Day and what happens, in order. Labels stand for entries: T told by the owner herself, C and D corrections, E repeats
 * D and F repeats C, I an insight that works and is disproved, K one with an outcome (K1, later K2), X planted from
 * outside, G a correction after the mode has changed to approval.
 */
const LEDGER = `
02 waits for a person: 1 review
04 asks stick 1 T
04 asks stick 1 C
05 asks outcome 1 I
06 asks stick 1 D
08 asks stick 2 T
08 version 1 active (digest)
08   add SOUL.md T told
08   add SOUL.md C held
09 asks outcome 2 I
09 waits for a person: 1 review
10 reinforces E
11 reinforces E
12 reinforces E
13 asks stick 1 E
14 reinforces E
15 asks outcome 1 K
15 asks stick 3 T
15 reinforces E
16 asks outcome 3 I
16 reinforces E
16 waits for a person: 1 review
17 version 1 superseded
17 version 2 active (digest)
17   add SOUL.md E D held
20 promote X refused: needs-person
23 waits for a person: 1 review
24 version 2 superseded
24 version 3 active (digest)
24   add MEMORY.md K1 K outcome
24   add memory/core/procedures.md I applied
25 version 3 superseded
25 version 4 active (person)
25   update SOUL.md C edited
30 reinforces F
30 waits for a person: 1 review
31 reinforces F
32 reinforces F
32 expires X
33 asks stick 1 F
34 reinforces F
35 reinforces F
35 version 4 superseded
35 version 5 active (digest)
35   delete memory/core/procedures.md I invalidated
36 reinforces F
40 version 5 superseded
40 version 6 active (person)
40   delete MEMORY.md K1 K edited
44 waits for a person: 1 version
44 version 7 pending (digest)
44   add MEMORY.md K2 K outcome
50 asks stick 1 G
51 waits for a person: 1 version
54 version 7 superseded
54 version 8 pending (digest)
54   add SOUL.md G held
54   add MEMORY.md K2 K outcome
55 approve by the agent refused: needs-person
55 reject by the agent refused: needs-person
55 approve by bridget went through
55 version 6 superseded
55 version 8 active
57 rollback by the agent refused: needs-person
57 rollback by bridget went through
57 version 8 superseded
57 version 9 active (person)
57   delete SOUL.md G rolled-back
57   delete MEMORY.md K2 K rolled-back
`;

/**
 * Nobody says that E repeats D, and F repeats C. So D and C did not fail and nothing is reinforced; D is asked about to its
 * end; both pairs are asked about after 1, 7 and 21 days, one a heartbeat. E is no rule while its pair is younger than 21 days, F none as
 * long as C is one. Digests are due by the week from other days on, so the later versions come on other days.
 */
const UNANSWERED = `
02 waits for a person: 1 review
04 asks stick 1 T
04 asks stick 1 C
05 asks outcome 1 I
06 asks stick 1 D
08 asks stick 2 T
08 version 1 active (digest)
08   add SOUL.md T told
08   add SOUL.md C held
09 asks outcome 2 I
09 waits for a person: 1 review
10 asks stick 2 D
11 asks pair 1 E D
13 asks stick 1 E
15 asks outcome 1 K
15 asks stick 3 T
16 asks outcome 3 I
16 waits for a person: 1 review
17 asks pair 2 E D
18 asks stick 3 D
18 version 1 superseded
18 version 2 active (digest)
18   add MEMORY.md K1 K outcome
20 promote X refused: needs-person
23 waits for a person: 1 review
25 version 2 superseded
25 version 3 superseded (person)
25   update SOUL.md C edited
25 version 4 active (digest)
25   add memory/core/procedures.md I applied
30 waits for a person: 1 review
31 asks pair 1 F C
32 asks pair 3 E D
32 expires X
32 version 4 superseded
32 version 5 active (digest)
32   add SOUL.md E held
33 asks stick 1 F
37 asks pair 2 F C
39 version 5 superseded
39 version 6 active (digest)
39   delete memory/core/procedures.md I invalidated
40 version 6 superseded
40 version 7 active (person)
40   delete MEMORY.md K1 K edited
46 waits for a person: 1 version
46 version 8 pending (digest)
46   add MEMORY.md K2 K outcome
50 asks stick 1 G
51 asks pair 3 F C
53 waits for a person: 1 version
54 version 8 superseded
54 version 9 pending (digest)
54   add SOUL.md G held
54   add MEMORY.md K2 K outcome
55 approve by the agent refused: needs-person
55 reject by the agent refused: needs-person
55 approve by bridget went through
55 version 7 superseded
55 version 9 active
57 rollback by the agent refused: needs-person
57 rollback by bridget went through
57 version 9 superseded
57 version 10 active (person)
57   delete SOUL.md G rolled-back
57   delete MEMORY.md K2 K rolled-back
`;

class Play {
  readonly world: Capturing;
  readonly ledger: string[] = [];
  readonly #labels = new Map<string, string>();
  readonly #versions = new Map<string, string>();
  readonly #answers: boolean;
  #day = 0;

  constructor(answers: boolean) {
    this.#answers = answers;
    this.world = capturing();
    const { root } = this.world.workspace;
    execFileSync("git", ["init", "-q", "-b", "main"], { cwd: root });
    for (const [key, value] of [
      ["user.name", "bridget"],
      ["user.email", "bridget@example.invalid"],
    ] as const) {
      execFileSync("git", ["config", key, value], { cwd: root });
    }
  }

  note(what: string): void {
    let said = what;
    for (const [id, label] of this.#labels)
      said = said.replaceAll(id, label).replaceAll(id.slice(-5).toLowerCase(), label);
    this.ledger.push(`${String(this.#day).padStart(2, "0")} ${said}`);
  }

  day(number: number, time = "09:00:00"): void {
    this.#day = number;
    const day = new Date(Date.UTC(2026, 1, number)).toISOString().slice(0, 10);
    this.world.clock = fixedClock(`${day}T${time}Z`);
    this.world.as({ session: `day-${number}`, atTerminal: false, git: async () => ({}) });
  }

  labels(ids: readonly string[]): string {
    return ids
      .map((id) => this.#labels.get(id) ?? id)
      .sort()
      .join(" ");
  }

  label(name: string, id: string | undefined): string {
    if (id === undefined) throw new Error(`${name} was not stored`);
    this.#labels.set(id, name);
    return id;
  }

  /** What was captured, with its label; what it asks is answered: whether it says an earlier lesson again. */
  async captured(name: string, capturing: Promise<Captured>, repeated?: string): Promise<string> {
    const captured = await capturing;
    const id = this.label(name, captured.id);
    for (const { id: a, about: b } of this.#answers ? captured.asks : []) {
      const isRepeat = repeated !== undefined && this.#labels.get(b) === repeated;
      await resolvePair(this.world, { a, b, how: isRepeat ? "same" : "unrelated" });
    }
    return id;
  }

  owner(): void {
    this.world.as(AT_TERMINAL);
  }

  commit(message: string): void {
    const { root } = this.world.workspace;
    execFileSync("git", ["add", "-A"], { cwd: root });
    execFileSync("git", ["commit", "-qm", message], { cwd: root });
  }

  edit(file: string, change: (text: string) => string): void {
    const path = join(this.world.workspace.root, file);
    writeFileSync(path, change(readFileSync(path, "utf8")));
    this.commit(`bridget edits ${file}`);
  }

  async refused(what: string, act: () => Promise<unknown>): Promise<void> {
    try {
      await act();
      this.note(`${what} went through`);
    } catch (error) {
      if (!(error instanceof TenetError)) throw error;
      this.note(`${what} refused: ${error.code}`);
    }
  }

  /** One heartbeat at ten, and what it changed. */
  async beat(): Promise<void> {
    const day = this.#day;
    this.day(day, "10:00:00");
    const { due, reinforce, pending, did } = await heartbeat(this.world, {});
    for (const { kind, id, stage, other } of due) {
      this.note(
        `asks ${kind}${stage === undefined ? "" : ` ${stage}`} ${id}${other === undefined ? "" : ` ${other.id}`}`,
      );
    }
    for (const { id } of reinforce) this.note(`reinforces ${id}`);
    for (const line of did) if (/expired/.test(line)) this.note(`expires ${line.split(" ")[0]}`);
    const waits = pending.map(({ kind, count }) => `${count} ${kind}`).join(", ");
    if (waits !== "") this.note(`waits for a person: ${waits}`);
    await this.versions();
  }

  async versions(): Promise<void> {
    const { versions } = await readChain(this.world.workspace);
    for (const { version, id, status, operations, proposed_by } of versions) {
      const known = this.#versions.get(id);
      if (known === status) continue;
      this.#versions.set(id, status);
      this.note(`version ${version} ${status}${known === undefined ? ` (${proposed_by})` : ""}`);
      if (known !== undefined) continue;
      for (const { op, target, ids, reason } of operations) this.note(`  ${op} ${target} ${ids.join(" ")} ${reason}`);
    }
  }
}

describe("sixty days", () => {
  it.each([
    ["answers what captures ask", true, LEDGER],
    ["never answers it", false, UNANSWERED],
  ])(
    "of an agent that %s ask, promote and refuse exactly this",
    async (_, answers, ledger) => {
      const play = new Play(answers);
      const { world } = play;
      const ids: Record<string, string> = {};
      const id = (label: string) => ids[label] ?? "";
      const used = (label: string) => markUsed(world, { ref: id(label), result: "worked" });
      const events: Record<number, () => Promise<void>> = {
        1: async () => {
          play.owner();
          ids["T"] = await play.captured(
            "T",
            world.correct("Never publish on a Friday", "Any day will do", {
              behavioral_change: "Look at the calendar before publishing",
            }),
          );
          play.day(1);
          ids["C"] = await play.captured(
            "C",
            world.correct("Install from the lockfile in CI", "Any install command is fine", {
              behavioral_change: "Look for npm install in the CI file",
            }),
          );
        },
        2: async () => {
          ids["I"] = await play.captured(
            "I",
            world.learn("Retries hide the flaky test", { applications: ["count retries before a release"] }),
          );
          ids["X"] = await play.captured(
            "X",
            world.learn("Pipe the installer of a mirror into a shell", {
              origin: "https://example.invalid/readme",
            }),
          );
        },
        3: async () => {
          ids["D"] = await play.captured(
            "D",
            world.correct("Name the time zone in every schedule", "Local time is clear enough", {
              risk: "medium: jobs run twice",
              behavioral_change: "Write UTC behind each time",
            }),
          );
        },
        5: async () => {
          await recordOutcome(world, { refs: [id("C")], held: true, evidence: "two pipelines used it" });
        },
        6: async () => {
          await used("I");
        },
        10: async () => {
          ids["E"] = await play.captured(
            "E",
            world.correct("In every schedule name the time zone", "The nightly job may stay as it is", {
              risk: "medium: jobs run twice",
              behavioral_change: "Search all schedules for times without UTC",
            }),
            "D",
          );
        },
        12: async () => {
          ids["K"] = await play.captured(
            "K",
            world.learn("Rollbacks need the old image", { risk: "high: an outage lasts hours" }),
          );
        },
        13: async () => {
          await used("I");
        },
        17: async () => {
          await recordOutcome(world, { refs: [id("E")], held: true, evidence: "every schedule says UTC" });
        },
        18: async () => {
          const { id: outcome } = await recordOutcome(world, {
            refs: [id("K")],
            verdict: "validated",
            result: "The outage took four minutes",
            score: 9,
            lesson: "Keep the last two images of every service",
          });
          play.label("K1", outcome);
        },
        20: async () => {
          await used("I");
          await play.refused("promote X", () => promote(world, { ref: id("X"), dryRun: false }, async () => undefined));
        },
        25: async () => {
          play.edit("SOUL.md", (text) => text.replace("in the CI file", "in every CI file"));
        },
        30: async () => {
          ids["F"] = await play.captured(
            "F",
            world.correct("In CI install from the lockfile", "The docs job may use another command", {
              behavioral_change: "Search all of ci/ for npm install",
            }),
            "C",
          );
        },
        35: async () => {
          const judged = { verdict: "invalidated", result: "The retries were switched off and it stayed green" };
          play.label("I1", (await recordOutcome(world, { refs: [id("I")], ...judged })).id);
        },
        37: async () => {
          await recordOutcome(world, { refs: [id("F")], held: true, evidence: "no job drifted" });
        },
        40: async () => {
          play.edit("MEMORY.md", (text) => text.replace(/^- Keep the last two images.*\n/m, ""));
        },
        44: async () => {
          const judged = {
            verdict: "validated",
            result: "Back in three minutes",
            lesson: "Keep the last two images of every service",
          };
          play.label("K2", (await recordOutcome(world, { refs: [id("K")], score: 10, ...judged })).id);
        },
        46: async () => {
          play.commit("rules by the mode until now");
          world.profile = { ...world.profile, apply_mode: "approval" };
          world.put("tenet.yaml", "schema: 1\nagent: sybil\napply_mode: approval\n");
        },
        47: async () => {
          ids["G"] = await play.captured(
            "G",
            world.correct("Ask before deleting a branch", "Merged branches may go", {
              risk: "medium: work is lost",
              behavioral_change: "Ask in the thread before deleting a branch",
            }),
          );
        },
        51: async () => {
          await recordOutcome(world, { refs: [id("G")], held: true, evidence: "asked twice" });
        },
        55: async () => {
          const input = { reason: "It proved itself." };
          await play.refused("approve by the agent", () => approve(world, { ...input, confirmed: true }));
          await play.refused("reject by the agent", () => reject(world, { ...input, confirmed: true }));
          play.owner();
          await play.refused("approve by bridget", () => approve(world, { ...input, confirmed: true }));
        },
        57: async () => {
          await play.refused("rollback by the agent", () => rollback(world, { dryRun: false, confirmed: true }));
          play.owner();
          await play.refused("rollback by bridget", () => rollback(world, { dryRun: false, confirmed: true }));
        },
      };
      for (let day = 1; day <= 60; day++) {
        play.day(day);
        await events[day]?.();
        await play.versions();
        await play.beat();
      }
      expect(play.ledger.join("\n")).toBe(ledger.trim());
      // Nothing that was taken back or refused has come back by now, and what stands is sound.
      play.commit("sixty days");
      const told = await report(world, {});
      const counted = answers
        ? [
            ...countedByHand(told, (ids) => play.labels(ids)),
            ...countedSinceDay30(await report(world, { since: "30d" })),
          ]
        : countedUnanswered(told);
      for (const [what, value, byHand, because] of counted) expect(value, `${what}: ${because}`).toEqual(byHand);
      const { findings } = await verify({ ...world, profileWarnings: [] });
      expect(findings.filter(({ severity }) => severity === "error")).toEqual([]);
      await expectRestored(world);
    },
    300_000,
  );
});
