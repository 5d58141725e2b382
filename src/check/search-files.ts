/** Searches files for what checks forbid, each for a limited time. */
import type { Entry } from "../entry/entry.js";
import { type ReadText, readText, textOfBytes } from "../store/files/workspace-text.js";
import { blobsInOrder } from "../store/git/commit-files.js";
import type { Workspace } from "../store/workspace.js";
import type { SkippedFile } from "./check-schemas.js";
import type { FileToCheck } from "./files-to-check.js";
import type { CompiledCheck } from "./policy/compiled-check.js";
import { forbiddenLines, SearchedText } from "./policy/search-lines.js";

/** An entry with its check made ready. */
export interface CarriedCheck extends CompiledCheck {
  entry: Extract<Entry, { type: "correction" | "insight" }>;
}

/** One file, searched for one check. */
export interface SearchedFile extends FileToCheck {
  check: CarriedCheck;
  /** Forbidden lines, by 1-based number and text. */
  hits: { line: number; text: string }[];
  /** It was searched to its end. */
  whole: boolean;
}

export interface SearchedFiles {
  found: SearchedFile[];
  skipped: SkippedFile[];
}

/** So long one file may take, in milliseconds; a single search takes less than half of it more. */
const FILE_MS = 600;

/** Staged blobs. */
async function* stagedTexts(ws: Workspace, files: readonly FileToCheck[]): AsyncGenerator<[FileToCheck, ReadText]> {
  const oids = files.map(({ oid = "" }) => oid);
  let at = 0;
  for await (const [, blob] of blobsInOrder(ws.root, oids)) {
    const unread = blob === "too large" ? "large" : "unreadable";
    yield [files[at++] as FileToCheck, typeof blob === "string" ? { unread } : textOfBytes(blob)];
  }
}

async function* workingTexts(ws: Workspace, files: readonly FileToCheck[]): AsyncGenerator<[FileToCheck, ReadText]> {
  for (const file of files) yield [file, await readText(ws, file.file)];
}

/** The checks that apply to a file. Globs shared by several checks run once. */
function checksAbout(file: string, checks: readonly CarriedCheck[]): CarriedCheck[] {
  const answers = new Map<CarriedCheck["isAbout"], boolean>();
  return checks.filter(({ isAbout }) => {
    const isAboutFile = answers.get(isAbout) ?? isAbout(file);
    answers.set(isAbout, isAboutFile);
    return isAboutFile;
  });
}

/** Searches every file for the checks that are about it. */
export async function searchFiles(
  ws: Workspace,
  files: readonly FileToCheck[],
  checks: readonly CarriedCheck[],
): Promise<SearchedFiles> {
  const about = new Map<FileToCheck, CarriedCheck[]>();
  for (const file of files) {
    const some = checksAbout(file.file, checks);
    if (some.length > 0) about.set(file, some);
  }
  const filesToSearch = [...about.keys()];
  const [staged, working] = [
    filesToSearch.filter(({ oid }) => oid !== undefined),
    filesToSearch.filter(({ oid }) => oid === undefined),
  ];
  const result: SearchedFiles = { found: [], skipped: [] };
  for (const texts of [stagedTexts(ws, staged), workingTexts(ws, working)]) {
    for await (const [file, text] of texts) {
      if (typeof text !== "string") result.skipped.push({ file: file.file, because: text.unread });
      else searchOne(file, text, about.get(file) ?? [], result);
    }
  }
  return result;
}

function searchOne(
  file: FileToCheck,
  raw: string,
  checks: readonly CarriedCheck[],
  { found, skipped }: SearchedFiles,
): void {
  const searched = new SearchedText(raw);
  const until = performance.now() + FILE_MS;
  const isOver = () => performance.now() > until;
  const incomplete = new Set<SkippedFile["because"]>();
  for (const check of checks) {
    const { lines, incomplete: why } = forbiddenLines(searched, check, isOver);
    if (why !== undefined) incomplete.add(why);
    const hits = lines.map((line) => ({ line, text: searched.lines[line - 1] ?? "" }));
    found.push({ ...file, check, hits, whole: why === undefined });
  }
  for (const because of incomplete) skipped.push({ file: file.file, because });
}
