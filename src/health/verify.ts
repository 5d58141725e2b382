/** `tenet verify`: examines everything the tree promises, for people and for CI. */

import { brokenChecks } from "../check/check-findings.js";
import type { Examined } from "../context.js";
import { countsOf, countsSaid, type FindingDraft, findingsOutline, profileFinding, report } from "../entry/findings.js";
import { isLive } from "../entry/gates/visible.js";
import { TenetError } from "../errors.js";
import { readQuestions, unknownEntries } from "../eval/read-questions.js";
import { ruleFindings } from "../rules/check/rules.js";
import { readRulebook } from "../rules/planning/rulebook.js";
import { stripHidden } from "../screening/hidden-characters.js";
import { findSecrets } from "../screening/secrets.js";
import type { Profile } from "../settings.js";
import type { Worded } from "../steps.js";
import { baseFindings, baseSentence } from "../store/base/policy/base-state.js";
import { readBytes } from "../store/files/safe-path.js";
import { prefixIn } from "../store/git/git-folder.js";
import { unfinishedMerge, unmergedPaths } from "../store/git/git-state.js";
import { isMergedHere } from "../store/merge/merge-file.js";
import { openStore, type Row, type Store } from "../store/open-store.js";
import { conflictLine } from "../store/records/fences.js";
import { MAX_FILE_BYTES } from "../store/records/scan.js";
import { surveyWorkspace } from "../store/survey.js";
import { aside, line, type Outline } from "../text/outline/outline.js";
import { counted } from "../text/paint.js";
import { waitingFindings } from "./doctor/installation.js";
import { repositoryFindings } from "./doctor/tree.js";
import type { VerifyReport } from "./health-schemas.js";
import { copyFindings, danglingReferences, overclaimedTiers, reviewFindings } from "./record-findings.js";
import { wikiFindings } from "./wiki-findings.js";

const lineAt = (text: string, offset: number): number => text.slice(0, offset).split("\n").length;

const REPLACE =
  "Replace it at its source, then write where it is kept instead of the value. Earlier commits may hold it, too.";

/** Conflict markers, secrets and hidden characters in a text: kind and place only, never the value. */
async function textFindings(file: string, text: string, { files }: Pick<Profile, "files">): Promise<FindingDraft[]> {
  const findings: FindingDraft[] = [];
  const conflict = conflictLine(text);
  if (conflict !== undefined) {
    const message = "unresolved conflict markers";
    const isOurs = isMergedHere(file, files);
    const next = isOurs ? "Resolve it in git, or run: tenet merge" : "Decide in git which version holds.";
    findings.push({ severity: "error", code: "conflict-markers", file, line: conflict, message, next });
  }
  for (const { kind, start } of await findSecrets(text)) {
    const message = `a secret stands here (${kind})`;
    findings.push({ severity: "error", code: "secret", file, line: lineAt(text, start), message, next: REPLACE });
  }
  for (const { kind, count } of stripHidden(text.replace(/^\ufeff/, "")).found) {
    const message = `${count} ${kind.replaceAll("-", " ")} that nobody sees on a screen`;
    const next = "Take them out with an editor that shows them.";
    findings.push({ severity: "warning", code: "hidden-characters", file, message, next });
  }
  return findings;
}

/** Examines everything the tree promises. Reads all of it, and writes nothing. */
export async function verify(ctx: Examined): Promise<VerifyReport> {
  const mergeFindings: FindingDraft[] = [];
  if (ctx.profileFailure !== undefined) mergeFindings.push(profileFinding(ctx.profileFailure));
  mergeFindings.push(...baseFindings(ctx.base));
  const tree = await openStore(ctx);
  mergeFindings.push(...(await unfinished(ctx)), ...tree.findings);
  const golden = await goldenFindings(ctx, tree);
  mergeFindings.push(...golden);
  mergeFindings.push(...(await wikiFindings(ctx, tree)));
  const texts = new Texts(ctx, [...tree.findings, ...golden]);
  const files = await texts.examine();
  mergeFindings.push(...texts.found);
  mergeFindings.push(...(await danglingReferences(tree, (file) => texts.read(file))));
  const unreadable = new Set(tree.heads.flatMap((head) => (head.unreadable === true ? head.id : [])));
  const entries = (await tree.load()).filter(({ entry }) => !unreadable.has(entry.id));
  mergeFindings.push(
    ...reviewFindings(entries),
    ...(await copyFindings(tree, (file) => texts.read(file))),
    ...(await brokenChecks(entries.filter(({ entry }) => isLive(tree.head(entry.id) as Row)))),
  );
  // Without the profile owners are unknown.
  if (ctx.profileFailure === undefined) mergeFindings.push(...overclaimedTiers(ctx, tree, entries));
  mergeFindings.push(...waitingFindings(ctx.base, ctx.waitingSettings));
  const book = await readRulebook(ctx, { fresh: true });
  mergeFindings.push(...ruleFindings({ book, tree, entries }));
  const findings = report(mergeFindings);
  return { findings, base: baseSentence(ctx.base), ...countsOf(findings), entries: tree.heads.length, files };
}

/** What is wrong with golden questions, where there are any. */
async function goldenFindings({ workspace: ws }: Examined, tree: Store): Promise<FindingDraft[]> {
  const { questions, findings } = await readQuestions(ws);
  return [...findings, ...unknownEntries(questions, tree)];
}

/** What git has left to be finished. */
async function unfinished(ctx: Examined): Promise<FindingDraft[]> {
  const { workspace: ws, profile } = ctx;
  const findings = await repositoryFindings(ctx);
  const next = "Finish it in git.";
  const prefix = prefixIn(ws.root);
  for (const path of await unmergedPaths(ws.root)) {
    if (!path.startsWith(prefix)) continue;
    const file = path.slice(prefix.length);
    const message = "git could not merge this file: it is unmerged, whatever it looks like";
    const isOurs = isMergedHere(file, profile.files);
    const how = isOurs ? { next: "Finish it with: tenet merge" } : { next };
    findings.push({ severity: "error", code: "unmerged", file, message, ...how });
  }
  const merging = await unfinishedMerge(ws.root);
  if (merging !== undefined) findings.push({ severity: "warning", code: "unfinished-merge", message: merging, next });
  return findings;
}

const decoded = (bytes: Uint8Array): string => new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);

/** What is wrong with a record file as a file, the store reports as well. */
const kindAndFile = ({ code, file }: Pick<FindingDraft, "code" | "file">): string => `${code} ${file}`;

/** The texts of a workspace, one at a time, each looked at once. */
class Texts {
  readonly found: FindingDraft[] = [];
  readonly #ctx: Examined;
  readonly #reported: ReadonlySet<string>;

  constructor(ctx: Examined, reported: readonly FindingDraft[]) {
    this.#ctx = ctx;
    this.#reported = new Set(reported.map(kindAndFile));
  }

  #report(findings: readonly FindingDraft[]): void {
    for (const one of findings) {
      if (!this.#reported.has(kindAndFile(one))) this.found.push(one);
    }
  }

  /** Looks at all of them; answers how many there are. */
  async examine(): Promise<number> {
    const { workspace, profile, progress } = this.#ctx;
    const { files, findings } = surveyWorkspace(workspace, profile.files);
    // Names are about the machines a tree may travel to, not about what it holds: doctor tells them.
    this.#report(findings);
    const generated = workspace.relative(workspace.indexPage);
    const bar = progress.start("Reading", files.length);
    try {
      for (const file of files) {
        bar.step();
        const bytes = file === generated ? undefined : await this.#bytes(file, true);
        if (bytes !== undefined) this.#report(await textFindings(file, decoded(bytes), profile));
      }
    } finally {
      bar.stop();
    }
    return files.length;
  }

  /** A text; undefined when it cannot be read, which its own check reports. */
  async read(file: string): Promise<string | undefined> {
    const bytes = await this.#bytes(file);
    return bytes && decoded(bytes);
  }

  async #bytes(file: string, reports = false): Promise<Uint8Array | undefined> {
    const { workspace } = this.#ctx;
    try {
      const bytes = await readBytes(workspace, workspace.absolute(file));
      if (bytes === undefined || bytes.length <= MAX_FILE_BYTES) return bytes;
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

/** What `tenet verify` found. */
export function verifyOutline(verified: Worded<VerifyReport>): Outline {
  const { findings, entries, files, base } = verified;
  const size = ` in ${counted(entries, "entry", "entries")}, ${counted(files, "file")}`;
  return [
    ...findingsOutline(findings),
    ...(findings.length > 0 ? [aside("")] : []),
    line([countsSaid(verified), size]),
    ...(findings.some(({ code }) => code.startsWith("base-")) ? [] : [line(base)]),
  ];
}
