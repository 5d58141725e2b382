import { describe, expect, it } from "vitest";
import { tokensOf } from "../../src/search/words/tokens.js";
import { rounds } from "../effort.js";
import fc from "../properties.js";

const CASES: readonly (readonly [says: string, text: string, tokens: readonly string[]])[] = [
  ["words are lower-cased and stemmed", "Releases Broke RELEASING", ["releas", "broke", "releas"]],
  [
    "stop words go, negations stay",
    "do not use it without the cache, never",
    ["not", "us", "without", "cach", "never"],
  ],
  ["contractions keep their negation", "don't can’t it's we'll", ["not", "not"]],
  ["camelCase stands whole and in parts", "readFileSync", ["readfilesync", "read", "file", "sync"]],
  ["an acronym before a word", "HTTPServer", ["httpserver", "http", "server"]],
  ["snake case", "TENET_NOW", ["tenet_now", "tenet", "now"]],
  ["kebab case", "no-cache", ["no-cache", "no", "cach"]],
  ["dotted names", "recall.limit", ["recall.limit", "recal", "limit"]],
  ["paths", "src/search/tokens.ts", ["src/search/tokens.ts", "src", "search", "token", "ts"]],
  ["a decimal number stays one", "3.14", ["3.14"]],
  ["a version, whole and in parts", "v1.2", ["v1.2", "v1", "2"]],
  ["plus and sharp belong to the name", "C++ C#", ["c++", "c", "c#", "c"]],
  ["Chinese as pairs within a run", "我们使用 测试", ["我们", "们使", "使用", "测试"]],
  ["a single character is a run, too", "中", ["中"]],
  ["Latin inside Chinese", "用npm安装", ["用", "安装", "npm"]],
  ["compatibility forms are folded", "ﬁle ２０", ["file", "20"]],
  ["accents stay", "Straße café", ["straße", "café"]],
  ["nothing", " \n—…!", []],
];

describe("tokensOf", () => {
  for (const [says, text, tokens] of CASES) {
    it(says, () => expect(tokensOf(text)).toEqual(tokens));
  }

  it("finds a plain word in an identifier that holds it, and the other way round", () => {
    expect(tokensOf("GitHub")).toContain(tokensOf("github")[0]);
    expect(tokensOf("webSockets")).toContain(tokensOf("websockets")[0]);
  });

  it("keeps the beginning of what is longer than any word", () => {
    for (const token of tokensOf("x".repeat(5_000))) expect(token.length).toBeLessThanOrEqual(64);
  });

  it("reads Latin text the same beside another script", { tags: "more" }, () => {
    const letters = fc.constantFrom(..."aZsTnN'’e\u0301éÉßÿÀ×÷07².-/_:@#+, \n—“…·µªK");
    const words = fc.constantFrom(
      "don't",
      "IT’S",
      "HTTPServer",
      "readFile",
      "v1.2",
      "l'Été",
      "ÉCOLEPrimaire",
      "naïveÉtat",
    );
    const text = fc.array(fc.oneof(letters, letters, words, fc.string({ maxLength: 3 })), { maxLength: 14 });
    fc.assert(
      fc.property(text, (parts) => {
        expect([...tokensOf(parts.join("")), "中"]).toEqual(tokensOf(`${parts.join("")} 中`));
      }),
      { numRuns: rounds(300, 3000) },
    );
  });
});
