/**
 * The settings (`tenet.yaml`), each declared once: its default, what it means, its type, who may change it. The profile's
 * type, the file's schema, `tenet config`, the reference and the gate of settings derive from it. Loads neither yaml nor
 * zod; parsing lives in `store/profile/profile-text.ts`.
 */
import type * as z from "zod";
import type { TypeWith } from "./entry/record-types.js";

export interface Person {
  name: string;
  role: "owner" | "admin" | "member" | "agent";
  emails?: string[];
}

/** A person's standing rule: what of a type, with a tag or about an entity, need not wait for a review. */
export interface AutoReview {
  type: TypeWith<"review">;
  tag?: string | undefined;
  /** As `vendor:acme`. */
  entity?: string | undefined;
  state: "approved_for_reuse";
}

/** Which entries go to a hub. */
export interface ShareSettings {
  min_stakes: "low" | "medium" | "high";
  /** Entries that a person named, of any stakes: the one way for corrections and memories. */
  ids: string[];
}

/** From which likeness on a near claim is asked about, and is shown beside the other one until somebody answers. */
export interface NearCuts {
  /** The nearest claim, by cosine of the two claims. */
  claim: number;
  /** The second nearest, and the nearest to a prior belief. */
  second: number;
  /** A pair as near as this is printed together and keeps both from the rules until it is answered. */
  close: number;
  /** By words alone, where the model does not apply. */
  lexical: number;
}

/** What types of settings are made of. Built where a file is parsed. */
export interface SettingTypes {
  z: typeof z;
  name: z.ZodType<string>;
  /** A whole number from 0. */
  count: z.ZodType<number>;
  /** From 0 to 1. */
  share: z.ZodType<number>;
  positive: z.ZodType<number>;
  timezone: z.ZodType<string>;
  /** A file of the workspace in which tenet may keep a block. */
  coreFile: z.ZodType<string>;
  globs: z.ZodType<string[]>;
  wholeId: z.ZodType<string>;
  reviewedType: z.ZodType<AutoReview["type"]>;
}

interface Setting<V> {
  readonly initial: V;
  /** One sentence. */
  readonly says: string;
  type(types: SettingTypes): z.ZodType<V>;
  /** It says where and how records are written, and nothing of what they come to: anybody may change it. */
  readonly free?: true;
}

const setting = <V>(says: string, initial: NoInfer<V>, type: (types: SettingTypes) => z.ZodType<V>): Setting<V> => ({
  initial,
  says,
  type,
});

const free = <V>(one: Setting<V>): Setting<V> => ({ ...one, free: true });

const file = (says: string, initial: string): Setting<string> => setting(says, initial, ({ coreFile }) => coreFile);
const most = (says: string, initial: number): Setting<number> => setting(says, initial, ({ count }) => count);

/** Every setting, by section and name, in the order in which they are printed. */
const SETTINGS = {
  schema: free(setting("The format of this file.", 1, ({ z }) => z.int().min(1))),
  agent: setting<string | string[]>(
    "The name under which this agent writes. A list: all of them are self, the first one writes.",
    "main",
    ({ z, name }) => z.union([name, z.array(name).min(1)]),
  ),
  timezone: free(
    setting(
      "Records and daily logs are filed by the day in this time zone. Changing it moves nothing.",
      "UTC",
      ({ timezone }) => timezone,
    ),
  ),
  people: setting<Person[]>(
    "Who says things here: {name, role: owner|admin|member|agent, emails: []}. An owner's word counts most.",
    [],
    ({ z, name }) =>
      z.array(
        z.looseObject({
          name,
          role: z.enum(["owner", "admin", "member", "agent"]),
          emails: z.array(name).optional(),
        }) as unknown as z.ZodType<Person>,
      ),
  ),
  apply_mode: setting<"auto" | "approval" | "curated">(
    "How learnings become rules: auto | approval (a person approves) | curated (a person reviews entries too).",
    "auto",
    ({ z }) => z.enum(["auto", "approval", "curated"]),
  ),
  trust: {
    base: setting<string | null>(
      "The branch that people protect, such as origin/main: what stands there was decided; null: what people type is.",
      null,
      ({ name }) => name.nullable(),
    ),
  },
  files: {
    soul: file("Where rules stand that corrections become. One file may serve several, such as CLAUDE.md.", "SOUL.md"),
    memory: file("Where lessons of outcomes stand, and what is used again and again.", "MEMORY.md"),
    procedures: file("Where techniques stand that worked.", "memory/core/procedures.md"),
    boot: file("The file that says what to run at session start.", "AGENTS.md"),
    heartbeat: file("The file with the outcome check.", "HEARTBEAT.md"),
  },
  layout: free(
    setting<"day" | "entry">(
      "New records go to one file a day (day) or one file each (entry, for hosts that merge without our driver).",
      "day",
      ({ z }) => z.enum(["day", "entry"]),
    ),
  ),
  near: setting<Partial<NearCuts>>(
    "Likeness from which what is near is asked about: {claim, second, close, lexical}; empty: as shipped.",
    {},
    ({ z, share }) =>
      z.looseObject({ claim: share, second: share, close: share, lexical: share }).partial() as z.ZodType<
        Partial<NearCuts>
      >,
  ),
  embedding: {
    model: setting("The sentence model: default, or a folder or hub name.", "default", ({ name }) => name),
  },
  context: {
    layer_tokens: most("Tokens for one layer.", 2000),
    total_tokens: most("Tokens in all.", 12_000),
  },
  outcome: {
    days: setting(
      "Days after which an entry is asked about: first, second, last question; with low stakes once, after 7.",
      [3, 7, 14] as number[],
      ({ z, positive }) => z.array(positive).length(3),
    ),
    per_heartbeat: most("At most so many questions, pairs and reminders a heartbeat.", 3),
    per_day: most("At most so many of them a day.", 6),
  },
  stick: {
    window_days: setting(
      "Days in which a correction must not be repeated to count as held.",
      7,
      ({ positive }) => positive,
    ),
  },
  promotion: {
    sessions: most("Sessions in which an entry must have been used.", 3),
    applied: most("Sessions in which an insight must have worked.", 3),
    score: setting("Score (1-10) from which an outcome makes a rule.", 8, ({ z }) => z.int().min(1).max(10)),
  },
  digest: {
    corrections: most("Corrections waiting that start a digest at a heartbeat or a session's end.", 5),
    every_days: setting("Days after which anything waiting starts one.", 7, ({ z }) => z.number().nonnegative()),
  },
  caps: {
    soul: most("Most rules of corrections; a file that serves several holds as many as theirs together.", 10),
    memory: most("Most rules of outcomes and of use.", 10),
    procedures: most("Most rules of techniques.", 25),
    file_chars: most("Most characters tenet's block may have.", 12_000),
    group_chars: most("Characters of a group of memories from which on you are told to shorten it.", 2000),
  },
  ask: {
    per_day: most("Most questions that an agent asks its owner in a day.", 2),
    open: most("Most questions that wait for an answer at once.", 5),
    expire_days: setting(
      "Days after which a question that nobody answered is no longer asked.",
      14,
      ({ positive }) => positive,
    ),
  },
  contacts: {
    ttl_days: setting<number | null>(
      "Days after which a fact about a contact ends that nobody said again or used; null: never.",
      null,
      ({ positive }) => positive.nullable(),
    ),
  },
  review: {
    auto: setting<AutoReview[]>(
      "Approved at birth: {type: reflexion|decision, tag, entity, state: approved_for_reuse}; never from outside.",
      [],
      ({ z, name, reviewedType }) =>
        z.array(
          z.strictObject({
            type: reviewedType,
            tag: name.optional(),
            entity: name.optional(),
            state: z.literal("approved_for_reuse"),
          }),
        ),
    ),
  },
  knowledge: setting<string[]>(
    "Files that recall and context look into as well, such as [docs/**/*.md]; those that git tracks.",
    [],
    ({ globs }) => globs,
  ),
  learning: {
    on: setting<boolean>(
      "Off (false): nothing is captured by anything, and everything known is still read.",
      true,
      ({ z }) => z.boolean(),
    ),
    instructions: setting(
      "What the owner wants of whoever words rules and pages: it stands in every brief.",
      "",
      ({ z }) => z.string().max(4000),
    ),
  },
  secrets: {
    personal: setting<"keep" | "redact">(
      "Mail addresses, bank accounts, cards and phones in records stay as said (keep), or become [mail] etc. (redact).",
      "keep",
      ({ z }) => z.enum(["keep", "redact"]),
    ),
  },
  git: {
    commit: free(
      setting<boolean>("Commit each change with its reason as message, only tenet's own files.", false, ({ z }) =>
        z.boolean(),
      ),
    ),
  },
  ledger: {
    keep_queries: free(
      setting<boolean>("Keep the words of queries in the local ledger.", false, ({ z }) => z.boolean()),
    ),
  },
  sync: {
    share: setting<ShareSettings>(
      "What `tenet sync` sends, once set up. ids: whole ids of entries that go all the same, of any type.",
      { min_stakes: "medium", ids: [] },
      ({ z, wholeId }) =>
        z.strictObject({
          min_stakes: z.enum(["low", "medium", "high"]),
          ids: z.array(wholeId),
        }),
    ),
    names: setting<string[]>("Further names that are replaced by [person] in what goes.", [], ({ z, name }) =>
      z.array(name),
    ),
  },
} as const;

type ValueOf<S> = S extends Setting<infer V> ? V : { -readonly [K in keyof S]: ValueOf<S[K]> };
/** The settings in force. */
export type Profile = ValueOf<typeof SETTINGS>;

type AnySetting = Setting<unknown>;
const isSetting = (value: object): value is AnySetting => "says" in value;

/** Every setting by its dotted name: `outcome.per_day`, `near`. */
export const SETTING: Readonly<Record<string, AnySetting>> = Object.fromEntries(
  Object.entries(SETTINGS).flatMap(([key, value]): [string, AnySetting][] =>
    isSetting(value)
      ? [[key, value as AnySetting]]
      : Object.entries(value).map(([inner, one]): [string, AnySetting] => [`${key}.${inner}`, one]),
  ),
);

/** The names of the sections. */
export const SECTIONS: readonly string[] = Object.entries(SETTINGS).flatMap(([key, value]) =>
  isSetting(value) ? [] : [key],
);

/** A tree of settings with a value for each name. */
export function settingTree(valueFor: (key: string) => unknown): Record<string, unknown> {
  const tree: Record<string, unknown> = {};
  for (const key of Object.keys(SETTING)) {
    const [section = "", inner] = key.split(".");
    if (inner === undefined) tree[section] = valueFor(key);
    else tree[section] = { ...(tree[section] as object | undefined), [inner]: valueFor(key) };
  }
  return tree;
}

export const DEFAULT_PROFILE = settingTree((key) => SETTING[key]?.initial) as unknown as Profile;

/** The names under which this workspace's own agent writes. */
export function ownAgents(profile: Profile): readonly string[] {
  return typeof profile.agent === "string" ? [profile.agent] : profile.agent;
}

/** The value of each setting by its dotted name. */
export function flatSettings(profile: Profile): Record<string, unknown> {
  return Object.fromEntries(
    Object.keys(SETTING).map((key) => {
      const [section = "", inner] = key.split(".");
      const value = (profile as unknown as Record<string, unknown>)[section];
      return [key, inner === undefined ? value : (value as Record<string, unknown>)[inner]];
    }),
  );
}

/** The same settings with another value of one, by its dotted name. */
export function withValue<P extends Partial<Profile>>(settings: P, key: string, value: unknown): P {
  const [name = "", inner] = key.split(".");
  if (inner === undefined) return { ...settings, [name]: value };
  const section = (settings as Record<string, unknown>)[name] as object | undefined;
  return { ...settings, [name]: { ...section, [inner]: value } };
}
