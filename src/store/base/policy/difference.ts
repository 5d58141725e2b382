/** A difference between two trees, for people who decide on a merge. Made by `two-trees`, printed by `verify`. */

/**
 * `refused`: no merge may hold it. `loosening`: more is let in, or what stood is said otherwise. `removal`: what stood
 * leaves. `change`: everything else.
 */
export const LEVELS = ["refused", "loosening", "removal", "change"] as const;
export type Level = (typeof LEVELS)[number];

/** A part of the report. */
interface Section {
  title: string;
  /** In their order within the part. */
  kinds: Readonly<Record<string, Level>>;
}

/** Every kind of difference under its title, by weight: what stands first is read first. */
const SECTIONS = [
  {
    title: "Must not be merged",
    kinds: {
      "raised-tier": "refused",
      secret: "refused",
      "conflict-markers": "refused",
      unreadable: "refused",
    },
  },
  { title: "Settings", kinds: { setting: "loosening" } },
  {
    title: "What was taught",
    kinds: {
      "words-removed": "removal",
      "words-ended": "removal",
      "words-lowered": "loosening",
      "words-changed": "loosening",
      "words-moved": "change",
      "record-removed": "removal",
    },
  },
  {
    title: "Rules",
    kinds: {
      "rule-out": "removal",
      "rule-reworded": "loosening",
      "rule-moved": "change",
      "rule-in": "change",
      "version-removed": "removal",
    },
  },
  {
    title: "Reviews, pins, checks and answers",
    kinds: {
      "review-opened": "loosening",
      "pin-out": "removal",
      "check-out": "removal",
      "check-reworded": "loosening",
      review: "change",
      pin: "change",
      check: "change",
      answer: "change",
      closing: "change",
    },
  },
  {
    title: "What people wrote into core files",
    kinds: { "line-out": "removal", "line-in": "change", "other-text": "change" },
  },
  {
    title: "What a diff does not show",
    kinds: {
      workspace: "loosening",
      link: "loosening",
      "local-state": "loosening",
      attribute: "change",
    },
  },
  {
    title: "Settings of where and how records are written",
    kinds: { "setting-free": "change" },
  },
  { title: "New words of an owner", kinds: { "words-new": "change" } },
] as const satisfies readonly Section[];

type KindsOf<One> = One extends { kinds: infer Kinds } ? keyof Kinds : never;
export type Kind = KindsOf<(typeof SECTIONS)[number]>;

const ROWS = SECTIONS.flatMap(({ title, kinds }) =>
  Object.entries(kinds as Readonly<Record<string, Level>>).map(([kind, level]) => ({ kind, level, title })),
);
const BY_KIND = new Map(ROWS.map((row, weight) => [row.kind, { ...row, weight }]));

/** Every kind, the heaviest first. */
export const KINDS = ROWS.map(({ kind }) => kind) as [Kind, ...Kind[]];

/** Under which title a kind is shown. */
export const titleOf = (kind: Kind): string => BY_KIND.get(kind)?.title ?? "";

export interface DifferenceDraft {
  kind: Kind;
  /** The key of a setting, the id of a record or a version, else a file. */
  subject: string;
  file?: string | undefined;
  /** 1-based, in the newer tree. */
  line?: number | undefined;
  /** In one line; undefined: there was nothing. */
  before?: string | undefined;
  after?: string | undefined;
  /** A sentence. */
  because?: string | undefined;
}

export interface Difference extends DifferenceDraft {
  level: Level;
}

/** With their levels, the heaviest first, then by file and line; exact repeats once. */
export function byWeight(drafts: readonly DifferenceDraft[]): Difference[] {
  const distinct = new Map(drafts.map((draft) => [JSON.stringify(Object.entries(draft).sort()), draft]));
  const weight = ({ kind }: DifferenceDraft) => BY_KIND.get(kind)?.weight ?? 0;
  const place = ({ file = "", line = 0, subject }: DifferenceDraft) =>
    `${file}\0${String(line).padStart(9, "0")}\0${subject}`;
  return [...distinct.values()]
    .sort((a, b) => weight(a) - weight(b) || (place(a) < place(b) ? -1 : 1))
    .map((draft) => ({ ...draft, level: BY_KIND.get(draft.kind)?.level ?? "change" }));
}
