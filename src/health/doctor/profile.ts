import type { Examined } from "../../context.js";
import { type FindingDraft, profileFinding } from "../../text/findings.js";
import type { Checked } from "./checked.js";

/** What is odd about `tenet.yaml`, and which of its settings a person should be aware of. */
export function checkProfile({ profile, profileWarnings, profileFailure }: Examined): Checked {
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
