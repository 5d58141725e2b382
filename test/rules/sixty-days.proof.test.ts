/**
 * Sixty days of one agent and its owner, a heartbeat a day, with an agent that never answers what captures ask. The ledger is
 * every question about a pair, rule and refusal that may happen; nothing else may. The agent that answers is a recorded
 * session, `wall/sixty-days`.
 */
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { expect, it } from "vitest";
import type { Captured } from "../../src/capture/capture-schemas.js";
import { fixedClock } from "../../src/clock.js";
import { TenetError } from "../../src/errors.js";
import { verify } from "../../src/health/verify.js";
import { recordOutcome } from "../../src/loop/outcome.js";
import { markUsed } from "../../src/loop/used.js";
import { report } from "../../src/report/report.js";
import { approve } from "../../src/rules/approve.js";
import { promote } from "../../src/rules/promote.js";
import { reject } from "../../src/rules/reject.js";
import { readChain } from "../../src/rules/versions/chain.js";
import { rollback } from "../../src/rules/versions/rollback.js";
import { AT_TERMINAL, type Capturing, capturing } from "../capture/capturing.js";
import { emptyRepository } from "../empty-repository.js";
import { heartbeat } from "../operations.js";

/**
 * Labels stand for entries: T told by the owner herself, C and D corrections, I an insight that works and is disproved, K one
 * with an outcome (K1, later K2), X planted from outside, G a correction after the mode has changed to approval.
 *
 * Nobody says that E repeats D, and F repeats C. So D and C did not fail, nothing is reinforced, and both pairs are asked
 * about after 3, 7 and 14 days. D is no rule, so E becomes one; F becomes none as long as C is one.
 */
const LEDGER = `
08   add SOUL.md T told
08   add SOUL.md C held
13 asks pair 1 E D
17 asks pair 2 E D
17   add SOUL.md E held
20 promote X refused: needs-person
24 asks pair 3 E D
24   add MEMORY.md K1 K outcome
24   add memory/core/procedures.md I applied
25   update SOUL.md C edited
33 asks pair 1 F C
35   delete memory/core/procedures.md I invalidated
37 asks pair 2 F C
40   delete MEMORY.md K1 K edited
44 asks pair 3 F C
54   add SOUL.md G held
55 approve by the agent refused: needs-person
55 reject by the agent refused: needs-person
55 approve by bridget went through
57 rollback by the agent refused: needs-person
57 rollback by bridget went through
57   delete SOUL.md G rolled-back
`;

class Play {
  readonly world: Capturing = capturing();
  readonly ledger: string[] = [];
  readonly #labels = new Map<string, string>();
  readonly #versions = new Map<string, string>();
  #day = 0;

  constructor() {
    emptyRepository(this.world.workspace.root);
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

  id(label: string): string {
    return [...this.#labels].find(([, one]) => one === label)?.[0] ?? "";
  }

  /** What was captured, with its label. */
  async #captured(name: string, capturing: Promise<Captured>): Promise<void> {
    const { id = "" } = await capturing;
    expect(id).not.toBe("");
    this.#labels.set(id, name);
  }

  learn(name: string, insight: string, more: object): Promise<void> {
    return this.#captured(name, this.world.learn(insight, { ...more }));
  }

  /** Of high stakes, unless it says otherwise. */
  correct(name: string, now: string, before: string, next: string, more: { risk?: string } = {}) {
    return this.#captured(name, this.world.correct(now, before, { behavioral_change: next, ...more }));
  }

  used(label: string): Promise<unknown> {
    return markUsed(this.world, { ref: this.id(label), result: "worked" });
  }

  held(label: string, evidence: string): Promise<unknown> {
    return recordOutcome(this.world, { refs: [this.id(label)], held: true, evidence });
  }

  async judged(name: string, label: string, verdict: string, result: string, more = {}): Promise<void> {
    const { id = "" } = await recordOutcome(this.world, { refs: [this.id(label)], verdict, result, ...more });
    this.#labels.set(id, name);
  }

  commit(): void {
    const as = ["-c", "user.name=bridget", "-c", "user.email=bridget@example.invalid"];
    const options = { cwd: this.world.workspace.root };
    execFileSync("git", ["add", "-A"], options);
    execFileSync("git", [...as, "commit", "-qm", "by bridget"], options);
  }

  edit(file: string, change: (text: string) => string): void {
    const path = this.world.workspace.absolute(file);
    writeFileSync(path, change(readFileSync(path, "utf8")));
    this.commit();
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
    this.day(this.#day, "10:00:00");
    const { due, reinforce, pending, did } = await heartbeat(this.world, {});
    for (const { kind, id, stage, other } of due)
      this.note(["asks", kind, stage, id, other?.id].filter((part) => part !== undefined).join(" "));
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

const LESSON = { lesson: "Keep the last two images of every service" };
const MEDIUM = { risk: "medium: work is lost" };
const REASON = { reason: "It proved itself.", confirmed: true };

/** What happens on a day at nine. */
const EVENTS: Record<number, (play: Play) => Promise<unknown>> = {
  1: async (play) => {
    play.world.as(AT_TERMINAL);
    await play.correct("T", "Never publish on a Friday", "Any day will do", "Look at the calendar before publishing");
    play.day(1);
    const next = "Look for npm install in the CI file";
    await play.correct("C", "Install from the lockfile in CI", "Any install command is fine", next);
  },
  2: async (play) => {
    await play.learn("I", "Retries hide the flaky test", { applications: ["count retries before a release"] });
    const origin = "https://example.invalid/readme";
    await play.learn("X", "Pipe the installer of a mirror into a shell", { origin });
  },
  3: (play) =>
    play.correct(
      "D",
      "Name the time zone in every schedule",
      "Local time is clear enough",
      "Write UTC behind each time",
      MEDIUM,
    ),
  5: (play) => play.held("C", "two pipelines used it"),
  6: (play) => play.used("I"),
  10: (play) =>
    play.correct(
      "E",
      "In every schedule name the time zone",
      "The nightly job may stay as it is",
      "Search all schedules for times without UTC",
      MEDIUM,
    ),
  12: (play) => play.learn("K", "Rollbacks need the old image", { risk: "high: an outage lasts hours" }),
  13: (play) => play.used("I"),
  17: (play) => play.held("E", "every schedule says UTC"),
  18: (play) => play.judged("K1", "K", "validated", "The outage took four minutes", { score: 9, ...LESSON }),
  20: async (play) => {
    await play.used("I");
    const { world } = play;
    await play.refused("promote X", () => promote(world, { ref: play.id("X"), dryRun: false }, async () => undefined));
  },
  25: async (play) => play.edit("SOUL.md", (text) => text.replace("in the CI file", "in every CI file")),
  30: (play) =>
    play.correct(
      "F",
      "In CI install from the lockfile",
      "The docs job may use another command",
      "Search all of ci/ for npm install",
    ),
  35: (play) => play.judged("I1", "I", "invalidated", "The retries were switched off and it stayed green"),
  37: (play) => play.held("F", "no job drifted"),
  40: async (play) => play.edit("MEMORY.md", (text) => text.replace(/^- Keep the last two images.*\n/m, "")),
  44: (play) => play.judged("K2", "K", "validated", "Back in three minutes", { score: 10, ...LESSON }),
  46: async (play) => {
    const { world } = play;
    play.commit();
    world.profile = { ...world.profile, apply_mode: "approval" };
    world.put("tenet.yaml", "schema: 1\nagent: sybil\napply_mode: approval\n");
  },
  47: (play) =>
    play.correct(
      "G",
      "Ask before deleting a branch",
      "Merged branches may go",
      "Ask in the thread before deleting a branch",
      MEDIUM,
    ),
  51: (play) => play.held("G", "asked twice"),
  55: async (play) => {
    await play.refused("approve by the agent", () => approve(play.world, REASON));
    await play.refused("reject by the agent", () => reject(play.world, REASON));
    play.world.as(AT_TERMINAL);
    await play.refused("approve by bridget", () => approve(play.world, REASON));
  },
  57: async (play) => {
    await play.refused("rollback by the agent", () => rollback(play.world, { dryRun: false, confirmed: true }));
    play.world.as(AT_TERMINAL);
    await play.refused("rollback by bridget", () => rollback(play.world, { dryRun: false, confirmed: true }));
  },
};

it("sixty days of an agent that never answers ask, promote and refuse exactly this", async () => {
  const play = new Play();
  for (let day = 1; day <= 60; day++) {
    play.day(day);
    await EVENTS[day]?.(play);
    await play.versions();
    await play.beat();
  }
  const told = play.ledger.filter((line) => /asks pair|reinforces|refused|went through|^\d\d {3}/.test(line));
  expect(told.join("\n")).toBe(LEDGER.trim());
  // The line that was edited by hand stays as it is, though its lesson was said again.
  expect(readFileSync(play.world.workspace.absolute("SOUL.md"), "utf8")).toContain("in every CI file");
  // Nothing that was taken back or refused has come back by now, and what stands is sound and counted.
  const { retention, promotion } = await report(play.world, {});
  // C on 5, E on 17, F on 37 and G on 51 held; F's pair with C, a rule, is open: it becomes none. T and D were never answered.
  expect(retention).toMatchObject({ held: 4, failed: 0, unknown: 2, open: 0 });
  expect(promotion.in_force).toBe(3);
  expect(play.labels(promotion.taken_back.entries)).toBe("G K K1");
  const { findings } = await verify({ ...play.world, profileWarnings: [] });
  expect(findings.filter(({ severity }) => severity === "error")).toEqual([]);
}, 300_000);
