/** The files that a prompt names. */
import { expect, it } from "vitest";
import { filesNamed } from "../../src/hosts/events/files-named.js";

const named = (prompt: string, folder?: string) => filesNamed(prompt, { root: "/home/bridget/shop", folder });

it.each<[prompt: string, files: string[]]>([
  ["fix src/a.ts please", ["src/a.ts"]],
  ["fix @src/a.ts.", ["src/a.ts"]],
  ["see `src/a.ts:12` and (src/b.ts:3:4), then a.py", ["src/a.ts", "src/b.ts", "a.py"]],
  ["what of docs/ and README.md?", ["docs/", "README.md"]],
  ["open /home/bridget/shop/src/a.ts", ["src/a.ts"]],
  ["open /etc/passwd, ~/notes.md and ../other/a.ts", []],
  ["see https://x.example/src/a.ts", []],
  ["./src/a.ts and src/a.ts are one", ["src/a.ts"]],
  ["app/[id]/page.tsx#L10-L20", ["app/[id]/page.tsx"]],
  ["release 1.2 is out", []],
  ["nothing is named here", []],
])("%s", (prompt, files) => {
  expect(named(prompt)).toEqual(files);
});

it("is meant from the top, and from the session's folder", () => {
  expect(named("fix a.ts and ../web/b.ts", "packages/api")).toEqual(["a.ts", "packages/api/a.ts", "packages/web/b.ts"]);
});
