import { relative, resolve, sep } from "node:path";
import { Command } from "commander";
import { EXIT, TenetError } from "../../errors.js";
import type { FileMerge, MergeReport } from "../../health/merge.js";
import { conflictsText, mergeText } from "../../health/merge-text.js";
import type { Run } from "../command-context.js";

/** `tenet merge [FILE...]`; git itself calls `tenet merge --driver %O %A %B %P`. */
export const mergeCommand = (run: Run): Command =>
  new Command("merge")
    .argument("[files...]", "only these; all that are unmerged unless named")
    .option("--driver <files...>", "how git calls it: base, ours (overwritten), theirs, path")
    .action((files: string[], flags: { driver?: string[] }) =>
      flags.driver === undefined ? mergeLeft(run, files) : mergeForGit(run, flags.driver),
    );

function mergeLeft(run: Run, files: readonly string[]): Promise<void> {
  return run(
    async (door) => {
      const { merge } = await import("../../health/merge.js");
      const ctx = await door.context();
      const named = files.map((file) =>
        relative(ctx.workspace.root, resolve(door.surroundings.cwd, file)).split(sep).join("/"),
      );
      return merge(ctx, named.length === 0 ? {} : { files: named });
    },
    mergeText,
    { exit: ({ files }: MergeReport) => (files.some(({ state }) => state === "conflict") ? EXIT.conflict : EXIT.done) },
  );
}

/** Needs no workspace: git calls it in the middle of a merge, with temporary files. */
function mergeForGit(run: Run, driver: readonly string[]): Promise<void> {
  return run(
    async ({ surroundings }) => {
      const [base, ours, theirs, path, ...more] = driver;
      if (base === undefined || ours === undefined || theirs === undefined || path === undefined || more.length > 0) {
        throw new TenetError("--driver takes four values: base, ours, theirs, path", {
          failure: "usage",
          hint: "git calls it by itself. To finish a merge, run tenet merge.",
        });
      }
      const at = (file: string) => resolve(surroundings.cwd, file);
      const { mergeAsDriver } = await import("../../health/merge.js");
      return mergeAsDriver({ base: at(base), ours: at(ours), theirs: at(theirs), path });
    },
    conflictsText,
    { exit: ({ state }: FileMerge) => (state === "conflict" ? EXIT.conflict : EXIT.done) },
  );
}
