/** Precision and recall on everyday sentences in six languages, on the half that is tuned on and on the held-out one. */
import { describe, expect, it } from "vitest";
import { detect } from "../../../src/screening/detect/detect.js";
import { FILES, HALVES, measured } from "./measured.js";

const LEAST: Partial<Record<(typeof FILES)[number], { precision: number; recall: number }>> = {
  en: { precision: 0.95, recall: 0.85 },
  "en-insights": { precision: 0.9, recall: 0.75 },
  "en-outcomes": { precision: 0.9, recall: 0.75 },
};
const OTHER_LANGUAGE = { precision: 0.95, recall: 0.8 };

describe.each(HALVES)("everyday sentences, %s", (half) => {
  it.each(FILES)("%s", { tags: "sampled" }, (file) => {
    const least = LEAST[file] ?? OTHER_LANGUAGE;
    const { precision, recall, missed, wrong } = measured(half, file);
    const told = half === "held-out" ? "" : `missed:\n${missed.join("\n")}\nwrong:\n${wrong.join("\n")}`;
    expect(precision, told).toBeGreaterThanOrEqual(least.precision);
    expect(recall, told).toBeGreaterThanOrEqual(least.recall);
  });
});

describe("what stands in quotation marks, code or output is nobody's word", () => {
  it.each([
    ["back-ticks", "Rename `that's wrong` to `that_is_wrong`"],
    ["a fence", "```\nNo, that's wrong\n```\nWhy does it print this?"],
    ["quotation marks", 'Answer "No, that\'s not right" when the code is bad'],
    ["single ones", "Show 'No, you are wrong' on a red screen"],
    ["German ones", "Zeig „Nein, das ist falsch“ in Rot"],
    ["French ones", "Affiche « Non, c'est faux » en rouge"],
    ["Chinese ones", "显示“不对，你错了”"],
    ["Japanese ones", "「いや、違います」と表示して"],
    ["quotation marks over two lines", 'Reply to this mail:\n"No, that is wrong.\nNever use tabs."\nBe friendly.'],
    ["typographic ones over two lines", "Answer: “No, you are wrong.\nNever use tabs.”"],
    ["a fence within a list", "- like this\n  ```\n  No, that's wrong\n  ```\n- go on"],
    ["a quoted block", "> No, that's wrong.\n> Never use tabs.\nWhat do they mean?"],
    ["markup", "<instructions>\nNever use tabs.\nNo, that's wrong.\n</instructions>\nadd a footer"],
    ["a diff", "- // you are wrong\n+ // that's outdated\nApply this"],
    ["a log", "2026-02-15T10:00:00Z WARN no, that's wrong\nwhere does it come from?"],
    ["JSON", '{\n  "text": "No, that is not right"\n}\nPrint the text'],
    ["somebody else's words", "the customer says that our invoice is wrong, draft an answer"],
  ])("%s", (_, text) => {
    expect(detect(text).signals.filter(({ type }) => type === "correction")).toEqual([]);
  });

  it("but what is said around it counts, and is taken as it stands", () => {
    const [signal] = detect("No, it should be `pnpm ci`, not `npm install`.").signals;
    expect(signal).toMatchObject({
      type: "correction",
      sentence: "No, it should be `pnpm ci`, not `npm install`.",
    });
  });
});
