import { Command } from "commander";
import { EXIT, TenetError } from "../../errors.js";
import type { Examination, Released } from "../../health/doctor.js";
import { doctorText, releasedText } from "../../health/doctor-text.js";
import type { CommandContext, Run } from "../command-context.js";

const WORD = "release";

async function release(door: CommandContext): Promise<Released> {
  const { lockHolder, releaseLock } = await import("../../health/doctor.js");
  const ctx = await door.examined();
  const held = await lockHolder(ctx);
  if (door.asker === undefined) return releaseLock(ctx, { reason: "", confirmed: false });
  if (held === undefined) return {};
  const reason = await door.asker.line(`The lock is held by ${held}. Why may it be released?`);
  const confirmed = await door.asker.typed(`Type ${WORD} to release it over its holder:`, WORD);
  return releaseLock(ctx, { reason, confirmed });
}

export const doctorCommand = (run: Run): Command =>
  new Command("doctor")
    .option("--fix", "mend what needs no judgement, keeping a copy of each file first")
    .option("--break-lock", "release the lock over its holder; for people, asks for a reason")
    .action((flags: { fix?: true; breakLock?: true }) => {
      if (flags.breakLock === true) {
        if (flags.fix !== true) return run(release, releasedText);
        throw new TenetError("--fix and --break-lock are two things", { failure: "usage", hint: "Give one of them." });
      }
      return run(
        async (door) => {
          const { doctor } = await import("../../health/doctor.js");
          return doctor(await door.examined(), { fix: flags.fix === true });
        },
        doctorText,
        { exit: ({ errors }: Examination) => (errors > 0 ? EXIT.findings : EXIT.done) },
      );
    });
