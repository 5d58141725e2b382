/** Compares two trees: the effects of merging one into the other. Pure: both trees are data. Called by `verify`. */
import { canonicalClaim } from "../../../text/claims/canonical.js";
import { byWeight, type Difference, type DifferenceDraft } from "./difference.js";
import { recordDifferences } from "./record-differences.js";
import { settingsApart } from "./setting-gate.js";
import type { Side, SideLine } from "./tree-side.js";

/** Settings as a report shows them: one line. */
type ShowSetting = (value: unknown) => string;

/** Everything that differs, but what only the texts of files tell. */
export function differencesOf(before: Side, after: Side, show: ShowSetting = JSON.stringify): DifferenceDraft[] {
  return [
    ...settingDifferences(before, after, show),
    ...recordDifferences(before, after),
    ...ruleDifferences(before.rules, after.rules),
    ...removedVersions(before, after),
    ...lineDifferences(before, after),
    ...hidingDifferences(before, after),
  ];
}

/** All differences, refused ones included, by weight. */
export const weighedDifferences = (
  before: Side,
  after: Side,
  refusals: readonly DifferenceDraft[],
  show?: ShowSetting,
): Difference[] => byWeight([...refusals, ...differencesOf(before, after, show)]);

function settingDifferences(before: Side, after: Side, show: ShowSetting): DifferenceDraft[] {
  if (before.settings === undefined || after.settings === undefined) return [];
  return settingsApart(before.settings, after.settings).map(({ key, before: was, after: is, isGuarded }) => ({
    kind: isGuarded ? "setting" : "setting-free",
    subject: key,
    file: "tenet.yaml",
    before: show(was),
    after: show(is),
  }));
}

/** Each line of one side that the other has not. What stands there twice counts twice. */
function withoutShared<Line>(lines: readonly Line[], others: readonly Line[], keyOf: (line: Line) => string): Line[] {
  const spare = new Map<string, number>();
  for (const other of others) spare.set(keyOf(other), (spare.get(keyOf(other)) ?? 0) + 1);
  return lines.filter((line) => {
    const sparesLeft = spare.get(keyOf(line)) ?? 0;
    spare.set(keyOf(line), sparesLeft - 1);
    return sparesLeft <= 0;
  });
}

const sayingOf = ({ file, text }: SideLine): string => `${file}\0${canonicalClaim(text)}`;

/** A rule that shares an entry with one that left is that one, in other words or elsewhere. */
function ruleDifferences(before: readonly SideLine[], after: readonly SideLine[]): DifferenceDraft[] {
  const removedLines = withoutShared(before, after, sayingOf);
  const differences: DifferenceDraft[] = [];
  for (const rule of withoutShared(after, before, sayingOf)) {
    const at = removedLines.findIndex(({ ids }) => ids.some((id) => rule.ids.includes(id)));
    const [was] = at === -1 ? [] : removedLines.splice(at, 1);
    const { file, line, text } = rule;
    const isMoved = was !== undefined && canonicalClaim(was.text) === canonicalClaim(text);
    const kind = was === undefined ? "rule-in" : isMoved ? "rule-moved" : "rule-reworded";
    const subject = rule.ids[0] ?? file;
    if (isMoved) differences.push({ kind, subject, file, line, before: was.file, after: file, because: text });
    else differences.push({ kind, subject, file, line, before: was?.text, after: text });
  }
  const out = removedLines.map(({ file, text, ids }) => ({
    kind: "rule-out" as const,
    subject: ids[0] ?? file,
    file,
    before: text,
  }));
  return [...differences, ...out];
}

/** Versions that have ended may be pruned; others never leave. */
function removedVersions(before: Side, after: Side): DifferenceDraft[] {
  return [...before.versions].flatMap(([id, status]): DifferenceDraft[] =>
    after.versions.has(id) || after.unread.has(id) || status === "superseded" || status === "rejected"
      ? []
      : [{ kind: "version-removed", subject: id, before: status, because: "Only what has ended may be pruned." }],
  );
}

function lineDifferences(before: Side, after: Side): DifferenceDraft[] {
  const removedLines = withoutShared(before.lines, after.lines, sayingOf);
  const fresh = withoutShared(after.lines, before.lines, sayingOf);
  const files = [...new Set([...before.otherText.keys(), ...after.otherText.keys()])];
  return [
    ...removedLines.map(({ file, text }) => ({ kind: "line-out" as const, subject: file, file, before: text })),
    ...fresh.map(({ file, line, text }) => ({ kind: "line-in" as const, subject: file, file, line, after: text })),
    ...files.flatMap((file): DifferenceDraft[] =>
      (before.otherText.get(file) ?? "") === (after.otherText.get(file) ?? "")
        ? []
        : [{ kind: "other-text", subject: file, file, because: "Headings, code, tables or marks of the file differ." }],
    ),
  ];
}

function hidingDifferences(before: Side, after: Side): DifferenceDraft[] {
  const differences: DifferenceDraft[] = workspaceDifferences(before.profiles, after.profiles);
  for (const [file, what] of after.links) {
    if (before.links.get(file) === what) continue;
    const because = "What it leads to is not in this diff, and tenet reads nothing there.";
    differences.push({ kind: "link", subject: file, file, before: before.links.get(file), after: what, because });
  }
  for (const file of new Set([...before.attributes.keys(), ...after.attributes.keys()])) {
    const [was, is] = [before.attributes.get(file) ?? [], after.attributes.get(file) ?? []];
    const plain = (line: string) => line;
    for (const line of withoutShared(was, is, plain))
      differences.push({ kind: "attribute", subject: file, file, before: line });
    for (const line of withoutShared(is, was, plain))
      differences.push({
        kind: "attribute",
        subject: file,
        file,
        after: line,
      });
  }
  const stateBefore = new Set(before.localState);
  const because = "Local state of one clone would come into every other one.";
  for (const file of after.localState)
    if (!stateBefore.has(file)) differences.push({ kind: "local-state", subject: file, file, because });
  return differences;
}

function workspaceDifferences(before: readonly string[], after: readonly string[]): DifferenceDraft[] {
  const removedFiles = before.filter((file) => !after.includes(file));
  const fresh = after.filter((file) => !before.includes(file));
  const because =
    before.length === 0
      ? "There was no workspace before: everything in it is new."
      : removedFiles.length > 0 && fresh.length > 0
        ? "The workspace was moved."
        : "An agent that starts there reads this one.";
  return [
    ...removedFiles.map((file) => ({
      kind: "workspace" as const,
      subject: file,
      file,
      before: file,
      because: "This workspace is gone.",
    })),
    ...fresh.map((file) => ({ kind: "workspace" as const, subject: file, file, after: file, because })),
  ];
}
