/** An answer laid out on a screen, in a pipe, as Markdown and as HTML. */
import stringWidth from "string-width";
import { describe, expect, it } from "vitest";
import { htmlOf } from "../../src/report/html.js";
import { wrap } from "../../src/text/columns.js";
import { markdownText } from "../../src/text/outline/markdown.js";
import {
  accent,
  aside,
  bad,
  type Column,
  data,
  diff,
  faint,
  field,
  gap,
  heading,
  line,
  type Outline,
  quote,
  table,
} from "../../src/text/outline/outline.js";
import { pipeText } from "../../src/text/outline/render.js";
import { screenText } from "../screen-text.js";
import { nodesOf } from "./markdown-nodes.js";

const COLUMNS: readonly Column[] = [
  { name: "id", kind: "id" },
  { name: "day", kind: "id", drop: 2 },
  { name: "n", kind: "number", drop: 1 },
  { name: "text", kind: "text", cut: true },
];
const cells = [accent("k7q2x"), faint("2026-02-15"), "12", data("The lockfile decides which version is installed")];
const ROW = { cells, under: ["beneath"], piped: ["COR-20260215-K7Q2X", "12"] };

const BLOCKS: Outline = [
  heading("Near"),
  field("said by", "bridget, who typed it at a terminal of this machine"),
  line(["pnpm ", bad("is not to be used in this repository")], { indent: 2, hang: 2 }),
  line("tenet resolve k7q2x m2xba --replaces --because 'it was said'", { whole: true }),
  gap,
  { kind: "table", columns: COLUMNS, rows: [ROW] },
  table([{ cells: ["a", "一二三四五六七八九十一二三四五六七八九十"] }], { beneath: 2 }),
  aside("for people"),
  { kind: "list", items: [{ says: "an item", under: ["with more"] }] },
  quote("as it\n  stands", { indent: 2 }),
  diff("-old \n+new", 2),
  { kind: "next", steps: [["tenet review", "decide what waits for a person"]] },
];

const NARROW = `Near
  said by     bridget, who typed it at a
              terminal of this machine
  pnpm is not to be used in this
    repository
tenet resolve k7q2x m2xba --replaces --because 'it was said'

id      n  text
k7q2x  12  The lockfile decides which v…
    beneath
a  一二三四五六七八九十一二三四五六七八
   九十
for people
- an item
  with more
  as it
    stands
  -old 
  +new
next       tenet review  decide what
                         waits for a
                         person
`;

const PIPE = `Near
  said by     bridget, who typed it at a terminal of this machine
  pnpm is not to be used in this repository
tenet resolve k7q2x m2xba --replaces --because 'it was said'

COR-20260215-K7Q2X	12
a	一二三四五六七八九十一二三四五六七八九十
- an item
  with more
  as it
    stands
  -old 
  +new
next       tenet review  decide what waits for a person
`;

describe("lines", () => {
  it("of a screen of 40 cells", () => expect(screenText(BLOCKS, 40)).toBe(NARROW));

  it.each([60, 80, 120])("of a screen of %i cells, none of them longer", (width) => {
    const lines = screenText(BLOCKS, width).split("\n");
    expect(lines.filter((one) => stringWidth(one) > width)).toEqual([]);
    expect(lines.join("\n")).toContain("2026-02-15  12  The lockfile decides");
  });

  it("of a pipe", () => expect(pipeText(BLOCKS)).toBe(PIPE));

  it.each([
    ["\u001b[31mred words here\u001b[39m", 9, ["\u001b[31mred words\u001b[39m", "\u001b[31mhere\u001b[39m"]],
    ["a-name-without-blanks stays", 8, ["a-name-without-blanks", "stays"]],
    ["  two  blanks and more", 13, ["  two  blanks", "and more"]],
  ])("%j in %i cells", (text, width, lines) => expect(wrap(text, width)).toEqual(lines));
});

const HOSTILE = "<img src=x> @bridget #1 [a](http://evil.example) ``` | \u202e";

describe("pages", () => {
  const page: Outline = [
    heading(["About ", data(HOSTILE)], 1),
    line([`our words, ${HOSTILE}: `, data(HOSTILE)]),
    { kind: "table", columns: [{ name: "text" }, { name: "n" }], rows: [{ cells: [data(HOSTILE), "12 %"] }] },
    { kind: "list", items: [{ says: data(HOSTILE), under: [data(HOSTILE)] }] },
    quote(HOSTILE),
    { kind: "next", steps: [["tenet why <x>", HOSTILE]] },
  ];

  it("of Markdown let no text act", async () => {
    const written = markdownText(page);
    const nodes = await nodesOf(written);
    const kinds = new Set(nodes.map(({ type }) => type));
    for (const kind of ["html", "link", "image", "definition", "linkReference"]) expect(kinds).not.toContain(kind);
    const running = nodes.flatMap(({ type, value }) => (/code/i.test(type) ? " " : (value ?? ""))).join("");
    expect(running).not.toMatch(/[@#<]\w|http/);
    expect(written.replace(/^`{4}[\s\S]*?`{4}$/m, "")).not.toContain("\u202e");
    expect(written).toContain("| 12 % |");
  });

  it("of HTML escape every text", () => {
    const { markup } = htmlOf(page);
    expect(markup).not.toMatch(/<img|\u202e/);
    expect(markup).toContain("<bdi>&lt;img src=x&gt; @bridget");
    expect(markup).toMatch(/^<h2>About <bdi>/);
  });
});
