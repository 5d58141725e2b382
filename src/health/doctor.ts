/** `tenet doctor`: looks at everything tenet rests on, and releases a lock for a person. */

import type { Context, Examined } from "../context.js";
import { countsOf, countsSaid, findingsOutline, report } from "../entry/findings.js";
import type { Worded } from "../steps.js";
import { breakLock, type LockState, lockState } from "../store/files/lock.js";
import { ownerInWords } from "../store/files/lock-owner.js";
import { cloneConfig } from "../store/git/git-state.js";
import { openStore } from "../store/open-store.js";
import { requirePerson } from "../store/profile/people-only.js";
import { aside, faint, line, type Outline } from "../text/outline/outline.js";
import { checkHosts, checkInstallation, checkProfile } from "./doctor/installation.js";
import { checkLocalState } from "./doctor/local-state.js";
import { checkRepository, checkTreeFiles } from "./doctor/tree.js";
import type { Examination, Released } from "./health-schemas.js";

/** Checks everything tenet rests on. Writes nothing. */
export async function doctor(ctx: Examined): Promise<Examination> {
  const tree = await openStore(ctx, { untouched: true });
  const config = await cloneConfig(ctx.workspace.root);
  const checks = [
    checkProfile(ctx),
    await checkRepository(ctx, config),
    await checkLocalState(ctx),
    checkTreeFiles(ctx, tree),
    await checkInstallation(ctx, tree),
    await checkHosts({ ...ctx, ...(config && { config }) }),
  ];
  const findings = report(checks.flatMap(({ found }) => found));
  const fine = checks.flatMap((check) => check.fine);
  return { findings, fine, ...countsOf(findings) };
}

/** Who holds the workspace's lock, in words; undefined when nobody does. */
export async function lockHolder(ctx: Pick<Context, "workspace">): Promise<string | undefined> {
  return inWords(await lockState(ctx.workspace.lock));
}

function inWords(state: LockState | undefined): string | undefined {
  if (state === undefined || state.verdict.state === "free") return undefined;
  const { owner, verdict } = state;
  return `${owner === undefined ? "someone" : ownerInWords(owner)}; ${verdict.because}`;
}

/** Releases the workspace's lock, even a held one. For people, with a reason that is stored beside it. */
export async function releaseLock(
  ctx: Context,
  { reason, confirmed }: { reason: string; confirmed: boolean },
): Promise<Released> {
  const instead = "Wait until the other command has finished. A person looks with tenet doctor whether it still runs.";
  requirePerson(ctx, "releasing a lock that someone holds", confirmed && reason.trim() !== "", instead);
  const by = (await ctx.actor.git()).name ?? ctx.actor.user ?? "someone at a terminal";
  const lockAnswer = inWords(await breakLock(ctx.workspace.lock, { reason, by }));
  return { held: lockAnswer };
}

/** What `tenet doctor` found. */
export function doctorOutline(examination: Worded<Examination>): Outline {
  const { findings, fine } = examination;
  return [
    ...findingsOutline(findings),
    ...(findings.length > 0 ? [aside("")] : []),
    ...(fine.length > 0 ? [aside(...fine.map((says) => faint(`ok  ${says}`)), "")] : []),
    line(countsSaid(examination)),
  ];
}

export const releasedOutline = ({ held }: Released): Outline => [
  line(held === undefined ? "Nobody held the lock." : `Released. It was held by ${held}.`),
];
