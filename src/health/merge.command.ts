import { relative, resolve, sep } from "node:path";
import type { Call } from "../command/call.js";
import { command } from "../command/command.js";
import { argument, texts } from "../command/input.js";
import { EXIT, wrongUsage } from "../errors.js";
import type { FileMerge, MergeReport } from "./health-schemas.js";

async function mergeLeft(call: Call, files: readonly string[]): Promise<MergeReport> {
  const { merge } = await import("./merge.js");
  const ctx = await call.context();
  const relativeFiles = files.map((file) =>
    relative(ctx.workspace.root, resolve(call.io.cwd, file)).split(sep).join("/"),
  );
  return merge(ctx, relativeFiles.length === 0 ? undefined : relativeFiles);
}

/** Needs no workspace: git calls it in the middle of a merge, with temporary files. */
async function mergeForGit({ io }: Call, driver: readonly string[]): Promise<FileMerge> {
  const [base, ours, theirs, path, ...more] = driver;
  if (base === undefined || ours === undefined || theirs === undefined || path === undefined || more.length > 0) {
    throw wrongUsage(
      "--driver takes four values: base, ours, theirs, path",
      "git calls it by itself. To finish a merge, run tenet merge.",
    );
  }
  const at = (file: string) => resolve(io.cwd, file);
  const { mergeAsDriver } = await import("./merge.js");
  return mergeAsDriver({ base: at(base), ours: at(ours), theirs: at(theirs), path });
}

/** The merge of one file, as git asks for it. */
const isForGit = (data: MergeReport | FileMerge): data is FileMerge => "conflicts" in data;

/** git itself calls `tenet merge --driver %O %A %B %P`. */
export const merge = command({
  name: "merge",
  group: "care",
  place: 8,
  summary: "finish what git left unmerged in records and daily logs",
  examples: {
    "tenet merge": "after a merge with conflicts: joins records by id, leaves double edits to you",
    "tenet merge memory/learning/insights/2026-02-14.md": "one file",
  },
  input: {
    files: argument("[files...]", "only these; all that are unmerged unless named"),
    driver: texts("<files...>", "how git calls it: base, ours (overwritten), theirs, path"),
  },
  output: async () => (await import("./health-schemas.js")).mergedSchema,
  run: (call, { files, driver }): Promise<MergeReport | FileMerge> =>
    driver === undefined ? mergeLeft(call, files) : mergeForGit(call, driver),
  async view(data) {
    const { conflictsOutline, mergeOutline } = await import("./merge.js");
    return isForGit(data) ? conflictsOutline(data) : mergeOutline(data);
  },
  exit(data) {
    const states = isForGit(data) ? [data.state] : data.files.map(({ state }) => state);
    return states.includes("conflict") ? EXIT.conflict : EXIT.done;
  },
});
