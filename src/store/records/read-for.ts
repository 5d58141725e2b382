/** The settings that decide how a record is read. Passed to every reader of record files. */
import { cutsOf } from "../../entry/near/near-cuts.js";
import { ownAgents, type Profile } from "../../settings.js";

/** A record may be read with another result under other values. */
export interface ReadFor {
  /** The agent of records that name none. */
  agent: string;
  /** Decides who waits for a person. */
  mode: Profile["apply_mode"];
  /** The score from which two claims are close. */
  close: number;
}

export const readForOf = (profile: Profile): ReadFor => ({
  agent: ownAgents(profile)[0] ?? "main",
  mode: profile.apply_mode,
  close: cutsOf(profile).close,
});
