/** The doctor's look at local state: interrupted changes, what waits, who may write. */
import { accessSync, constants } from "node:fs";
import type { Context } from "../../context.js";
import type { FindingDraft } from "../../entry/findings.js";
import { namesIn } from "../../store/files/disposable.js";
import { codeOf } from "../../store/files/file-failure.js";
import { linkFinding } from "../../store/files/file-findings.js";
import { localLink } from "../../store/files/safe-path.js";
import { isChangePending } from "../../store/files/transaction.js";
import { openRuns, STALE_RUN_DAYS } from "../../store/state/runs.js";
import { daysBetween } from "../../text/durations.js";
import type { CheckResult } from "./installation.js";

/** Interrupted changes and what waits, all of it local to this machine. */
export function checkLocalState(ctx: Context): CheckResult {
  const { workspace: ws } = ctx;
  const findings: FindingDraft[] = [];
  const link = localLink(ws);
  if (link !== undefined) findings.push({ ...linkFinding(ws.relative(link)), severity: "error" });
  findings.push(...interruptionFindings(ctx));
  findings.push(...waitingFindings(ctx), ...permissionFindings(ctx));
  return { found: findings, fine: [] };
}

function interruptionFindings({ workspace: ws }: Context): FindingDraft[] {
  const findings: FindingDraft[] = [];
  const next = "Any writing command completes it.";
  const file = ws.relative(ws.stateDb);
  if (isChangePending(ws)) {
    const message = "a change was interrupted; no file is torn, some are still as before";
    findings.push({ severity: "warning", code: "pending-change", file, message, next });
  }
  for (const name of namesIn(ws.local, /\.conflict$/)) {
    const message = "what tenet wanted to write over files that a person had changed first";
    const next = "Compare it with the files of the same name, take over what is missing, then move the folder away.";
    findings.push({
      severity: "warning",
      code: "kept-conflict",
      file: `${ws.relative(ws.local)}/${name}`,
      message,
      next,
    });
  }
  for (const name of namesIn(ws.local, /\.damaged\.db$/)) {
    const message = "what this machine had noted, open runs and heard sentences among it, could not be read";
    const next = "Look whether the last thing that was recorded is there, then move the file away.";
    findings.push({
      severity: "warning",
      code: "damaged-state",
      file: `${ws.relative(ws.local)}/${name}`,
      message,
      next,
    });
  }
  return findings;
}

function waitingFindings({ workspace: ws, clock }: Context): FindingDraft[] {
  const findings: FindingDraft[] = [];
  for (const run of openRuns(ws)) {
    const days = Math.floor(daysBetween(run.opened, clock.now()));
    if (days < STALE_RUN_DAYS) continue;
    const message = `run ${run.id} is open for ${days} days with ${run.writes.length} writes; a heartbeat drops it`;
    const next = `If it succeeded: tenet run finish ${run.id}`;
    findings.push({ severity: "warning", code: "stale-run", message, next });
  }
  return findings;
}

function permissionFindings({ workspace: ws }: Context): FindingDraft[] {
  const findings: FindingDraft[] = [];
  const next = "Give yourself the right to write there.";
  const look = (severity: "error" | "warning", paths: readonly string[], effect: string) => {
    for (const path of paths) {
      const file = ws.relative(path) || ".";
      const message = `${file} cannot be written: ${effect}`;
      if (isDenied(path)) findings.push({ severity, code: "not-writable", file, message, next });
    }
  };
  look("error", [ws.root, ws.memory, ws.learning, ws.local], "reads and searches work, nothing can be stored");
  look("warning", [ws.cache, ws.index], "every command reads all files anew");
  return findings;
}

/** Whether this user may not write what is there. */
function isDenied(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return false;
  } catch (error) {
    return codeOf(error) !== "ENOENT";
  }
}
