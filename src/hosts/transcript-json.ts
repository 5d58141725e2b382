/** What the hosts' JSON lines share: objects of unknown shape, blocks of content, instants. */

export type Json = { readonly [key: string]: unknown };

/** A line as an object; undefined when it is not one. */
export function objectOf(line: string): Json | undefined {
  try {
    return asObject(JSON.parse(line));
  } catch {
    return undefined;
  }
}

export function asObject(value: unknown): Json | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Json) : undefined;
}

export const asText = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);

/** The text of a content: itself, or its blocks of these types, one beneath the other. */
export function textIn(content: unknown, types: readonly string[]): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content
    .flatMap((block): string[] => {
      const { type, text } = asObject(block) ?? {};
      return typeof text === "string" && types.includes(String(type)) ? [text] : [];
    })
    .join("\n");
}

/** An instant of a transcript, UTC to the second; undefined where it is none. */
export function instantOf(value: unknown): string | undefined {
  if (typeof value !== "string" && typeof value !== "number") return undefined;
  const at = new Date(value);
  if (Number.isNaN(at.getTime())) return undefined;
  return `${at.toISOString().slice(0, 19)}Z`;
}
