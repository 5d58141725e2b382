/** Checks the installation: profile, hosts, Node, model, LanceDB, index. Called by `tenet doctor`. */

import type { Context, Examined } from "../../context.js";
import { type FindingDraft, profileFinding } from "../../entry/findings.js";
import { hooksFindings, hostStates } from "../../hosts/install/host-check.js";
import type { HooksContext } from "../../hosts/install/targets.js";
import { checkSearch, type SearchCheck } from "../../search/index-check.js";
import { type BaseState, baseFindings, baseSentence, countsOnceMerged } from "../../store/base/policy/base-state.js";
import type { Waiting } from "../../store/base/policy/setting-gate.js";
import type { Store } from "../../store/open-store.js";
import { flowOf } from "../../store/profile/profile-page.js";
import { counted } from "../../text/paint.js";
import { oneLine } from "../../text/shorten.js";

/** The value of `engines` in package.json. */
const OLDEST_NODE = [20, 19] as const;

/** Node, the model, LanceDB and the index: what the answers of this machine rest on. */
export async function checkInstallation(ctx: Context, tree: Store): Promise<CheckResult> {
  const search = await checkSearch(ctx, tree);
  const checks = [nodeCheck(process.versions.node), modelCheck(search), databaseCheck(search), indexCheck(search)];
  const findings = checks.flatMap((check) => (typeof check === "string" ? [] : check));
  return { found: findings, fine: checks.filter((check) => typeof check === "string") };
}

/** Findings, or a sentence about the good state. */
export type CheckVerdict = FindingDraft[] | string;

/** Exported for its table of versions. */
export function nodeCheck(version: string): CheckVerdict {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  if (major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1])) return `node ${version}`;
  const message = `node ${version} is older than tenet needs (${OLDEST_NODE.join(".")})`;
  return [{ severity: "error", code: "old-node", message, next: "Install a newer Node.js." }];
}

function modelCheck({ model, unavailable }: SearchCheck): CheckVerdict {
  if (unavailable === undefined) return `model ${model}, files as they should be`;
  const message = `${unavailable}: search is by words alone`;
  return [{ severity: "warning", code: "no-model", message, next: "Install tenet again." }];
}

function databaseCheck({ lancedb, lancedbTrouble }: SearchCheck): CheckVerdict {
  if (lancedbTrouble === undefined) return `LanceDB ${lancedb} loads`;
  const message = `LanceDB cannot be loaded here (${lancedbTrouble}); search is by words alone`;
  return [{ severity: "warning", code: "no-lancedb", message, next: "Install tenet again on this machine." }];
}

function indexCheck({ index, rows, behind, unavailable, lancedbTrouble }: SearchCheck): CheckVerdict {
  const findings: FindingDraft[] = [];
  const file = ".tenet/index";
  const next = "The next search catches up a little; all at once: tenet index";
  if (index === "damaged") {
    const message = "the index is damaged; it is made anew, until then search is by words";
    findings.push({ severity: "warning", code: "index-damaged", file, message, next });
  } else if (index === "behind") {
    const message = `${counted(behind, "file")} changed that the index does not know yet`;
    findings.push({ severity: "info", code: "index-behind", file, message, next });
  } else if (index === "none" && unavailable === undefined && lancedbTrouble === undefined) {
    findings.push({ severity: "info", code: "index-none", file, message: "there is no index yet", next });
  }
  return findings.length > 0 || index !== "level" ? findings : `index complete (${rows} entries)`;
}

/** The result of one check: findings, and sentences about the parts in order. */
export interface CheckResult {
  found: FindingDraft[];
  fine: string[];
}

/** Settings of the working copy that do not count yet. */
export function waitingFindings(base: BaseState, waiting: readonly Waiting[] = []): FindingDraft[] {
  const valueText = (value: unknown) => oneLine(flowOf(value));
  return waiting.map((one): FindingDraft => {
    const message = `${one.key} is ${valueText(one.waits)} in the working copy, and what counts is ${valueText(one.counts)}`;
    return { severity: "warning", code: "setting-waits", file: "tenet.yaml", message, next: countsOnceMerged(base) };
  });
}

/** What is odd about `tenet.yaml`, and which of its settings a person should be aware of. */
export function checkProfile(ctx: Examined): CheckResult {
  const { profile, profileWarnings, profileFailure, waitingSettings } = ctx;
  if (profileFailure !== undefined) return { found: [profileFinding(profileFailure)], fine: [] };
  const file = "tenet.yaml";
  const findings: FindingDraft[] = profileWarnings.map((warning) => {
    const [, line, message = warning] = /^tenet\.yaml:(\d+): (.*)$/s.exec(warning) ?? [];
    const next = "Look at its spelling, or take the line away.";
    return { severity: "warning", code: "unknown-setting", file, ...(line && { line: Number(line) }), message, next };
  });
  if (!profile.people.some(({ role }) => role === "owner")) {
    const message = "no owner is named: whoever types at a terminal counts as one";
    findings.push({ severity: "info", code: "no-owner", file, message, next: "tenet init --owner NAME" });
  }
  findings.push(...baseFindings(ctx.base), ...waitingFindings(ctx.base, waitingSettings));
  const baseSentences = ctx.base.state === "unreadable" ? [] : [baseSentence(ctx.base)];
  return { found: findings, fine: [`tenet.yaml is read; mode ${profile.apply_mode}`, ...baseSentences] };
}

/** Checks that connected hosts are connected completely. Ignores hosts that were never connected. */
export async function checkHosts(ctx: HooksContext): Promise<CheckResult> {
  const standings = await hostStates(ctx);
  const fine = standings
    .filter(({ state }) => state === "installed")
    .map(({ host, level }) => `${host} is connected, ${level === "user" ? "for you" : "for this project"}`);
  return { found: await hooksFindings(ctx, standings), fine };
}
