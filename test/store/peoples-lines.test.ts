/** What people wrote beside tenet's blocks: which lines there are, where they stand, and what is none. */
import { describe, expect, it } from "vitest";
import { linesIn, readLineRef } from "../../src/store/records/peoples-lines.js";

const textsOf = (text: string) => linesIn("CLAUDE.md", text).map(({ line, text: said }) => `${line} ${said}`);

const CASES: readonly (readonly [says: string, text: string, lines: readonly string[]])[] = [
  [
    "items of lists, ticked ones and numbered ones",
    "- Use pnpm here\n* [x] Tests run first\n2. Ask before a release\n",
    ["1 Use pnpm here", "2 Tests run first", "3 Ask before a release"],
  ],
  ["an item of several lines", "- Runs on\n  port 5435\n- Next one\n", ["1 Runs on port 5435", "3 Next one"]],
  ["nested items, each by itself", "- Databases:\n  - Postgres runs on 5435\n", ["2 Postgres runs on 5435"]],
  ["sentences of a paragraph", "# Title\n\nUse pnpm. Never\npush.\n", ["3 Use pnpm.", "3 Never push."]],
  ["a line that stands there twice, once", "- Use pnpm here\n- use pnpm here.\n", ["1 Use pnpm here"]],
  ["Windows line ends and a byte order mark", "\ufeff- Use pnpm\r\n- Ask first\r\n", ["1 Use pnpm", "2 Ask first"]],
  [
    "nothing of code, tables, quotes, comments, front matter",
    [
      "---\nname: some text here\n---\n```sh\n- npm install it\n```\n",
      "| a b | c d |\n> Somebody said this\n<!-- a note to all -->\n<!--\n- hidden item here\n-->\n![a b](c)\n",
    ].join(""),
    [],
  ],
  [
    "nothing of tenet's own blocks",
    "<!-- tenet:begin rules -->\n- A rule of tenet <!-- COR-20260215-K7Q2X -->\n<!-- tenet:end rules -->\n- A line of people\n",
    ["4 A line of people"],
  ],
  ["no single word, and no lead-in", "- Testing\n\nRemember these:\n", []],
];

describe("lines that people wrote", () => {
  it.each(CASES)("%s", (_, text, lines) => {
    expect(textsOf(text)).toEqual(lines);
  });

  it("are named by file and words: an edited line is another one, a moved one the same", () => {
    const [one] = linesIn("CLAUDE.md", "- Postgres runs on host port 5435\n");
    const [moved] = linesIn("CLAUDE.md", "# Ports\n\n* Postgres runs on host port 5435.\n");
    const [edited] = linesIn("CLAUDE.md", "- Postgres runs on host port 5432\n");
    expect(moved?.ref).toBe(one?.ref);
    expect(edited?.ref).not.toBe(one?.ref);
    expect(readLineRef(one?.ref ?? "")).toEqual({ file: "CLAUDE.md", hash: one?.hash });
    expect(readLineRef("COR-20260215-K7Q2X")).toBeUndefined();
  });
});
