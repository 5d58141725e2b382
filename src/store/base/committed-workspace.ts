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
import { type CommitFile, contentsOf, filesAt, isFile, short } from "../git/commit-files.js";
import { GitFailed } from "../git/git.js";
import type { ParsedFile } from "../records/record-parse.js";
import { isRecordFile, textOfRecordFile } from "../records/scan.js";

export const PROFILE = "tenet.yaml";
const VERSIONS = "memory/versions";

/** The version that a file is of, by its name relative to the workspace; undefined where it is none. */
export function versionOfFile(file: string): string | undefined {
  const id = file.startsWith(`${VERSIONS}/`) && file.endsWith(".md") ? file.slice(VERSIONS.length + 1, -3) : "";
  return WHOLE_VERSION.test(id) ? id : undefined;
}

/** Methods throw {@link GitFailed} where this clone does not hold what they ask for. */
export class CommittedWorkspace {
  readonly root: string;
  /** What paths relative to the workspace name or hold. */
  readonly filesAt: (paths: readonly string[]) => Promise<readonly CommitFile[]>;

  constructor(root: string, list: CommittedWorkspace["filesAt"]) {
    this.root = root;
    this.filesAt = list;
  }

  static at(root: string, commit: string): CommittedWorkspace {
    return new CommittedWorkspace(root, (paths) => filesAt(root, commit, paths));
  }

  /** The contents of files by name, without links, submodules and what is over 10 MB or not in this clone. */
  async held(files: Iterable<CommitFile>): Promise<Map<string, Buffer>> {
    return await contentsOf(this.root, files);
  }

  /** The same of files that must all be read. */
  async contents(files: readonly CommitFile[]): Promise<Map<string, Buffer>> {
    const contents = await this.held(files);
    const missing = files.find((one) => isFile(one) && !contents.has(one.file));
    if (missing === undefined) return contents;
    const because = `${missing.file}: ${short(missing.oid)} is not in this clone, or over 10 MB`;
    throw new GitFailed(["cat-file"], undefined, because);
  }

  /** The parsed `tenet.yaml`, or the reason why it is unreadable. Undefined: there is none. */
  async profile(): Promise<{ profile: Profile } | { failure: TenetError } | undefined> {
    const bytes = (await this.contents(await this.filesAt([PROFILE]))).get(PROFILE);
    if (bytes === undefined) return undefined;
    const { parseProfile } = await import("../profile/profile-text.js");
    try {
      return { profile: parseProfile(bytes.toString("utf8")).profile };
    } catch (error) {
      if (!(error instanceof TenetError)) throw error;
      return { failure: error };
    }
  }

  /** The records of each file; what cannot be read of one is a finding. `agent`: stands in where a record names none. */
  async records(agent: string): Promise<Map<string, ParsedFile>> {
    const files = (await this.filesAt(["memory"])).filter(({ file }) => isRecordFile(file));
    const { parseRecordFile } = await import("../records/record-parse.js");
    const parsed = [...(await this.contents(files))].map(([file, bytes]): [string, ParsedFile] => {
      const text = textOfRecordFile(bytes, file);
      return [
        file,
        typeof text === "string" ? parseRecordFile(text, file, { agent }) : { records: [], findings: [text] },
      ];
    });
    return new Map(parsed);
  }

  /** The version chain; versions that cannot be read are findings of it. */
  async chain(): Promise<Chain> {
    const files = (await this.filesAt([VERSIONS])).filter(({ file }) => versionOfFile(file) !== undefined);
    const contents = [...(await this.contents(files))];
    return await chainOf(contents.map(([file, bytes]) => [file, textOfRecordFile(bytes, file)]));
  }

  /** Those core files that are there, with their rules. Bytes that are no UTF-8 stand for themselves. */
  async coreFiles(targets: readonly Target[]): Promise<RuleFile[]> {
    const contents = await this.contents(await this.filesAt(targets));
    return targets.flatMap((target) => {
      const bytes = contents.get(target);
      return bytes === undefined ? [] : [ruleFileOf(target, bytes.toString(isUtf8(bytes) ? "utf8" : "latin1"), null)];
    });
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
