/** What no merge may bring: what the texts of files tell that differ between two trees. */

import type { FindingDraft } from "../../entry/findings.js";
import { findSecrets } from "../../screening/secrets.js";
import type { Difference, Kind } from "../../store/base/policy/difference.js";
import { conflictLine } from "../../store/records/fences.js";
import { filesRead, type ReadTree } from "./tree-side.js";

const lineAt = (text: string, offset: number): number => text.slice(0, offset).split("\n").length;

/** Everything of the newer tree that the older one has not and no merge may hold. */
export async function refusals(before: ReadTree, after: ReadTree): Promise<Difference[]> {
  const older = await textsApart(before, after);
  const newer = await textsApart(after, before);
  return [
    ...profileRefusal(after),
    ...unreadRecords(before, after),
    ...unreadCoreFiles(before, after),
    ...versionRefusals(after, newer),
    ...(await textRefusals(older, newer)),
  ];
}

type Texts = ReadonlyMap<string, string>;

/** Files that tenet reads and that are not so in the other tree. One over 10 MB is said to be unread where it is read. */
async function textsApart(tree: ReadTree, other: ReadTree): Promise<Texts> {
  const rows = filesRead(tree).filter(({ file, oid }) => other.entries.get(file)?.oid !== oid);
  return new Map([...(await tree.there.held(rows))].map(([file, bytes]) => [file, bytes.toString("utf8")]));
}

function profileRefusal({ profileFailure: failure }: ReadTree): Difference[] {
  if (failure === undefined) return [];
  const { message, details } = failure;
  const line = typeof details["line"] === "number" ? details["line"] : undefined;
  const because = message.replace(/^tenet\.yaml:\d+: /, "");
  return [asRefusal("unreadable", { file: "tenet.yaml", line, message: because })];
}

const asRefusal = (kind: Kind, { id, file = "", line, message }: Partial<FindingDraft>): Difference => {
  return { kind, level: "refused", subject: id ?? file, file, line, because: message };
};

/** Conflict markers are reported with those of all other files. */
function unreadRecords(before: ReadTree, after: ReadTree): Difference[] {
  return [...after.findings].flatMap(([file, findings]) => {
    const earlier = new Set((before.findings.get(file) ?? []).map(({ code, message }) => `${code} ${message}`));
    return findings
      .filter(({ code, message }) => code !== "conflict-markers" && !earlier.has(`${code} ${message}`))
      .map((finding) => asRefusal("unreadable", finding));
  });
}

function unreadCoreFiles(before: ReadTree, after: ReadTree): Difference[] {
  const troubledTargets = new Set(
    before.coreFiles.flatMap(({ target, trouble }) => (trouble === undefined ? [] : target)),
  );
  return after.coreFiles.flatMap(({ target, text = "", trouble }) =>
    trouble === undefined || troubledTargets.has(target) || conflictLine(text) !== undefined
      ? []
      : [asRefusal("unreadable", trouble)],
  );
}

const versionRefusals = ({ chain }: ReadTree, texts: Texts): Difference[] =>
  chain.findings
    .filter(({ severity, file = "" }) => severity === "error" && texts.has(file))
    .map((finding) => asRefusal("unreadable", finding));

async function textRefusals(older: Texts, newer: Texts): Promise<Difference[]> {
  const reported = new Set<string>();
  for (const text of older.values())
    for (const { start, end } of await findSecrets(text)) reported.add(text.slice(start, end));
  const differences: Difference[] = [];
  for (const [file, text] of newer) {
    const line = conflictLine(text);
    if (line !== undefined && conflictLine(older.get(file) ?? "") === undefined)
      differences.push(asRefusal("conflict-markers", { file, line, message: "git could not merge these lines." }));
    for (const { kind, start, end } of await findSecrets(text)) {
      if (reported.has(text.slice(start, end))) continue;
      const message = `A secret stands here (${kind}).`;
      differences.push(asRefusal("secret", { file, line: lineAt(text, start), message }));
    }
  }
  return differences;
}
