/** `tenet doctor`: looks at everything tenet rests on. */

import type { Examined } from "../context.js";
import { countsOf, countsSaid, findingsOutline, report } from "../entry/findings.js";
import type { Worded } from "../steps.js";
import { openStore } from "../store/open-store.js";
import { aside, faint, line, type Outline } from "../text/outline/outline.js";
import { checkHosts, checkInstallation, checkProfile } from "./doctor/installation.js";
import { checkLocalState } from "./doctor/local-state.js";
import { checkRepository, checkTreeFiles } from "./doctor/tree.js";
import type { Examination } from "./health-schemas.js";

/** Checks everything tenet rests on. Writes nothing. */
export async function doctor(ctx: Examined): Promise<Examination> {
  const tree = await openStore(ctx);
  const checks = [
    checkProfile(ctx),
    await checkRepository(ctx),
    checkLocalState(ctx),
    checkTreeFiles(ctx, tree),
    await checkInstallation(ctx, tree),
    await checkHosts(ctx),
  ];
  const findings = report(checks.flatMap(({ found }) => found));
  const fine = checks.flatMap((check) => check.fine);
  return { findings, fine, ...countsOf(findings) };
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
