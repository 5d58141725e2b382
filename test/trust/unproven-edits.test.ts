/** A rule that was changed by hand is a person's: it stays, and a person takes it back. */
import { describe, expect, it } from "vitest";
import type { Context } from "../../src/context.js";
import { reviewQueue } from "../../src/review/queue/review-queue.js";
import { digest } from "../../src/rules/digest.js";
import { rollback } from "../../src/rules/versions/rollback.js";
import { defaultProfile, type Profile } from "../../src/settings.js";
import { AT_TERMINAL } from "../capture/capturing.js";
import { context } from "../operations.js";
import { held, type RulesWorld, rulesWorld } from "../rules/rules-world.js";

const MODES = ["auto", "approval", "curated"] as const;
const MINE = "Be brief in every report";
const RULE = "Do A0001 before anything else";
const CAPS = defaultProfile().caps;
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

/** Who could have committed it: no name makes it theirs. */
const CARRIED: Record<string, (w: RulesWorld) => void> = {
  "not committed": () => {},
  "committed by a person": (w) => w.commit("a hand edit"),
  "committed by an agent": (w) => {
    w.git("config", "user.email", "agent@example.invalid");
    w.commit("a hand edit");
  },
};

describe("a line that somebody adds to the block", () => {
  it.each(Object.keys(CARRIED).map((how, at) => [how, MODES[at % 3] ?? "auto"] as const))(
    "%s, in %s mode, is a person's: it waits for nobody, stays where the file is full, and a person takes it back",
    { tags: "sampled" },
    async (how, apply_mode) => {
      const w = await withLine({ apply_mode, caps: { ...CAPS, soul: 2 } });
      CARRIED[how]?.(w);
      await w.digest();
      expect(await rule(w)).toMatchObject({ decided_by: { by: "people", how: "edited" } });
      // In curated mode the correction behind the other rule waits.
      expect((await reviewQueue(w.ctx)).queue.filter(({ kind }) => kind !== "entry")).toEqual([]);
      await expect(rollback(agent(w), { confirmed: undefined })).rejects.toMatchObject({ code: "needs-person" });
      await w.store(held("B0001", { stakes: "high" }));
      await w.digest();
      expect(w.read("SOUL.md")).toContain(MINE);
    },
  );
});

describe("a line that a person declined, put back by hand", () => {
  it("is in force for nobody until people merge it, where there is a base", { tags: "proof" }, async () => {
    const w = await withLine();
    w.edit("SOUL.md", (text) => text.replace(`- ${MINE}\n`, ""));
    const [line = ""] = /^- Do A0001.*$/m.exec(w.read("SOUL.md")) ?? [];
    await rollback(person(w), { confirmed: true });
    w.merged("taken back");
    w.edit("SOUL.md", (text) => text.replace("## Learned\n", `## Learned\n\n${line}\n`));
    await digest(agent(w));
    expect((await w.chain()).rules).toEqual([]);
    expect(w.world.warnings.join("\n")).toMatch(/SOUL.md:\d+ is not taken over.* turned it down/);
    // Neither the line nor its correction is printed.
    const printed = await context(w.ctx);
    expect(printed.text).not.toContain(RULE);
    expect(printed.text).toContain("1 learning not taught, since a person turned that down as a rule.");
    w.commit("I want it after all");
    await w.digest();
    expect(await rule(w, RULE)).toBeUndefined();
    w.merged();
    await w.digest();
    expect(await rule(w, RULE)).toMatchObject({ decided_by: { by: "people", how: "edited" } });
  });
});
