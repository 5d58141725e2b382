/** Names and messages that stand in a repository are data: none makes somebody else of who committed. */
import { rm } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { everyNth } from "../effort.js";
import type { Sandbox } from "../sandbox.js";
import { as, codesOf, commit, handMade, record, SEEN, told, world } from "./agents-history.js";

const NAMES = [
  "bridget\x1fbridget@example.invalid\x1f\x1ex",
  "-\"\t'$(touch x)`x`",
  "bridget <bridget@example.invalid>",
  `commit ${"0".repeat(40)}`,
  "\u2028\u202ebridget\u0085",
];

/** An agent's commit under odd names and texts. It holds what the agent has not committed yet. */
const TEXTS: readonly { name: string; act(box: Sandbox): Promise<unknown> }[] = [
  {
    name: "commits under names that read like something else",
    async act(box) {
      for (const text of NAMES) {
        const message = `${text}\n\nAuthor: bridget <bridget@example.invalid>\n${text}\n\nSigned-off-by: ${text}`;
        await box.git("add", "-A");
        await box.git(...as(text, text), "commit", "-q", "--allow-empty", "-m", message);
      }
    },
  },
  {
    name: "names an encoding in which a header reads as an author",
    act: (box) =>
      handMade(
        box,
        "author sybil <sybil@example.invalid> 1770000000 +-0000\n",
        "x-note +AAo-author bridget <bridget@example.invalid> 1770000000 +-0000\nencoding UTF-7\n",
      ),
  },
  {
    name: "names two authors",
    act: (box) =>
      handMade(
        box,
        "author sybil <sybil@example.invalid> 1770000000 +0000\n",
        "author bridget <bridget@example.invalid> 1770000000 +0000\n",
      ),
  },
  {
    name: "names the owner first, and itself behind that",
    act: (box) =>
      handMade(
        box,
        "author bridget <bridget@example.invalid> 1770000000 +0000\nauthor sybil <sybil@example.invalid> 1770000000 +0000\n",
      ),
  },
  { name: "names no author", act: (box) => handMade(box, "") },
  {
    name: "puts a NUL between its name and the owner's",
    act: (box) =>
      handMade(box, "author sybil\0 <sybil@example.invalid>\0 bridget <bridget@example.invalid> 1770000000 +0000\n"),
  },
  {
    name: "puts a NUL and a commit of the owner's into its message",
    act: (box) =>
      handMade(
        box,
        "author sybil <sybil@example.invalid> 1770000000 +0000\n",
        "",
        `x\0${"0".repeat(40)}\ntree ${"0".repeat(40)}\nauthor bridget <bridget@example.invalid> 1770000000 +0000\ncommitter x <x> 0 +0000\n\n    x`,
      ),
  },
  {
    name: "names itself in broken bytes, at a time that is none",
    act: (box) =>
      handMade(box, "author \xff\xfebridget <\xffbridget@example.invalid\xff> 99999999999999999999 +9999\n"),
  },
  {
    name: "names itself with an address inside an address",
    act: (box) => handMade(box, "author sybil <sybil <bridget@example.invalid> x@example.invalid> 1770000000 +0000\n"),
  },
  {
    name: "commits as the owner what tenet does by itself",
    act: (box) => commit(box, "bridget", "digest: rules\n\nTenet-Commit: by mode"),
  },
];

describe("an agent's commit", () => {
  it.each(everyNth(TEXTS, 2))("is nobody's decision where it $name", async ({ act }) => {
    const box = await world();
    await box.git("add", "-A");
    await act(box);
    // A commit from its bytes brings no files of its own.
    await box.git("reset", "-q");
    const [here, beside] = await told(box);
    expect(codesOf(here)).toEqual(SEEN);
    expect(codesOf(beside)).toEqual(SEEN);
  });
});

describe("records in files with odd names", () => {
  const FOLDER = "memory/learning/corrections/2026-02";
  const FILES = [
    "x\ny",
    `x\t"y'`,
    "-rf",
    "a".repeat(40),
    `:100644 100644 ${"a".repeat(40)} M`,
    ":(exclude)*[x]",
    "x\u2028\x1f",
  ];
  const ids = FILES.map((_, at) => `COR-20260201-P000${at}`);

  it("are seen, by whomever they were changed or taken", async () => {
    const box = await world();
    await box.git("checkout", "-q", "HEAD~1", "--", ".");
    const put = (digits: string) =>
      Promise.all(
        FILES.map((name, at) =>
          box.write(`${FOLDER}/${name}.md`, record(ids[at] as string, `Item ${at} has ${digits} decimals`)),
        ),
      );
    const here = async () => {
      const { code, data } = await box
        .run(["verify", "--json"])
        .then((ran) => ({ code: ran.code, data: ran.json().data }));
      return codesOf({ code, data }).filter((one) => /P000\d$/.test(one));
    };
    const all = (code: string) => expect.arrayContaining(ids.map((id) => `${code} ${id}`));
    await put("two");
    await commit(box, "bridget", "odd");
    expect(await here()).toEqual([]);
    await put("no");
    expect(await here()).toEqual(all("unproven-words"));
    await commit(box, "sybil", "odd too");
    expect(await here()).toEqual(all("unproven-words"));
    await rm(box.path(FOLDER), { recursive: true });
    expect(await here()).toEqual(all("removed-record"));
    await commit(box, "sybil", "gone");
    expect(await here()).toEqual(all("removed-record"));
  });
});
