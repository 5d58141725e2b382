/**
 * A workspace as a commit has it: its settings, records, versions and core files, each read from git's objects when it is
 * asked for. Called by whatever compares with the base, looks at a commit of the past, or proposes on another branch.
 */
import { isUtf8 } from "node:buffer";
import type { Finding } from "../../entry/findings.js";
import { WHOLE_VERSION } from "../../entry/id-form.js";
import { TenetError } from "../../errors.js";
import { type RuleFile, ruleFileOf } from "../../rules/planning/rule-files.js";
import type { Target } from "../../rules/policy/rule.js";
import { Chain, type ChainLink } from "../../rules/versions/chain.js";
import type { Profile } from "../../settings.js";
import { CommitTree } from "../git/commit-tree.js";
import { GitObjects, isFile, isUnread, type TreeFile, type Unread } from "../git/objects.js";
import type { ParsedFile } from "../records/record-parse.js";
import { isRecordFile, textOfRecordFile } from "../records/scan.js";

export const PROFILE = "tenet.yaml";
const VERSIONS = "memory/versions";

/** The version that a file is of, by its name relative to the workspace; undefined where it is none. */
export function versionOfFile(file: string): string | undefined {
  const id = file.startsWith(`${VERSIONS}/`) && file.endsWith(".md") ? file.slice(VERSIONS.length + 1, -3) : "";
  return WHOLE_VERSION.test(id) ? id : undefined;
}

export class CommittedWorkspace {
  readonly tree: CommitTree;

  constructor(tree: CommitTree) {
    this.tree = tree;
  }

  /** `root`: where the workspace lies, or would lie. `home`: where it lies in this commit, if elsewhere. */
  static async at(
    root: string,
    commit: string,
    objects = new GitObjects(root),
    home?: string,
  ): Promise<CommittedWorkspace | Unread> {
    const tree = await CommitTree.at(root, commit, objects, home);
    return isUnread(tree) ? tree : new CommittedWorkspace(tree);
  }

  /** The parsed `tenet.yaml`, or the reason why it is unreadable. Undefined: there is none. */
  async profile(): Promise<{ profile: Profile } | { failure: TenetError } | undefined | Unread> {
    const bytes = await this.tree.bytesOf(PROFILE);
    if (bytes === undefined || isUnread(bytes)) return bytes;
    const { parseProfile } = await import("../profile/profile-text.js");
    try {
      return { profile: parseProfile(bytes.toString("utf8")).profile };
    } catch (error) {
      if (!(error instanceof TenetError)) throw error;
      return { failure: error };
    }
  }

  /** The files of records. */
  async recordFiles(): Promise<TreeFile[] | Unread> {
    const files = await this.tree.filesAt(["memory"]);
    return isUnread(files) ? files : files.filter((one) => isFile(one) && isRecordFile(one.file));
  }

  /** The records of a file; what cannot be read of it is a finding. `agent`: stands in where a record names none. */
  async records({ file, oid }: Pick<TreeFile, "file" | "oid">, agent: string): Promise<ParsedFile | Unread> {
    const bytes = await this.tree.blob(oid, file);
    if (isUnread(bytes)) return bytes;
    const text = textOfRecordFile(bytes, file);
    if (typeof text !== "string") return { records: [], findings: [text] };
    const { parseRecordFile } = await import("../records/record-parse.js");
    return parseRecordFile(text, file, { agent });
  }

  /** The version chain; versions that cannot be read are findings of it. */
  async chain(): Promise<Chain | Unread> {
    const files = await this.tree.filesAt([VERSIONS]);
    if (isUnread(files)) return files;
    const texts: [string, string | Finding][] = [];
    for (const { file, oid, kind } of files) {
      if (!isFile({ kind }) || versionOfFile(file) === undefined) continue;
      const bytes = await this.tree.blob(oid, file);
      if (isUnread(bytes)) return bytes;
      texts.push([file, textOfRecordFile(bytes, file)]);
    }
    return await chainOf(texts);
  }

  /** A core file with its rules; undefined where there is none. Bytes that are no UTF-8 stand for themselves. */
  async coreFile(target: Target): Promise<RuleFile | undefined | Unread> {
    const bytes = await this.tree.bytesOf(target);
    if (bytes === undefined || isUnread(bytes)) return bytes;
    return ruleFileOf(target, bytes.toString(isUtf8(bytes) ? "utf8" : "latin1"), null);
  }
}

/** The chain of version files by their texts, as a commit has them. */
export async function chainOf(texts: Iterable<readonly [file: string, text: string | Finding]>): Promise<Chain> {
  const { parseVersion } = await import("../../rules/versions/version-file.js");
  const links: ChainLink[] = [];
  const findings: Finding[] = [];
  for (const [file, text] of texts) {
    const parsed = typeof text === "string" ? parseVersion(text, file) : { finding: text };
    if ("finding" in parsed) findings.push(parsed.finding);
    else links.push({ version: parsed.version, file, sha256: "" });
  }
  return new Chain(links, findings);
}
