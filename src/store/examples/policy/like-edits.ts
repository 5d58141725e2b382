/** Three edits that amount to one correction: of one kind, in three sessions, with like words added. Pure. */
import { stemmer } from "stemmer";
import { STOP_WORDS } from "../../../text/words/stop-words.js";

/** An edit as it is compared with others. */
export interface ComparedEdit {
  id: string;
  /** Those named by nobody are one a day and agent. */
  session: string;
  kind: string;
  original: string;
  final: string;
}

/** So many sessions: what happened twice may be chance. */
const SESSIONS = 3;
/** So many added words in common; where all that one of them adds is a word, that word. */
const WORDS = 2;

const PIECE = /[\p{L}\p{M}\p{N}]+(?:[.\-'’/:@+]+[\p{L}\p{M}\p{N}]+)*/gu;

/** By their base form, as they stand there first. */
function contentWords(text: string): Map<string, string> {
  const words = (text.normalize("NFKC").toLowerCase().match(PIECE) ?? []).filter(
    (word) => word.length > 1 && !STOP_WORDS.has(word),
  );
  return new Map(words.reverse().map((word) => [stemmer(word), word]));
}

/** Content words of the final text that the original does not hold in any form: as they stand there, by their base form. */
export function addedWords({ original, final }: Pick<ComparedEdit, "original" | "final">): Map<string, string> {
  const before = contentWords(original);
  return new Map([...contentWords(final)].filter(([base]) => !before.has(base)));
}

/** Three such edits, the newest first, and the words they add alike. */
export interface LikeEdits {
  ids: [string, string, string];
  words: string[];
}

/** `newestFirst`: the first three that are found hold the newest edit of any. Undefined where none are. */
export function likeEdits(newestFirst: readonly ComparedEdit[]): LikeEdits | undefined {
  const all = newestFirst.map((edit) => ({ ...edit, added: addedWords(edit) })).filter(({ added }) => added.size > 0);
  for (const [at, first] of all.entries()) {
    const rest = all.slice(at + 1).flatMap((edit) => {
      if (edit.kind !== first.kind || edit.session === first.session) return [];
      const shared = [...edit.added.keys()].filter((word) => first.added.has(word));
      return shared.length >= Math.min(WORDS, first.added.size, edit.added.size) ? [{ ...edit, shared }] : [];
    });
    if (rest.length < SESSIONS - 1) continue;
    for (const [place, second] of rest.entries()) {
      for (const third of rest.slice(place + 1)) {
        if (third.session === second.session) continue;
        const words = second.shared.filter((word) => third.added.has(word));
        const needed = Math.min(WORDS, first.added.size, second.added.size, third.added.size);
        if (words.length >= needed)
          return {
            ids: [first.id, second.id, third.id],
            words: words.flatMap((word) => first.added.get(word) ?? []).sort(),
          };
      }
    }
  }
  return undefined;
}
