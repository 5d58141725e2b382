/** Which tests try each promise of `docs/promises.md`: read from titles of tests, which carry the numbers of rows. */
import { readdir, readFile } from "node:fs/promises";

export interface TestedPromise {
  row: number;
  /** What happens, as the page says it. */
  what: string;
  /** Files beneath `test/`, without their ending, by what runs them; some run there in part. */
  test: string[];
  proof: string[];
}

const PROMISE = /^\| (\d+) \| ([^|]+) \|/gm;
const ROWS = /\brows? (\d+(?:(?:, | and |, row )\d+)*)/g;
const MARK = /tags: "(more|proof|sampled)"/;

/** Needs the folder of the project to be the working folder. */
export async function testedPromises(): Promise<TestedPromise[]> {
  const [inTest, inProof] = [new Map<number, Set<string>>(), new Map<number, Set<string>>()];
  const add = (to: Map<number, Set<string>>, row: number, name: string) =>
    to.set(row, (to.get(row) ?? new Set()).add(name));
  for (const path of (await readdir("test", { recursive: true })).toSorted()) {
    if (!path.endsWith(".test.ts")) continue;
    const text = await readFile(`test/${path}`, "utf8");
    const isForProof = path.endsWith(".proof.test.ts");
    const name = path.replaceAll("\\", "/").replace(/(?:\.proof)?\.test\.ts$/, "");
    for (const found of text.matchAll(ROWS)) {
      const head = text.slice(found.index, text.indexOf("=>", found.index));
      const mark = isForProof ? "proof" : MARK.exec(head)?.[1];
      for (const [row] of (found[1] ?? "").matchAll(/\d+/g)) {
        if (mark !== "proof") add(inTest, Number(row), name);
        if (mark !== undefined) add(inProof, Number(row), name);
      }
    }
  }
  const filesOf = (from: Map<number, Set<string>>, row: number) => [...(from.get(row) ?? [])];
  return Array.from((await readFile("docs/promises.md", "utf8")).matchAll(PROMISE), ([, number, what = ""]) => {
    const row = Number(number);
    return { row, what, test: filesOf(inTest, row), proof: filesOf(inProof, row) };
  });
}
