/** A question is closed by people: what a file says of it counts only where they did, and is a finding otherwise. */
import { readFileSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Question } from "../../src/entry/entry.js";
import { closingOf } from "../../src/entry/near/closings.js";
import { forget } from "../../src/forget/forget.js";
import { verify } from "../../src/health/verify.js";
import { answer } from "../../src/questions/answer.js";
import { ask } from "../../src/questions/ask.js";
import { openQuestionsIn } from "../../src/questions/open-questions.js";
import { edit } from "../../src/review/edit/edit.js";
import { openStore } from "../../src/store/open-store.js";
import type { TestWorld } from "../store/workspace.js";
import { type HistoryWorld, historyWorld } from "./history-world.js";

const QUESTION = "Do you take weekend appointments?";
const BRIDGET = { atTerminal: true, git: async () => ({ name: "bridget", email: "bridget@example.invalid" }) };

async function asked(): Promise<{ world: HistoryWorld; id: string; file: string; place: string }> {
  const world = historyWorld();
  const { id = "", file = "", line } = await ask(world, { question: QUESTION, because: "cannot book for Saturday" });
  world.commit("helper");
  return { world, id, file, place: `${file}:${line}` };
}

function change(world: TestWorld, file: string, how: (text: string) => string): void {
  const path = world.workspace.absolute(file);
  writeFileSync(path, how(readFileSync(path, "utf8")));
}

const closedBy = (how: string, hash?: string) => (text: string) =>
  text.replace(
    "status: active",
    `closed:\n  at: 2026-02-15T14:00:00Z\n  by: bridget\n  how: ${how}\n${hash ? `  hash: ${hash}\n` : ""}status: active`,
  );
const open = async (world: TestWorld) => openQuestionsIn(world, await openStore(world)).map(({ id }) => id);
const findings = async (world: TestWorld) =>
  (await verify({ ...world, profileWarnings: [] })).findings.flatMap(({ code, id, file, line }) =>
    code.includes("closing") ? [`${code} ${id} ${file}:${line}`] : [],
  );
const right = async (world: TestWorld, id: string, how: "answered" | "unanswered") => {
  const entry = (await (await openStore(world)).one(id)).entry as Question;
  return closingOf(entry, { at: "2026-02-15T14:00:00Z", by: "bridget", how }).hash;
};

describe("a closing in a file", () => {
  it.each([
    ["answered", undefined, "closing-forged"],
    ["unanswered", "ab".repeat(32), "closing-lapsed"],
  ])("that is forged as %s with the hash %s does not count, and is a finding", async (how, hash, code) => {
    const { world, id, file, place } = await asked();
    change(world, file, closedBy(how, hash));
    expect([await open(world), await findings(world)]).toEqual([[id], [`${code} ${id} ${place}`]]);
    // It is asked and answered as any other.
    const again = await ask(world, { question: QUESTION, because: "still" });
    expect(again).toMatchObject({ decision: "counted", id });
    await answer({ ...world, actor: { ...world.actor, ...BRIDGET } }, { ref: id, text: "Saturdays until noon" });
    expect([await open(world), await findings(world)]).toEqual([[], []]);
  });

  it("with the right hash: answered without an answer is a finding", async () => {
    const answered = await asked();
    change(answered.world, answered.file, closedBy("answered", await right(answered.world, answered.id, "answered")));
    expect(await findings(answered.world)).toEqual([`closing-forged ${answered.id} ${answered.place}`]);
  });

  it("by people is none: an owner's, one that an agent hands on, and one whose answer was erased", {
    tags: "proof",
  }, async () => {
    const { world, id } = await asked();
    await answer(world, { ref: id, text: "Saturdays until noon", source: "bridget" });
    world.commit("helper");
    expect([await open(world), await findings(world)]).toEqual([[], []]);
    const [memory] = (await openStore(world)).where({ type: "memory" });
    const bridget = { ...world, actor: { ...world.actor, ...BRIDGET } };
    await forget(bridget, { refs: [memory?.id ?? ""], taking: "erase", confirmed: true });
    expect([await open(world), await findings(world)]).toEqual([[], []]);
  });

  it("what was asked is no longer changed behind an answer", async () => {
    const { world, id } = await asked();
    const bridget = { ...world, actor: { ...world.actor, ...BRIDGET } };
    await answer(bridget, { ref: id, unanswered: true });
    const act = edit(bridget, { id, fields: { question: "Do you take night appointments?" } });
    await expect(act).rejects.toMatchObject({ failure: "refused", code: "closed" });
    expect(await open(world)).toEqual([]);
  });
});
