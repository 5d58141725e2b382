/** Whether tenet may write a block into a file of that name. */

/** Names that git, a shell and the file of a version take as one word. */
const NAME = /^(?:[\p{L}\p{N}._@+-]+\/)*[\p{L}\p{N}._@+-]+\.mdc?$/u;
const OWN = /^(?:memory\/(?!core\/)|\.tenet\/|\.git\/)/i;

/** Why not; undefined when it may. `path`: relative to the workspace. */
export function coreFileTrouble(path: string): string | undefined {
  const isInside = NAME.test(path) && !path.split("/").some((part) => part === "." || part === "..");
  if (!isInside) return "not a Markdown file inside the workspace, such as CLAUDE.md or docs/rules.md (no spaces)";
  return OWN.test(path) ? "that folder holds tenet's own records, or belongs to git" : undefined;
}
