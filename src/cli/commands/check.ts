/** The command that looks through files for what corrections and insights forbid. */
import { Command } from "commander";
import { EXIT, wrongUsage } from "../../errors.js";
import type { CommandContext, Run } from "../command-context.js";
import { envValue } from "../process-io.js";

interface CheckFlags {
  staged?: true;
  since?: string;
  all?: true;
  dryRun?: true;
  sarif?: true;
}

/** In a pipeline nothing is noted: its clone is gone afterwards. */
const isReading = ({ io }: CommandContext, { dryRun }: CheckFlags): boolean =>
  dryRun === true || envValue(io.env, "CI") !== undefined;

export const checkCommand = (run: Run): Command =>
  new Command()
    .argument("[paths...]", "files and folders; by themselves all of them, changed or not")
    .option("--staged", "what is staged, as it is staged: for a hook before commits")
    .option("--since <rev>", "what changed since this revision and HEAD parted: for a pull request")
    .option("--all", "every file that git tracks")
    .option("--dry-run", "note nothing of what it shows")
    .option("--sarif", "print SARIF 2.1.0, for code hosts")
    .addHelpText(
      "after",
      "\nWithout a flag or a path: what changed against HEAD, new files included.\nWhether a correction holds is noted where an owner said it or a person approved its check.\nExit 8 where something is found.\n",
    )
    .action((paths: string[], flags: CheckFlags) => {
      const made = { version: "", folder: "" };
      return run(
        async (cli) => {
          made.version = cli.io.version;
          if (flags.sarif === true && cli.globals.json === true) {
            throw wrongUsage("--sarif and --json exclude each other", "State one of them.");
          }
          const [{ check }, ctx] = [await import("../../check/check.js"), await cli.context()];
          if (flags.sarif === true) {
            made.folder = (await import("../../store/git/git-folder.js")).prefixIn(ctx.workspace.root);
          }
          return check(ctx, {
            staged: flags.staged === true,
            ...(flags.since === undefined ? {} : { since: flags.since }),
            all: flags.all === true,
            paths: paths.map((path) => cli.path(path)),
            dryRun: isReading(cli, flags),
          });
        },
        async (data, paint) => {
          if (flags.sarif !== true) return (await import("../../check/check-text.js")).checkText(data, paint);
          const { sarifOf } = await import("../../check/sarif.js");
          return `${JSON.stringify(sarifOf(data, made), null, 2)}\n`;
        },
        {
          exit: ({ hits }) => (hits.length > 0 ? EXIT.findings : EXIT.done),
          exact: flags.sarif === true,
        },
      );
    });
