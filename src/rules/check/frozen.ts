/** A version stays what it was once it is decided: compared with a commit, and with the commit of its decision. */

import type { FindingDraft } from "../../text/findings.js";
import type { Chain, ChainLink } from "../versions/chain.js";
import type { Version } from "../versions/version.js";
import { changedField, illegalVersionStatus, isOpen } from "../versions/version-status.js";
import type { Provenance } from "./provenance.js";
import { fieldLine } from "./versions.js";

const NEXT = "Bring the file back from git's history; who changed it there is in its log.";

export interface FrozenFacts {
  chain: Chain;
  textOf(file: string): string | undefined;
  /** Entries whose words were redacted or erased. */
  gone: ReadonlySet<string>;
}

/** `then`: the chain at a commit, `where` its name. */
export function changedSince(then: Chain, where: string, facts: FrozenFacts): FindingDraft[] {
  return facts.chain.links.flatMap((link): FindingDraft[] => {
    const before = then.version(link.version.id);
    if (before === undefined) return [];
    const now = link.version;
    const reverted = then.versions.some(
      ({ id, previous, replaces, replaced_by }) =>
        facts.chain.version(id) === undefined &&
        (previous === now.id || replaces === now.id || replaced_by === now.id || before.replaced_by === id),
    );
    const illegal = illegalVersionStatus(before.status, now.status, reverted);
    const found: FindingDraft[] =
      illegal === undefined ? [] : [changed(link, facts, "status", `${illegal} It was so at ${where}.`)];
    if (isOpen(before) && before.status !== now.status) return found;
    return [...found, ...otherwise(before, link, where, facts)];
  });
}

/** Each version against the first commit that holds its decision. */
export async function changedSinceDecided(provenance: Provenance, facts: FrozenFacts): Promise<FindingDraft[]> {
  const found: FindingDraft[] = [];
  for (const link of facts.chain.links) {
    if (link.version.decided === undefined) continue;
    const then = await provenance.decidedIn(link.version.id);
    if (then === undefined || (isOpen(then.version) && then.version.status !== link.version.status)) continue;
    found.push(...otherwise(then.version, link, `commit ${then.touch.commit.slice(0, 10)}`, facts));
  }
  return found;
}

function otherwise(before: Version, link: ChainLink, where: string, facts: FrozenFacts): FindingDraft[] {
  const field = changedField(before, link.version, facts.gone);
  if (field === undefined) return [];
  return [changed(link, facts, field, `version ${link.version.id} is not what it was at ${where} (${field})`, before)];
}

function changed(link: ChainLink, facts: FrozenFacts, field: string, message: string, before?: Version): FindingDraft {
  const { file, version } = link;
  const text = facts.textOf(file);
  const line = (before === undefined ? undefined : itemLine(text, before, version, field)) ?? fieldLine(text, field);
  return { id: version.id, severity: "error", code: "version-changed", file, line, message, next: NEXT };
}

/** The line of the first rule or operation that was not there before. */
function itemLine(text: string | undefined, before: Version, now: Version, field: string): number | undefined {
  if (field !== "rules" && field !== "operations") return undefined;
  const known = new Set(before[field].map((one) => one.text));
  const fresh = now[field].find((one) => !known.has(one.text));
  if (fresh === undefined) return undefined;
  const from = fieldLine(text, field);
  const words = JSON.stringify(fresh.text).slice(1, -1);
  const at = (text ?? "").split("\n").findIndex((line, index) => index >= from && line.includes(words));
  return at === -1 ? undefined : at + 1;
}
