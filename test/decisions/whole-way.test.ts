/** From the command to the files and back: what is asked, answered by the printed commands, found again and taken back. */
import { describe, expect, test } from "vitest";
import type { Captured } from "../../src/capture/capture-schemas.js";
import { some } from "../effort.js";
import { type Sandbox, sandbox } from "../sandbox.js";
import { actedUpon } from "./callers.js";
import { type Answer, claimIn, type Fields, HALVES, labelledPairs } from "./labelled-pairs.js";

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
const memory = (box: Sandbox): Promise<string> => box.git("ls-files", "-s", "--", "memory/learning", "memory/facts");

const ofAnswer = (answer: Answer, count: number) =>
  some(
    HALVES.flatMap((half) => labelledPairs(half)).filter((pair) => pair.answer === answer && pair.ground === undefined),
    count,
  ).slice(0, 4);

describe.each<Answer>(["same", "replaces", "exception", "unrelated"])(
  "the printed answer %s",
  { tags: "more" },
  (answer) => {
    test.for(ofAnswer(answer, 1))(
      "acts, and undo restores both sides: $first | $second",
      { tags: "sampled" },
      async (pair) => {
        const box = await sandbox({ git: true });
        const [known] = await add(box, [pair.first], "first");
        const [fresh] = await add(box, [pair.second], "second");
        const ask = fresh?.asks.find(({ about }) => about === known?.id);
        if (ask === undefined) throw new Error(`not asked: ${JSON.stringify(fresh)}`);
        await box.git("add", "-A");
        const before = await memory(box);

        const ran = await box.run([...typed(ask.answers[answer]), "--json"]);
        expect(ran.code, ran.stdout).toBe(0);
        const ids = [known?.id as string, fresh?.id as string] as const;
        const [older, newer] = [await shown(box, ids[0]), await shown(box, ids[1])];
        if (answer === "replaces") expect(older).toMatchObject({ status: "superseded", superseded_by: ids[1] });
        if (answer === "exception") expect(newer.exception_to).toEqual([ids[0]]);
        if (answer === "unrelated") expect([older.status, newer.status]).toEqual(["active", "active"]);
        if (answer === "same" && pair.first.type === "correction") expect(newer.recurrence_of).toBe(ids[0]);
        else if (answer === "same") expect(newer).toMatchObject({ status: "superseded", superseded_by: ids[0] });
        await box.git("add", "-A");
        expect(await memory(box)).not.toBe(before);

        expect((await box.run(["undo", "--session", "second"])).code).toBe(0);
        await box.git("add", "-A");
        expect(await memory(box)).toBe(before);
      },
    );
  },
);

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
      expect(taken?.next).toContain("--reopen");
      expect((await box.run(["resolve", a, b, "--reopen"])).code).toBe(0);
      expect(await shown(box, b)).toMatchObject({ status: "active" });
      expect((await box.run(["show", a, "--json"])).json().data.near).toMatchObject([{ with: b, state: "open" }]);
    }
  });
});
