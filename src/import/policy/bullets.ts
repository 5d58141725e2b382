/** Entries of one bullet: `- [2026-03-01] [correction] [high] text`, `- L-001 (cron): text`. */
import { readFieldLine } from "./fields.js";
import { type HeadingMarks, isStrong, readMarks } from "./headings.js";
import { hasPlaceholder } from "./templates.js";

/** A bullet at the margin; task boxes included. */
export function isBullet(text: string): boolean {
  return /^[-*+] +\S/.test(text);
}

/**
 * The marks of a bullet that is an entry: it begins with an id, a day or two bracketed words; under a day's heading
 * every bullet is one. Undefined for a bullet that is part of the text.
 */
export function bulletEntry(text: string, underDay: boolean): HeadingMarks | undefined {
  if (!isBullet(text)) return undefined;
  const content = text.replace(/^[-*+] +(?:\[[ xX]\] +)?/, "");
  if (readFieldLine(text)?.label !== undefined) return undefined;
  const opening = /^(?:\*\*|`)?\s*[[【]([^\]】]{1,60})[\]】]/u.exec(content);
  if (opening !== null && hasPlaceholder(`[${opening[1]}]`) && !/\d/.test(opening[1] ?? "")) {
    const marked = readMarks(content);
    return isCategory(opening[1] ?? "") ? marked : { ...marked, placeholder: true };
  }
  const marked = readMarks(content);
  const head = content.replace(/^[*`\s]+/, "").slice(0, 30);
  if (isStrong(marked) && beginsWithMark(head)) return marked;
  if (marked.placeholder && /^[[<{]|^[A-Z]+-[YX#N]/.test(head)) return marked;
  return underDay && content.split(/\s+/).length >= 3 ? { ...marked, placeholder: false } : undefined;
}

function beginsWithMark(head: string): boolean {
  return /^[[【(]?\s*(?:\d{4}[-/.年]|\d{1,2}\.\d{1,2}\.\d{4}|[A-Z]{1,12}-?\d|[A-Z]{2,12}-20\d\d|ID:)/u.test(head);
}

function isCategory(text: string): boolean {
  return /^(correction|insight|knowledge[_ ]gap|best[_ ]practice|error|pattern|workflow|high|medium|low)$/i.test(
    text.trim(),
  );
}
