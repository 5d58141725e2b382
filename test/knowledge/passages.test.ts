/** How documents are cut: at headings where they have some, and never longer than so many characters. */
import { describe, expect, it } from "vitest";
import { comparedText, LONGEST, passagesOf } from "../../src/search/knowledge/policy/passages.js";

const cut = (text: string, file = "docs/a.md") =>
  passagesOf(file, text).map(({ line, headings, text: says }) => [line, headings.join(" > "), says]);

describe("cutting at headings", () => {
  it.each<[name: string, text: string, passages: [number, string, string][]]>([
    ["nothing", "", []],
    ["no heading", "One line.\n\nAnother.", [[1, "", "One line.\n\nAnother."]]],
    [
      "text before the first heading",
      "Intro.\n# A\nUnder A.",
      [
        [1, "", "Intro."],
        [2, "A", "Under A."],
      ],
    ],
    [
      "nested ones, and back to a higher one",
      "# A\na\n## B\nb\n### C\nc\n## D\nd\n# E\ne",
      [
        [1, "A", "a"],
        [3, "A > B", "b"],
        [5, "A > B > C", "c"],
        [7, "A > D", "d"],
        [9, "E", "e"],
      ],
    ],
    [
      "a level that is left out",
      "# A\n### C\nc\n## B\nb",
      [
        [2, "A > C", "c"],
        [4, "A > B", "b"],
      ],
    ],
    [
      "a heading with nothing beneath",
      "# A\ntext\n## Empty\n",
      [
        [1, "A", "text"],
        [3, "A > Empty", "Empty"],
      ],
    ],
    [
      "closing signs",
      "## A ##\na\n# B#\nb\n# ##\nc",
      [
        [1, "A", "a"],
        [3, "B#", "b"],
        [5, "", "c"],
      ],
    ],
    ["no space, too many signs, too far in", "#A\n####### B\n    # C", [[1, "", "#A\n####### B\n    # C"]]],
    [
      "a longer fence around a shorter one",
      "````\n```\n# no\n````\n# Yes\ny",
      [
        [1, "", "````\n```\n# no\n````"],
        [5, "Yes", "y"],
      ],
    ],
    [
      "a fence of tildes",
      "~~~\n```\n# no\n~~~\n# Yes\ny",
      [
        [1, "", "~~~\n```\n# no\n~~~"],
        [5, "Yes", "y"],
      ],
    ],
    ["a fence that never ends", "# A\n```\n# no\n", [[1, "A", "```\n# no"]]],
    [
      "front matter",
      "---\ntitle: x\n---\n# A\na",
      [
        [1, "", "---\ntitle: x\n---"],
        [4, "A", "a"],
      ],
    ],
    [
      "line ends of other systems, and a mark at the start",
      "\ufeff# A\r\na\r\n\r\n## B\rb",
      [
        [1, "A", "a"],
        [4, "A > B", "b"],
      ],
    ],
  ])("%s", (_, text, passages) => {
    expect(cut(text)).toEqual(passages);
  });

  it("finds headings in Markdown alone", () => {
    expect(cut("# a comment\nx = 1", "tools/a.py")).toEqual([[1, "", "# a comment\nx = 1"]]);
    expect(cut("# A\na", "A.MARKDOWN")).toEqual([[1, "A", "a"]]);
  });
});

describe("cutting what is too long", () => {
  const sentence = (n: number) => `Sentence ${n} says that the pump of hall ${n} stands still until noon.`;
  const sentences = (count: number) => Array.from({ length: count }, (_, at) => sentence(at)).join(" ");
  const fits = (text: string, file?: string) => {
    const passages = passagesOf(file ?? "a.md", text);
    for (const passage of passages) expect(comparedText(passage).length).toBeLessThanOrEqual(LONGEST + 2);
    return passages;
  };

  it("cuts between paragraphs, and says where each begins", () => {
    const text = `# A\n${Array.from({ length: 12 }, (_, at) => `${sentences(3)} p${at}\n`).join("\n")}`;
    const passages = fits(text);
    expect(passages.length).toBeGreaterThan(2);
    expect(passages[0]?.line).toBe(1);
    const lines = text.split("\n");
    for (const { line, text: says } of passages.slice(1)) expect(says.startsWith(lines[line - 1] as string)).toBe(true);
    expect(passages.map(({ text: says }) => says).join("\n\n")).toBe(lines.slice(1).join("\n").trimEnd());
  });

  it("cuts one long paragraph between words, and text without spaces anywhere", () => {
    const passages = fits(sentences(60));
    expect(passages.map(({ text }) => text).join(" ")).toBe(sentences(60));
    for (const long of ["水泵在中午之前停止运转。".repeat(200), "x".repeat(20_000)])
      expect(
        fits(long)
          .map(({ text }) => text)
          .join(""),
      ).toBe(long);
  });

  it("keeps the innermost of many long headings", () => {
    const deep = Array.from(
      { length: 6 },
      (_, at) => `${"#".repeat(at + 1)} Heading ${at} ${"of many words ".repeat(30)}`,
    );
    const [passage] = fits(`${deep.join("\n")}\ntext`);
    expect(passage?.headings.at(-1)).toContain("Heading 5");
    expect(passage?.text).toBe("text");
  });

  it("takes linear time", () => {
    const long = [
      `# ${"#".repeat(100_000)} x`,
      "-".repeat(100_000),
      `${" ".repeat(100_000)}x`,
      "a ".repeat(50_000),
      "`".repeat(100_000),
    ];
    const began = performance.now();
    for (const text of long) passagesOf("a.md", text);
    expect(performance.now() - began).toBeLessThan(2_000);
  });
});
