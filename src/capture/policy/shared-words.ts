/** Whether a reflexion is about a query: compares its entities and tags with the words of the query. Pure. */

/** What a reflexion is about. */
export interface About {
  entities?: readonly string[] | undefined;
  tags?: readonly string[] | undefined;
}

/** Folded for comparison: letter case, forms of one character and what stands around a word say nothing. */
function wordsOf(text: string): string[] {
  const folded = text.normalize("NFKC").toLowerCase();
  const parts = folded.split(/\s+/u).map((part) => part.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, ""));
  return parts.filter((part) => part !== "");
}

/** The names of an entity: as it is written, and without its kind (`vendor:acme`, `acme`). */
function namesOf(entity: string): string[] {
  const at = entity.indexOf(":");
  return at === -1 ? [entity] : [entity, entity.slice(at + 1)];
}

/**
 * True when the query holds one of the entities or tags, word for word: `acme` stands for `vendor:acme`, `acme corp` for
 * `vendor:acme corp`; `acmeology` for neither.
 */
export function sharesWords(query: string, { entities = [], tags = [] }: About): boolean {
  const queryText = ` ${wordsOf(query).join(" ")} `;
  return [...entities.flatMap(namesOf), ...tags].some((name) => {
    const nameText = wordsOf(name).join(" ");
    return nameText !== "" && queryText.includes(` ${nameText} `);
  });
}

/** One name for an entity, however it was written. */
export function foldedEntity(entity: string): string {
  return wordsOf(entity).join(" ");
}
