/** What people made of files that agents wrote: past sessions beside git's history. Reads; nothing is stored. */
import type { Person } from "../config.js";
import type { Context } from "../context.js";
import type { Edit } from "../entry/entry.js";
import { stopIfInterrupted } from "../errors.js";
import { screenText } from "../screening/screen.js";
import { CommitGraph } from "../store/git/commit-graph.js";
import { GitFailed } from "../store/git/git.js";
import { coAuthorsOf, type GitCommit } from "../store/git/git-commits.js";
import { fileChanges, type TouchedFile } from "../store/git/git-touches.js";
import { isUnread, withObjects } from "../store/git/objects.js";
import type { Store } from "../store/open-store.js";
import { claimHash } from "../text/canonical.js";
import { oneLine, shorten } from "../text/shorten.js";
import { personOf } from "../trust/policy/person-of.js";
import type { HarvestEdit } from "./harvest-schemas.js";
import { nameHash } from "./harvest-state.js";
import { type CommittedFile, editedPassage, editsOfFile, type FileEdit } from "./policy/edited-passage.js";
import type { WrittenFile } from "./read-transcript.js";

/** So many files, those that were written last; of each so many commits, and of the history so many. */
const MOST_FILES = 200;
const MOST_COMMITS_OF_FILE = 20;
const MOST_COMMITS = 5_000;
/** Larger files are no texts that somebody reads through. */
const MOST_BYTES = 200_000;
/** So many edits are told that nobody decided on; those are beside them. */
const MOST_EDITS = 60;
const LONGEST_CONTEXT = 300;

/**
 * Edits of what was written, the newest first; `isDecided`: by the id of one. A commit counts where a listed person stands behind it alone: an agent that
 * commits under a person's name says so in the message.
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
  const graph = byFile.size === 0 ? undefined : await CommitGraph.at(ctx.workspace);
  if (graph === undefined) return [];
  const commits = await commitsOf(ctx, graph, byFile);
  const edits = [...byFile].flatMap(([file, writes]) =>
    editsOfFile(writes, commits.get(file) ?? []).map((edit) => ({ ...edit, file })),
  );
  const shown: HarvestEdit[] = [];
  let open = 0;
  for (const edit of edits.sort((a, b) => b.commit.at.localeCompare(a.commit.at))) {
    if (open === MOST_EDITS) break;
    stopIfInterrupted(ctx, "nothing was stored");
    const one = await shownEdit(edit);
    if (one === undefined) continue;
    shown.push(one);
    if (!isDecided(one.id)) open++;
  }
  return shown;
}

/** By file what was written to it, oldest first; a session that was resumed repeats what it was begun with. */
function latestFiles(wrote: readonly WrittenFile[]): ReadonlyMap<string, WrittenFile[]> {
  const once = new Map(wrote.map((write) => [`${write.id} ${write.file}`, write]));
  const files = new Map<string, WrittenFile[]>();
  for (const write of [...once.values()].sort((a, b) => a.at.localeCompare(b.at))) {
    const known = files.get(write.file) ?? [];
    // Behind those that were written before.
    files.delete(write.file);
    files.set(write.file, [...known, write]);
  }
  return new Map([...files].slice(-MOST_FILES));
}

/** What history did to these files since they were written; merges bring in what others committed. */
async function commitsOf(
  { workspace: ws, profile }: Context,
  graph: CommitGraph,
  byFile: ReadonlyMap<string, readonly WrittenFile[]>,
): Promise<ReadonlyMap<string, CommittedFile[]>> {
  const first = [...byFile.values()].map(([write]) => (write as WrittenFile).at).sort()[0] as string;
  const rows = [...graph.commits].filter(({ at, parents }) => at >= first && parents.length < 2).slice(0, MOST_COMMITS);
  const ids = rows.map(({ commit }) => commit).reverse();
  const touches = new Map<string, TouchedFile[]>();
  for (const one of await fileChanges(ws, ids, [...byFile.keys()]))
    touches.set(one.file, [...(touches.get(one.file) ?? []), one].slice(-MOST_COMMITS_OF_FILE));
  const all = [...touches.values()].flat();
  const touching = [...new Set(all.map(({ commit }) => graph.get(commit)))].filter((one) => one !== undefined);
  const [texts, persons] = await Promise.all([textsOf(ws, all), personsOf(ws, profile.people, touching)]);
  const committed = ({ commit, before, after }: TouchedFile): CommittedFile => ({
    ...{ commit, at: graph.get(commit)?.at ?? "", by: persons.get(commit) },
    ...{ before: texts.get(before), after: texts.get(after) },
  });
  return new Map([...touches].map(([file, some]) => [file, some.map(committed)]));
}

/** By blob; without those that are too large or no text. */
async function textsOf(
  ws: Context["workspace"],
  changes: readonly TouchedFile[],
): Promise<ReadonlyMap<string, string>> {
  const named = new Set(changes.flatMap(({ before, after }) => [before, after]));
  const oids = [...named].filter((oid) => !/^0+$/.test(oid));
  return await withObjects(ws.root, async (objects) => {
    const texts = new Map<string, string>();
    for (const oid of oids) {
      const blob = await objects.object(oid, MOST_BYTES);
      if (!isUnread(blob) && !blob.bytes.includes(0)) texts.set(oid, blob.bytes.toString("utf8"));
    }
    return texts;
  });
}

/** By commit the listed person who made it, as git names its author, and nobody with them whom the profile does not list. */
async function personsOf(
  ws: Context["workspace"],
  people: readonly Person[],
  commits: readonly GitCommit[],
): Promise<ReadonlyMap<string, string>> {
  const persons = new Map<string, string>();
  for (const { commit, email, own } of commits) {
    const person = own === true ? undefined : personOf(people, email);
    if (person !== undefined) persons.set(commit, person.name);
  }
  for (const [commit, emails] of await coAuthorsOf(ws, [...persons.keys()]))
    if (emails.some((email) => personOf(people, email) === undefined)) persons.delete(commit);
  return persons;
}

/** Screened whole, before anything is cut out of it; undefined where too little of it is new. */
async function shownEdit(edit: FileEdit<WrittenFile> & { file: string }): Promise<HarvestEdit | undefined> {
  if (editedPassage(edit) === undefined) return undefined;
  const clean = async (text: string): Promise<string> =>
    (await screenText(text, edit.file, { mode: "redact", bidi: "strip" })).value;
  const [base, left, final] = [await clean(edit.base), await clean(edit.left), await clean(edit.final)];
  const passage = editedPassage({ base, left, final });
  if (passage === undefined) return undefined;
  const { write, commit, file } = edit;
  const context = shorten(oneLine(await clean(write.asked)), LONGEST_CONTEXT, 0.5);
  return {
    id: nameHash(["edit", file, passage.original, passage.final].join("\0")),
    ...{ type: "edit", context, ...passage, file, by: commit.by, at: commit.at, commit: commit.commit },
    ...{ wrote: write.at, host: write.host, session: write.session },
  };
}

/** Edits that the tree holds already, whatever became of them since. */
export async function knownEdits(tree: Store, edits: readonly HarvestEdit[]): Promise<ReadonlySet<string>> {
  const claims = new Set(edits.map(({ final }) => claimHash(final)));
  const near = tree.where({ type: "edit" }).filter((head) => head.claims.some((claim) => claims.has(claim)));
  const known = (await tree.load(near.map(({ id }) => id))).map(({ entry }) => entry as Edit);
  const isKnown = (edit: HarvestEdit) =>
    known.some(({ original, final }) => original === edit.original && final === edit.final);
  return new Set(edits.filter(isKnown).map(({ id }) => id));
}
