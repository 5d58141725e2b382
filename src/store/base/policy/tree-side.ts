/** One of two trees that are compared, as data. */

import type { Entry } from "../../../entry/entry.js";
import type { Person, Profile } from "../../../settings.js";

/** A record where it stands. */
export interface SideRecord {
  entry: Entry;
  file: string;
  /** 1-based. */
  line: number;
}

/** A value as a report shows it: in one line. */
export type ShowValue = (value: unknown) => string;

/** A tree as far as tenet reads it. Names are relative to the workspace unless they say otherwise. */
export interface Side {
  /** Undefined: there is no `tenet.yaml`. */
  settings: Profile | undefined;
  people: readonly Person[];
  ownAgents: readonly string[];
  /** By id. */
  records: ReadonlyMap<string, SideRecord>;
  /** Ids that stand in the tree without a record that is read: why, in a sentence. */
  unread: ReadonlyMap<string, string>;
  /** The lines of the files that steer agents or git: core files; attributes and ignores, named from the top of the repository. */
  texts: ReadonlyMap<string, readonly string[]>;
  /** Status of each version, by id. */
  versions: ReadonlyMap<string, string>;
  /** Files of everything that lies in the workspace. */
  files: ReadonlySet<string>;
  /** Links, submodules and the like where tenet reads, by name: what they are and what they point to. */
  links: ReadonlyMap<string, string>;
  /** Every `tenet.yaml`, from the top of the repository. */
  profiles: readonly string[];
}
