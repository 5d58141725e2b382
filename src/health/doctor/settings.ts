/** The doctor's look at what people set: the profile, and the hosts that were connected. */
import type { Context, Examined } from "../../context.js";
import { TenetError } from "../../errors.js";
import type { HostState } from "../../hosts/host-schemas.js";
import { hooksFindings, hostStates } from "../../hosts/install/host-check.js";
import { type FindingDraft, profileFinding } from "../../text/findings.js";

/** What one check came to: what a person should know, and what was found in order, in plain words. */
export interface CheckResult {
  found: FindingDraft[];
  fine: string[];
}

/** What is odd about `tenet.yaml`, and which of its settings a person should be aware of. */
export function checkProfile({ profile, profileWarnings, profileFailure }: Examined): CheckResult {
  if (profileFailure !== undefined) return { found: [profileFinding(profileFailure)], fine: [] };
  const file = "tenet.yaml";
  const found: FindingDraft[] = profileWarnings.map((warning) => {
    const [, line, message = warning] = /^tenet\.yaml:(\d+): (.*)$/s.exec(warning) ?? [];
    const next = "Look at its spelling, or take the line away.";
    return { severity: "warning", code: "unknown-setting", file, ...(line && { line: Number(line) }), message, next };
  });
  if (!profile.people.some(({ role }) => role === "owner")) {
    const message = "no owner is named: whoever types at a terminal counts as one";
    found.push({ severity: "info", code: "no-owner", file, message, next: "tenet init --owner NAME" });
  }
  if (profile.approval.non_interactive) {
    const message = "approval.non_interactive is true: approvals need no terminal and no typed word";
    const next = "A person takes it back with: tenet config set approval.non_interactive false";
    found.push({ severity: "warning", code: "non-interactive-approval", file, message, next });
  }
  return { found, fine: [`tenet.yaml is read; mode ${profile.apply_mode}`] };
}

/** Are the hosts that somebody connected still connected as a whole? Says nothing of those that nobody did. */
export async function checkHosts(ctx: Pick<Context, "workspace" | "places">): Promise<CheckResult> {
  let standings: HostState[];
  try {
    standings = await hostStates(ctx);
  } catch (thrown) {
    if (!(thrown instanceof TenetError) || thrown.code !== "templates-missing") throw thrown;
    const { message, code, hint = "Install tenet again." } = thrown;
    return { found: [{ severity: "warning", code, message, next: hint }], fine: [] };
  }
  const fine = standings
    .filter(({ state }) => state === "installed")
    .map(({ host, level }) => `${host} is connected, ${level === "user" ? "for you" : "for this project"}`);
  return { found: await hooksFindings(ctx, standings), fine };
}
