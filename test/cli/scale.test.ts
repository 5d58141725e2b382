import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { generateTree } from "../../bench/generated-tree.js";
import { DEFAULT_PROFILE } from "../../src/config.js";
import { openStore } from "../../src/store/open-store.js";
import { rounds } from "../effort.js";
import { sandbox } from "../sandbox.js";

const ENTRIES = rounds(500, 10_000);
const MOST_MEGABYTES = 350;

describe("a large tree", () => {
  it(`row 40: ${ENTRIES} entries in 1,500 files are listed, searched, verified and added to in bounded memory`, {
    tags: "more",
    timeout: 300_000,
  }, async () => {
    const box = await sandbox();
    const tree = generateTree(box.dir, ENTRIES, 500);
    const peak = join(box.dir, "..", "peak.txt");
    const hook = fileURLToPath(new URL("../../bench/peak.mjs", import.meta.url));
    const run = async (...args: string[]) => {
      const ran = await box.runProcess([...args, "--json"], {
        env: { TENET_NOW: tree.now, NODE_OPTIONS: `--import=${hook}`, BENCH_PEAK_FILE: peak },
        timeout: 120_000,
      });
      expect(ran.code, ran.stdout.slice(0, 500) + ran.stderr.slice(0, 500)).toBe(0);
      return { data: ran.json().data, megabytes: Number(await readFile(peak, "utf8")) / 1024 };
    };

    expect((await run("list")).data.total).toBe(ENTRIES);
    const listed = await run("list");
    expect(listed.data.entries).toHaveLength(50);
    const opened = await openStore({ workspace: tree.workspace, profile: DEFAULT_PROFILE, base: { state: "none" } });
    expect(opened.filesParsed).toBe(0);

    const recalled = await run("recall", "lock taken before reading", "--mode", "keyword");
    // Each holds one word of the question: no more than three of such are told.
    expect(recalled.data.results.map(({ weak }: { weak?: boolean }) => weak)).toEqual([true, true, true]);
    expect(recalled.data.index).toBe("fresh");
    const again = await run("recall", "lock taken before reading", "--mode", "keyword");
    expect(again.data.results).toEqual(recalled.data.results);

    const errors = (await run("verify")).data.findings.filter((one: { severity: string }) => one.severity === "error");
    expect(errors).toEqual([]);

    const text = "Nobody waits for the blue lamp in the archive room";
    const learned = await run("learn", text, "--because", "seen twice", "--risk", "low: a walk");
    expect(learned.data.id).toMatch(/^INS-/);
    expect((await run("list")).data.total).toBe(ENTRIES + 1);
    const found = await run("recall", "blue lamp archive", "--mode", "keyword");
    expect(found.data.results[0].id).toBe(learned.data.id);

    for (const { megabytes } of [listed, again, learned]) expect(megabytes).toBeLessThan(MOST_MEGABYTES);
  });
});
