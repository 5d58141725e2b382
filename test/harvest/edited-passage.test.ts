/** Which write and which commit belong together, and which passage of them is an example. */
import { describe, expect, it } from "vitest";
import {
  type CommittedFile,
  editedPassage,
  editsOfFile,
  type Written,
} from "../../src/harvest/policy/edited-passage.js";

const wrote = (day: number, text: string): Written => ({ at: `2026-02-0${day}T10:00:00Z`, change: { text } });
const put = (day: number, old: string, made: string): Written => ({
  at: `2026-02-0${day}T10:00:00Z`,
  change: { parts: [{ old, new: made }] },
});
const gone = (day: number): Written => ({ at: `2026-02-0${day}T10:00:00Z`, change: { gone: true } });
/** `by`: a listed person alone; "": anybody else. */
const commit = (day: number, before: string | undefined, after: string | undefined, by = "bridget"): CommittedFile => ({
  commit: `c${day}`,
  at: `2026-02-0${day}T12:00:00Z`,
  by: by === "" ? undefined : by,
  before,
  after,
});

/** `c2 a>b`: the commit, what the agent had left, what stands there then. */
const found = (writes: Written[], commits: CommittedFile[]): string =>
  editsOfFile(writes, commits)
    .map(({ commit, left, final }) => `${commit.commit} ${left.trimEnd()}>${final.trimEnd()}`)
    .join(", ");

describe("which write and which commit pair up", () => {
  const parts = [wrote(1, "one\n"), put(2, "one", "two"), put(3, "two", "$& three")];
  const asItWas = commit(2, undefined, "a\n");
  it.each<[string, Written[], CommittedFile[], string]>([
    ["a person's next commit", [wrote(1, "a\n")], [commit(2, undefined, "b\n")], "c2 a>b"],
    ["the last write before it", [wrote(1, "a\n"), wrote(2, "b\n")], [commit(3, "", "c\n")], "c3 b>c"],
    ["a write in parts", [put(1, "one", "two")], [commit(2, "one\n", "three\n")], "c2 two>three"],
    ["parts one after the other", parts, [commit(4, undefined, "four\n")], "c4 $& three>four"],
    ["first as it was", [wrote(1, "a\n")], [commit(2, undefined, "a\n", ""), commit(3, "a\n", "b\n")], "c3 a>b"],
    ["a later write onto that", [wrote(1, "a\n"), put(3, "a", "b")], [asItWas, commit(4, "a\n", "c\n")], "c4 b>c"],
    ["each write once", [wrote(1, "a\n")], [commit(2, undefined, "b\n"), commit(3, "b\n", "c\n")], "c2 a>b"],
    ["line ends are no change", [wrote(1, "a\r\nb")], [commit(2, undefined, "a\nb\n")], ""],
    ["no commit before the write", [wrote(3, "a\n")], [commit(2, undefined, "b\n")], ""],
    ["nobody else's commit", [wrote(1, "a\n")], [commit(2, undefined, "b\n", "")], ""],
    ["nothing after that", [wrote(1, "a\n")], [commit(2, undefined, "b\n", ""), commit(3, "b\n", "c\n")], ""],
    ["a branch that has not got it", [wrote(1, "a\n")], [commit(2, "", "a\n"), commit(3, "x\n", "y\n")], ""],
    ["no deletion", [wrote(1, "a\n")], [commit(2, "a\n", undefined)], ""],
    ["nothing after it", [wrote(1, "a\n")], [commit(2, "a\n", undefined), commit(3, undefined, "b\n")], ""],
    ["nothing that the agent took away", [wrote(1, "a\n"), gone(2)], [commit(3, undefined, "b\n")], ""],
    ["no parts of what git has not got", [put(1, "one", "two")], [commit(2, "other\n", "three\n")], ""],
  ])("%s", (_, writes, commits, expected) => expect(found(writes, commits)).toBe(expected));
});

const NONE = undefined;

describe("the passage that was changed", () => {
  it.each<[string, base: string, left: string, final: string, [original: string, final: string] | undefined]>([
    [
      "with a line around it",
      "",
      "Hours\nWe are closed on Sunday.\nBye\n",
      "Hours\nMonday at nine is free for you.\nBye\n",
      ["Hours\nWe are closed on Sunday.\nBye", "Hours\nMonday at nine is free for you.\nBye"],
    ],
    [
      "alone, where the lines around it would drown it",
      "",
      `${"x".repeat(400)}\nWe are closed.\n${"y".repeat(400)}\n`,
      `${"x".repeat(400)}\nMonday is free.\n${"y".repeat(400)}\n`,
      ["We are closed.", "Monday is free."],
    ],
    [
      "in several places of a long file, without what lies between",
      "",
      ["We are closed.", ..."abcdefgh", "Do call us."].join("\n"),
      ["Monday is free.", ..."abcdefgh", "Send a letter."].join("\n"),
      ["We are closed.\na\n…\nh\nDo call us.", "Monday is free.\na\n…\nh\nSend a letter."],
    ],
    [
      "as one, where hardly anything lies between",
      "",
      "We are closed.\n\nDo call us.\n",
      "Monday is free.\n\nSend a letter.\n",
      ["We are closed.\n\nDo call us.", "Monday is free.\n\nSend a letter."],
    ],
    ["none for a comma", "", "We are closed on Sunday\n", "We are closed, on Sunday\n", NONE],
    ["none for a format", "", "const a = 'one'\nfoo(a, b)\n", 'const a = "one";\nfoo(\n  a,\n  b,\n);\n', NONE],
    ["none for a word in a long text", "", `${"word ".repeat(50)}good\n`, `${"word ".repeat(50)}fine\n`, NONE],
    ["none for lines that were only added", "", "One.\nTwo.\n", "One.\nSomething new in between.\nTwo.\n", NONE],
    [
      "none for lines of the person's own",
      "Theirs.\n",
      "Theirs.\nAgent's.\n",
      "Other words altogether.\nAgent's.\n",
      NONE,
    ],
    ["none for what stood there before", "We open.\n", "We are closed on Sunday.\n", "We open.\n", NONE],
    ["none where all of it went", "", "We are closed on Sunday.\n", "\n", NONE],
    ["none of more than 20,000 characters", "", "a ".repeat(11_000), "b ".repeat(11_000), NONE],
  ])("%s", (_, base, left, final, expected) => {
    const found = editedPassage({ base, left, final });
    expect(found && [found.original, found.final]).toEqual(expected);
  });
});
