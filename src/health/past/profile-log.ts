/** `tenet config log`: who changed the settings and what people wrote in the core files, newest first. */
import type { Context } from "../../context.js";
import { CommitGraph } from "../../store/git/commit-graph.js";
import { commitOf } from "../../store/git/git-snapshot.js";
import { type Touch, touchesOf } from "../../store/git/git-touches.js";
import { type ProfileCopy, profileCopies } from "../../store/profile/profile-copies.js";
import type { LogRow, ProfileLog } from "./past-schemas.js";
import { type ProfileTexts, profileChanges } from "./profile-changes.js";
import { committedTexts, presentTexts, profileFiles, shortCommit } from "./profile-texts.js";

/** Most rows unless told. */
const MOST_ROWS = 20;

/** The history of the profile: of git where there is one, and of the copies that were kept here. Writes nothing. */
export async function profileLog(ctx: Context, { limit = MOST_ROWS }: { limit?: number } = {}): Promise<ProfileLog> {
  const now = await presentTexts(ctx);
  const [commits, copies] = [await commitRows(ctx), copyRows(profileCopies(ctx.workspace), now)];
  const rows = merged(commits, copies);
  const head = await commitOf(ctx.workspace, "HEAD");
  const [committed] = head === undefined ? [] : await committedTexts(ctx, [head]);
  const open = committed === undefined ? undefined : profileChanges(committed, now);
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

async function commitRows(ctx: Context): Promise<LogRow[]> {
  const graph = await CommitGraph.at(ctx.workspace);
  if (graph === undefined) return [];
  const touched = new Map<string, Touch>();
  for (const touch of await touchesOf(ctx.workspace, graph, profileFiles(ctx))) touched.set(touch.commit, touch);
  const touches = [...touched.values()].reverse();
  const parents = touches.map(({ parents: [first] }) => first);
  const texts = await committedTexts(
    ctx,
    touches.flatMap(({ commit }, at) => [commit, parents[at] ?? "none"]),
  );
  const rows: LogRow[] = [];
  for (const [at, { commit, at: when, name, email, subject }] of touches.entries()) {
    const changes = profileChanges(texts[at * 2 + 1] ?? new Map(), texts[at * 2] ?? new Map());
    // A version of the rules changes tenet's block alone.
    if (changes.files.length === 0) continue;
    rows.push({ rev: shortCommit(commit), kind: "commit", at: when, by: name, email, subject, ...changes });
  }
  return rows;
}

/** Each copy beside what came after it. `copies`: newest first. */
function copyRows(copies: readonly ProfileCopy[], now: ProfileTexts): LogRow[] {
  return copies.map(({ name, at, op, by, files }, place) => {
    const newer = copies[place - 1]?.files ?? now;
    // One that a command found holds tenet.yaml alone.
    const known = [...files.keys()].filter((file) => newer.has(file) || newer === now);
    const among = (texts: ProfileTexts) => new Map([...texts].filter(([file]) => known.includes(file)));
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
