/** Version files as they are, from a cache where they are unchanged: most commands need neither yaml nor zod for them. */
import { readdirSync } from "node:fs";
import type { Finding } from "../../entry/findings.js";
import { WHOLE_VERSION } from "../../entry/id-form.js";
import { TenetError } from "../../errors.js";
import { CacheDatabase } from "../../store/cache/database.js";
import { sha256 } from "../../store/files/atomic-file.js";
import { readBytes } from "../../store/files/safe-path.js";
import { isUnchanged, type Seen, stampAt } from "../../store/records/scan.js";
import type { Workspace } from "../../store/workspace.js";
import type { Version } from "../policy/version.js";

const NAME = "versions";

/** A version as its file was read last. */
interface Known extends Seen {
  sha256: string;
  value: Version;
}

export interface ReadVersions {
  links: { version: Version; file: string; sha256: string }[];
  findings: Finding[];
}

/** How version files are read. */
export interface VersionReading {
  /** No cache is read or written. */
  fresh?: boolean;
}

/** Reads every version file; what cannot be read is a finding. */
export async function readVersions(ws: Workspace, { fresh = false }: VersionReading = {}): Promise<ReadVersions> {
  const cached = new Map(fresh ? [] : CacheDatabase.of(ws).fact<[name: string, known: Known][]>(NAME));
  const next = new Map<string, Known>();
  const read: ReadVersions = { links: [], findings: [] };
  let changed = false;
  for (const name of versionNames(ws)) {
    const path = ws.versionFile(name);
    const file = ws.relative(path);
    const cachedVersion = cached.get(name);
    const at = Date.now();
    const stamp = stampAt(path);
    if (cachedVersion !== undefined && stamp !== undefined && isUnchanged(cachedVersion, stamp)) {
      next.set(name, cachedVersion);
      read.links.push({ version: cachedVersion.value, file, sha256: cachedVersion.sha256 });
      continue;
    }
    changed = true;
    const readVersion = await readOne(ws, name, path, file, cachedVersion);
    if (readVersion === undefined) continue;
    if ("finding" in readVersion) read.findings.push(readVersion.finding);
    else {
      read.links.push({ version: readVersion.version, file, sha256: readVersion.sha256 });
      if (stamp !== undefined) next.set(name, { sha256: readVersion.sha256, value: readVersion.version, stamp, at });
    }
  }
  changed ||= cached.size !== next.size;
  if (changed && !fresh) CacheDatabase.of(ws).keepFact(NAME, [...next]);
  return read;
}

async function readOne(
  ws: Workspace,
  name: string,
  path: string,
  file: string,
  cachedVersion: Known | undefined,
): Promise<{ version: Version; sha256: string } | { finding: Finding } | undefined> {
  let bytes: Uint8Array | undefined;
  try {
    bytes = await readBytes(ws, path);
  } catch (error) {
    if (!(error instanceof TenetError)) throw error;
    return broken(file, error.message);
  }
  if (bytes === undefined) return undefined;
  const hash = sha256(bytes);
  if (cachedVersion?.sha256 === hash) return { version: cachedVersion.value, sha256: hash };
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return broken(file, "it is not valid UTF-8");
  }
  const { parseVersion } = await import("./version-file.js");
  const parsed = parseVersion(text, file);
  if ("finding" in parsed) return parsed;
  const { version } = parsed;
  if (version.id === name) return { version, sha256: hash };
  return broken(file, `it says that it is ${version.id}, and is named ${name}.md`);
}

function broken(file: string, message: string): { finding: Finding } {
  return {
    finding: { severity: "error", code: "broken-version", file, message, next: "Bring it back from git's history." },
  };
}

/** Names of the version files, without `.md`. */
export function versionNames(ws: Workspace): string[] {
  try {
    return readdirSync(ws.versions)
      .filter((name) => name.endsWith(".md") && WHOLE_VERSION.test(name.slice(0, -3)))
      .map((name) => name.slice(0, -3))
      .sort();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return [];
    throw error;
  }
}
