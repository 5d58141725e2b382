/** What the profile names as knowledge. */
import type { Profile } from "../../settings.js";

export interface NamedKnowledge {
  globs: readonly string[];
  /** Tenet's own files are never meant: what they hold is shown to whom it may be, when it counts. */
  files: Profile["files"];
}

interface Named {
  profile: Pick<Profile, "knowledge" | "files">;
}

export const namedKnowledge = ({ profile: { knowledge, files } }: Named): NamedKnowledge => ({
  globs: knowledge,
  files,
});

/** True where the profile names files at all. */
export const namesKnowledge = ({ profile }: Named): boolean => profile.knowledge.length > 0;
