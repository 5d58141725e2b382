/** From the command to the files and back: what is asked, answered by the printed commands, found again and taken back. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Captured } from "../../src/capture/capture-schemas.js";
import { some, triesMore } from "../effort.js";
import { type Sandbox, sandbox } from "../sandbox.js";
import { actedUpon } from "./callers.js";
import {
  ANSWERS,
  type Answer,
  claimIn,
  type Fields,
  HALVES,
  type LabelledPair,
  labelledPairs,
} from "./labelled-pairs.js";

async function add(box: Sandbox, entries: readonly Fields[], session: string): Promise<Captured[]> {
  const ran = await box.run(["add", "-", "--json", "--session", session], { stdin: JSON.stringify(entries) });
  if (ran.code !== 0) throw new Error(ran.stdout);
  return ran.json().data.results;
}

async function shown(box: Sandbox, id: string) {
  return (await box.run(["show", id, "--json"])).json().data.entry;
}

/** A printed command as it is typed, in the session of the capture. */
const typed = (command: string): string[] => [...command.split(" ").slice(1), "--session", "second"];

/** What a tree holds, but for when and by whom it was touched. */
function memory(box: Sandbox): Record<string, string> {
  const files = ["memory/learning", "memory/facts"].flatMap((folder) =>
    existsSync(box.path(folder)) ? readdirSync(box.path(folder), { recursive: true, withFileTypes: true }) : [],
  );
  const paths = files.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name));
  return Object.fromEntries(paths.map((path) => [path, readFileSync(path, "utf8")]));
}

const ofAnswer = (answer: Answer) =>
  some(
    HALVES.flatMap((half) => labelledPairs(half)).filter((pair) => pair.answer === answer && pair.ground === undefined),
    1,
  ).slice(0, 4);

test("each printed answer acts, and undo restores both sides", { tags: "more" }, async () => {
  const all = ANSWERS.flatMap((answer) => ofAnswer(answer).map((pair) => ({ answer, pair })));
  // Many pairs beside each other hide some of them: in proof each has a tree of its own.
  for (const tried of triesMore() ? all.map((one) => [one]) : [all]) await answersAct(tried);
});

async function answersAct(tried: readonly { answer: Answer; pair: LabelledPair }[]): Promise<void> {
  const box = await sandbox();
  const known = await add(
    box,
    tried.map(({ pair }) => pair.first),
    "first",
  );
  const fresh = await add(
    box,
    tried.map(({ pair }) => pair.second),
    "second",
  );
  for (const [at, { answer, pair }] of tried.entries()) {
    const [first, second] = [known[at]?.id as string, fresh[at]?.id as string];
    const says = `${answer}: ${claimIn(pair.first)} | ${claimIn(pair.second)}`;
    const ask = fresh[at]?.asks.find(({ about }) => about === first);
    if (ask === undefined) throw new Error(`not asked: ${says}`);
    const before = memory(box);
    const ran = await box.run([...typed(String(ask.answers[answer])), "--json"]);
    expect(ran.code, `${says}\n${ran.stdout}`).toBe(0);
    const [older, newer] = [await shown(box, first), await shown(box, second)];
    if (answer === "replaces") expect(older, says).toMatchObject({ status: "superseded", superseded_by: second });
    const row = { with: first, answer };
    if (answer === "exception" || answer === "same")
      expect(newer.near, says).toContainEqual(expect.objectContaining(row));
    if (answer === "unrelated") expect([older.status, newer.status], says).toEqual(["active", "active"]);
    expect(memory(box), says).not.toEqual(before);
    expect((await box.run(["undo", "--session", "second"])).code, says).toBe(0);
    expect(memory(box), says).toEqual(before);
  }
}

describe.each(HALVES)("%s", { tags: "more" }, (half) => {
  test("as one list and singly the same is decided and asked", { tags: "proof" }, async () => {
    const pairs = labelledPairs(half).filter(({ ground }, at) => ground !== undefined || at % 30 === 0);
    for (const pair of some(pairs, 3)) {
      const [whole, single] = [await sandbox(), await sandbox()];
      const [, together] = await add(whole, [pair.first, pair.second], "one");
      await add(single, [pair.first], "one");
      const [apart] = await add(single, [pair.second], "one");
      const decided = (one?: Captured) => [one?.decision, actedUpon(one as Captured).length, one?.asks.length];
      expect(decided(together)).toEqual(decided(apart));
    }
  });

  test("what is replaced by one word is quoted whole, and comes back", { tags: "proof" }, async () => {
    const pairs = labelledPairs(half).filter(({ ground }) => ground === "word");
    for (const { first, second } of some(pairs, 2)) {
      const box = await sandbox({ git: true });
      const [taught] = await add(box, [first], "first");
      const [taken] = await add(box, [second], "second");
      expect(taken).toMatchObject({ decision: "replaced", superseded: [taught?.id] });
      expect(taken?.because.join("\n")).toContain(claimIn(first));
      const [a, b] = [taken?.id as string, taught?.id as string];
      expect(taken?.next).toContain("--open");
      expect((await box.run(["resolve", a, b, "--open"])).code).toBe(0);
      expect(await shown(box, b)).toMatchObject({ status: "active" });
      expect((await box.run(["show", a, "--json"])).json().data.near).toMatchObject([{ with: b }]);
    }
  });
});
