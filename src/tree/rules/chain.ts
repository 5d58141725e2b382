/** The version chain: every version file of the tree, which one is in force, which one waits. */
import { readdirSync } from "node:fs";
import { TenetError } from "../../errors.js";
import type { Finding } from "../../memory/finding.js";
import type { Rule } from "../../memory/rules/rule.js";
import { byCreation, type Declined, VERSION_ID, type Version } from "../../memory/rules/version.js";
import { readBytes, sha256 } from "../atomic-file.js";
import type { Workspace } from "../workspace.js";
import { parseVersion } from "./version-file.js";

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

  /** Versions in force: one, unless two branches that made one each were merged. */
  get inForce(): readonly Version[] {
    return this.versions.filter(({ status }) => status === "active");
  }

  /** The version in force; of several the first, which the others are joined to. */
  get active(): Version | undefined {
    return this.inForce[0];
  }

  /** The one that waits for a person. */
  get pending(): Version | undefined {
    return this.versions.filter(({ status }) => status === "pending").at(-1);
  }

  /** Decided, but not yet in the files. */
  get approved(): Version | undefined {
    return this.versions.filter(({ status }) => status === "approved").at(-1);
  }

  /** Rules in force. */
  get rules(): readonly Rule[] {
    return this.active?.rules ?? [];
  }

  get nextNumber(): number {
    return Math.max(0, ...this.versions.map(({ version }) => version)) + 1;
  }

  /** Every operation that was turned down, undone or taken back, wherever the chain remembers it. */
  get declined(): readonly Declined[] {
    const all = this.versions.flatMap((version) => version.declined ?? []);
    const seen = new Set<string>();
    return all.filter((one) => {
      const key = `${one.op} ${one.evidence} ${[...one.ids].sort().join(" ")}`;
      if (seen.has(key)) return false;
      seen.add(key);
      return true;
    });
  }

  /** The version meant by a number, an id or a tail, in any case. Throws `not-found`. */
  resolve(reference: string): Version {
    const wanted = reference
      .trim()
      .replace(/^v(?=\d)/i, "")
      .toUpperCase();
    const found = this.versions.filter(
      ({ id, version }) => id === wanted || id.endsWith(`-${wanted}`) || String(version) === wanted.replace(/^0+/, ""),
    );
    const live = found.length > 1 ? found.filter(({ status }) => status !== "superseded") : found;
    const [only] = live.length === 1 ? live : found;
    if (only !== undefined && (live.length === 1 || found.length === 1)) return only;
    if (found.length > 1) {
      const names = found.map(({ id, status }) => `${id} (${status})`).join(", ");
      throw new TenetError(`${reference} names several versions: ${names}`, {
        failure: "not-found",
        code: "ambiguous",
        hint: "Name it by its tail.",
        details: { candidates: found.map(({ id }) => id) },
      });
    }
    throw new TenetError(`no version ${reference}`, { failure: "not-found", hint: "List them with: tenet versions" });
  }
}

function versionNames(ws: Workspace): string[] {
  try {
    return readdirSync(ws.versions)
      .filter((name) => name.endsWith(".md") && VERSION_ID.test(name.slice(0, -3)))
      .sort();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}

/** Reads the whole chain. Broken files are findings; the rest still counts. */
export async function readChain(ws: Workspace): Promise<Chain> {
  const links: ChainLink[] = [];
  const findings: Finding[] = [];
  for (const name of versionNames(ws)) {
    const path = ws.versionFile(name.slice(0, -3));
    const file = ws.relative(path);
    const bytes = await readBytes(ws, path);
    if (bytes === undefined) continue;
    const parsed = parseVersion(new TextDecoder("utf-8").decode(bytes), file);
    if ("finding" in parsed) findings.push(parsed.finding);
    else if (parsed.version.id === name.slice(0, -3))
      links.push({ version: parsed.version, file, sha256: sha256(bytes) });
    else {
      const message = `it says that it is ${parsed.version.id}, and is named ${name}`;
      findings.push({
        severity: "error",
        code: "broken-version",
        file,
        message,
        next: "Bring it back from git's history.",
      });
    }
  }
  return new Chain(links, findings);
}
