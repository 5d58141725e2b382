const MOST_SHOWN = 3;

/** `for packages/api/**`, as it is printed behind an entry; undefined where it holds everywhere. */
export function boundText({ paths }: { paths?: readonly string[] | undefined }): string | undefined {
  if (paths === undefined) return undefined;
  const more = paths.length > MOST_SHOWN ? ` and ${paths.length - MOST_SHOWN} more` : "";
  return `for ${paths.slice(0, MOST_SHOWN).join(", ")}${more}`;
}
