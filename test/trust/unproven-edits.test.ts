/** A rule that was changed by hand, and that no person is known to have decided: shown as that, evictable, taken back by anybody. */
import { describe, expect, it } from "vitest";
import { context } from "../../src/context/context.js";
import type { Context } from "../../src/context.js";
import { queueItemOutline } from "../../src/review/queue-item-outline.js";
import { queueOutline } from "../../src/review/review-outline.js";
import { reviewQueue } from "../../src/review/review-queue.js";
import { approve } from "../../src/rules/approve.js";
import { digest } from "../../src/rules/digest.js";
import { keepLine } from "../../src/rules/keep-line.js";
import { rollback } from "../../src/rules/versions/rollback.js";
import { why } from "../../src/rules/why.js";
import { DEFAULT_PROFILE, type Profile } from "../../src/settings.js";
import { claimHash } from "../../src/text/canonical.js";
import { pipeText } from "../../src/text/outline/pipe.js";
import { terminalText } from "../../src/text/outline/terminal.js";
import { PLAIN } from "../../src/text/paint.js";
import { AT_TERMINAL } from "../capture/capturing.js";
import { held, type RulesWorld, rulesWorld } from "../rules/rules-world.js";

const MODES = ["auto", "approval", "curated"] as const;
const MINE = "Be brief in every report";
const RULE = "Do A0001 before anything else";
const CAPS = DEFAULT_PROFILE.caps;
const AGENT = { atTerminal: false, git: async () => ({}) };

const as = (w: RulesWorld, actor: Partial<Context["actor"]>): Context => ({
  ...w.ctx,
  actor: { ...w.ctx.actor, ...actor },
});
const person = (w: RulesWorld) => as(w, AT_TERMINAL);
const agent = (w: RulesWorld) => as(w, AGENT);

/** One rule in force by the mode, committed by its person; then somebody adds a line to the block. */
async function withLine(profile: Partial<Profile> = {}): Promise<RulesWorld> {
  const w = rulesWorld(profile);
  w.world.put(
    "tenet.yaml",
    `schema: 1\nagent: main\npeople:\n  - name: bridget\n    role: owner\n    emails: [bridget@example.invalid]\n`,
  );
  w.world.put("SOUL.md", "# Soul\n");
  await w.store(held("A0001"));
  await digest({ ...w.ctx, profile: { ...w.ctx.profile, apply_mode: "auto" } });
  w.commit();
  addLine(w, MINE);
  return w;
}

const addLine = (w: RulesWorld, line: string) =>
  w.edit("SOUL.md", (text) => text.replace(/^(- Do A0001.*)$/m, `$1\n- ${line}`));
const rule = async (w: RulesWorld, text = MINE) => (await w.chain()).rules.find((one) => one.text === text);

const tip = (w: RulesWorld): string => w.git("rev-parse", "HEAD").trim();

/** Who could have committed it: no name makes it theirs. */
const CARRIED: Record<string, (w: RulesWorld) => void> = {
  "not committed": () => {},
  "committed by a person": (w) => w.commit("a hand edit"),
  "committed by an agent": (w) => {
    w.git("config", "user.email", "agent@example.invalid");
    w.commit("a hand edit");
  },
  "committed by tenet itself": (w) => w.commit("rules\n\nTenet-Commit: by mode\n"),
};

describe("a line that somebody adds to the block", () => {
  it.each(Object.keys(CARRIED).map((how, at) => [how, MODES[at % 3] ?? "auto"] as const))(
    "%s, in %s mode, is unproven: in the context, in review and in why",
    { tags: "sampled" },
    async (how, apply_mode) => {
      const w = await withLine({ apply_mode });
      CARRIED[how]?.(w);
      await w.digest();
      expect(await rule(w)).toMatchObject({ decided_by: { by: "unproven", how: "edited" } });
      const rules = (await context(w.ctx)).layers.find(({ name }) => name === "rules");
      const item = rules?.items.find(({ text }) => text === MINE);
      expect(item).toMatchObject({ place: "SOUL.md", note: "unproven" });
      expect(item?.who).toBeUndefined();
      const data = await reviewQueue(w.ctx);
      const waits = data.queue.filter(({ kind }) => kind === "unproven");
      expect(waits).toMatchObject([{ text: MINE, target: "SOUL.md", id: (await rule(w))?.since }]);
      expect(terminalText(queueOutline(data), PLAIN)).toMatch(/unproven .*"Be brief in every report"/);
      for (const one of waits)
        expect(pipeText(queueItemOutline({ item: one, at: 1, of: 1 }))).toMatch(/A person takes it here/);
      const line = w.read("SOUL.md").split("\n").indexOf(`- ${MINE}`) + 1;
      expect((await why(w.ctx, `SOUL.md:${line}`)).says).toMatch(/no person is known/);
    },
  );
});

describe("an unproven line", () => {
  it("leaves before tenet's own rules where a file is full", { tags: "proof" }, async () => {
    const w = await withLine({ caps: { ...CAPS, soul: 2 } });
    await w.digest();
    await w.store(held("B0001"));
    const { operations } = await w.digest();
    expect(operations).toMatchObject([
      { op: "delete", reason: "evicted", text: MINE },
      { op: "add", ids: ["COR-20260201-B0001"] },
    ]);
    expect(w.read("SOUL.md")).not.toContain(MINE);
  });

  it("is taken back by an agent in auto, and by a person alone in the other modes", { tags: "proof" }, async () => {
    for (const apply_mode of MODES) {
      const w = await withLine({ apply_mode });
      await w.digest();
      const back = rollback(agent(w), { confirmed: undefined });
      if (apply_mode !== "auto") {
        await expect(back).rejects.toMatchObject({ exit: 5, code: "needs-person" });
        await rollback(person(w), { confirmed: true });
      } else await back;
      expect(w.read("SOUL.md")).not.toContain(MINE);
      expect(w.read("SOUL.md")).toContain(RULE);
    }
  });

  it("is people's once they merged it: then it stays, and waits for nobody", { tags: "proof" }, async () => {
    const w = await withLine({ caps: { ...CAPS, soul: 2 } });
    await w.digest();
    w.merged("my own line");
    await w.digest();
    expect(await rule(w)).toMatchObject({ decided_by: { by: "people", how: "edited", commit: tip(w) } });
    expect((await reviewQueue(w.ctx)).queue).toEqual([]);
    await w.store(held("B0001", { stakes: "high" }));
    await w.digest();
    expect(w.read("SOUL.md")).toContain(MINE);
    await expect(rollback(agent(w), { confirmed: undefined })).rejects.toMatchObject({ exit: 5 });
    // Adopted once: another digest has nothing to do.
    expect((await w.digest()).adopted).toEqual([]);
  });

  it.each(MODES)("is a person's in %s mode once they take it in review", { tags: "proof" }, async (apply_mode) => {
    const w = await withLine({ apply_mode });
    CARRIED["committed by an agent"]?.(w);
    await w.digest();
    const since = (await rule(w))?.since ?? "";
    for (const [who, confirmed] of [
      [agent(w), true],
      [person(w), false],
    ] as const)
      await expect(keepLine(who, { since, text: MINE, confirmed })).rejects.toMatchObject({
        exit: 5,
        code: "needs-person",
      });
    await expect(keepLine(person(w), { since, text: "Be long", confirmed: true })).rejects.toMatchObject({
      code: "changed-meanwhile",
    });
    await keepLine(person(w), { since, text: MINE, confirmed: true });
    expect(await rule(w)).toMatchObject({ decided_by: { by: "bridget", how: "edited" } });
    expect((await reviewQueue(w.ctx)).queue.filter(({ kind }) => kind === "unproven")).toEqual([]);
    expect((await w.digest()).decision).toBe("unchanged");
    await expect(rollback(agent(w), { confirmed: undefined })).rejects.toMatchObject({ exit: 5 });
  });

  it("in the place of a rule that a person approved is never evicted, and that rule comes back", async () => {
    const w = rulesWorld({ apply_mode: "approval", caps: { ...CAPS, soul: 1 } });
    await w.store(held("A0001"));
    await w.digest();
    await approve(person(w), { confirmed: true });
    w.commit();
    w.ctx = { ...w.ctx, profile: { ...w.ctx.profile, apply_mode: "auto" } };
    w.edit("SOUL.md", (text) => text.replace(RULE, "Do as you like"));
    await w.store(held("B0001", { stakes: "high" }));
    await w.digest();
    expect((await w.chain()).rules).toMatchObject([
      { text: "Do as you like", decided_by: { by: "unproven", instead_of: "bridget" } },
    ]);
    expect((await reviewQueue(w.ctx)).queue).toMatchObject([{ kind: "unproven", instead_of: "bridget" }]);
    await rollback(agent(w), { confirmed: undefined });
    expect((await w.chain()).rules).toMatchObject([{ text: RULE, decided_by: { by: "bridget", how: "approved" } }]);
  });
});

describe("a line that a person declined, put back by hand", () => {
  it("is in force for nobody until people merge it", { tags: "proof" }, async () => {
    const w = await withLine();
    w.edit("SOUL.md", (text) => text.replace(`- ${MINE}\n`, ""));
    const [line = ""] = /^- Do A0001.*$/m.exec(w.read("SOUL.md")) ?? [];
    await rollback(person(w), { confirmed: true });
    w.commit("taken back");
    w.edit("SOUL.md", (text) => text.replace("## Learned\n", `## Learned\n\n${line}\n`));
    await digest(agent(w));
    expect((await w.chain()).rules).toEqual([]);
    expect(w.world.warnings.join("\n")).toMatch(/SOUL.md:\d+ is not taken over.* turned it down/);
    // The correction stays what was taught; the line is printed as no rule.
    const printed = await context(w.ctx);
    expect(printed.core.text).not.toContain(RULE);
    expect(printed.text).toMatch(/SOUL\.md:\d+ is not printed/);
    w.commit("I want it after all");
    await w.digest();
    expect(await rule(w, RULE)).toBeUndefined();
    w.merged();
    await w.digest();
    expect(await rule(w, RULE)).toMatchObject({ decided_by: { by: "people", how: "edited" } });
  });
});

const THEIRS = "Always deploy to the staging cluster first";

/** A correction that lies near their line, and nobody has said what the two are to each other. */
function besideTheirs(file: string) {
  const rule = "Never deploy to the staging cluster first";
  const row = { score: 0.9, by: "claim" as const, state: "open" as const, at: "2026-02-01T09:00:00Z" };
  const near = [{ with: `${file}#${claimHash(THEIRS)}`, hashes: [claimHash(rule), claimHash(THEIRS)], ...row }];
  return { corrected_to: rule, behavioral_change: rule, rule, near };
}

describe("a line that people wrote", () => {
  // In curated mode both entries wait for review before.
  it.each(["auto", "approval"] as const)(
    "in %s mode: an entry with an open question beside it stays out, and says so",
    async (apply_mode) => {
      const w = rulesWorld({ apply_mode });
      w.world.put("SOUL.md", `# Soul\n\n- ${THEIRS}\n`);
      await w.store(held("A0001", besideTheirs("SOUL.md")), held("B0001"));
      const { operations, left } = await w.digest();
      expect(operations.map(({ ids }) => ids[0])).toEqual(["COR-20260201-B0001"]);
      expect(left).toMatchObject([
        {
          id: "COR-20260201-A0001",
          because: expect.stringMatching(/^An open question beside SOUL\.md#\w{12} keeps it from the rules/),
        },
      ]);
    },
  );

  it("in whatever file holds it back", async () => {
    const w = rulesWorld();
    w.world.put("MEMORY.md", `# Memory\n\n- ${THEIRS}\n`);
    await w.store(held("A0001", besideTheirs("MEMORY.md")));
    expect((await w.digest()).operations).toEqual([]);
    w.world.put("MEMORY.md", "# Memory\n");
    expect((await w.digest()).operations).toMatchObject([{ op: "add", target: "SOUL.md" }]);
  });
});
