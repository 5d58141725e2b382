/** The settings that decide how a record is read. Passed to every reader of record files. */
import { ownAgents, type Profile } from "../../settings.js";

/** A record may be read with another result under other values. */
export interface ReadFor {
  /** The agent of records that name none. */
  agent: string;
  /** Decides the review state of an entry without one. */
  mode: Profile["apply_mode"];
}

export const readForOf = (profile: Profile): ReadFor => ({
  agent: ownAgents(profile)[0] ?? "main",
  mode: profile.apply_mode,
});
