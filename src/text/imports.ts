/** Words such as `@AGENTS.md`: hosts that read a core file put the file of that name in their place, but for code and escapes. */

/** An escape, a span of code, marks of code that open none, or an `@` that begins a word: whichever comes first. */
const TOKENS = /\\.|(`+)(?!`).*?(?<!`)\1(?!`)|`+|(?<![\p{L}\p{N}/])@(?=\S)/gsu;

/** The text with every import word escaped for Markdown. */
export function withoutImports(text: string): string {
  return text.replace(TOKENS, (token) => (token === "@" ? "\\@" : token));
}

/** The words that {@link withoutImports} was given, or a formatter escaped. */
export function withImports(text: string): string {
  return text.replace(TOKENS, (token) => (token === "\\@" ? "@" : token));
}
