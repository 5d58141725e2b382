/** The profile's shape and defaults (`tenet.yaml`). Plain data: parsing and validation live in `store/profile/profile-text.ts`. */
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

/** What an agent tells a hub of an entry beside its claim, its stakes and what is at risk: those always go. */
export const SHARED_FIELDS = ["evidence", "applications", "domain", "tags", "evolution", "verdict", "score"] as const;
export type SharedField = (typeof SHARED_FIELDS)[number];

/** Which entries go to a hub. `null`: whatever the domain, or the tags. */
export interface ShareSettings {
  domains: string[] | null;
  /** One of them is enough. */
  tags: string[] | null;
  min_stakes: "low" | "medium" | "high";
  /** Entries that a person named, of any domain, tags and stakes: the one way for corrections and memories. */
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

export interface Profile {
  schema: number;
  /** All of them are self; the first is written on entries unless `TENET_AGENT` or `--as` says otherwise. */
  agent: string | string[];
  timezone: string;
  people: Person[];
  apply_mode: "auto" | "approval" | "curated";
  layout: "day" | "entry";
  embedding: { model: string; dtype: string };
  near: Partial<NearCuts>;
  recall: { limit: number; mode: "hybrid" | "keyword" | "semantic" };
  context: { core: "auto" | string[]; rules: number; learnings: number; layer_tokens: number; total_tokens: number };
  outcome: {
    days: number[];
    days_by_stakes: { low?: number[]; medium?: number[]; high?: number[] };
    per_heartbeat: number;
    per_day: number;
    quiet_hours: number;
  };
  stick: { window_days: number; silence: "unknown" | "held" };
  promotion: { sessions: number; applied: number; score: number };
  digest: { corrections: number; every_days: number };
  /** Programs that run once a person let them in this clone. */
  commands: { digest: string | null; eval: string | null; wiki: string | null };
  /** Where tenet keeps its blocks: rules of each role, what to run at session start, the outcome check. */
  files: { soul: string; memory: string; procedures: string; boot: string; heartbeat: string };
  caps: { soul: number; memory: number; procedures: number; versions: number; file_chars: number; group_chars: number };
  /** Questions to an owner: at most so many a day and agent, and open at once; how long one waits. */
  ask: { per_day: number; open: number; expire_days: number };
  contacts: { ttl_days: number | null };
  review: { expire_days: number; auto: AutoReview[] };
  reflexions: { on: boolean };
  /** Globs of files that are cut into passages and found beside the entries. */
  knowledge: string[];
  /** Globs of such files that come from elsewhere: each waits for a person's review, by its content. */
  knowledge_external: string[];
  /** Off: nothing is captured. `instructions`: the owner's words, which stand in every brief. */
  learning: { on: boolean; instructions: string };
  secrets: "redact" | "refuse";
  approval: { non_interactive: boolean };
  /** `base`: the branch that people protect, such as `origin/main`. */
  trust: { base?: string | null };
  git: { commit: boolean };
  ledger: { keep_queries: boolean };
  /** What a hub is told, and how; nothing of it does anything before `tenet sync init`. */
  sync: {
    share: ShareSettings;
    fields: SharedField[];
    /** Further names that are taken out of what goes. */
    names: string[];
    /** Stands before this clone's pseudonym. */
    pseudonym: string | null;
    /** At most so many rows of one agent are taken a day. */
    take_per_day: number;
  };
}

export const DEFAULT_PROFILE: Profile = {
  schema: 1,
  agent: "main",
  timezone: "UTC",
  people: [],
  apply_mode: "auto",
  layout: "day",
  embedding: { model: "default", dtype: "q8" },
  near: {},
  recall: { limit: 10, mode: "hybrid" },
  context: { core: "auto", rules: 10, learnings: 10, layer_tokens: 2000, total_tokens: 12_000 },
  outcome: { days: [3, 7, 14], days_by_stakes: { low: [7] }, per_heartbeat: 3, per_day: 6, quiet_hours: 20 },
  stick: { window_days: 7, silence: "unknown" },
  promotion: { sessions: 3, applied: 3, score: 8 },
  digest: { corrections: 5, every_days: 7 },
  commands: { digest: null, eval: null, wiki: null },
  files: {
    soul: "SOUL.md",
    memory: "MEMORY.md",
    procedures: "memory/core/procedures.md",
    boot: "AGENTS.md",
    heartbeat: "HEARTBEAT.md",
  },
  caps: { soul: 10, memory: 10, procedures: 25, versions: 20, file_chars: 12_000, group_chars: 2000 },
  ask: { per_day: 2, open: 5, expire_days: 14 },
  contacts: { ttl_days: null },
  review: { expire_days: 30, auto: [] },
  reflexions: { on: true },
  knowledge: [],
  knowledge_external: [],
  learning: { on: true, instructions: "" },
  secrets: "redact",
  approval: { non_interactive: false },
  trust: { base: null },
  git: { commit: false },
  ledger: { keep_queries: false },
  sync: {
    share: { domains: null, tags: null, min_stakes: "medium", ids: [] },
    fields: [...SHARED_FIELDS],
    names: [],
    pseudonym: null,
    take_per_day: 500,
  },
};

/** The names under which this workspace's own agent writes. */
export function ownAgents(profile: Profile): readonly string[] {
  return typeof profile.agent === "string" ? [profile.agent] : profile.agent;
}

/** Settings by dotted name: `recall.limit`. `near` is one setting: its four numbers belong to one model. */
export function flatSettings(profile: Profile): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(profile).flatMap(([key, value]) => {
      const isSection = typeof value === "object" && !Array.isArray(value) && key !== "near";
      return isSection
        ? Object.entries(value).map(([inner, innerValue]) => [`${key}.${inner}`, innerValue])
        : [[key, value]];
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
