/** Files in which tenet itself writes: no check is about them, and none is a document to look into. */
import type { Profile } from "../settings.js";

/** Paths are relative, with `/`. */
export function ownFiles({ files }: Pick<Profile, "files">): (file: string) => boolean {
  const core: ReadonlySet<string> = new Set(Object.values(files));
  return (file) => /^(?:memory|\.tenet)\//.test(file) || file === "tenet.yaml" || core.has(file);
}
