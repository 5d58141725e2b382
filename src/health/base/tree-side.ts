/** Reads one of two trees that `tenet verify --base` compares: from git's objects alone, nothing is checked out. */

import type { Finding } from "../../entry/findings.js";
import type { TenetError } from "../../errors.js";
import type { RuleFile } from "../../rules/planning/rule-files.js";
import { IDS } from "../../rules/policy/block.js";
import { rulePaths } from "../../rules/policy/rule.js";
import type { Chain } from "../../rules/versions/chain.js";
import { ownAgents, type Profile } from "../../settings.js";
import { type CommittedWorkspace, versionOfFile } from "../../store/base/committed-workspace.js";
import type { Side, SideLine, SideRecord } from "../../store/base/policy/tree-side.js";
import { isFile, isUnread, orThrow, type TreeFile } from "../../store/git/objects.js";
import { linesIn } from "../../store/records/peoples-lines.js";
import { idsIn, type ParsedFile } from "../../store/records/record-parse.js";
import { isRecordFile } from "../../store/records/scan.js";
import { oneLine } from "../../text/shorten.js";

/** Files of a tree, by name relative to the workspace; those of the repository that lie elsewhere are left out. */
export type Files = ReadonlyMap<string, TreeFile>;

/** What core files and links tell is read once both trees have said which files are core files. */
type FromCoreFiles = "rules" | "lines" | "otherText" | "links";

/** A tree as it is read, with what else of it is looked at. */
export interface TreeWithoutCore extends Omit<Side, FromCoreFiles> {
  profile: Profile | undefined;
  /** Why `tenet.yaml` is not read. */
  profileFailure: TenetError | undefined;
  there: CommittedWorkspace;
  entries: Files;
  chain: Chain;
  /** What is wrong with record files, by file. */
  findings: ReadonlyMap<string, readonly Finding[]>;
}

export interface ReadTree extends TreeWithoutCore, Pick<Side, FromCoreFiles> {
  coreFiles: readonly RuleFile[];
}

/** From the top of a repository. */
export const PROFILE_PATH = /(?:^|\/)tenet\.yaml$/;

/** What both trees hold is parsed once. */
export class TreeReader {
  readonly #parsed = new Map<string, ParsedFile>();

  /** `home`: where the workspace lies in this tree: empty, or with a `/` behind it. `older`: files of the other tree. */
  async read(
    committed: CommittedWorkspace,
    all: readonly TreeFile[],
    home: string,
    older?: Files,
  ): Promise<TreeWithoutCore> {
    const homeFiles = all.filter(({ file }) => file.startsWith(home));
    const entries = new Map(homeFiles.map((one) => [one.file.slice(home.length), one]));
    const readProfile = await committed.profile();
    const settings = readProfile && orThrow(readProfile);
    const profile = settings && "profile" in settings ? settings.profile : undefined;
    const agents = profile === undefined ? [] : ownAgents(profile);
    const chain = orThrow(await committed.chain());
    const { records, doubles, findings } = await this.#records(committed, agents[0] ?? "main");
    return {
      there: committed,
      entries,
      profile,
      profileFailure: settings && "failure" in settings ? settings.failure : undefined,
      chain,
      findings,
      records,
      doubles,
      settings: profile,
      people: profile?.people ?? [],
      ownAgents: agents,
      unread: new Map([
        ...(await straysIn(committed, entries, older)),
        ...brokenIn(findings),
        ...brokenVersions(chain),
      ]),
      versions: new Map(chain.versions.map(({ id, status }) => [id, status])),
      files: new Set(entries.keys()),
      attributes: await attributesIn(committed, all, home),
      localState: [...entries.keys()].filter((file) => file.startsWith(".tenet/")),
      profiles: all.flatMap(({ file }) => (PROFILE_PATH.test(file) ? file : [])),
    };
  }

  async #records(committed: CommittedWorkspace, agent: string) {
    const findings = new Map<string, readonly Finding[]>();
    const records = new Map<string, SideRecord>();
    const doubles: SideRecord[] = [];
    for (const row of orThrow(await committed.recordFiles())) {
      const { file } = row;
      const key = `${row.oid} ${agent} ${file}`;
      const parsed = this.#parsed.get(key) ?? orThrow(await committed.records(row, agent));
      this.#parsed.set(key, parsed);
      const errors = parsed.findings.filter(({ severity }) => severity === "error");
      if (errors.length > 0) findings.set(file, errors);
      for (const { entry, line } of parsed.records) {
        if (records.has(entry.id)) doubles.push({ entry, file, line });
        else records.set(entry.id, { entry, file, line });
      }
    }
    return { records, doubles, findings };
  }
}

type Unread = readonly (readonly [id: string, because: string])[];

const brokenIn = (findings: TreeWithoutCore["findings"]): Unread =>
  [...findings.values()]
    .flat()
    .flatMap(({ id, file }) => (id === undefined ? [] : [[id, `Its record in ${file} cannot be read.`]]));

const brokenVersions = ({ findings }: Chain): Unread =>
  findings.map(({ file }) => [versionOfFile(file ?? "") ?? "", "Its file cannot be read."]);

/** Records in files that nobody reads as such and that the older tree has not so. */
async function straysIn({ tree }: CommittedWorkspace, entries: Files, older: Files | undefined): Promise<Unread> {
  const strays: [string, string][] = [];
  if (older === undefined) return strays;
  for (const [file, row] of entries) {
    if (!file.endsWith(".md") || isRecordFile(file) || !isFile(row) || older.get(file)?.oid === row.oid) continue;
    const bytes = await tree.blob(row.oid, file);
    if (isUnread(bytes)) continue;
    for (const id of idsIn(bytes.toString("utf8")))
      strays.push([id, `It stands in ${file} now, where nobody reads it.`]);
  }
  return strays;
}

/** Of folders above the workspace and of those in it. */
async function attributesIn({ tree }: CommittedWorkspace, all: readonly TreeFile[], home: string) {
  const attributes = new Map<string, readonly string[]>();
  for (const row of all) {
    const [, folder] = /^(.*?)\.gitattributes$/.exec(row.file) ?? [];
    if (folder === undefined || !/(?:^|\/)$/.test(folder) || !isFile(row)) continue;
    if (!folder.startsWith(home) && !home.startsWith(folder)) continue;
    const text = orThrow(await tree.blob(row.oid, row.file)).toString("utf8");
    const lines = text.split(/\r?\n/).map((line) => oneLine(line));
    attributes.set(
      row.file,
      lines.filter((line) => line !== "" && !line.startsWith("#")),
    );
  }
  return attributes;
}

/** The files that hold rules or lines of people, in either tree. */
export function coreFilesOf(trees: readonly TreeWithoutCore[]): string[] {
  const targetNames = trees.flatMap(({ profile, chain }) => {
    const standingRules = chain.inForce.flatMap(({ rules }) => rules);
    return profile === undefined ? [] : [...rulePaths(profile.files, standingRules), ...Object.values(profile.files)];
  });
  return [...new Set(targetNames)];
}

/** The same tree with its core files read, and the links on the way to what tenet reads. */
export async function withCoreFiles(side: TreeWithoutCore, coreFiles: readonly string[]): Promise<ReadTree> {
  const { there, entries } = side;
  const files: RuleFile[] = [];
  for (const target of coreFiles) {
    const file = await there.coreFile(target);
    if (file !== undefined) files.push(orThrow(file));
  }
  const peoplesLines = (await Promise.all(files.map(({ target, text = "" }) => linesIn(target, text)))).flat();
  const lines = peoplesLines.map((line): SideLine => ({ ...line, ids: [] }));
  const rules = files.flatMap((file) => file.rules.map((rule): SideLine => ({ ...rule, file: rule.target })));
  const wordsIn = (name: string) => [
    ...rules.flatMap(({ file, text }) => (file === name ? text : [])),
    ...peoplesLines.flatMap(({ file, item }) => (file === name ? item : [])),
  ];
  return {
    ...side,
    coreFiles: files,
    rules,
    lines,
    otherText: new Map(files.map(({ target, text = "" }) => [target, otherText(text, wordsIn(target))])),
    links: await linksOnTheWay(there, entries, coreFiles),
  };
}

const MARK = /^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?/gm;
const squeezed = (text: string): string => text.replace(/[\s*_]+/gu, "");

/** The text of a file without these lines, white space, emphasis and list marks. */
function otherText(text: string, lines: readonly string[]): string {
  return lines
    .map(squeezed)
    .sort((a, b) => b.length - a.length)
    .reduce((rest, line) => rest.replace(line, () => ""), squeezed(text.replace(MARK, "").replace(IDS, "")));
}

const OWN = /^(?:memory(?:\/|$)|tenet\.yaml$|\.tenet(?:\/|$)|\.gitattributes$)/;

/** Links, submodules and the like in the place of what tenet reads, and submodules anywhere. */
async function linksOnTheWay(
  { tree }: CommittedWorkspace,
  entries: Files,
  coreFiles: readonly string[],
): Promise<Map<string, string>> {
  const links = new Map<string, string>();
  for (const [file, { kind, oid }] of entries) {
    if (isFile({ kind })) continue;
    const isOnTheWay = OWN.test(file) || coreFiles.some((core) => core === file || core.startsWith(`${file}/`));
    if (!isOnTheWay && kind !== "submodule") continue;
    const target = kind === "link" ? await tree.blob(oid, file) : Buffer.from(oid.slice(0, 10));
    const targetText = isUnread(target) ? "what cannot be read" : oneLine(target.toString("utf8"));
    links.set(file, `${kind} to ${targetText}`);
  }
  return links;
}
