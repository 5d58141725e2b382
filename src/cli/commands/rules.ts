/** Commands about rules: how learnings become rules, and how a person reads, decides and undoes that. */

import { Command } from "commander";
import type { Brief, Digested } from "../../store/rules/text/digest-schemas.js";
import type { Paint } from "../../text/paint.js";
import type { CommandContext, Run } from "../command-context.js";
import { type ContactFlag, cliAbout, withContactFlag } from "../contact-flag.js";
import { entryMeant } from "../pick-entry.js";
import { approveByPerson, rejectByPerson, rollbackByPerson } from "./deciding.js";
import { offerProgram } from "./named-program.js";

interface DigestFlags {
  dryRun?: true;
  brief?: true;
  apply?: string;
}

async function digestBy(cli: CommandContext, { dryRun, brief, apply }: DigestFlags): Promise<Digested | Brief> {
  const ctx = await cli.context();
  const { briefDigest, digest } = await import("../../rules/digest.js");
  if (brief === true) return briefDigest(ctx);
  if (apply !== undefined)
    return digest(ctx, { dryRun: dryRun === true, list: await cli.readFile(apply, "--apply FILE") });
  if (dryRun === true || ctx.profile.commands.digest === null) return digest(ctx, { dryRun: dryRun === true });
  await offerProgram(cli, "digest", {
    does: "words the rules",
    instead: "Digest without it: tenet digest",
  });
  return (await import("../../rules/digest.js")).digestWithProgram(ctx);
}

const digestText = async (digested: Digested, paint: Paint): Promise<string> =>
  (await import("../../store/rules/text/digest-text.js")).digestText(digested, paint);

export const digestCommand = (run: Run): Command =>
  new Command()
    .option("--dry-run", "say what it would do, write nothing")
    .option("--brief", "print the material and how to word it; writes nothing")
    .option("--apply <file>", "take back the worded list; - for stdin")
    .action((flags: DigestFlags) =>
      run(
        (cli) => digestBy(cli, flags),
        async (data, paint) =>
          "instructions" in data
            ? (await import("../../store/rules/text/digest-text.js")).briefText(data)
            : await digestText(data, paint),
      ),
    );

interface PromoteFlags {
  to?: string;
  rule?: string;
  dryRun?: true;
}

/** A person at a terminal may want a rule for which no reason of the table holds: they say why. */
async function forcedReason(cli: CommandContext, because: string): Promise<string | undefined> {
  const reason = await cli.asker?.line(`Not by itself: ${because} Why shall it become a rule?`);
  return reason === "" ? undefined : reason;
}

export const promoteCommand = (run: Run): Command =>
  new Command()
    .argument("[id]", "one entry; all that qualify unless named")
    .option("--to <file>", "where its rule shall stand: soul, procedures, memory, or a file of these")
    .option("--rule <text>", "its wording: one line")
    .option("--dry-run", "say what it would do, write nothing")
    .action((ref: string | undefined, flags: PromoteFlags) =>
      run(async (cli) => {
        const { promote } = await import("../../rules/promote.js");
        const ctx = await cli.context();
        return promote(ctx, { ref, to: flags.to, rule: flags.rule, dryRun: flags.dryRun === true }, (because) =>
          forcedReason(cli, because),
        );
      }, digestText),
    );

export const versionsCommand = (run: Run): Command =>
  new Command().action(() =>
    run(
      async (cli) => (await import("../../rules/versions/versions.js")).listVersions(await cli.context()),
      async (data, paint) => (await import("../../rules/versions/versions-text.js")).versionsText(data, paint),
    ),
  );

export const diffCommand = (run: Run): Command =>
  new Command().argument("[version]", "its number, id or tail").action((ref: string | undefined) =>
    run(
      async (cli) => (await import("../../rules/versions/versions.js")).diffVersion(await cli.context(), ref),
      async (data, paint) => (await import("../../rules/versions/versions-text.js")).diffText(data, paint),
    ),
  );

export const proposeCommand = (run: Run): Command =>
  new Command()
    .argument("[version]", "its number, id or tail; the one that waits unless named")
    .action((ref: string | undefined) =>
      run(
        async (cli) => (await import("../../rules/versions/propose.js")).propose(await cli.context(), ref),
        async (data, paint) => (await import("../../rules/versions/versions-text.js")).proposeText(data, paint),
      ),
    );

export const approveCommand = (run: Run): Command =>
  new Command()
    .argument("[version]", "its number, id or tail; the version that waits unless named")
    .option("--edit", "word the proposed lines in your editor first")
    .option("--reason <text>", "why, for whoever reads the version later")
    .action((ref: string | undefined, flags: { edit?: true; reason?: string }) =>
      run(
        (cli) => approveByPerson(cli, { ref, edit: flags.edit === true, reason: flags.reason }),
        async (data, paint) => (await import("../../rules/text/deciding-text.js")).approvedText(data, paint),
      ),
    );

export const rejectCommand = (run: Run): Command =>
  new Command()
    .argument("[version]", "its number, id or tail; the version that waits unless named")
    .option("--reason <text>", "why it is not wanted")
    .action((ref: string | undefined, flags: { reason?: string }) =>
      run(
        (cli) => rejectByPerson(cli, ref, flags.reason),
        async (data, paint) => (await import("../../rules/text/deciding-text.js")).rejectedText(data, paint),
      ),
    );

export const rollbackCommand = (run: Run): Command =>
  new Command()
    .argument("[version]", "its number, id or tail; the version in force unless named")
    .option("--reason <text>", "why, for whoever reads the version later")
    .option("--dry-run", "say what it would do, write nothing")
    .action((ref: string | undefined, flags: { reason?: string; dryRun?: true }) =>
      run(
        (cli) => rollbackByPerson(cli, { ref, reason: flags.reason, dryRun: flags.dryRun === true }),
        async (data, paint) => (await import("../../rules/text/deciding-text.js")).rollbackText(data, paint),
      ),
    );

const WHAT = "an id, a line of a file (SOUL.md:12), or a file that holds rules; at a terminal picked unless named";

export const whyCommand = (run: Run): Command =>
  withContactFlag(new Command().argument("[what]", WHAT)).action((what: string | undefined, flags: ContactFlag) =>
    run(
      async (from) => {
        const cli = cliAbout(from, flags);
        const ref = await entryMeant(cli, what, { path: "why", argument: "what", summary: WHAT });
        return (await import("../../rules/why.js")).why(await cli.context(), ref, cli.path("."));
      },
      async (data, paint) => (await import("../../rules/text/why-text.js")).whyText(data, paint),
    ),
  );
