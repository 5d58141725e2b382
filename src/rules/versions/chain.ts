/** The version chain: every version file of the tree, which one is in force, which one waits. */
import { refOf } from "../../entry/entry.js";
import type { Finding } from "../../entry/findings.js";
import { WHOLE_ID, WHOLE_VERSION } from "../../entry/id-form.js";
import { TenetError } from "../../errors.js";
import { textOfRecordFile } from "../../store/records/scan.js";
import type { Workspace } from "../../store/workspace.js";
import { isByHand, type Rule, type RuleLine, saysSame, sharesId } from "../policy/rule.js";
import { byCreation, type Declined, isOpen, type Version, wasInForce } from "../policy/version.js";
import { readVersions, type VersionReading } from "./version-cache.js";

/** A version with the hash of the file it was read from. */
export interface ChainLink {
  version: Version;
  /** Relative. */
  file: string;
  sha256: string;
}

export class Chain {
  /** By number, then creation. */
  readonly links: readonly ChainLink[];
  readonly findings: readonly Finding[];
  readonly #byId: ReadonlyMap<string, ChainLink>;

  constructor(links: readonly ChainLink[], findings: readonly Finding[]) {
    this.links = [...links].sort((a, b) => a.version.version - b.version.version || byCreation(a.version, b.version));
    this.findings = findings;
    this.#byId = new Map(this.links.map((link) => [link.version.id, link]));
  }

  /** The chain with some versions added or changed. */
  with(...versions: readonly Version[]): Chain {
    const ids = new Set(versions.map(({ id }) => id));
    const rest = this.links.filter(({ version }) => !ids.has(version.id));
    const changed = versions.map((version) => ({ version, file: `memory/versions/${version.id}.md`, sha256: "" }));
    return new Chain([...rest, ...changed], this.findings);
  }

  get versions(): readonly Version[] {
    return this.links.map(({ version }) => version);
  }

  version(id: string): Version | undefined {
    return this.#byId.get(id)?.version;
  }

  link(id: string): ChainLink | undefined {
    return this.#byId.get(id);
  }

  /** Versions in force, by creation: one, unless two branches that made one each were merged. */
  get inForce(): readonly Version[] {
    return this.versions.filter(({ status }) => status === "active").sort(byCreation);
  }

  /** The version in force; of several the earliest, which the others are joined to. */
  get active(): Version | undefined {
    return this.inForce[0];
  }

  /**
   * The newest rule of a version with exactly these words and entries: the line is tenet's, no matter who inserted it.
   * Undefined for a line without ids.
   */
  known(line: RuleLine): { rule: Rule; version: Version } | undefined {
    if (line.ids.length === 0) return undefined;
    const states = (rule: Rule) => sharesId(rule, line) && saysSame(rule.text, line.text);
    for (const version of [...this.versions].reverse()) {
      const rule = version.rules.find(states);
      if (rule !== undefined) return { rule, version };
    }
    return undefined;
  }

  /** True when a version holds the line and nobody wrote it by hand; adopted hand edits stay a person's. */
  isTenets(line: RuleLine): boolean {
    const ruleInVersion = this.known(line);
    return ruleInVersion !== undefined && !isByHand(ruleInVersion.rule);
  }

  /** Versions that wait although a merged proposal took their place. */
  get replaced(): readonly { version: Version; by: Version }[] {
    const by = new Map(
      this.versions.flatMap((one) => (one.replaces === undefined ? [] : [[one.replaces, one] as const])),
    );
    return this.versions.flatMap((version) => {
      const next = by.get(version.id);
      return next === undefined || !isOpen(version) ? [] : [{ version, by: next }];
    });
  }

  /** Superseded versions without their successor in the tree: its merge was reverted. */
  get reverted(): readonly Version[] {
    return this.versions.filter(
      ({ status, replaced_by }) =>
        status === "superseded" && replaced_by !== undefined && this.version(replaced_by) === undefined,
    );
  }

  /** The one that waits for a person. */
  get pending(): Version | undefined {
    return this.versions.filter(({ status }) => status === "pending").at(-1);
  }

  /** Rules in force. */
  get rules(): readonly Rule[] {
    return this.active?.rules ?? [];
  }

  get nextNumber(): number {
    return Math.max(0, ...this.versions.map(({ version }) => version)) + 1;
  }

  /** The version that took another back, by the id of the other. */
  get takenBackBy(): ReadonlyMap<string, Version> {
    const done = this.versions.filter((one) => one.rolls_back !== undefined && wasInForce(one));
    return new Map(done.map((one) => [one.rolls_back ?? "", one]));
  }

  /** Every operation that was turned down, undone or taken back, wherever the chain remembers it. */
  get declined(): readonly Declined[] {
    // Taking back a removal, or a taking back, lifts its no.
    const { takenBackBy } = this;
    const isLifted = ({ how, version }: Declined) =>
      takenBackBy.has(how === "rolled-back" ? (takenBackBy.get(version)?.id ?? "") : version);
    const remembered = this.versions.flatMap((version) => version.declined ?? []).filter((one) => !isLifted(one));
    const all = [...remembered, ...this.reverted.flatMap(takenBack)];
    const visitedIds = new Set<string>();
    return all.filter((one) => !visitedIds.has(declinedKey(one)) && visitedIds.add(declinedKey(one)));
  }

  /** The version meant by a number, an id or a tail, in any case. Throws `not-found`. */
  resolve(reference: string): Version {
    const wantedTail = reference
      .trim()
      .replace(/^v(?=\d)/i, "")
      .toUpperCase();
    const matchingVersions = this.versions.filter(
      ({ id, version }) =>
        id === wantedTail || id.endsWith(`-${wantedTail}`) || String(version) === wantedTail.replace(/^0+/, ""),
    );
    const live =
      matchingVersions.length > 1 ? matchingVersions.filter(({ status }) => status !== "superseded") : matchingVersions;
    const [only] = live.length === 1 ? live : matchingVersions;
    if (only !== undefined && (live.length === 1 || matchingVersions.length === 1)) return only;
    if (matchingVersions.length > 1) {
      const names = matchingVersions.map(({ id, status }) => `${id} (${status})`).join(", ");
      throw new TenetError(`${reference} names several versions: ${names}`, {
        failure: "not-found",
        code: "ambiguous",
        hint: "Name it by its tail.",
        details: { candidates: matchingVersions.map(({ id }) => id) },
      });
    }
    const hint = WHOLE_ID.test(wantedTail)
      ? `An entry is decided on by: tenet review ${refOf(wantedTail)}`
      : "List them with: tenet versions";
    throw new TenetError(`no version ${reference}`, { failure: "not-found", hint });
  }
}

/** The declines that a reverted version leaves: its operations. */
export function takenBack({ id, operations }: Version): Declined[] {
  return operations.map(({ op, target, ids, evidence }) => {
    return { op, target, ids, evidence, version: id, how: "rolled-back" };
  });
}

/** The identity of declined operations. */
export function declinedKey({ op, evidence, ids }: Declined): string {
  return `${op} ${evidence} ${[...ids].sort().join(" ")}`;
}

/**
 * Reads the whole chain. Broken files are findings; the rest still counts. `fresh` is for commands that examine the
 * files themselves.
 */
export async function readChain(ws: Workspace, how: VersionReading = {}): Promise<Chain> {
  const { links, findings } = await readVersions(ws, how);
  return new Chain(links, findings);
}

/** The chain of the version files among some files of a commit; what cannot be read is a finding of it. */
export async function committedChain(contents: ReadonlyMap<string, Uint8Array>): Promise<Chain> {
  const { parseVersion } = await import("./version-file.js");
  const links: ChainLink[] = [];
  const findings: Finding[] = [];
  for (const [file, bytes] of contents) {
    if (!WHOLE_VERSION.test(/^memory\/versions\/(.+)\.md$/.exec(file)?.[1] ?? "")) continue;
    const text = textOfRecordFile(bytes, file);
    const parsed = typeof text === "string" ? parseVersion(text, file) : { finding: text };
    if ("finding" in parsed) findings.push(parsed.finding);
    else links.push({ version: parsed.version, file, sha256: "" });
  }
  return new Chain(links, findings);
}

/** A waiting version with a base that is no longer in force. */
export function isOvertaken(chain: Chain, version: Version): boolean {
  return isOpen(version) && version.previous !== (chain.active?.id ?? null);
}
