/** Lets in or refuses files from elsewhere. Called by `tenet review`. */
import { recordDecision } from "../capture/record-decision.js";
import type { Context } from "../context.js";
import { TenetError } from "../errors.js";
import { screenText } from "../screening/screen.js";
import { followKnowledge, waitingFiles } from "../search/knowledge/passage-index.js";
import { changeTree } from "../store/change/change.js";
import { changeVerb } from "../store/change/prepare-write.js";
import { sha256 } from "../store/files/atomic-file.js";
import { namedKnowledge } from "../store/knowledge/file-verdicts.js";
import { type FileVerdict, fileDecision, KNOWLEDGE_TAG } from "../store/knowledge/policy/file-decision.js";
import { openStore, type Store } from "../store/open-store.js";
import { requireTyped, statedReason } from "../store/people/people-only.js";
import { readPlainFile } from "../store/records/scan.js";
import { beginningOf } from "../text/shorten.js";

/** A file that waits. */
export interface WaitingFile {
  file: string;
  /** The word to type: the beginning of the content's hash. */
  word: string;
  sha256: string;
  bytes: number;
  /** The time of the file, as the time of its content. */
  since: string;
}

const WORD_DIGITS = 7;
/** The shown length; the rest is read in an editor. */
const SHOWN = 1_500;

/** Files from elsewhere without a decision, by name. Costs nothing where the profile names none. */
export async function filesToReview(ctx: Context, tree: Store): Promise<WaitingFile[]> {
  if (ctx.profile.knowledge_external.length === 0) return [];
  const database = tree.database.fork();
  await followKnowledge(ctx, database, await namedKnowledge(ctx, tree));
  return waitingFiles(database)
    .map(({ file, sha256, stamp }) => {
      const since = new Date(stamp.mtimeMs).toISOString();
      return { file, word: sha256.slice(0, WORD_DIGITS), sha256, bytes: stamp.size, since };
    })
    .sort((a, b) => (a.file < b.file ? -1 : 1));
}

/** The beginning of a file, screened; empty where its content has changed since. */
export async function beginningOfFile(
  { workspace: ws }: Pick<Context, "workspace">,
  { file, sha256: decidedOn }: Pick<WaitingFile, "file" | "sha256">,
): Promise<string> {
  let bytes: Uint8Array;
  try {
    bytes = readPlainFile(ws.absolute(file)).bytes;
  } catch {
    return "";
  }
  if (sha256(bytes) !== decidedOn) return "";
  const text = beginningOf(new TextDecoder("utf-8").decode(bytes), SHOWN);
  return (await screenText(text, file, { mode: "redact", bidi: "strip" })).value.trim();
}

/** The decision on a file. */
export interface FileReviewed {
  decision: FileVerdict;
  file: string;
  sha256: string;
  by: string;
  /** The id of the recorded decision. */
  recorded: string;
  /** One plain sentence. */
  says: string;
}

const SAYS: Readonly<Record<FileVerdict, (file: string) => string>> = {
  approve: (file) => `What ${file} says is found from now on, until it changes.`,
  reject: (file) => `${file} is not read, until it changes.`,
};

/** The reason where the person gives none. */
const SEEN: Readonly<Record<FileVerdict, string>> = {
  approve: "Its content was looked at.",
  reject: "Its content is not wanted.",
};

/**
 * Decides on a file with the content that the person was shown. Exit 5 for anybody else; `busy` when it changed since.
 */
export async function reviewFile(
  ctx: Context,
  input: { file: string; verdict: FileVerdict; sha256?: string; reason?: string | undefined; confirmed: boolean },
): Promise<FileReviewed> {
  const { file, verdict } = input;
  const instead = "Show a person what waits: tenet review --list";
  const { by } = await requireTyped(ctx, `deciding on ${file}`, input.confirmed, instead);
  const waitingFile = (await filesToReview(ctx, await openStore(ctx))).find((one) => one.file === file);
  if (waitingFile === undefined || (input.sha256 !== undefined && waitingFile.sha256 !== input.sha256)) {
    throw new TenetError(`${file} does not wait with the content that was shown; nothing was decided`, {
      failure: "busy",
      code: "changed-meanwhile",
      hint: "Look at what waits once more: tenet review --list",
    });
  }
  const { sha256 } = waitingFile;
  const reason = (await statedReason(input.reason)) ?? SEEN[verdict];
  const decision = { ...fileDecision(verdict, { file, sha256 }), reason, by, about: [], tags: [KNOWLEDGE_TAG] };
  const op = { ...changeVerb("review"), reason: `review: ${file} ${verdict === "approve" ? "approved" : "rejected"}` };
  const recorded = await changeTree(ctx, op, (change) => recordDecision(ctx, change, decision));
  return { decision: verdict, file, sha256, by, recorded, says: SAYS[verdict](file) };
}
