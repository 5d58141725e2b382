/** Findings about the settings that decide who decides: who let them in, what waits, and whom nothing can prove. */
import type { Examined } from "../context.js";
import { flowOf } from "../store/profile/profile-page.js";
import { lineOfSetting } from "../store/profile/profile-text.js";
import type { FindingDraft } from "../text/findings.js";
import { oneLine } from "../text/shorten.js";
import type { BaseState } from "../trust/policy/base-state.js";
import type { Waiting } from "../trust/policy/setting-gate.js";
import type { SettingsChange } from "../trust/policy/settings-line.js";
import type { SettingsHistory } from "../trust/settings-history.js";
import { wayToCount } from "../trust/settings-in-force.js";

const FILE = "tenet.yaml";
const short = (commit: string): string => commit.slice(0, 10);
const shown = (value: unknown): string => oneLine(flowOf(value));

/** What the working copy says beyond what counts. */
export function waitingFindings(base: BaseState, waiting: readonly Waiting[] = []): FindingDraft[] {
  return waiting.map((one): FindingDraft => {
    const message = `${one.key} is ${shown(one.waits)} in the working copy, and what counts is ${shown(one.counts)}`;
    return { severity: "warning", code: "setting-waits", file: FILE, message, next: wayToCount(base, one) };
  });
}

const PUT_BACK = "A person listed under people puts it back, or commits tenet.yaml as it is meant to count.";

function unprovenChange(
  { key, before, after, commit }: SettingsChange,
  severity: FindingDraft["severity"],
  line: number | undefined,
): FindingDraft {
  const because = "nobody listed before it is proven to have done that";
  const message = `${key} went from ${shown(before)} to ${shown(after)} in ${short(commit)}, and ${because}: it does not count`;
  return { severity, code: "unproven-setting", file: FILE, line, message, next: PUT_BACK };
}

/**
 * What the history of `tenet.yaml` says about its settings. With a base (`from`), settings that counted there judge what
 * came since: a beginning that the base does not know is an error.
 */
export function settingsFindings(
  { base, waitingSettings }: Examined,
  text: string | undefined,
  history: SettingsHistory | undefined,
  from: SettingsHistory | undefined,
): FindingDraft[] {
  if (history === undefined) return waitingFindings(base, waitingSettings);
  const committed = new Set(history.changes.map(({ key }) => key));
  const found = waitingFindings(
    base,
    waitingSettings?.filter(({ key }) => !committed.has(key)),
  );
  const lineOf = (key: string) => (text === undefined ? undefined : lineOfSetting(text, key));
  const severity = (from?.now ?? history.now)?.apply_mode === "auto" ? "warning" : "error";
  for (const change of history.changes) {
    const isOld = from?.changes.some(({ commit }) => commit === change.commit) ?? false;
    found.push(unprovenChange(change, isOld ? "warning" : severity, lineOf(change.key)));
  }
  for (const commit of history.newRoots) {
    const isNew = from !== undefined && !from.newRoots.includes(commit);
    const message = `${short(commit)} lets people begin anew: who was listed before it has no say since`;
    const next = isNew
      ? "Merge it only if an address was lost and you know who did this."
      : "Nothing has to be done if an address was lost then; it is named for good.";
    found.push({ severity: isNew ? "error" : "warning", code: "new-root", file: FILE, message, next });
  }
  const joined = history.roots.length > 1;
  const replaced = from?.now !== undefined && !from.roots.some((root) => history.roots.includes(root));
  if (joined || (replaced && history.newRoots.length === 0)) {
    const named = [...new Set([...history.roots, ...(from?.roots ?? [])])].map(short).join(", ");
    const message = `people begin in more than one commit (${named}): histories that know nothing of each other were joined, and only who is listed in all of them counts`;
    const next = "Take the merge back, or let people begin anew: docs/trust.md says how.";
    found.push({ severity: "error", code: "two-beginnings", file: FILE, message, next });
  }
  return found;
}
