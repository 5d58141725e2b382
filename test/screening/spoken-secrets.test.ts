/** A credential said in a sentence or on a command line is told by its form; prose about credentials stays. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { findSecrets } from "../../src/screening/secrets.js";

type Cases = { [told in "replaced" | "stay"]: string[] };
const CASES = parse(readFileSync(join(import.meta.dirname, "spoken-secrets.yaml"), "utf8")) as {
  [set in "seen" | "unseen"]: Cases;
};

const marked = async (text: string): Promise<string> => {
  let result = text;
  for (const { start, end } of (await findSecrets(text)).reverse())
    result = `${result.slice(0, start)}⟦${result.slice(start, end)}⟧${result.slice(end)}`;
  return result;
};

describe.each(Object.entries(CASES))("row 25: sentences, %s", (_, { replaced, stay }) => {
  it.each([...replaced, ...stay])("%s", async (text) => {
    expect(await marked(text.replace(/[⟦⟧]/g, ""))).toBe(text);
  });
});
