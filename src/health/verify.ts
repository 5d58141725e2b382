/** `tenet verify`: examines everything the tree promises, for people and for CI. */
import { brokenChecks } from "../check/check-findings.js";
import { ownAgents, type Profile } from "../config.js";
import type { Examined } from "../context.js";
import type { Entry } from "../entry/entry.js";
import { TenetError } from "../errors.js";
import { readQuestions, unknownEntries } from "../eval/read-questions.js";
import { mergesByMeaning } from "../merge/merge-file.js";
import { examineRules } from "../rules/check/examine-rules.js";
import { readRulebook } from "../rules/files/rulebook.js";
import { mergesByRule } from "../rules/merge-files.js";
import { stripHidden } from "../screening/hidden-characters.js";
import { findSecrets } from "../screening/secrets.js";
import { readBytes } from "../store/files/safe-path.js";
import { prefixIn } from "../store/git/git-folder.js";
import { headCommit } from "../store/git/git-head.js";
import { entriesAt } from "../store/git/git-snapshot.js";
import { unfinishedMerge, unmergedPaths } from "../store/git/git-state.js";
import { recordChanges } from "../store/git/record-history.js";
import { type Located, openStore, type Store } from "../store/open-store.js";
import { conflictLine } from "../store/records/fences.js";
import { MAX_FILE_BYTES } from "../store/records/scan.js";
import { surveyWorkspace } from "../store/survey.js";
import { countsOf, countsText, type FindingDraft, findingsText, profileFinding, report } from "../text/findings.js";
import { counted, type Paint } from "../text/paint.js";
import { Decisions } from "../trust/decisions.js";
import { wikiFindings } from "../wiki/wiki-findings.js";
import { ledgerFindings } from "./audit.js";
import type { VerifyReport } from "./health-schemas.js";
import { historyFindings, isClaimed } from "./history-findings.js";
import {
  closingFindings,
  danglingReferences,
  overclaimedTiers,
  pinFindings,
  reviewFindings,
  sameClaims,
  tiersRaisedSince,
} from "./record-findings.js";
import { settingsFindings } from "./settings-findings.js";

const lineAt = (text: string, offset: number): number => text.slice(0, offset).split("\n").length;

const NAME_INSTEAD = "Write a name instead, if it has to stay private.";
const REPLACE =
  "Replace it at its source, then write where it is kept instead of the value. Earlier commits may hold it, too.";

/** Conflict markers, secrets and hidden characters in a text: kind and place only, never the value. */
async function textFindings(
  file: string,
  text: string,
  { people, files }: Pick<Profile, "people" | "files">,
): Promise<FindingDraft[]> {
  const found: FindingDraft[] = [];
  const conflict = conflictLine(text);
  if (conflict !== undefined) {
    const message = "unresolved conflict markers";
    const ours = mergesByMeaning(file) || mergesByRule(file, files);
    const next = ours ? "Resolve it in git, or run: tenet merge" : "Decide in git which version holds.";
    found.push({ severity: "error", code: "conflict-markers", file, line: conflict, message, next });
  }
  // Addresses that the profile names itself are no leak.
  const own = new Set(people.flatMap(({ emails }) => emails ?? []));
  for (const { kind, start, end } of await findSecrets(text)) {
    if (kind === "email" && own.has(text.slice(start, end))) continue;
    const [severity, message, next] =
      kind === "email"
        ? (["warning", "a mail address stands here", NAME_INSTEAD] as const)
        : (["error", `a secret stands here (${kind})`, REPLACE] as const);
    found.push({ severity, code: "secret", file, line: lineAt(text, start), message, next });
  }
  for (const { kind, count } of stripHidden(text.replace(/^\ufeff/, "")).found) {
    const message = `${count} ${kind.replaceAll("-", " ")} that nobody sees on a screen`;
    const next = "Take them out with an editor that shows them.";
    found.push({ severity: "warning", code: "hidden-characters", file, message, next });
  }
  return found;
}

export interface VerifyInput {
  /**
   * The revision with which tiers and versions are compared; `HEAD` unless named. What it does not have yet is proposed:
   * its merge is still to come.
   */
  base?: string;
}

/** Examines everything the tree promises. Reads all of it, writes nothing. */
export async function verify(ctx: Examined, input: VerifyInput = {}): Promise<VerifyReport> {
  const found: FindingDraft[] = [];
  if (ctx.profileFailure !== undefined) found.push(profileFinding(ctx.profileFailure));
  const tree = await openStore(ctx, { untouched: true });
  found.push(...(await unfinished(ctx, tree)), ...tree.findings);
  const golden = await goldenFindings(ctx, tree);
  found.push(...golden);
  found.push(...(await wikiFindings(ctx, tree)));
  const texts = new Texts(ctx, [...tree.findings, ...golden]);
  const files = await texts.examine();
  found.push(...texts.found);
  found.push(...(await danglingReferences(tree, (file) => texts.read(file))));
  const entries = await tree.load(tree.heads.flatMap((head) => (head.unreadable === true ? [] : head.id)));
  found.push(
    ...reviewFindings(entries),
    ...pinFindings(entries),
    ...closingFindings(entries),
    ...(await brokenChecks(entries)),
  );
  // Without the profile nobody can be told apart from an owner.
  if (ctx.profileFailure === undefined) found.push(...overclaimedTiers(ctx, tree, entries));
  const base = input.base ?? "HEAD";
  const [agent = "main"] = ownAgents(ctx.profile);
  const before = await entriesAt(ctx.workspace, base, agent);
  if (before !== undefined) found.push(...tiersRaisedSince(tree, before, base));
  const decisions = await Decisions.at(ctx);
  found.push(...(await unreadHistory(ctx, decisions)));
  const decisionsAtBase = input.base === undefined ? undefined : await Decisions.at(ctx, input.base);
  const book = await readRulebook(ctx, { untouched: true, fresh: true });
  // Without the profile nobody can be told apart.
  if (before !== undefined && decisions.hasGit && ctx.profileFailure === undefined) {
    const behindRules = new Set(book.active.flatMap(({ ids }) => ids));
    found.push(...(await decidedRecords({ ctx, tree, entries, behindRules, before, decisions, decisionsAtBase })));
  }
  const settings = await texts.read(ctx.workspace.relative(ctx.workspace.profile));
  found.push(...settingsFindings(ctx, settings, decisions.settings, decisionsAtBase?.settings));
  found.push(...sameClaims(tree));
  found.push(...ledgerFindings(ctx.workspace));
  found.push(...(await examineRules({ ctx, tree, entries, book }, (file) => texts.read(file))));
  const findings = report(found);
  const counts = { ...countsOf(findings), entries: tree.heads.length, files };
  return { findings, ...counts, ...(ctx.profile.simulated ? { simulated: true as const } : {}) };
}

/** What is wrong with golden questions, where there are any. */
async function goldenFindings({ workspace: ws }: Examined, tree: Store): Promise<FindingDraft[]> {
  const { questions, findings } = await readQuestions(ws);
  return [...findings, ...unknownEntries(questions, tree)];
}

/** A history that is there and that git does not read to its end: then nobody can be asked who decided. */
async function unreadHistory({ workspace: ws }: Examined, { graph }: Decisions): Promise<FindingDraft[]> {
  if (graph !== undefined || (await headCommit(ws.root)) === undefined) return [];
  const message = "git does not read this history: who decided, and what was taken out, could not be checked";
  const next = "See what git says of it: git rev-list --count HEAD";
  return [{ severity: "error", code: "unread-history", message, next }];
}

interface RecordsInGit {
  ctx: Examined;
  tree: Store;
  entries: readonly Located[];
  behindRules: ReadonlySet<string>;
  /** Records of the base, else of HEAD, whose files differ now. */
  before: ReadonlyMap<string, Entry>;
  decisions: Decisions;
  decisionsAtBase: Decisions | undefined;
}

/** Who stands behind an owner's words, reviews and removals of records, as git has it. */
async function decidedRecords(records: RecordsInGit): Promise<FindingDraft[]> {
  const { ctx, tree, entries, behindRules, before, decisions, decisionsAtBase } = records;
  const { workspace: ws, profile } = ctx;
  const [agent = "main"] = ownAgents(profile);
  return await historyFindings({
    mode: profile.apply_mode,
    isAnyoneListed: profile.people.some(({ role, emails = [] }) => role !== "agent" && emails.length > 0),
    agent,
    tree,
    claimed: entries.filter(({ entry }) => isClaimed(entry)),
    behindRules,
    atHead: decisionsAtBase === undefined ? before : ((await entriesAt(ws, "HEAD", agent)) ?? new Map()),
    base: decisionsAtBase && { entries: before, has: (id) => decisionsAtBase.commit(id) !== undefined },
    changes: () => recordChanges(ws),
    proofsOf: (commits) => decisions.ofAll(commits),
    rulesAt: (commit) => decisions.settingsFor(commit).review.auto,
  });
}

/** What git or an interrupted command has left to be finished. */
async function unfinished({ workspace: ws, profile }: Examined, tree: Store): Promise<FindingDraft[]> {
  const found: FindingDraft[] = [];
  const next = "Finish it in git.";
  const prefix = prefixIn(ws.root);
  for (const path of await unmergedPaths(ws.root)) {
    if (!path.startsWith(prefix)) continue;
    const file = path.slice(prefix.length);
    const message = "git could not merge this file: it is unmerged, whatever it looks like";
    const ours = mergesByMeaning(file) || mergesByRule(file, profile.files);
    const how = ours ? { next: "Finish it with: tenet merge" } : { next };
    found.push({ severity: "error", code: "unmerged", file, message, ...how });
  }
  const merging = await unfinishedMerge(ws.root);
  if (merging !== undefined) found.push({ severity: "warning", code: "unfinished-merge", message: merging, next });
  if (tree.pending) {
    const message = "a change was interrupted; no file is torn, some are still as before";
    const completes = "Any writing command completes it; so does: tenet doctor --fix";
    found.push({ severity: "warning", code: "pending-change", message, next: completes });
  }
  return found;
}

/** What is wrong with a record file as a file, the store reports as well. */
const kindAndFile = ({ code, file }: Pick<FindingDraft, "code" | "file">): string => `${code} ${file}`;

/** The texts of a workspace, one at a time, each looked at once. */
class Texts {
  readonly found: FindingDraft[] = [];
  readonly #ctx: Examined;
  readonly #reported: ReadonlySet<string>;
  #files: readonly string[] = [];

  constructor(ctx: Examined, reported: readonly FindingDraft[]) {
    this.#ctx = ctx;
    this.#reported = new Set(reported.map(kindAndFile));
  }

  #report(found: readonly FindingDraft[]): void {
    for (const one of found) {
      if (!this.#reported.has(kindAndFile(one))) this.found.push(one);
    }
  }

  /** Looks at all of them; answers how many there are. */
  async examine(): Promise<number> {
    const { workspace, profile, progress } = this.#ctx;
    const { files, findings } = surveyWorkspace(workspace, profile.files);
    // Names are about the machines a tree may travel to, not about what it holds: doctor tells them.
    this.#report(findings.filter(({ code }) => code !== "unportable-name"));
    this.#files = files;
    const generated = workspace.relative(workspace.indexPage);
    const bar = progress.start("Reading", files.length);
    try {
      for (const file of files) {
        bar.step();
        const text = file === generated ? undefined : await this.read(file, true);
        if (text !== undefined) this.#report(await textFindings(file, text, profile));
      }
    } finally {
      bar.stop();
    }
    return files.length;
  }

  /** The texts of a folder, by name. */
  async beneath(folder: string): Promise<Map<string, string | undefined>> {
    const held = new Map<string, string | undefined>();
    for (const file of this.#files) if (file.startsWith(`${folder}/`)) held.set(file, await this.read(file));
    return held;
  }

  /** A text; undefined when it cannot be read, which is reported where that is asked for. */
  async read(file: string, reports = false): Promise<string | undefined> {
    const { workspace } = this.#ctx;
    try {
      const bytes = await readBytes(workspace, workspace.absolute(file));
      if (bytes === undefined) return undefined;
      if (bytes.length <= MAX_FILE_BYTES) return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
      const message = `${file} is over ${MAX_FILE_BYTES / 1024 / 1024} MB and was not looked at`;
      const next = "Split it, or move it out of memory/.";
      if (reports) this.#report([{ severity: "warning", code: "too-large", file, message, next }]);
    } catch (thrown) {
      if (!(thrown instanceof TenetError)) throw thrown;
      const next = thrown.hint === undefined ? {} : { next: thrown.hint };
      if (reports) this.#report([{ severity: "error", code: "unreadable", file, message: thrown.message, ...next }]);
    }
    return undefined;
  }
}

const SIMULATED = "simulated: this workspace was made under a fixed clock, and its dates prove nothing elsewhere\n";

/** What `tenet verify` found, for people. */
export function verifyText(verified: VerifyReport, paint: Paint): string {
  const clock = verified.simulated === true ? SIMULATED : "";
  const found = findingsText(verified.findings, paint);
  const size = `${counted(verified.entries, "entry", "entries")}, ${counted(verified.files, "file")}`;
  const gap = paint.terminal && found !== "" ? "\n" : "";
  return `${clock}${found}${gap}${countsText(verified, paint)} in ${size}\n`;
}
