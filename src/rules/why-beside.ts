/** Finds the near pairs of lines that people wrote, for `why`: of one line, or of all lines of a core file. */
import type { Context } from "../context.js";
import { refOf } from "../entry/entry.js";
import { pairStep } from "../entry/pair-steps.js";
import type { Store } from "../store/open-store.js";
import { coreLines } from "../store/records/peoples-lines.js";
import { defined } from "../text/defined.js";
import type { WhyBeside } from "./text/why-schemas.js";

/** `line`: only what stands on it; all of the file otherwise. In the order of the file; undefined where nothing is near. */
export async function besideLines(
  ctx: Context,
  tree: Store,
  { file, line }: { file: string; line?: number },
): Promise<WhyBeside[] | undefined> {
  const linesOfFile = (await coreLines(ctx)).filter((one) => one.file === file && (line ?? one.line) === one.line);
  const beside = linesOfFile.flatMap(({ ref, line }) =>
    tree.naming([ref], "near").flatMap((head): WhyBeside[] => {
      const row = head.near?.find((one) => one.with === ref);
      if (row === undefined) return [];
      const isOpen = head.open.some((one) => one.with === ref);
      const state = isOpen ? "open" : (row.answer ?? "closed");
      const decide = isOpen ? pairStep({ a: refOf(head.id), b: `${file}:${line}` }) : undefined;
      return [defined({ line, id: head.id, text: head.text, score: row.score, state, decide })];
    }),
  );
  return beside.length === 0 ? undefined : beside;
}
