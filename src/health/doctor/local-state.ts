/** The doctor's look at local state: locks, interrupted changes, what waits. */
import { join } from "node:path";
import type { Context } from "../../context.js";
import type { FindingDraft } from "../../entry/findings.js";
import { TenetError } from "../../errors.js";
import { isErasing } from "../../forget/erasing.js";
import { linkedFolder } from "../../store/files/disposable.js";
import { linkFinding } from "../../store/files/file-findings.js";
import { journalLeftovers, pendingJournal } from "../../store/files/journal.js";
import { localLink } from "../../store/files/local-links.js";
import { type LockState, lockState } from "../../store/files/lock.js";
import { ownerInWords } from "../../store/files/lock-owner.js";
import { mayWrite } from "../../store/files/safe-path.js";
import { damagedRuns, readMergeBuffer, STALE_RUN_DAYS, unfinishedRuns } from "../../store/runs.js";
import { readHeard } from "../../store/state/heard.js";
import type { Workspace } from "../../store/workspace.js";
import { daysBetween } from "../../text/durations.js";
import type { CheckResult } from "./installation.js";

/** Locks, interrupted changes and what waits, all of it local to this machine. */
export async function checkLocalState(ctx: Context): Promise<CheckResult> {
  const { workspace: ws } = ctx;
  const fine: string[] = [];
  const findings: FindingDraft[] = [];
  const [refused, avoided] = [localLink(ws), linkedFolder(ws)];
  if (refused !== undefined) findings.push({ ...linkFinding(ws.relative(refused)), severity: "error" });
  else if (avoided !== undefined) findings.push(linkFinding(ws.relative(avoided)));
  const locks: [string, string][] = [
    [ws.lock, "the workspace"],
    [join(ws.index, "lock"), "the index"],
    [join(ws.sessions, "lock"), "the questions"],
    [ws.heardLock, "what was heard"],
  ];
  for (const [dir, what] of locks) {
    const state = await lockState(dir);
    if (state !== undefined) findings.push(...lockFinding(ws.relative(dir), what, state));
  }
  if (!findings.some(({ code }) => code.startsWith("lock-"))) fine.push("no lock is held");
  findings.push(...interruptionFindings(ctx));
  findings.push(...(await waitingFindings(ctx)), ...permissionFindings(ctx));
  return { found: findings, fine };
}

const BREAK =
  "If surely no other command is running, a person at a terminal can release it with the --break-lock of doctor";

function lockFinding(file: string, lockName: string, { owner, verdict }: LockState): FindingDraft[] {
  const who = owner === undefined ? "someone" : ownerInWords(owner);
  const message = `the lock of ${lockName} is held by ${who}; ${verdict.because}`;
  switch (verdict.state) {
    case "free":
      return [];
    case "alive":
      return [{ severity: "info", code: "lock-held", file, message, next: "Wait until that command has finished." }];
    case "dead":
      return [
        { severity: "info", code: "lock-stale", file, message, next: "Nothing: the next command takes it over." },
      ];
    case "unknown":
      return [{ severity: "warning", code: "lock-unknown", file, message, next: BREAK }];
  }
}

function interruptionFindings({ workspace: ws }: Context): FindingDraft[] {
  const findings: FindingDraft[] = [];
  const next = "Any writing command completes it.";
  if (pendingJournal(ws) !== undefined) {
    const message = "a change was interrupted; no file is torn, some are still as before";
    const file = ws.relative(pendingJournal(ws) ?? ws.journal);
    findings.push({ severity: "warning", code: "pending-change", file, message, next });
  }
  if (isErasing(ws)) {
    const message = "an erasing is not complete: what it takes out may still stand in local files and in the index";
    const file = ws.relative(ws.erasing);
    findings.push({ severity: "warning", code: "pending-erase", file, message, next });
  }
  const { conflicts, damaged } = journalLeftovers(ws);
  for (const path of conflicts) {
    const message = "what tenet wanted to write over files that a person had changed first";
    const next = "Compare it with the files of the same name, take over what is missing, then move the folder away.";
    findings.push({ severity: "warning", code: "kept-conflict", file: ws.relative(path), message, next });
  }
  for (const path of damaged) {
    const message = "the journal of an interrupted change that could not be read; the change did not happen";
    const next = "Look whether the last thing that was recorded is there, then move the file away.";
    findings.push({ severity: "warning", code: "damaged-journal", file: ws.relative(path), message, next });
  }
  return findings;
}

async function waitingFindings({ workspace: ws, clock }: Context): Promise<FindingDraft[]> {
  const findings: FindingDraft[] = [];
  for (const file of await damagedRuns(ws)) {
    const message = "this file of a run cannot be read; it may hold writes that were not committed";
    findings.push({ severity: "error", code: "damaged-run", file, message, next: "Mend it by hand, or move it away." });
  }
  findings.push(...(await heardFindings(ws)));
  for (const run of await unfinishedRuns(ws)) {
    const days = Math.floor(daysBetween(run.opened, clock.now()));
    if (run.state !== "open" || days < STALE_RUN_DAYS) continue;
    const message = `run ${run.id} is open for ${days} days with ${run.writes.length} writes; a heartbeat drops it`;
    const next = `If it succeeded: tenet run finish ${run.id}`;
    findings.push({ severity: "warning", code: "stale-run", message, next });
  }
  const buffered = await readMergeBuffer(ws).catch(() => undefined);
  const count = buffered?.writes.length ?? 0;
  if (count > 0) {
    const message = `${count} ${count === 1 ? "capture waits" : "captures wait"} for git to finish a merge`;
    const next = "Finish the merge; the first writing command after it stores them.";
    findings.push({ severity: "info", code: "buffered", message, next });
  }
  return findings;
}

async function heardFindings(ws: Workspace): Promise<FindingDraft[]> {
  const about = { severity: "warning", code: "damaged-heard", file: ws.relative(ws.heard) } as const;
  try {
    return (await readHeard(ws)).unreadable.map(({ line }) => ({
      ...about,
      line,
      message: "this line of what was heard cannot be read; it stays as it is",
      next: "Mend it by hand: it may hold a correction in a person's words. Or take it out.",
    }));
  } catch (thrown) {
    if (!(thrown instanceof TenetError)) throw thrown;
    return [{ ...about, message: thrown.message, next: "Give yourself the right to read it, or move it away." }];
  }
}

function permissionFindings({ workspace: ws }: Context): FindingDraft[] {
  const findings: FindingDraft[] = [];
  const next = "Give yourself the right to write there.";
  const look = (severity: "error" | "warning", paths: readonly string[], effect: string) => {
    for (const path of paths) {
      const file = ws.relative(path) || ".";
      const message = `${file} cannot be written: ${effect}`;
      if (!mayWrite(path)) findings.push({ severity, code: "not-writable", file, message, next });
    }
  };
  look("error", [ws.root, ws.memory, ws.learning, ws.state], "reads and searches work, nothing can be stored");
  look("warning", [ws.cache, ws.index], "every command reads all files anew");
  return findings;
}
