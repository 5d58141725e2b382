import { describe, expect, it } from "vitest";
import { addedEvidence } from "../../src/capture/policy/added-evidence.js";
import { compareClaims, guardClaim } from "../../src/guard/change-guard.js";
import { canonicalClaim } from "../../src/text/canonical.js";
import { cpuMs } from "../cpu-time.js";
import { rounds } from "../effort.js";
import fc from "../properties.js";

const WORDS =
  `use npm ci in CI do not never always the a cache 5 500ms v1.2.3 2026-02-15 src/a.ts userId Redis Postgres must may all some
  unless > < -5 !x **x ? because it's don't "quoted" (aside) - & 不 测试 ✅ before after one two to from into out of`.split(
    /\s+/,
  );

const text = fc.oneof(
  fc.string({ unit: "binary", maxLength: 200 }),
  fc.string({ unit: "grapheme-composite", maxLength: 200 }),
  fc.array(fc.constantFrom(...WORDS), { maxLength: 14 }).map((words) => words.join(" ")),
);

/** Two texts that are often nearly the same. */
const pair = fc.oneof(
  fc.tuple(text, text),
  fc
    .tuple(fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 12 }), fc.nat(), fc.constantFrom(...WORDS))
    .map(([words, at, word]): [string, string] => [
      words.join(" "),
      words.toSpliced(at % words.length, 1, word).join(" "),
    ]),
);

describe("compareClaims on any text", () => {
  it("never throws, and is as silent one way as the other", { tags: "more" }, () => {
    fc.assert(
      fc.property(pair, ([a, b]) => {
        const { differences: there, relation } = compareClaims(guardClaim(a), guardClaim(b));
        const { differences: back, relation: turned } = compareClaims(b, a);
        expect(there.map((one) => one.kind)).toEqual(back.map((one) => one.kind));
        expect(there.map((one) => [one.a, one.b])).toEqual(back.map((one) => [one.b, one.a]));
        expect(relation).toBe(turned);
        expect(relation === "silent").toBe(there.length === 0);
        for (const one of there) expect(one.message).toMatch(/^Differs in .*\.$/s);
      }),
      { numRuns: rounds(100, 600) },
    );
  });

  it("has nothing to say about a text and itself", () => {
    fc.assert(
      fc.property(text, (a) => {
        expect(compareClaims(a, a).relation).toBe("silent");
      }),
    );
  });

  it("is silent where the canonical claims are equal", () => {
    fc.assert(
      fc.property(text, (a) => {
        for (const b of [`- ${a}  `, a.replaceAll(" ", "  "), `**${a}**`, a.replaceAll("'", "’"), a.toUpperCase()]) {
          if (canonicalClaim(a) === canonicalClaim(b)) expect(compareClaims(a, b).relation).toBe("silent");
        }
      }),
    );
  });

  it("hears any word that takes another's place in a plain sentence", () => {
    const noun = fc.constantFrom("worker", "scheduler", "table", "header", "socket", "branch", "token", "banner");
    fc.assert(
      fc.property(noun, noun, noun, (subject, other, place) => {
        fc.pre(subject !== other);
        const { differences } = compareClaims(
          `the ${subject} waits near the ${place}`,
          `the ${other} waits near the ${place}`,
        );
        expect(differences.map((one) => one.kind)).toEqual(["swapped-word"]);
      }),
    );
  });

  it("a text brings no evidence beside itself", () => {
    fc.assert(
      fc.property(text, text, (a, b) => {
        expect(addedEvidence([a], [b, a])).toEqual([]);
      }),
    );
  });

  it("row 18: ends at once on hostile texts of 10 KB and more", () => {
    const started = cpuMs();
    const units = [
      "not ",
      "a b ",
      "x>",
      "5",
      "5 ",
      "!",
      "**a ",
      "(",
      "a/b/",
      "-a",
      "1,2,",
      "one two ",
      "'s ",
      "🙂",
      "不",
      "A.b",
      "e1",
      "=",
      ":1",
    ];
    for (const unit of units) {
      const long = unit.repeat(Math.ceil(20_000 / unit.length));
      expect(compareClaims(long, long).relation).toBe("silent");
      compareClaims(long, `${long} end`);
      compareClaims(long, [...long].reverse().join(""));
    }
    expect(cpuMs() - started).toBeLessThan(30_000);
  });

  it("hears one changed word among 10 KB", () => {
    const words = Array.from(
      { length: 1500 },
      (_, at) => ["cache", "worker", "lock", "table", "reads", "waits"][(at * 7) % 6] ?? "",
    );
    const known = words.join(" ");
    const said = words.with(700, "banner").join(" ");
    expect(compareClaims(known, said).differences.map((one) => one.kind)).toEqual(["swapped-word"]);
    expect(compareClaims(known, `${known} not`).differences.map((one) => one.kind)).toEqual(["negation"]);
  });
});
