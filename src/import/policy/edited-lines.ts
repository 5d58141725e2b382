/** A file that was imported before, as it is now -> which of its new entries are edited lines, and of which. */

import { diffArrays } from "diff";
import { wordDiff } from "../../text/word-diff.js";
import { draftClaim, type Pending } from "./plan.js";

/** So many lines may be gone from any file; where more are, as many must still stand: else it is another file of that name. */
const FEW = 3;

interface Line {
  id: string;
  text: string;
}

/** Letters that only one of the two has. */
function distance(before: string, next: string): number {
  return Object.values(wordDiff(before, next))
    .flat()
    .reduce((sum, words) => sum + words.length, 0);
}

/**
 * Which new entries stand where others stood: those that a comparison line by line puts between the same neighbours, each
 * with the one that differs least. `before`: the entries of the file's lines when it was imported last; `now`: those of
 * its lines as they are, and the new ones.
 */
export function editedLines(before: readonly Line[], now: readonly (string | Pending)[]): Map<Pending, string> {
  const edited = new Map<Pending, string>();
  const texts = new Map(before.map(({ id, text }) => [id, text]));
  const changes = diffArrays<string | Pending>([...texts.keys()], [...now]);
  const count = (isMeant: (change: (typeof changes)[number]) => boolean) =>
    changes.filter(isMeant).reduce((sum, { count }) => sum + count, 0);
  const stands = count(({ added, removed }) => !added && !removed);
  if (count(({ removed }) => removed) > Math.max(FEW, stands)) return edited;
  for (const [at, one] of changes.entries()) {
    const next = changes[at + 1];
    const [gone, come] = next?.added ? [one, next] : [next, one];
    if (!gone?.removed || !come.added) continue;
    const unmatched = come.value.filter((value) => typeof value !== "string");
    for (const id of gone.value as string[]) {
      const far = ({ draft }: Pending) => distance(texts.get(id) ?? "", draftClaim(draft));
      const nearest = unmatched.sort((a, b) => far(a) - far(b)).shift();
      if (nearest !== undefined) edited.set(nearest, id);
    }
  }
  return edited;
}
