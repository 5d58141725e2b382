/** A text as one word of a POSIX shell, whatever it holds: for commands that are printed or written down. */
export function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
