/** What people made of files that agents wrote: past sessions beside git's history. Reads; nothing is stored. */

import type { Context } from "../context.js";
import type { Edit } from "../entry/entry.js";
import { stopIfInterrupted } from "../errors.js";
import { screenText } from "../screening/screen.js";
import type { Person } from "../settings.js";
import { GitFailed } from "../store/git/git.js";
import { changesUpToHead, type FileChange } from "../store/git/git-history.js";
import { blobsByOid } from "../store/git/objects.js";
import type { Store } from "../store/open-store.js";
import { claimHash } from "../text/canonical.js";
import { oneLine, shorten } from "../text/shorten.js";
import type { HarvestEdit } from "./harvest-schemas.js";
import { nameHash } from "./harvest-state.js";
import { type CommittedFile, editedPassage, editsOfFile, type FileEdit } from "./policy/edited-passage.js";
import type { WrittenFile } from "./read-transcript.js";

/** So many files, those that were written last; of each so many commits, and of the history so many. */
const MOST_FILES = 200;
const MOST_COMMITS_OF_FILE = 20;
const MOST_COMMITS = 5_000;
/** Larger files are skipped: nobody edits them line by line. */
const MOST_BYTES = 200_000;
/** The limit of undecided edits in a report; decided ones come in addition. */
const MOST_EDITS = 60;
const LONGEST_CONTEXT = 300;

/**
 * Edits of agents' texts, newest first; `isDecided` takes the id of one. A commit counts only with a listed person as
 * its sole author: an agent that commits under a person's name says so in the message.
 */
export async function editedFiles(
  ctx: Context,
  wrote: readonly WrittenFile[],
  isDecided: (id: string) => boolean,
): Promise<HarvestEdit[]> {
  try {
    return await editsIn(ctx, latestFiles(wrote), isDecided);
  } catch (error) {
    if (!(error instanceof GitFailed)) throw error;
    ctx.warn(`What became of files that agents wrote could not be looked up: ${error.message}`);
    return [];
  }
}

async function editsIn(
  ctx: Context,
  byFile: ReadonlyMap<string, readonly WrittenFile[]>,
  isDecided: (id: string) => boolean,
): Promise<HarvestEdit[]> {
  const commits = await commitsOf(ctx, byFile);
  const edits = [...byFile].flatMap(([file, writes]) =>
    editsOfFile(writes, commits.get(file) ?? []).map((edit) => ({ ...edit, file })),
  );
  const shownEdits: HarvestEdit[] = [];
  let open = 0;
  for (const edit of edits.sort((a, b) => b.commit.at.localeCompare(a.commit.at))) {
    if (open === MOST_EDITS) break;
    stopIfInterrupted(ctx, "nothing was stored");
    const one = await shownEdit(edit);
    if (one === undefined) continue;
    shownEdits.push(one);
    if (!isDecided(one.id)) open++;
  }
  return shownEdits;
}

/** The writes of each file, oldest first; a resumed session repeats its beginning. */
function latestFiles(wrote: readonly WrittenFile[]): ReadonlyMap<string, WrittenFile[]> {
  const once = new Map(wrote.map((write) => [`${write.id} ${write.file}`, write]));
  const files = new Map<string, WrittenFile[]>();
  for (const write of [...once.values()].sort((a, b) => a.at.localeCompare(b.at))) {
    const earlierWrites = files.get(write.file) ?? [];
    // Behind those that were written before.
    files.delete(write.file);
    files.set(write.file, [...earlierWrites, write]);
  }
  return new Map([...files].slice(-MOST_FILES));
}

/** What history did to these files since they were written, oldest first; merges bring in what others committed. */
async function commitsOf(
  { workspace: ws, profile }: Context,
  byFile: ReadonlyMap<string, readonly WrittenFile[]>,
): Promise<ReadonlyMap<string, CommittedFile[]>> {
  const [first = ""] = [...byFile.values()].map(([write]) => (write as WrittenFile).at).sort();
  const touches = new Map<string, FileChange[]>();
  const newestFirst = await changesUpToHead(ws, [...byFile.keys()], ["--no-merges", `--max-count=${MOST_COMMITS}`]);
  for (const one of newestFirst.filter(({ by }) => by.at >= first))
    touches.set(one.file, [one, ...(touches.get(one.file) ?? [])].slice(-MOST_COMMITS_OF_FILE));
  const texts = await blobsByOid(
    ws.root,
    [...touches.values()].flat().flatMap(({ before, after }) => [before, after]),
    MOST_BYTES,
  );
  const textOf = (oid: string) => {
    const bytes = texts.get(oid);
    return bytes?.includes(0) === false ? bytes.toString("utf8") : undefined;
  };
  const committed = (one: FileChange): CommittedFile => ({
    commit: one.by.commit,
    at: one.by.at,
    by: personBehind(profile.people, one)?.name,
    before: textOf(one.before),
    after: textOf(one.after),
  });
  return new Map([...touches].map(([file, some]) => [file, some.map(committed)]));
}

/** Addresses differ in case and in nothing else: a letter that only looks like another one is another one. */
const folded = (address: string): string => address.trim().replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

/** The listed person who made a commit, as git names its author, and nobody with them whom the profile does not list. */
function personBehind(people: readonly Person[], { by, coAuthors }: FileChange): Person | undefined {
  const personOf = (email: string) =>
    people.find(({ role, emails = [] }) => role !== "agent" && emails.some((own) => folded(own) === folded(email)));
  const isListed = coAuthors.every((email) => personOf(email) !== undefined);
  return by.own === true || !isListed ? undefined : personOf(by.email);
}

/** Screened whole, before anything is cut out of it; undefined where too little of it is new. */
async function shownEdit(edit: FileEdit<WrittenFile> & { file: string }): Promise<HarvestEdit | undefined> {
  if (editedPassage(edit) === undefined) return undefined;
  const clean = async (text: string): Promise<string> => (await screenText(text, edit.file)).value;
  const [base, left, final] = [await clean(edit.base), await clean(edit.left), await clean(edit.final)];
  const passage = editedPassage({ base, left, final });
  if (passage === undefined) return undefined;
  const { write, commit, file } = edit;
  const context = shorten(oneLine(await clean(write.asked)), LONGEST_CONTEXT, 0.5);
  return {
    id: nameHash(["edit", file, passage.original, passage.final].join("\0")),
    type: "edit",
    context,
    ...passage,
    file,
    by: commit.by,
    at: commit.at,
    commit: commit.commit,
    wrote: write.at,
    host: write.host,
    session: write.session,
  };
}

/** Edits that the tree holds already, whatever became of them since. */
export async function knownEdits(tree: Store, edits: readonly HarvestEdit[]): Promise<ReadonlySet<string>> {
  const claims = new Set(edits.map(({ final }) => claimHash(final)));
  const near = tree.where({ type: "edit" }).filter((head) => head.claims.some((claim) => claims.has(claim)));
  const nearEdits = (await tree.load(near.map(({ id }) => id))).map(({ entry }) => entry as Edit);
  const isKnown = (edit: HarvestEdit) =>
    nearEdits.some(({ original, final }) => original === edit.original && final === edit.final);
  return new Set(edits.filter(isKnown).map(({ id }) => id));
}
