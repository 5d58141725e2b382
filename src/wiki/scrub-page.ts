/** A page without what an erasing or a redacting takes out: lines that rest on it go, and so does what names it. */

import { linesIn } from "./policy/page.js";

/** Recognises the forgotten words and ids. */
export interface WordMatcher {
  readonly ids: ReadonlySet<string>;
  matches(text: string): boolean;
}

/** The page's text as it is kept, null where no statement is left, undefined where it holds nothing of what goes. */
export function scrubbedPage(bytes: Uint8Array, matcher: WordMatcher): string | null | undefined {
  const lines = Buffer.from(bytes).toString("utf8").split("\n");
  const idsOf = (raw: string) => linesIn([raw])[0]?.ids ?? [];
  const kept = lines.filter((raw) => !matcher.matches(raw) && !idsOf(raw).some((id) => matcher.ids.has(id)));
  if (kept.length === lines.length) return undefined;
  return kept.some((raw) => idsOf(raw).length > 0) ? kept.join("\n") : null;
}
