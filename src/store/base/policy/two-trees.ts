/** Compares two trees: the effects of merging one into the other. Pure: both trees are data. Called by `verify`. */
import { commonSequence } from "../../../text/claims/common-sequence.js";
import { byWeight, type Difference } from "./difference.js";
import { recordDifferences } from "./record-differences.js";
import { settingsApart } from "./setting-gate.js";
import type { ShowValue, Side } from "./tree-side.js";

/** Everything that differs, by weight, with what only the texts of files tell. */
export function differencesOf(
  before: Side,
  after: Side,
  refusals: readonly Difference[] = [],
  show: ShowValue = JSON.stringify,
): Difference[] {
  return byWeight([
    ...refusals,
    ...settingDifferences(before, after, show),
    ...recordDifferences(before, after, show),
    ...lineDifferences(before, after),
    ...removedVersions(before, after),
    ...hiddenDifferences(before, after),
  ]);
}

function settingDifferences(before: Side, after: Side, show: ShowValue): Difference[] {
  if (before.settings === undefined || after.settings === undefined) return [];
  return settingsApart(before.settings, after.settings).map(({ key, before: was, after: is, isGuarded }) => ({
    ...{ kind: "setting", level: isGuarded ? "decided" : "change", subject: key, file: "tenet.yaml" },
    ...{ before: show(was), after: show(is) },
  }));
}

/** A plain diff of the files that steer agents; blank lines are left out. */
function lineDifferences(before: Side, after: Side): Difference[] {
  const files = [...new Set([...before.texts.keys(), ...after.texts.keys()])];
  return files.flatMap((file) => {
    const [was, is] = [before.texts.get(file) ?? [], after.texts.get(file) ?? []];
    const common = commonSequence(was, is);
    const [stayed, stood] = [new Set(common.map(([at]) => at)), new Set(common.map(([, at]) => at))];
    return [
      ...was.flatMap((text, at) => (stayed.has(at) ? [] : lineDifference("out", before, file, at, text))),
      ...is.flatMap((text, at) => (stood.has(at) ? [] : lineDifference("in", after, file, at, text))),
    ];
  });
}

function lineDifference(way: "in" | "out", side: Side, file: string, at: number, text: string): Difference[] {
  if (text.trim() === "") return [];
  const rule = side.rules.find((one) => one.file === file && one.line === at + 1);
  const subject = rule?.ids[0] ?? file;
  const kind = rule === undefined ? (`line-${way}` as const) : (`rule-${way}` as const);
  const difference = { kind, level: "decided", subject, file } as const;
  const words = rule?.text ?? text.trim();
  return [way === "in" ? { ...difference, line: at + 1, after: words } : { ...difference, before: words }];
}

/** Versions that have ended may be pruned; others never leave. */
function removedVersions(before: Side, after: Side): Difference[] {
  const because = "Only what has ended may be pruned.";
  return [...before.versions].flatMap(([subject, status]): Difference[] =>
    after.versions.has(subject) || after.unread.has(subject) || status === "superseded" || status === "rejected"
      ? []
      : [{ kind: "version-removed", level: "decided", subject, before: status, because }],
  );
}

/** What a diff of the code host shows badly: links, other workspaces, local state of one clone. */
function hiddenDifferences(before: Side, after: Side): Difference[] {
  const differences: Difference[] = [];
  const add = (kind: Difference["kind"], level: Difference["level"], file: string, more: Partial<Difference>) =>
    differences.push({ kind, level, subject: file, file, ...more });
  for (const [file, is] of after.links) {
    const because = "What it leads to is not in this diff, and tenet reads nothing there.";
    const was = before.links.get(file);
    if (was !== is) add("link", "refused", file, { before: was, after: is, because });
  }
  for (const file of before.profiles)
    if (!after.profiles.includes(file))
      add("workspace", "refused", file, { before: file, because: "This workspace is gone." });
  for (const file of before.profiles.length === 0 ? [] : after.profiles)
    if (!before.profiles.includes(file))
      add("workspace", "refused", file, { after: file, because: "An agent that starts there reads this one." });
  const because = "Local state of one clone would come into every other one.";
  for (const file of after.localState)
    if (!before.localState.includes(file)) add("local-state", "decided", file, { because });
  return differences;
}
