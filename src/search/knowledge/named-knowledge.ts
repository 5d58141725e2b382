/** What the profile names as knowledge. */
import type { Profile } from "../../settings.js";

export interface NamedKnowledge {
  globs: readonly string[];
  /** Tenet's own files are never meant: what they hold is shown to whom it may be, when it counts. */
  files: Profile["files"];
}

type Named = { profile: Pick<Profile, "knowledge" | "files"> };

export const namedKnowledge = ({ profile: { knowledge: globs, files } }: Named): NamedKnowledge => ({ globs, files });
export const namesKnowledge = ({ profile }: Named): boolean => profile.knowledge.length > 0;
