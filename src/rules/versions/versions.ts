/** `tenet versions`: the chain, newest first. */
import type { Context } from "../../context.js";
import type { Finding } from "../../entry/finding.js";
import { type Chain, readChain } from "./chain.js";
import type { Version } from "./version.js";

export interface ListedVersion
  extends Pick<
    Version,
    "version" | "id" | "status" | "previous" | "created" | "proposed_by" | "change_summary" | "confidence"
  > {
  decided?: Version["decided"];
  /** What it is based on is no longer in force: approving it builds it anew on what is. */
  stale?: true;
  rules: number;
  operations: number;
  file: string;
}

export interface Versions {
  versions: ListedVersion[];
  findings: readonly Finding[];
}

/** A waiting version whose base is no longer the one in force. */
export function isStale(chain: Chain, version: Version): boolean {
  const waits = version.status === "pending" || version.status === "approved";
  return waits && version.previous !== (chain.active?.id ?? null);
}

/** Reads only. */
export async function listVersions(ctx: Context): Promise<Versions> {
  const chain = await readChain(ctx.workspace);
  const versions = [...chain.links].reverse().map(({ version, file }): ListedVersion => {
    const { id, status, previous, created, proposed_by, change_summary, confidence, decided } = version;
    return {
      version: version.version,
      id,
      status,
      previous,
      created,
      proposed_by,
      change_summary,
      confidence,
      ...(decided === undefined ? {} : { decided }),
      ...(isStale(chain, version) ? { stale: true as const } : {}),
      rules: version.rules.length,
      operations: version.operations.length,
      file,
    };
  });
  return { versions, findings: chain.findings };
}
