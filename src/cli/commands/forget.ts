import { Command } from "commander";
import { refOf } from "../../entry/entry.js";
import type { Selector } from "../../entry/gates/attribution.js";
import { wrongUsage } from "../../errors.js";
import type { ForgetInput } from "../../forget/forget.js";
import { forgetText } from "../../forget/forget-text.js";
import type { ForgetMode } from "../../store/forgetting/consequences.js";
import type { Forgotten } from "../../store/forgetting/forget-schemas.js";
import type { CommandContext, Run } from "../command-context.js";
import { contextAbout } from "../contact-flag.js";
import { entriesMeant } from "../pick-entry.js";
import { withPlan } from "./deciding.js";

interface Flags {
  redact?: true;
  erase?: true;
  restore?: true;
  source?: string;
  origin?: string;
  session?: string;
  contact?: string;
  reason?: string;
  dryRun?: true;
}

/** `--session` is also a flag that every command takes; here it says what to forget, and not in which session. */
function selectorOf(flags: Flags, refs: readonly string[]): Selector | undefined {
  // Beside entries it says about whom they are.
  const kinds = ["source", "origin", "session", ...(refs.length === 0 ? (["contact"] as const) : [])] as const;
  const kindRows = kinds.flatMap((by) => {
    const value = flags[by]?.trim();
    return value === undefined ? [] : [{ by, value }];
  });
  const [selector, second] = kindRows;
  if (second !== undefined || selector?.value === "") {
    throw wrongUsage(
      second === undefined
        ? `--${selector?.by} names nothing`
        : "only one of --source, --origin, --session and --contact at a time",
      "Forget one source after the other; --dry-run shows what each would take along.",
    );
  }
  return selector;
}

function takingOf({ redact, erase, restore }: Flags): ForgetMode {
  if ([redact, erase, restore].filter((flag) => flag === true).length > 1) {
    throw wrongUsage(
      "--redact, --erase and --restore exclude each other",
      "Without any of them an entry is no longer used, and stays as it is.",
    );
  }
  return erase === true ? "erase" : redact === true ? "redact" : "forget";
}

async function forgetBy(cli: CommandContext, input: ForgetInput, flags: Flags): Promise<Forgotten> {
  const { forget } = await import("../../forget/forget.js");
  const ctx = await contextAbout(cli, flags, { private: true });
  const wordOf = ({ entries: [first] }: Forgotten) => input.selector?.value ?? (first ? refOf(first.id) : "yes");
  return withPlan(cli, (how) => forget(ctx, { ...input, ...how }), forgetText, wordOf);
}

/** Off a terminal the operation says what is missing. */
async function meantBy(cli: CommandContext, refs: readonly string[], flags: Flags): Promise<readonly string[]> {
  if (cli.asker === undefined || selectorOf(flags, refs) !== undefined) return refs;
  const of = flags.restore === true ? { status: "forgotten" as const } : {};
  return entriesMeant(cli, refs, { path: "forget", argument: "ids", summary: "the entries", ...of });
}

export const forgetCommand = (run: Run): Command =>
  new Command()
    .argument("[ids...]", "the entries")
    .option("--redact", "take the words out; record, links and reason stay")
    .option("--erase", "take it out of every place; a tombstone with its id stays")
    .option("--source <name>", "everything a person or agent said")
    .option("--origin <place>", "everything from a url, file, tool or site")
    .option("--session <name>", "everything said in a session")
    .option("--contact <id>", "everything about a contact; beside entries: the contact they are about")
    .option("--reason <text>", "why, for whoever looks at it later")
    .option("--restore", "take a forgetting back")
    .option("--dry-run", "say what would go, without a word of it; writes nothing")
    .action((refs: string[], flags: Flags) =>
      run(
        async (cli) =>
          forgetBy(
            cli,
            {
              refs: await meantBy(cli, refs, flags),
              selector: selectorOf(flags, refs),
              taking: takingOf(flags),
              restore: flags.restore === true,
              dryRun: flags.dryRun === true,
              reason: flags.reason,
            },
            flags,
          ),
        forgetText,
      ),
    );
