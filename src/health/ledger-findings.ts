/** What is wrong with the ledger, as `doctor`, `verify` and `audit` report it. */

import { checkLedger, type LedgerCheck } from "../store/ledger.js";
import type { Workspace } from "../store/workspace.js";
import type { FindingDraft } from "../text/findings.js";

/** A changed chain is tampering; one that is missing is on another machine, or was cleared away. Reads all of it. */
export function ledgerFindings(ws: Workspace, { missing, changed }: LedgerCheck = checkLedger(ws)): FindingDraft[] {
  const folder = ws.relative(ws.ledger);
  return [
    ...changed.map(({ file, line }): FindingDraft => {
      const message = "this line does not follow from the one before: somebody changed the ledger";
      const next = "Ask who did; the ledger cannot be mended.";
      return { severity: "warning", code: "ledger-changed", file: `${folder}/${file}`, line, message, next };
    }),
    ...missing.map((file): FindingDraft => {
      const message = `${file} is named by a later part of the ledger, but is not on this machine`;
      return { severity: "info", code: "ledger-missing", file: folder, message, next: "Nothing has to be done." };
    }),
  ];
}
