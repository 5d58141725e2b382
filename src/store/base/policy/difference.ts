/** A difference between two trees, for people who decide on a merge. Made by `two-trees`, printed by `verify`. */

/** `refused`: no merge may hold it. `decided`: it is what people decide. `change`: everything else. */
export const LEVELS = ["refused", "decided", "change"] as const;
export type Level = (typeof LEVELS)[number];

/** Every kind of difference, the heaviest first. */
export const KINDS = [
  "raised-tier",
  "secret",
  "conflict-markers",
  "unreadable",
  "link",
  "workspace",
  "setting",
  "gone",
  "moved",
  "changed",
  "new",
  "line-out",
  "line-in",
] as const;
export type Kind = (typeof KINDS)[number];

export interface Difference {
  kind: Kind;
  level: Level;
  /** The key of a setting, the id of a record or a version, else a file. */
  subject: string;
  file?: string | undefined;
  /** 1-based, in the newer tree. */
  line?: number | undefined;
  /** Of a record that is there in both trees. */
  field?: string | undefined;
  /** In one line; undefined: there was nothing. */
  before?: string | undefined;
  after?: string | undefined;
  /** A sentence. */
  because?: string | undefined;
}

/** The heaviest first, then by file and line; exact repeats once. */
export function byWeight(differences: readonly Difference[]): Difference[] {
  const distinct = new Map(differences.map((one) => [JSON.stringify(Object.entries(one).sort()), one]));
  const weight = ({ level, kind }: Difference) => LEVELS.indexOf(level) * KINDS.length + KINDS.indexOf(kind);
  const place = ({ file = "", line = 0, subject }: Difference) =>
    `${file}\0${String(line).padStart(9, "0")}\0${subject}`;
  return [...distinct.values()].sort((a, b) => weight(a) - weight(b) || (place(a) < place(b) ? -1 : 1));
}
