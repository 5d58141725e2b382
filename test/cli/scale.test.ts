import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { generateTree } from "../../bench/generated-tree.js";
import { fixedClock } from "../../src/clock.js";
import { defaultProfile } from "../../src/settings.js";
import { openStore } from "../../src/store/open-store.js";
import { PROOF, rounds } from "../effort.js";
import { sandbox } from "../sandbox.js";
import { NO_MODEL } from "./known-workspace.js";
import { words } from "./typed.js";

const ENTRIES = rounds(150, 10_000);
const MOST_MEGABYTES = 350;

describe("a large tree", () => {
  it("row 38: a session's first hook in a fresh clone prints the core in time, and later hooks read on", {
    tags: "proof",
  }, async () => {
    const box = await sandbox({ empty: true });
    const tree = generateTree(box.dir, 10_000, 500);
    box.at(tree.now);
    await box.write("SOUL.md", "<!-- tenet:begin rules -->\n- Look before you leap\n<!-- tenet:end rules -->\n");
    const began = performance.now();
    const first = await box.runProcess(words("hook session-start"), { stdin: '{"session_id":"s-1"}' });
    expect(performance.now() - began, "1.2 s on a quiet machine").toBeLessThan(6_000);
    expect([first.code, first.stderr]).toEqual([0, expect.stringContaining("no time to read all of them")]);
    expect(first.stdout).toMatch(
      /entry not looked at \| Look before you leap[\s\S]*\ntenet ran out of time: the rest was not looked up\.\n$/,
    );
    const opened = await openStore({ ...tree, profile: defaultProfile(), clock: fixedClock(tree.now) });
    expect(opened.heads.length).toBe(10_000);
  });

  it(`row 40: ${ENTRIES} entries are listed, searched, verified and added to in bounded memory`, {
    tags: "more",
  }, async () => {
    const box = await sandbox({ empty: true });
    const tree = generateTree(box.dir, ENTRIES, rounds(50, 500));
    if (!PROOF) await box.write("tenet.yaml", NO_MODEL);
    box.at(tree.now);
    const peak = join(box.dir, "..", "peak.txt");
    const hook = fileURLToPath(new URL("../../bench/peak.mjs", import.meta.url));
    /** In a process of its own where its memory is measured. */
    const run = async (line: string, measured = false) => {
      const args = [...words(line), "--json"];
      const env = { NODE_OPTIONS: `--import=${hook}`, BENCH_PEAK_FILE: peak };
      const ran = await (measured || PROOF ? box.runProcess(args, { env }) : box.run(args));
      expect(ran.code, ran.stdout.slice(0, 500) + ran.stderr.slice(0, 500)).toBe(0);
      if (measured) expect(Number(await readFile(peak, "utf8")) / 1024).toBeLessThan(MOST_MEGABYTES);
      return ran.json().data;
    };

    const opened = await openStore({ ...tree, profile: defaultProfile(), clock: fixedClock(tree.now) });
    // What says the same is shown once.
    const shown = new Set(opened.heads.map(({ chain }) => chain)).size;
    expect(shown).toBeGreaterThan(ENTRIES * 0.99);
    expect((await run("list")).total).toBe(shown);
    expect((await run("list", PROOF)).entries).toHaveLength(50);

    const recalled = await run("recall 'lock taken before reading' --keyword");
    // Each holds one word of the question: no more than three of such are told.
    expect(recalled.results.map(({ weak }: { weak?: boolean }) => weak)).toEqual([true, true, true]);
    expect(recalled.index).toBe("fresh");
    const again = await run("recall 'lock taken before reading' --keyword", PROOF);
    expect(again.results).toEqual(recalled.results);

    expect((await run("verify")).errors).toBe(0);

    const text = "Nobody waits for the blue lamp in the archive room";
    const learned = await run(`learn '${text}' --because 'seen twice' --risk 'low: a walk'`, true);
    expect((await run("list")).total).toBe(shown + 1);
    expect((await run("recall 'blue lamp archive' --keyword")).results[0].id).toBe(learned.id);
  });
});
