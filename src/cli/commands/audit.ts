import { Command } from "commander";
import { EXIT } from "../../errors.js";
import type { Audit } from "../../health/audit.js";
import { auditText } from "../../health/audit-text.js";
import type { Run } from "../command-context.js";
import { whole } from "../filters.js";

interface Flags {
  since?: string;
  op?: string;
  limit: number;
  skip: number;
  check?: true;
}

const DEFAULT_LIMIT = 50;

export const auditCommand = (run: Run): Command =>
  new Command("audit")
    .argument("[id]", "only what concerns this entry")
    .option("--since <when>", "12h, 7d, 2w, a date or an instant")
    .option("--op <verb>", "one verb, such as recall, learn or erase; or read, write, redaction, decision")
    .option("--limit <n>", "at most so many rows", whole(0), DEFAULT_LIMIT)
    .option("--skip <n>", "pass over the newest: the pages before", whole(0), 0)
    .option("--check", "exit 8 when the ledger was changed")
    .action((ref: string | undefined, { check, ...flags }: Flags) =>
      run(
        async (door) => {
          const { audit } = await import("../../health/audit.js");
          return audit(await door.context(), { ref, ...flags });
        },
        auditText,
        {
          exit: ({ ledger }: Audit) => (check === true && ledger.changed.length > 0 ? EXIT.findings : EXIT.done),
        },
      ),
    );
