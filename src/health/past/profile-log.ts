/** `tenet config log`: who changed the settings and what people wrote in the core files, newest first. */
import type { Context } from "../../context.js";
import { TenetError } from "../../errors.js";
import { headCommit } from "../../store/git/git-head.js";
import { changesUpToHead, type FileChange, isThere } from "../../store/git/git-history.js";
import { blobsByOid } from "../../store/git/objects.js";
import { type ProfileCopy, profileCopies } from "../../store/profile/profile-copies.js";
import type { LogRow, ProfileLog } from "./past-schemas.js";
import { type ProfileTexts, profileChanges } from "./profile-changes.js";
import { committedTexts, presentTexts, profileFiles, shortCommit, utf8Text } from "./profile-texts.js";

/** The default number of rows. */
const MOST_ROWS = 20;

/** The history of the profile: of git where there is one, and of the copies that were kept here. Writes nothing. */
export async function profileLog(ctx: Context, { limit = MOST_ROWS }: { limit?: number } = {}): Promise<ProfileLog> {
  const now = await presentTexts(ctx);
  const git = await committed(ctx).catch((error: unknown) => {
    if (!(error instanceof TenetError)) throw error;
    ctx.warn(`What git has of the profile is left out: ${error.message}`);
  });
  const rows = merged(git?.rows ?? [], copyRows(profileCopies(ctx.workspace), now));
  const open = git && profileChanges(git.texts, now);
  return {
    log: rows.slice(0, limit),
    total: rows.length,
    ...(open === undefined || open.files.length === 0 ? {} : { uncommitted: open }),
  };
}

/** Two lists, each newest first, by time; the order within each stays. */
function merged(commits: readonly LogRow[], copies: readonly LogRow[]): LogRow[] {
  const rows: LogRow[] = [];
  const rest = [...copies];
  for (const commit of commits) {
    while (rest[0] !== undefined && rest[0].at > commit.at) rows.push(rest.shift() as LogRow);
    rows.push(commit);
  }
  return [...rows, ...rest];
}

/** What git's history has, and the texts at HEAD; undefined before the first commit. */
async function committed(ctx: Context): Promise<{ rows: LogRow[]; texts: ProfileTexts } | undefined> {
  const head = await headCommit(ctx.workspace.root);
  return head === undefined ? undefined : { rows: await commitRows(ctx), texts: await committedTexts(ctx, head) };
}

async function commitRows(ctx: Context): Promise<LogRow[]> {
  const files = profileFiles(ctx);
  const byCommit = new Map<string, FileChange[]>();
  for (const one of await changesUpToHead(ctx.workspace, files))
    byCommit.set(one.by.commit, [...(byCommit.get(one.by.commit) ?? []), one]);
  const commits = [...byCommit.values()].map((changes) => files.flatMap((file) => ownChange(changes, file)));
  const blobs = await blobsByOid(
    ctx.workspace.root,
    commits.flat().flatMap(({ before, after }) => [before, after].filter(isThere)),
  );
  const isHeld = ({ before, after }: FileChange) => [before, after].every((oid) => !isThere(oid) || blobs.has(oid));
  if (!commits.flat().every(isHeld)) ctx.warn("Texts that this clone does not hold are left out of git's history.");
  return commits.flatMap((changes) => rowOf(changes.filter(isHeld), blobs));
}

/** Of a merge what none of its parents had, beside the first of them: the rest stands at the commits that it brought in. */
function ownChange(changes: readonly FileChange[], file: string): FileChange[] {
  const [first, ...more] = changes.filter((one) => one.file === file);
  return first !== undefined && more.length + 1 >= first.by.parents.length ? [first] : [];
}

function rowOf(changes: readonly FileChange[], blobs: ReadonlyMap<string, Buffer>): LogRow[] {
  const textsAt = (side: "before" | "after"): ProfileTexts => {
    const texts = changes.map((one) => [one.file, utf8Text(blobs.get(one[side]))] as const);
    return new Map(texts.flatMap(([file, text]) => (text === undefined ? [] : [[file, text]])));
  };
  const changed = profileChanges(textsAt("before"), textsAt("after"));
  const [first] = changes;
  // A version of the rules changes tenet's block alone.
  if (first === undefined || changed.files.length === 0) return [];
  const { commit, at, name, email, subject } = first.by;
  return [{ rev: shortCommit(commit), kind: "commit", at, by: name, email, subject, ...changed }];
}

/** Each copy beside what came after it. `copies`: newest first. */
function copyRows(copies: readonly ProfileCopy[], now: ProfileTexts): LogRow[] {
  return copies.map(({ name, at, op, by, files }, place) => {
    const newer = copies[place - 1]?.files ?? now;
    // One that a command found holds tenet.yaml alone.
    const changedFiles = [...files.keys()].filter((file) => newer.has(file) || newer === now);
    const among = (texts: ProfileTexts) => new Map([...texts].filter(([file]) => changedFiles.includes(file)));
    return {
      rev: name,
      kind: "copy",
      at,
      ...(by === undefined ? {} : { by }),
      subject: op,
      ...profileChanges(among(files), among(newer)),
    };
  });
}
