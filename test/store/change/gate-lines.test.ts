/** Lines about what the gate kept out: as they are written, as people leave them, and in logs that are odd. */
import { describe, expect, it } from "vitest";
import { type GateText, gateLinesIn, gateText, gateTextOf } from "../../../src/store/change/gate-lines.js";
import { cpuMs } from "../../cpu-time.js";

const DAY = "2026-02-15";
const [INS, MEM] = ["INS-20260215-K7Q2X", "MEM-20260215-K7Q2X"];
const logged = (time: string) => ({ day: DAY, time, kind: "logged" });
const skipped = (time: string, id?: string) => ({ day: DAY, time, kind: "skipped", ...(id && { id }) });

describe("one line", () => {
  it.each<[string, string, unknown[]]>([
    ["as it is written", "- 14:02 not learned: npm ci printed 3 warnings", [logged("14:02")]],
    ["of what was known", `- 14:02 said again: caches are cold (${INS})`, [skipped("14:02", INS)]],
    ["that quotes an id within", `- 14:02 said again: (${INS}) is old`, [skipped("14:02")]],
    ["whose id is gone", "- 14:02 said again: caches are cold", [skipped("14:02")]],
    ["of another kind of entry", `- 14:02 said again: tea (${MEM})`, [skipped("14:02", MEM)]],
    ["moved under another bullet", "  + 14:02   Not learned:x", [logged("14:02")]],
    ["with a time by hand", "- 9:05 not learned: x", [logged("09:05")]],
    ["at the last minute", "- 23:59 not learned: x", [logged("23:59")]],
    ["without words left", "- 14:02 not learned:", [logged("14:02")]],
    ["in other scripts", "- 14:02 not learned: 缓存 👩‍🔬 \u2028 \u202e", [logged("14:02")]],
    ["at no time of day", "- 24:00 not learned: x", []],
    ["at no minute", "- 14:60 not learned: x", []],
    ["without a time", "- not learned: x", []],
    ["that is no bullet", "14:02 not learned: x", []],
    ["of `tenet log`", "- 14:02 telegram timeout 500s → 30s", []],
    ["that speaks of one", "- 14:02 it was not learned: nobody asked", []],
    ["that begins alike", "- 14:02 not learnedx: y", []],
  ])("%s: %s", (_, line, expected) => {
    expect(gateLinesIn(line, DAY)).toEqual(expected);
    expect(gateLinesIn(`# ${DAY}\r\n\r\n${line}\r\n`, DAY)).toEqual(expected);
  });

  it.each<GateText>([
    { kind: "logged", words: "npm ci printed 3 warnings" },
    { kind: "logged", words: `said again: nothing (${INS})` },
    { kind: "skipped", words: "not learned: nothing", id: INS },
    { kind: "skipped", words: "caches (cold) (", id: INS },
  ])("is read as it is written: $kind $words", (said) => {
    expect(gateTextOf(gateText(said))).toEqual(said);
  });
});

describe("a log", () => {
  it("keeps the order of its lines, whatever stands between", () => {
    const lines = [
      "- 09:00 ran the tests",
      "- 09:01 not learned: a",
      `  - 08:00 said again: b (${INS})`,
      "```",
      "x",
      "```",
    ];
    const text = [`# ${DAY}`, "", "Morning.", ...lines, "- 09:01 not learned: a"].join("\n");
    expect(gateLinesIn(text, DAY)).toEqual([logged("09:01"), skipped("08:00", INS), logged("09:01")]);
  });

  const [a, b, gone] = ["- 09:01 not learned: a\n", "- 09:02 not learned: b\n", "- 08:00 not learned: gone\n"];
  it.each<[string, string]>([
    ["two sides", `<<<<<<< ours\n${a}${b}=======\n${a}>>>>>>> theirs`],
    ["two sides and what was before", `<<<<<<< ours\n${a}||||||| base\n${gone}=======\n${a}${b}>>>>>>> theirs`],
  ])("in a conflict of %s counts what both say once", (_, conflict) => {
    const text = `- 08:30 not learned: x\n${conflict}\n- 09:30 not learned: y\n`;
    const found = [logged("08:30"), logged("09:01"), logged("09:02"), logged("09:30")];
    expect(gateLinesIn(text, DAY)).toEqual(found);
    expect(gateLinesIn(text.replaceAll("\n", "\r\n"), DAY)).toEqual(found);
  });

  it("that begins a conflict and never ends it is read line by line", () => {
    expect(gateLinesIn("<<<<<<< ours\n- 09:01 not learned: a\n=======\n- 09:01 not learned: a\n", DAY)).toHaveLength(2);
  });

  it.each([
    ["brackets", `- 14:02 said again: ${"(".repeat(200_000)}`],
    ["spaces", `${" ".repeat(200_000)}- 14:02 not learned${" ".repeat(200_000)}`],
    ["bullets", "- 14:02 ".repeat(50_000)],
    ["colons", `- 14:02 said again:${":".repeat(200_000)} (`],
  ])("of one endless line of %s takes no time that grows with its square", (_, line) => {
    const began = cpuMs();
    gateLinesIn(line, DAY);
    expect(cpuMs() - began).toBeLessThan(5_000);
  });
});
