/** Commands that look after a workspace: status, doctor, verify, audit, trust, merge, index, import. */

import { relative, resolve, sep } from "node:path";
import { Command } from "commander";
import { EXIT, TenetError, wrongUsage } from "../../errors.js";
import type {
  Audit,
  ComparedTrees,
  Examination,
  FileMerge,
  MergeReport,
  Released,
  VerifyReport,
} from "../../health/health-schemas.js";
import type { Indexed } from "../../health/reindex.js";
import type { Workspace } from "../../store/workspace.js";
import type { WikiBrief, WikiBuilt } from "../../wiki/wiki-schemas.js";
import type { CommandContext, Run } from "../command-context.js";
import { whole } from "../flags.js";

export const statusCommand = (run: Run): Command =>
  new Command().action(() =>
    run(
      async (cli) => (await import("../../health/status.js")).status(await cli.context()),
      async (data, paint) => (await import("../../health/status.js")).statusText(data, paint),
    ),
  );

const WORD = "release";

async function release(cli: CommandContext): Promise<Released> {
  const { lockHolder, releaseLock } = await import("../../health/doctor.js");
  const ctx = await cli.examined();
  const lockState = await lockHolder(ctx);
  if (cli.asker === undefined) return releaseLock(ctx, { reason: "", confirmed: false });
  if (lockState === undefined) return {};
  const reason = await cli.asker.line(`The lock is held by ${lockState}. Why may it be released?`);
  const confirmed = await cli.asker.typed(`Type ${WORD} to release it over its holder:`, WORD);
  return releaseLock(ctx, { reason, confirmed });
}

export const doctorCommand = (run: Run): Command =>
  new Command()
    .option("--fix", "mend what needs no judgement, keeping a copy of each file first")
    .option("--break-lock", "release the lock over its holder; for people, asks for a reason")
    .action((flags: { fix?: true; breakLock?: true }) => {
      if (flags.breakLock === true) {
        if (flags.fix !== true)
          return run(release, async (data) => (await import("../../health/doctor.js")).releasedText(data));
        throw wrongUsage("--fix and --break-lock are two things", "Give one of them.");
      }
      return run(
        async (cli) =>
          (await import("../../health/doctor.js")).doctor(await cli.examined(), { fix: flags.fix === true }),
        async (data, paint) => (await import("../../health/doctor.js")).doctorText(data, paint),
        { exit: ({ errors }: Examination) => (errors > 0 ? EXIT.findings : EXIT.done) },
      );
    });

export const verifyCommand = (run: Run): Command =>
  new Command()
    .option("--base <revision>", "what merging HEAD into that commit decides, such as the branch a change goes into")
    .option("--strict", "8 also for warnings; with --base for whatever is loosened or removed")
    .option("--markdown", "with --base: for a pull request; no text of the tree acts in it")
    .action(({ base, strict = false, markdown = false }: { base?: string; strict?: boolean; markdown?: boolean }) => {
      if (base !== undefined) return compareWith(run, base, { strict, markdown });
      if (markdown) throw wrongUsage("--markdown is for a comparison", "Name what to compare with: --base REVISION");
      return run(
        async (cli) => (await import("../../health/verify.js")).verify(await cli.examined()),
        async (data, paint) => (await import("../../health/verify.js")).verifyText(data, paint),
        {
          exit: ({ errors, warnings }: VerifyReport) =>
            errors > 0 || (strict && warnings > 0) ? EXIT.findings : EXIT.done,
        },
      );
    });

/** Where a change moved the workspace away, it is compared where it lies now. */
async function comparedIn(cli: CommandContext, base: string): Promise<Workspace> {
  try {
    return await cli.workspace();
  } catch (thrown) {
    if (!(thrown instanceof TenetError) || thrown.failure !== "no-workspace") throw thrown;
    const { movedWorkspace } = await import("../../health/verify-base.js");
    const workspace = await movedWorkspace(cli.path("."), base);
    if (workspace === undefined) throw thrown;
    return workspace;
  }
}

const compareWith = (run: Run, base: string, { strict, markdown }: { strict: boolean; markdown: boolean }) =>
  run(
    async (cli) => (await import("../../health/verify-base.js")).verifyBase(await comparedIn(cli, base), base),
    async (data, paint) => {
      const { comparedMarkdown, comparedText } = await import("../../health/verify-base-text.js");
      return markdown ? comparedMarkdown(data) : comparedText(data, paint);
    },
    {
      exit: ({ counts: { refused, loosening, removal } }: ComparedTrees) =>
        refused > 0 || (strict && loosening + removal > 0) ? EXIT.findings : EXIT.done,
    },
  );

interface Flags {
  since?: string;
  op?: string;
  limit: number;
  skip: number;
  check?: true;
}

const DEFAULT_LIMIT = 50;

export const auditCommand = (run: Run): Command =>
  new Command()
    .argument("[id]", "only what concerns this entry")
    .option("--since <when>", "12h, 7d, 2w, a date or an instant")
    .option("--op <verb>", "one verb, such as recall, learn or erase; or read, write, redaction, decision")
    .option("--limit <n>", "at most so many rows", whole(0), DEFAULT_LIMIT)
    .option("--skip <n>", "pass over the newest: the pages before", whole(0), 0)
    .option("--check", "exit 8 when the ledger was changed")
    .action((ref: string | undefined, { check, ...flags }: Flags) =>
      run(
        async (cli) => (await import("../../health/audit.js")).audit(await cli.context(), { ref, ...flags }),
        async (data, paint) => (await import("../../health/audit-text.js")).auditText(data, paint),
        {
          exit: ({ ledger }: Audit) => (check === true && ledger.changed.length > 0 ? EXIT.findings : EXIT.done),
        },
      ),
    );

export const trustCommand = (run: Run): Command =>
  new Command().action(() =>
    run(
      async (cli) => (await import("../../health/trust.js")).trust(await cli.context()),
      async (data, paint) => (await import("../../health/trust.js")).trustText(data, paint),
    ),
  );

/** `tenet merge [FILE...]`; git itself calls `tenet merge --driver %O %A %B %P`. */
export const mergeCommand = (run: Run): Command =>
  new Command()
    .argument("[files...]", "only these; all that are unmerged unless named")
    .option("--driver <files...>", "how git calls it: base, ours (overwritten), theirs, path")
    .action((files: string[], flags: { driver?: string[] }) =>
      flags.driver === undefined ? mergeLeft(run, files) : mergeForGit(run, flags.driver),
    );

function mergeLeft(run: Run, files: readonly string[]): Promise<void> {
  return run(
    async (cli) => {
      const { merge } = await import("../../health/merge.js");
      const ctx = await cli.context();
      const relativeFiles = files.map((file) =>
        relative(ctx.workspace.root, resolve(cli.io.cwd, file)).split(sep).join("/"),
      );
      return merge(ctx, relativeFiles.length === 0 ? {} : { files: relativeFiles });
    },
    async (data, paint) => (await import("../../health/merge.js")).mergeText(data, paint),
    { exit: ({ files }: MergeReport) => (files.some(({ state }) => state === "conflict") ? EXIT.conflict : EXIT.done) },
  );
}

/** Needs no workspace: git calls it in the middle of a merge, with temporary files. */
function mergeForGit(run: Run, driver: readonly string[]): Promise<void> {
  return run(
    async ({ io }) => {
      const [base, ours, theirs, path, ...more] = driver;
      if (base === undefined || ours === undefined || theirs === undefined || path === undefined || more.length > 0) {
        throw wrongUsage(
          "--driver takes four values: base, ours, theirs, path",
          "git calls it by itself. To finish a merge, run tenet merge.",
        );
      }
      const at = (file: string) => resolve(io.cwd, file);
      const { mergeAsDriver } = await import("../../health/merge.js");
      return mergeAsDriver({ base: at(base), ours: at(ours), theirs: at(theirs), path });
    },
    async (data) => (await import("../../health/merge.js")).conflictsText(data),
    { exit: ({ state }: FileMerge) => (state === "conflict" ? EXIT.conflict : EXIT.done) },
  );
}

export const indexCommand = (run: Run): Command =>
  new Command()
    .option(
      "--calibrate",
      "propose from which likeness on the model's near claims are asked about; prints, never writes",
    )
    .option("--fetch-model", "download the model's files first: the only use of the network")
    .option("--wiki", "make the pages in memory/wiki, one for each domain, from what is approved")
    .option("--brief", "with --wiki: print the material of pages that wait to be worded; writes nothing")
    .option("--apply <file>", "with --wiki: take back worded pages; - for stdin")
    .action((flags: IndexFlags) =>
      run(
        async (cli): Promise<Indexed | WikiBuilt | WikiBrief> =>
          flags.wiki === true || flags.brief === true || flags.apply !== undefined
            ? await wikiBy(cli, flags)
            : await (await import("../../health/reindex.js")).index(await cli.context(), flags),
        async (data, paint) => {
          if ("index" in data) return (await import("../../health/reindex.js")).indexText(data, paint);
          const { wikiBriefText, wikiBuiltText } = await import("../../wiki/wiki-text.js");
          return "instructions" in data ? wikiBriefText(data) : wikiBuiltText(data, paint);
        },
      ),
    );

interface IndexFlags {
  calibrate?: true;
  fetchModel?: true;
  wiki?: true;
  brief?: true;
  apply?: string;
}

async function wikiBy(cli: CommandContext, { wiki, brief, apply, calibrate, fetchModel }: IndexFlags) {
  const form = "One of: tenet index --wiki, tenet index --wiki --brief, tenet index --wiki --apply FILE.";
  if (wiki !== true) throw wrongUsage("--brief and --apply are about pages", form);
  if (calibrate === true || fetchModel === true || (brief === true && apply !== undefined))
    throw wrongUsage("these flags ask for different things", form);
  const ctx = await cli.context();
  if (brief === true) return (await import("../../wiki/wiki-brief.js")).wikiBrief(ctx);
  const { applyWiki, wikiWithProgram } = await import("../../wiki/apply-wiki.js");
  if (apply !== undefined) return applyWiki(ctx, await cli.readFile(apply, "--apply FILE"));
  const { offerProgram } = await import("./named-program.js");
  await offerProgram(cli, "wiki", {
    does: "words pages of the wiki",
    instead: "Without it the pages hold the entries' own claims.",
  });
  return wikiWithProgram(ctx);
}
