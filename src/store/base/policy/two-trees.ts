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
      ...was.flatMap((text, at) => (stayed.has(at) ? [] : lineDifference("out", file, at, text))),
      ...is.flatMap((text, at) => (stood.has(at) ? [] : lineDifference("in", file, at, text))),
    ];
  });
}

function lineDifference(way: "in" | "out", file: string, at: number, text: string): Difference[] {
  const words = text.trim();
  if (words === "") return [];
  const difference = { kind: `line-${way}`, level: "decided", subject: file, file } as const;
  return [way === "in" ? { ...difference, line: at + 1, after: words } : { ...difference, before: words }];
}

/** A version is written once, and stays. */
function removedVersions(before: Side, after: Side): Difference[] {
  const removed = [...before.versions].filter(([id]) => !after.versions.has(id) && !after.unread.has(id));
  return removed.map(([subject, status]) => ({ kind: "gone", level: "decided", subject, before: status }));
}

/** What a diff of the code host shows badly, links and other workspaces: no merge may hold it. */
function hiddenDifferences(before: Side, after: Side): Difference[] {
  const refused = (kind: Difference["kind"], file: string, more: Partial<Difference>): Difference[] => [
    { kind, level: "refused", subject: file, file, ...more },
  ];
  const links = [...after.links].flatMap(([file, is]) => {
    const because = "What it leads to is not in this diff, and tenet reads nothing there.";
    const was = before.links.get(file);
    return was === is ? [] : refused("link", file, { before: was, after: is, because });
  });
  const lost = before.profiles.flatMap((file) => {
    const because = "This workspace is gone.";
    return after.profiles.includes(file) ? [] : refused("workspace", file, { before: file, because });
  });
  const others = after.profiles.flatMap((file) => {
    const because = "An agent that starts there reads this one.";
    const isKnown = before.profiles.length === 0 || before.profiles.includes(file);
    return isKnown ? [] : refused("workspace", file, { after: file, because });
  });
  return [...links, ...lost, ...others];
}
