/** Reads one of two trees that `tenet verify --base` compares: from git's objects alone, nothing is checked out. */

import type { Finding } from "../../entry/findings.js";
import { statedOf } from "../../entry/standing/copies.js";
import type { TenetError } from "../../errors.js";
import type { RuleFile } from "../../rules/planning/rule-files.js";
import { rulePaths } from "../../rules/policy/rule.js";
import type { Chain } from "../../rules/versions/chain.js";
import { ownAgents } from "../../settings.js";
import { CommittedWorkspace, versionOfFile } from "../../store/base/committed-workspace.js";
import type { Side, SideRecord } from "../../store/base/policy/tree-side.js";
import { blobsByOid, type CommitFile, isFile, short } from "../../store/git/commit-files.js";
import { idsIn } from "../../store/records/record-parse.js";
import { isRecordFile } from "../../store/records/scan.js";
import { oneLine } from "../../text/shorten.js";

/** Files of a tree, by name relative to the workspace; those of the repository that lie elsewhere are left out. */
export type Files = ReadonlyMap<string, CommitFile>;

/** What core files and links tell is read once both trees have said which files are core files. */
type FromCoreFiles = "texts" | "links";

/** A tree as it is read, with what else of it is looked at. */
export interface TreeWithoutCore extends Omit<Side, FromCoreFiles> {
  /** Why `tenet.yaml` is not read. */
  profileFailure: TenetError | undefined;
  there: CommittedWorkspace;
  entries: Files;
  chain: Chain;
  /** Lines of `.gitattributes` and `.gitignore`. */
  gitTexts: Side["texts"];
  /** What is wrong with record files, by file. */
  findings: ReadonlyMap<string, readonly Finding[]>;
}

export interface ReadTree extends TreeWithoutCore, Pick<Side, FromCoreFiles> {
  coreFiles: readonly RuleFile[];
}

/** From the top of a repository. */
export const PROFILE_PATH = /(?:^|\/)tenet\.yaml$/;

const isIn = (file: string, path: string): boolean => path === "" || file === path || file.startsWith(`${path}/`);

/** `home`: where the workspace lies in this tree: empty, or with a `/` behind it. `older`: files of the other tree. */
export async function readTree(
  root: string,
  all: readonly CommitFile[],
  home: string,
  older?: Files,
): Promise<TreeWithoutCore> {
  const homeFiles = all
    .filter(({ file }) => file.startsWith(home))
    .map((one) => ({ ...one, file: one.file.slice(home.length) }));
  const entries = new Map(homeFiles.map((one) => [one.file, one]));
  const there = new CommittedWorkspace(root, async (paths) =>
    homeFiles.filter(({ file }) => paths.some((path) => isIn(file, path))),
  );
  const settings = await there.profile();
  const profile = settings && "profile" in settings ? settings.profile : undefined;
  const agents = profile === undefined ? [] : ownAgents(profile);
  const chain = await there.chain();
  const { records, findings } = await recordsIn(there, agents[0] ?? "main");
  return {
    there,
    entries,
    profileFailure: settings && "failure" in settings ? settings.failure : undefined,
    chain,
    findings,
    records,
    settings: profile,
    people: profile?.people ?? [],
    ownAgents: agents,
    unread: new Map([...(await straysIn(there, entries, older)), ...brokenIn(findings), ...brokenVersions(chain)]),
    versions: new Map(chain.versions.map(({ id, status }) => [id, status])),
    files: new Set(entries.keys()),
    gitTexts: await gitTextsIn(there, all, home),
    profiles: all.flatMap(({ file }) => (PROFILE_PATH.test(file) ? file : [])),
  };
}

async function recordsIn(there: CommittedWorkspace, agent: string) {
  const findings = new Map<string, readonly Finding[]>();
  const records = new Map<string, SideRecord>();
  const files = [...(await there.records(agent))];
  const ids = new Set(files.flatMap(([, parsed]) => parsed.records.map(({ entry }) => entry.id)));
  for (const [file, parsed] of files) {
    const errors = parsed.findings.filter(({ severity }) => severity === "error");
    if (errors.length > 0) findings.set(file, errors);
    for (const { entry, copies = {}, line } of parsed.records) {
      const stated = { ...entry, ...statedOf(copies, (id) => ids.has(id)) };
      if (!records.has(entry.id)) records.set(entry.id, { entry: stated, file, line });
    }
  }
  return { records, findings };
}

type Unread = readonly (readonly [id: string, because: string])[];

const brokenIn = (findings: TreeWithoutCore["findings"]): Unread =>
  [...findings.values()]
    .flat()
    .flatMap(({ id, file }) => (id === undefined ? [] : [[id, `Its record in ${file} cannot be read.`]]));

const brokenVersions = ({ findings }: Chain): Unread =>
  findings.map(({ file }) => [versionOfFile(file ?? "") ?? "", "Its file cannot be read."]);

/** Records in files that nobody reads as such and that the older tree has not so. */
async function straysIn(there: CommittedWorkspace, entries: Files, older: Files | undefined): Promise<Unread> {
  if (older === undefined) return [];
  const rows = [...entries.values()].filter(
    ({ file, oid }) => file.endsWith(".md") && !isRecordFile(file) && older.get(file)?.oid !== oid,
  );
  return [...(await there.held(rows))].flatMap(([file, bytes]) =>
    Array.from(
      idsIn(bytes?.toString("utf8") ?? ""),
      (id) => [id, `It stands in ${file} now, where nobody reads it.`] as const,
    ),
  );
}

const linesIn = (text: string): string[] => text.split(/\r?\n/);

/** Of folders above the workspace and of those in it. */
async function gitTextsIn(there: CommittedWorkspace, all: readonly CommitFile[], home: string) {
  const rows = all.filter(({ file }) => {
    const [, folder] = /^((?:.*\/)?)\.git(?:attributes|ignore)$/s.exec(file) ?? [];
    return folder !== undefined && (folder.startsWith(home) || home.startsWith(folder));
  });
  return new Map([...(await there.contents(rows))].map(([file, bytes]) => [file, linesIn(bytes.toString("utf8"))]));
}

/** The files that hold rules or lines of people, in either tree. */
export function coreFilesOf(trees: readonly TreeWithoutCore[]): string[] {
  const targetNames = trees.flatMap(({ settings, chain }) => {
    const standingRules = chain.inForce.flatMap(({ rules }) => rules);
    return settings === undefined
      ? []
      : [...rulePaths(settings.files, standingRules), ...Object.values(settings.files)];
  });
  return [...new Set(targetNames)];
}

/** The same tree with its core files read, and the links on the way to what tenet reads. */
export async function withCoreFiles(side: TreeWithoutCore, coreFiles: readonly string[]): Promise<ReadTree> {
  const { there, entries } = side;
  const files = await there.coreFiles(coreFiles);
  return {
    ...side,
    coreFiles: files,
    texts: new Map([...side.gitTexts, ...files.map(({ target, text = "" }) => [target, linesIn(text)] as const)]),
    links: await linksOnTheWay(there, entries, coreFiles),
  };
}

/** The files that tenet reads. */
export function filesRead({ entries, coreFiles }: ReadTree): CommitFile[] {
  const core = new Set<string>(coreFiles.map(({ target }) => target));
  const isRead = ({ file }: CommitFile) => core.has(file) || /^(?:memory\/|tenet\.yaml$)/.test(file);
  return [...entries.values()].filter((row) => isFile(row) && isRead(row));
}

const OWN = /^(?:memory(?:\/|$)|tenet\.yaml$|\.tenet(?:\/|$)|\.gitattributes$)/;

/** Links, submodules and the like in the place of what tenet reads, and submodules anywhere. */
async function linksOnTheWay(
  there: CommittedWorkspace,
  entries: Files,
  coreFiles: readonly string[],
): Promise<Map<string, string>> {
  const rows = [...entries.values()].filter((row) => {
    if (isFile(row)) return false;
    const isOnTheWay = OWN.test(row.file) || coreFiles.some((core) => isIn(core, row.file));
    return isOnTheWay || row.kind === "submodule";
  });
  const linkOids = rows.flatMap(({ kind, oid }) => (kind === "link" ? [oid] : []));
  const targets = await blobsByOid(there.root, linkOids);
  return new Map(
    rows.map(({ file, kind, oid }) => {
      const target = kind === "link" ? targets.get(oid)?.toString("utf8") : short(oid);
      return [file, `${kind} to ${oneLine(target ?? "what cannot be read")}`];
    }),
  );
}
