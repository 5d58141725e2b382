/** Which commits took something away: the one of the line by which it left, and those that it brought in. */
import type { CommitGraph } from "../store/git/commit-graph.js";
import { blobsOf } from "../store/git/git-snapshot.js";
import { lineTouchesOf, type Touch, touchesOf } from "../store/git/git-touches.js";
import type { Workspace } from "../store/workspace.js";

/**
 * By whom a file lost something that it held once and does not hold at the end of this history: the commit of the line
 * first, then what came in with it. Empty while it is still there, and when it never was.
 */
export async function removersOf(
  ws: Workspace,
  graph: CommitGraph,
  file: string,
  holds: (text: string) => boolean,
): Promise<string[]> {
  const line = (await lineTouchesOf(ws, graph, [file])).filter((touch) => touch.file === file).reverse();
  const texts = await blobsOf(
    ws.root,
    line.map(({ commit }) => `${commit}:./${file}`),
  );
  const held = texts.map((text) => text !== undefined && holds(text.toString("utf8")));
  const at = held.indexOf(true);
  const entry = at < 1 ? undefined : line[at - 1];
  if (entry === undefined) return [];
  const inner = (await touchesOf(ws, graph, [file])).filter(
    (touch) => touch.file === file && isWithin(graph, touch, entry),
  );
  const names = inner.flatMap(({ commit, parents }) => [`${commit}:./${file}`, `${parents[0] ?? ""}:./${file}`]);
  const around = (await blobsOf(ws.root, names)).map((text) => text !== undefined && holds(text.toString("utf8")));
  const took = inner.filter((_, n) => around[2 * n] === false && around[2 * n + 1] === true);
  return [entry.commit, ...took.map(({ commit }) => commit)];
}

/** It came in by that commit of the line, and is not that commit itself. */
function isWithin(graph: CommitGraph, { commit }: Touch, entry: Touch): boolean {
  return commit !== entry.commit && graph.entryOf(commit)?.commit === entry.commit;
}
