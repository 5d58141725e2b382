/** `tenet verify`: examines everything the tree promises, for people and for CI. */
import { brokenChecks } from "../check/check-findings.js";
import type { Context, Examined } from "../context.js";
import { countsOf, countsSaid, type FindingDraft, findingsOutline, profileFinding, report } from "../entry/findings.js";
import { isLive } from "../entry/gates/visible.js";
import { TenetError } from "../errors.js";
import { readQuestions, unknownEntries } from "../eval/read-questions.js";
import { ruleFindings } from "../rules/check/rules.js";
import { readRulebook } from "../rules/planning/rulebook.js";
import { stripHidden } from "../screening/hidden-characters.js";
import { findSecrets } from "../screening/secrets.js";
import type { Worded } from "../steps.js";
import { baseSentence } from "../store/base/policy/base-state.js";
import { readBytes } from "../store/files/safe-path.js";
import { GitFailed, run } from "../store/git/git.js";
import { gitFolder, prefixIn } from "../store/git/git-folder.js";
import { unfinishedMerge, unmergedPaths } from "../store/git/git-state.js";
import { isMergedHere } from "../store/merge/merge-file.js";
import { openStore, type Row } from "../store/open-store.js";
import { conflictLine } from "../store/records/fences.js";
import { MAX_FILE_BYTES } from "../store/records/scan.js";
import { surveyWorkspace } from "../store/survey.js";
import { aside, line, type Outline } from "../text/outline/outline.js";
import { counted } from "../text/paint.js";
import type { VerifyReport } from "./health-schemas.js";
import { copyFindings, danglingReferences, reviewFindings } from "./record-findings.js";

const FETCH = "git fetch, or git remote set-head origin --auto; git fsck says what is missing.";

/** Reads the whole tree, and writes nothing. `ofMachine`: what else was found, of the machine and not of the tree. */
export async function verify(ctx: Examined, ofMachine: readonly FindingDraft[] = []): Promise<VerifyReport> {
  const { workspace, profile, profileFailure, base } = ctx;
  const tree = await openStore(ctx);
  const golden = await readQuestions(workspace);
  const read = [...tree.findings, ...golden.findings];
  const { files, findings: survey } = surveyWorkspace(workspace, profile.files);
  const textOf = async (file: string) => {
    const text = await textIn(ctx, file);
    return typeof text === "string" ? text : undefined;
  };
  const unreadable = new Set(tree.heads.flatMap((head) => (head.unreadable === true ? head.id : [])));
  const entries = (await tree.load()).filter(({ entry }) => !unreadable.has(entry.id));
  const book = await readRulebook(ctx, { fresh: true });
  // What is wrong with a file as a file is reported by its reader as well.
  const kindAndFile = ({ code, file }: FindingDraft) => `${code} ${file}`;
  const reported = new Set(read.map(kindAndFile));
  const ofFiles = [...survey, ...(await textFindings(ctx, files))].filter((one) => !reported.has(kindAndFile(one)));
  const drafts: FindingDraft[] = [
    ...(profileFailure === undefined ? [] : [profileFinding(profileFailure)]),
    ...(base.state === "unreadable"
      ? [
          {
            severity: "error",
            code: "base-unreadable",
            file: "tenet.yaml",
            message: baseSentence(base),
            next: FETCH,
          } as const,
        ]
      : []),
    ...(await gitFindings(ctx)),
    ...read,
    ...unknownEntries(golden.questions, tree),
    ...ofFiles,
    ...(await danglingReferences(tree, textOf)),
    ...reviewFindings(entries),
    ...(await copyFindings(tree, textOf)),
    ...(await brokenChecks(entries.filter(({ entry }) => isLive(tree.head(entry.id) as Row)))),
    ...ruleFindings({ book, tree, entries }),
    ...ofMachine,
  ];
  const findings = report(drafts);
  return {
    findings,
    base: baseSentence(base),
    ...countsOf(findings),
    entries: tree.heads.length,
    files: files.length,
  };
}

/** What git has left to be finished; or that it does not answer: of its index, its HEAD, or itself. */
async function gitFindings({ workspace: { root }, profile }: Examined): Promise<FindingDraft[]> {
  if (gitFolder(root) === undefined) return [];
  try {
    await run(root, ["ls-files", "--unmerged"]);
  } catch (error) {
    if (!(error instanceof GitFailed)) throw error;
    const message = `git does not answer here, so nothing is known of history and merges: ${error.message}`;
    return [{ severity: "error", code: "git-failed", message, next: "See what git says: git status" }];
  }
  const prefix = prefixIn(root);
  const unmerged = (await unmergedPaths(root)).filter((path) => path.startsWith(prefix));
  const merging = await unfinishedMerge(root);
  const next = "Finish it in git.";
  return [
    ...unmerged.map((path): FindingDraft => {
      const file = path.slice(prefix.length);
      const message = "git could not merge this file: it is unmerged, whatever it looks like";
      const how = isMergedHere(file, profile.files) ? "Finish it with: tenet merge" : next;
      return { severity: "error", code: "unmerged", file, message, next: how };
    }),
    ...(merging === undefined
      ? []
      : [{ severity: "warning", code: "unfinished-merge", message: merging, next } as const]),
  ];
}

/** A text of the tree, empty where it is gone; or why it was not looked at. */
async function textIn({ workspace }: Pick<Context, "workspace">, file: string): Promise<string | FindingDraft> {
  try {
    const bytes = (await readBytes(workspace, workspace.absolute(file))) ?? new Uint8Array();
    if (bytes.length <= MAX_FILE_BYTES) return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
    const message = `${file} is over ${MAX_FILE_BYTES / 1024 / 1024} MB and was not looked at`;
    const next = "Split it, or move it out of memory/.";
    return { severity: "warning", code: "too-large", file, message, next };
  } catch (thrown) {
    if (!(thrown instanceof TenetError)) throw thrown;
    return { severity: "error", code: "unreadable", file, message: thrown.message, next: thrown.hint };
  }
}

async function textFindings(ctx: Context, files: readonly string[]): Promise<FindingDraft[]> {
  const { workspace, profile, progress } = ctx;
  const findings: FindingDraft[] = [];
  const generated = workspace.relative(workspace.indexPage);
  const bar = progress.start("Reading", files.length);
  try {
    for (const file of files) {
      bar.step();
      const text = file === generated ? "" : await textIn(ctx, file);
      findings.push(...(typeof text === "string" ? await oddIn(file, text, profile) : [text]));
    }
  } finally {
    bar.stop();
  }
  return findings;
}

/** Conflict markers, secrets and hidden characters in a text: kind and place only, never the value. */
async function oddIn(file: string, text: string, { files }: Pick<Context["profile"], "files">) {
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
    const next =
      "Replace it at its source, then write where it is kept instead of the value. Earlier commits may hold it, too.";
    const at = text.slice(0, start).split("\n").length;
    findings.push({ severity: "error", code: "secret", file, line: at, message, next });
  }
  for (const { kind, count } of stripHidden(text.replace(/^\ufeff/, "")).found) {
    const message = `${count} ${kind.replaceAll("-", " ")} that nobody sees on a screen`;
    const next = "Take them out with an editor that shows them.";
    findings.push({ severity: "warning", code: "hidden-characters", file, message, next });
  }
  return findings;
}

/** What `tenet verify` and `tenet doctor` found. */
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
