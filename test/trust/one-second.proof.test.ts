/** A thousand entries in one second: each is there, each has an id of its own, and all are told in one order. */
import { expect, it } from "vitest";
import { freshSentence } from "../../bench/generated-tree.js";
import { rounds, some } from "../effort.js";
import { type Sandbox, sandbox } from "../sandbox.js";

const MANY = rounds(80, 1_000);
const PROCESSES = 4;
/** Generous: only that it ends at all. */
const LIMIT_MS = rounds(240_000, 1_800_000);

/** A fence each: a single piece of YAML or JSON is bounded. */
const facts = (from: number, count: number): string =>
  Array.from({ length: count }, (_, at) => {
    const fields = {
      type: "correction",
      prior_belief: `Nobody looks at case ${from + at}`,
      corrected_to: freshSentence(from + at),
      stakes: "medium",
      at_risk: "work is done twice",
      behavioral_change: "look first",
    };
    return `\`\`\`json\n${JSON.stringify(fields)}\n\`\`\``;
  }).join("\n\n");

async function add(box: Sandbox, from: number, count: number, env: Record<string, string | undefined>) {
  // "busy" is the one answer that asks to be tried again: nothing was written then.
  for (;;) {
    const ran = await box.runProcess(["add", "-", "--json"], { stdin: facts(from, count), env, timeout: LIMIT_MS });
    if (ran.code !== 3) return ran;
  }
}

const WAYS: readonly [string, number, Record<string, string | undefined>][] = [
  ["one process under a fixed clock", 1, {}],
  ["four processes under the machine's own clock", PROCESSES, { TENET_NOW: undefined, TENET_SEED: undefined }],
  ["four processes under a fixed clock", PROCESSES, {}],
];

it.each(some(WAYS, 2))(
  "%s: none is lost, and digest, recall, list and verify answer at once",
  async (_, processes, env) => {
    const box = await sandbox();
    const each = MANY / processes;
    const writers = await Promise.all(
      Array.from({ length: processes }, (__, at) =>
        add(box, at * each, each, "TENET_NOW" in env ? env : { TENET_SEED: `writer-${at}` }),
      ),
    );
    const written = writers.flatMap((ran) => {
      expect(ran.code, ran.stdout.slice(0, 600)).toBe(0);
      return ran.json().data.results.map(({ id }: { id: string }) => id);
    });
    expect(new Set(written).size).toBe(MANY);
    const run = async (...args: string[]) => {
      const ran = await box.run([...args, "--json"], { env, timeout: LIMIT_MS });
      expect(ran.code, ran.stderr).toBe(0);
      return ran.json().data;
    };
    await run("digest");
    expect((await run("recall", freshSentence(7), "--limit", "1")).results[0]).toMatchObject({
      text: freshSentence(7),
    });
    const { entries } = await run("list", "--limit", String(MANY));
    const listed: { id: string; timestamp: string }[] = entries;
    expect(listed.map(({ id }) => id).sort()).toEqual([...written].sort());
    const keys = listed.map(({ id, timestamp }) => `${timestamp} ${id}`);
    expect(keys).toEqual([...keys].sort().reverse());
    expect((await run("verify")).findings).toEqual([]);
  },
  LIMIT_MS,
);
