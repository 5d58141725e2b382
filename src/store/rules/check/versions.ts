/** Checks the version chain by itself: files are consistent, each version follows its predecessor, one is in force. */
import { isDeepStrictEqual } from "node:util";
import type { FindingDraft } from "../../../entry/findings.js";
import { paired } from "../policy/merge-rules.js";
import { filesOf } from "../policy/operations.js";
import { type Rule, sameIds, sameWords, saysSame, sharesId } from "../policy/rule.js";
import { byCreation, numberOf, type Operation, type Version, wasInForce } from "../policy/version.js";
import type { Chain, ChainLink } from "../versions/chain.js";
import { ancestry } from "../versions/three-way.js";
import { renderVersion } from "../versions/version-text.js";

const BRING_BACK = "Bring the file back from git's history; a version is never edited by hand.";

export interface ChainFacts {
  chain: Chain;
  /** The text of a version's file. */
  textOf(file: string): string | undefined;
}

/** 1-based line of a field in a file's header; 1 when it is not found there. */
export function fieldLine(text: string | undefined, field: string): number {
  const at = (text ?? "").split("\n").findIndex((line) => line.startsWith(`${field}:`));
  return at === -1 ? 1 : at + 1;
}

/** All errors of the chain, no matter who let its versions in. */
export function chainFindings(facts: ChainFacts): FindingDraft[] {
  const { chain } = facts;
  return [
    ...chain.findings,
    ...chain.links.flatMap((link) => [
      ...numbered(link, facts),
      ...rendered(link, facts),
      ...following(link, facts),
      ...checkDecision(link, facts),
    ]),
    ...sameNumbers(facts),
    ...inForce(facts),
    ...waiting(facts),
    ...disputed(facts),
  ];
}

/** Something that is wrong with a version's file, at one of its fields. */
function wrong(
  { file, version: { id } }: ChainLink,
  { textOf }: ChainFacts,
  field: string,
  code: string,
  message: string,
  next = BRING_BACK,
): FindingDraft {
  return { id, severity: "error", code, file, line: fieldLine(textOf(file), field), message, next };
}

function numbered(link: ChainLink, facts: ChainFacts): FindingDraft[] {
  const { id, version } = link.version;
  if (numberOf(id) === version) return [];
  return [wrong(link, facts, "version", "broken-version", `version ${id} says that it is number ${version}`)];
}

/** Lines without what a formatter does to them. */
function statedLinesIn(text: string): { said: string; line: number }[] {
  return text
    .split(/\r?\n/)
    .map((line, index) => ({ said: line.trim(), line: index + 1 }))
    .filter(({ said }) => said !== "");
}

function bodyStart(text: string): number {
  return text.split(/\r?\n/).indexOf("---", 1) + 1;
}

/** The readable body of a version must match its header. */
function rendered(link: ChainLink, facts: ChainFacts): FindingDraft[] {
  const { version, file } = link;
  const text = facts.textOf(file);
  if (text === undefined) return [];
  const before = version.previous === null ? [] : facts.chain.version(version.previous)?.rules;
  const renderedText = renderVersion(version, before ?? []);
  // Without the version before it the right diff is unknown.
  const upTo = ({ said }: { said: string }) => before !== undefined || !said.startsWith("## What changed");
  const cut = (lines: { said: string; line: number }[]) => {
    const end = lines.findIndex((line) => !upTo(line));
    return end === -1 ? lines : lines.slice(0, end);
  };
  const statedLines = cut(statedLinesIn(text).filter(({ line }) => line > bodyStart(text)));
  const renderedLines = cut(statedLinesIn(renderedText).filter(({ line }) => line > bodyStart(renderedText)));
  const differs = renderedLines.findIndex(({ said }, index) => statedLines[index]?.said !== said);
  if (differs === -1 && statedLines.length === renderedLines.length) return [];
  const line = statedLines[differs === -1 ? renderedLines.length : differs]?.line ?? text.split("\n").length;
  const message = `the body of version ${version.id} does not say what its header says`;
  return [{ id: version.id, severity: "error", code: "version-body", file, line, message, next: BRING_BACK }];
}

function following(link: ChainLink, facts: ChainFacts): FindingDraft[] {
  const { version } = link;
  const { chain } = facts;
  const error = (field: string, message: string) => wrong(link, facts, field, "version-chain", message);
  const before = version.previous === null ? [] : chain.version(version.previous)?.rules;
  // The oldest are pruned: what a version was based on may be gone.
  if (before === undefined) return hashesOf(undefined, version) ? [] : [error("files", hashMessage(version))];
  const hashes = hashesOf(before, version) ? [] : [error("files", hashMessage(version))];
  const [first] = unexplained(before, version, chain);
  return [...hashes, ...(first === undefined ? [] : [error(first.field, first.message)])];
}

const hashMessage = ({ id }: Version): string => `the hashes in version ${id} are not those of its rules`;

function hashesOf(before: readonly Rule[] | undefined, version: Version): boolean {
  const expectedFiles = filesOf(before ?? [], version.rules);
  if (before !== undefined) return isDeepStrictEqual(plain(expectedFiles), plain(version.files));
  return Object.entries(expectedFiles).every(
    ([target, hashes]) => version.files[target as keyof Version["files"]]?.after === hashes.after,
  );
}

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

function unchanged(a: Rule, b: Rule): boolean {
  return (
    sameWords(a, b) &&
    sameIds(a, b) &&
    a.since === b.since &&
    isDeepStrictEqual(plain(a.decided_by ?? null), plain(b.decided_by ?? null))
  );
}

/** Rules that no operation accounts for, and operations that the rules do not show. */
function unexplained(before: readonly Rule[], version: Version, chain: Chain) {
  const { id, operations, rules } = version;
  const brings = (rule: Rule) => operations.some((op) => op.op !== "delete" && sameWords(op, rule));
  // A line without ids that was worded anew pairs with nothing.
  const removes = (rule: Rule) =>
    operations.some((op) =>
      op.op === "delete" ? saysSame(op.text, rule.text) : op.before !== undefined && saysSame(op.before, rule.text),
    );
  // A line that comes back with a merge or by hand is one that some version had.
  const isKnownRule = (rule: Rule) =>
    chain.versions.some(
      (other) =>
        other.id !== id &&
        other.rules.some((one) => saysSame(one.text, rule.text) && (sharesId(one, rule) || rule.ids.length === 0)),
    );
  const troubles: { field: "rules" | "operations"; message: string }[] = [];
  for (const [old, now] of paired(before, rules)) {
    if (now === undefined) {
      if (old === undefined || removes(old) || version.joins !== undefined) continue;
      troubles.push({ field: "rules", message: `no operation of version ${id} takes out "${old.text}"` });
    } else if (!(old !== undefined && unchanged(old, now)) && !brings(now) && !isKnownRule(now)) {
      troubles.push({ field: "rules", message: `no operation of version ${id} brings "${now.text}"` });
    }
  }
  for (const op of operations) {
    if (shows(op, rules)) continue;
    troubles.push({ field: "operations", message: `version ${id} says "${op.text}", and its rules do not show it` });
  }
  return troubles;
}

function shows(op: Operation, rules: readonly Rule[]): boolean {
  const isThere = rules.some(
    (rule) =>
      sameWords(rule, op) &&
      // The same words may stand there for another entry: what it rested on is what leaves.
      (op.op !== "delete" || op.ids.length === 0 || sharesId(rule, op)),
  );
  return op.op === "delete" ? !isThere : isThere;
}

function checkDecision(link: ChainLink, facts: ChainFacts): FindingDraft[] {
  const { version } = link;
  if (version.status !== "active" || version.decided !== undefined) return [];
  const message = `version ${version.id} is active, and nobody decided that`;
  return [wrong(link, facts, "status", "undecided", message)];
}

/** Two versions of one number that took effect without a version that joins them. */
function sameNumbers(facts: ChainFacts): FindingDraft[] {
  const { chain } = facts;
  const byId = new Map(chain.versions.map((version) => [version.id, version]));
  const joined = new Set(chain.versions.flatMap(({ joins = [] }) => joins).flatMap((id) => ancestry(byId, id)));
  const settled = (one: Version, other: Version) =>
    one.replaces === other.id || other.replaces === one.id || joined.has(one.id) || joined.has(other.id);
  const count = (version: Version) =>
    version.decided !== undefined && version.status !== "rejected" && version.replaced_by === undefined;
  return chain.links.flatMap((link): FindingDraft[] => {
    const earlier = chain.versions.find(
      (other) =>
        other.version === link.version.version &&
        other.id !== link.version.id &&
        byCreation(other, link.version) < 0 &&
        count(other) &&
        count(link.version) &&
        !settled(link.version, other),
    );
    if (earlier === undefined) return [];
    const message = `${link.version.id} and ${earlier.id} are both number ${link.version.version}: two branches made one each`;
    return [wrong(link, facts, "version", "same-number", message, "Join them with: tenet digest")];
  });
}

function inForce(facts: ChainFacts): FindingDraft[] {
  const [, ...more] = facts.chain.links.filter(({ version }) => version.status === "active");
  return more.map((link): FindingDraft => {
    const message = `version ${link.version.id} is in force beside ${facts.chain.active?.id}: two branches were merged`;
    return wrong(link, facts, "status", "two-in-force", message, "Join them with: tenet digest");
  });
}

/** Two branches decided on it, each in its own way: what took effect stands until a person takes it back. */
function disputed(facts: ChainFacts): FindingDraft[] {
  const { active } = facts.chain;
  return facts.chain.links.flatMap((link): FindingDraft[] => {
    const { version } = link;
    const isRejected = version.declined?.some((one) => one.how === "rejected" && one.version === version.id) === true;
    const stands = active?.rules.some(({ since }) => since === version.id) === true;
    if (!isRejected || !stands || !wasInForce(version)) return [];
    const message = `version ${version.id} was approved on one branch and rejected on another; its rules are in force`;
    const next = `A person decides whether it stays; what it did is shown by: tenet versions rollback --dry-run ${version.id}`;
    return [{ ...wrong(link, facts, "declined", "disputed", message, next), severity: "warning" }];
  });
}

/** More than one that waits: each clone made one, and both were committed. */
function waiting(facts: ChainFacts): FindingDraft[] {
  const { chain } = facts;
  const merged = new Set(
    chain.versions.flatMap(({ replaces, status }) => (status === "pending" ? [] : (replaces ?? []))),
  );
  const [, ...more] = chain.links.filter(({ version }) => version.status === "pending" && !merged.has(version.id));
  return more.map((link): FindingDraft => {
    const message = `version ${link.version.id} waits beside another one`;
    const next = "Make one of them with: tenet digest";
    return { ...wrong(link, facts, "status", "two-pending", message, next), severity: "warning" };
  });
}
