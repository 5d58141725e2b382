import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { context } from "../../src/context/context.js";
import { forget } from "../../src/forget/forget.js";
import { DEFAULT_PROFILE } from "../../src/settings.js";
import { type Receipt, receiptSchema } from "../../src/store/layers/receipt-schema.js";
import { ledgerFiles } from "../../src/store/ledger/chains.js";
import { eventWithReceipt, readLedger } from "../../src/store/ledger/ledger.js";
import { codeOf } from "../capture/capturing.js";
import { ins, type LoopWorld, loopWorld } from "../loop/loop-world.js";
import { held, rulesWorld } from "../rules/rules-world.js";

const WORDS_ALONE = { embedding: { model: "./none" } };
const contexts = (world: LoopWorld) => readLedger(world.world.workspace).filter(({ op }) => op === "context");

async function asked(keep_queries: boolean, session = "s1") {
  const world = loopWorld({ ...WORDS_ALONE, ledger: { keep_queries } });
  world.session(session);
  await world.store(ins("A0001", { insight: "The lockfile drifts in every build", stakes: "high" }), ins("A0002"));
  world.day(4);
  const data = await context(world.ctx, { query: "lockfile drift", host: "codex", characters: 5000 });
  return { world, data, id: data.receipt as string };
}

describe("a receipt", () => {
  it("is one event of the ledger: ids, tokens, hashes, and no word of an entry or a query", async () => {
    const { world, data, id } = await asked(false);
    expect(id).toMatch(/^R-[0-9a-f]{8}$/);
    const events = contexts(world);
    expect(events).toHaveLength(1);
    expect(readLedger(world.world.workspace).map(({ op }) => op)).not.toContain("recall");
    const event = eventWithReceipt(world.world.workspace, id);
    const receipt = event?.receipt as Receipt | undefined;
    expect(event).toMatchObject({ kind: "read", ids: ["INS-20260201-A0002", "INS-20260201-A0001"], session: "s1" });
    expect(receipt).toMatchObject({
      id,
      core: data.core.hash,
      host: "codex",
      limits: { ...DEFAULT_PROFILE.context, characters: 5000 },
      layers: [{ name: "taught" }, { name: "learnings" }, { name: "questions" }],
    });
    expect(JSON.stringify(events)).not.toMatch(/lockfile|drift|Fact/i);
  });

  it("without a ledger that can be written there is none, and the text names none", async () => {
    const world = loopWorld(WORDS_ALONE);
    await world.store(ins("A0001", { stakes: "high" }));
    rmSync(world.world.workspace.ledger, { recursive: true, force: true });
    world.world.put(".tenet/state/ledger", "a file in the way");
    const data = await context(world.ctx, {});
    expect(data.receipt).toBeUndefined();
    expect(data.text).not.toContain("Receipt");
    expect(world.world.warnings.join()).toContain("No receipt could be kept");
  });
});

describe("a replay", () => {
  it("prints the same bytes while nothing has changed: another day, session, host and settings, and no new receipt", async () => {
    const { world, data, id } = await asked(true);
    world.day(30);
    world.session("another");
    const profile = { ...world.ctx.profile, context: { ...DEFAULT_PROFILE.context, layer_tokens: 0 } };
    world.ctx = { ...world.ctx, profile };
    const before = ledgerFiles(world.world.workspace);
    for (const name of [id, id.toUpperCase(), ` ${id.toLowerCase()}`]) {
      const again = await context(world.ctx, { replay: name });
      expect(again.text).toBe(data.text);
      expect(again.replay).toEqual({ receipt: id, same: true, changes: [] });
    }
    expect(ledgerFiles(world.world.workspace)).toEqual(before);
  });

  it("asks for a query that was not kept, and takes no other", async () => {
    const { world, data, id } = await asked(false);
    await expect(context(world.ctx, { replay: id })).rejects.toMatchObject({ exit: 2, code: "query-needed" });
    await expect(context(world.ctx, { replay: id, query: "another" })).rejects.toMatchObject({ code: "other-query" });
    expect((await context(world.ctx, { replay: id, query: "lockfile drift" })).text).toBe(data.text);
    const plain = await context(world.ctx, {});
    const wrong = context(world.ctx, { replay: plain.receipt as string, query: "lockfile" });
    await expect(wrong).rejects.toMatchObject({ exit: 2, code: "other-query" });
  });

  it("of a name that is no receipt here is exit 4", async () => {
    const { ctx } = loopWorld();
    for (const id of ["R-00000000", "R-", "nonsense", "R-0000000g", "../../x"])
      await expect(context(ctx, { replay: id }), id).rejects.toMatchObject({ exit: 4, code: "no-receipt" });
  });

  it("says which layers have changed, with what came, went and reads otherwise", async () => {
    const { world, id } = await asked(true, "adhoc-main-2026-02-05");
    await world.store(ins("A0003", { insight: "The lockfile drift is known", timestamp: "2026-02-02T09:00:00Z" }));
    const block = "<!-- tenet:begin rules -->\n## Learned\n\n- A new line by hand\n<!-- tenet:end rules -->\n";
    world.world.put("SOUL.md", block);
    const { replay, text, receipt } = await context(world.ctx, { replay: id });
    expect(replay?.same).toBe(false);
    expect(replay?.changes.map(({ name, added, gone }) => ({ name, added, gone }))).toEqual([
      { name: "rules", added: [], gone: [] },
      { name: "learnings", added: ["INS-20260202-A0003"], gone: [] },
      { name: "questions", added: ["INS-20260202-A0003"], gone: [] },
    ]);
    expect(text).toMatch(/^R-[0-9a-f]{8} of 2026-02-05T10:00:00Z cannot be printed as it was/);
    expect(text).toContain("The core is another.");
    expect(text).toContain("learnings: added: INS-20260202-A0003.");
    expect(text).not.toContain("lockfile");
    expect(receipt).toBeUndefined();
  });

  it("within a session whose core was kept: the same bytes though a version was activated since", async () => {
    const world = rulesWorld(WORDS_ALONE);
    await world.store(held("ALPHA"));
    await world.digest();
    const first = await context(world.ctx, {});
    const second = await context(world.ctx, {});
    await world.store(held("GAMMA"));
    const before = await context(world.ctx, { replay: second.receipt as string });
    expect(before.core.text).toBe(first.core.text);
    expect(before.replay?.changes.map(({ name }) => name)).not.toContain("rules");
  });

  it("a receipt of what was erased is struck with it: its hashes would let words be guessed", async () => {
    const { world, id } = await asked(true);
    const actor = { ...world.ctx.actor, atTerminal: true, user: "bridget" };
    const profile = { ...world.ctx.profile, people: [{ name: "bridget", role: "owner" as const }] };
    await forget({ ...world.ctx, actor, profile }, { refs: ["INS-20260201-A0001"], taking: "erase", confirmed: true });
    expect(eventWithReceipt(world.world.workspace, id)).toBeUndefined();
  });

  it("of a receipt that was broken or forged is a clear failure, whatever stands in it", {
    tags: "proof",
  }, async () => {
    const { world, data, id } = await asked(true);
    const [path = ""] = ledgerFiles(world.world.workspace).slice(-1);
    const whole = readFileSync(path, "utf8");
    const receipt = eventWithReceipt(world.world.workspace, id)?.receipt as Receipt;
    const wrong = [null, 7, "x", [], {}, [{}], -1];
    const outcomes = new Set<unknown>();
    for (const key of Object.keys(receiptSchema.shape).filter((name) => name !== "id")) {
      for (const value of [...wrong, undefined]) {
        writeFileSync(path, whole.replace(JSON.stringify(receipt), JSON.stringify({ ...receipt, [key]: value })));
        const ended = context(world.ctx, { replay: id });
        outcomes.add((await codeOf(ended)).replace("done", "printed"));
      }
    }
    expect([...outcomes].sort()).toEqual(["broken-receipt", "other-contact", "printed", "query-needed", "usage"]);
    writeFileSync(path, whole);
    expect((await context(world.ctx, { replay: id })).text).toBe(data.text);
  });
});
