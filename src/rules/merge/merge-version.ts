/** Merges a version's file that both sides changed: decisions stand, and what either side remembers stays. */

import { canonicalJson } from "../../store/merge/merge-fields.js";
import { compareText } from "../../text/claims/canonical.js";
import { defined } from "../../text/defined.js";
import { type Declined, LATER_FIELDS, type Version } from "../policy/version.js";
import { declinedKey } from "../versions/chain.js";
import { parseVersion } from "../versions/version-file.js";
import { renderHeader } from "../versions/version-text.js";

/**
 * How far a version has come: what took effect did, whatever another branch decided meanwhile (what it declined is
 * carried along, and asked about when branches are joined); of what did not, a rejection stands.
 */
function rankOf({ status, decided }: Version): number {
  if (status === "superseded") return decided === undefined ? 1 : 5;
  return { pending: 0, approved: 2, rejected: 3, active: 4 }[status];
}

/** One side's file. */
interface Side {
  version: Version;
  /** The text behind the front matter. */
  body: string;
}

/**
 * Merges a version's file. Undefined when one of the three cannot be read. Symmetric in ours and theirs. Redaction and
 * erasure change words that a decision has fixed: the side that changed them brings them.
 */
export function mergeVersionText(file: string, base: string, ours: string, theirs: string): string | undefined {
  // Taken out by a revert, or pruned, while it went on on the other side: what came after it refers to it.
  if (base !== "" && (ours === "" || theirs === "")) return ours === "" ? theirs : ours;
  const [left, right] = [sideOf(file, ours), sideOf(file, theirs)];
  if (left === undefined || right === undefined) return undefined;
  const before = base === "" ? undefined : sideOf(file, base);
  if (base !== "" && before === undefined) return undefined;
  const [first, second] = [left, right].sort((a, b) => byDecision(a.version, b.version)) as [Side, Side];
  // Words that only the other side changed, and no decision: they were taken out there.
  const cleaned =
    before !== undefined && wordsOf(before) === wordsOf(first) && wordsOf(before) !== wordsOf(second) ? second : first;
  const { status, decided, replaced_by, contents } = first.version;
  const last = [first, second].map(({ version }) => version.replaced_by).sort((a, b) => compareText(a ?? "", b ?? ""));
  const declined = declinedOf(before?.version, left.version, right.version);
  const version = defined({
    ...cleaned.version,
    status,
    decided,
    contents,
    replaced_by: status === "superseded" ? last.at(-1) : replaced_by,
    declined: declined.length === 0 ? undefined : declined,
  }) as Version;
  return `${renderHeader(version)}${cleaned.body}`;
}

function sideOf(file: string, text: string): Side | undefined {
  const parsed = parseVersion(text, file);
  if (!("version" in parsed)) return undefined;
  const end = text.indexOf("\n---\n", 3);
  return { version: parsed.version, body: text.slice(end + "\n---\n".length) };
}

/** Two states of one version: the one that decided more first; of two decisions the earlier one. */
export function byDecision(a: Version, b: Version): number {
  return (
    rankOf(b) - rankOf(a) ||
    compareText(a.decided?.at ?? "", b.decided?.at ?? "") ||
    compareText(canonicalJson(a), canonicalJson(b))
  );
}

/** All fields but those that may change later. */
function wordsOf({ version }: Side): string {
  const boundFields = Object.entries(version).filter(([field]) => field !== "decided" && !LATER_FIELDS.has(field));
  return canonicalJson(Object.fromEntries(boundFields));
}

/** The declines of either side, without those that one of them lost because the entry was erased. */
function declinedOf(base: Version | undefined, ours: Version, theirs: Version): Declined[] {
  const [before, left, right] = [base, ours, theirs].map(
    (version) => new Map((version?.declined ?? []).map((one) => [`${declinedKey(one)} ${one.how}`, one])),
  ) as [Map<string, Declined>, Map<string, Declined>, Map<string, Declined>];
  const keptItems = [...before].filter(([key]) => left.has(key) && right.has(key));
  const added = [...new Map([...left, ...right])].filter(([key]) => !before.has(key));
  return [...keptItems, ...added.sort(([a], [b]) => compareText(a, b))].map(([, one]) => one);
}
