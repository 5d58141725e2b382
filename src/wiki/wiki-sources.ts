import { claimOf, type Entry } from "../entry/entry.js";
import { isInUse, isRestricted } from "../entry/gates/visible.js";
import { isComparedType } from "../entry/record-types.js";
import { doubtsOf } from "../entry/states.js";
import { boundText } from "../recall/policy/bound-text.js";
import { saysOf } from "../rules/policy/proposals.js";
import { flat, type Says } from "../rules/policy/rule-line.js";
import type { Row, Store } from "../store/open-store.js";
import { withoutPersonal } from "../text/personal-data.js";
import { pageOf, type WikiSource } from "./policy/page.js";

/** May an entry stand on a page, which everybody reads? */
export function isForPages(head: Row): boolean {
  return (
    isComparedType(head.type) &&
    head.unreadable !== true &&
    isInUse(head) &&
    head.outcome !== "invalidated" &&
    !isRestricted(head)
  );
}

/** Heads of what may stand on pages, by page. */
export function headsByPage(tree: Store): Map<string, Row[]> {
  const pages = new Map<string, Row[]>();
  for (const head of tree.heads) {
    if (!isForPages(head)) continue;
    const page = pageOf(head.domain);
    pages.set(page, [...(pages.get(page) ?? []), head]);
  }
  return pages;
}

/** The entries of some pages, with their words. */
export class WikiSources {
  readonly #entries: ReadonlyMap<string, Entry>;

  private constructor(entries: ReadonlyMap<string, Entry>) {
    this.#entries = entries;
  }

  static async of(tree: Store, heads: readonly Row[]): Promise<WikiSources> {
    const loaded = await tree.load(heads.map(({ id }) => id));
    return new WikiSources(new Map(loaded.map(({ entry }) => [entry.id, entry])));
  }

  entry(id: string): Entry | undefined {
    return this.#entries.get(id);
  }

  /** The sources among these heads, as a page's hash is made of them. */
  sources(heads: readonly Row[]): WikiSource[] {
    return heads.flatMap((head) => {
      const entry = this.entry(head.id);
      return entry === undefined ? [] : [{ id: head.id, claim: saidOf(entry, head), tags: head.tags ?? [] }];
    });
  }

  readonly says = (id: string): Says | undefined => {
    const entry = this.entry(id);
    if (entry === undefined) return undefined;
    const { line, statements, words } = saysOf(entry);
    const shown = (texts: readonly string[]) => texts.map((one) => withoutPersonal(one));
    return { line: withoutPersonal(line), statements: shown(statements), words: shown(words) };
  };
}

/** The words of an entry without personal data, with warnings for its reader. */
function saidOf(entry: Entry, head: Row): string {
  const notes = [doubtsOf(head) ?? [], boundText(entry) ?? []].flat();
  const claim = withoutPersonal(flat(claimOf(entry)));
  return claim === "" || notes.length === 0 ? claim : `${claim} (${notes.join(", ")})`;
}
