/**
 * The settings (`tenet.yaml`): one schema, each key with its type, default and sentence. The profile's type, the file's
 * parsing, `tenet config`, the reference and the gate of settings derive from it.
 */
import * as z from "zod";

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

/** A key: its type, what counts where the file does not state it, and what it means. */
const setting = <T extends z.ZodType>(type: T, initial: z.output<T>, says: string) =>
  type.default(initial as never).describe(says);

/** Keys under one name, or the parts of one key. */
const parts = <S extends z.ZodRawShape>(shape: S) => z.prefault(z.object(shape), {} as never);

function isTimezone(timeZone: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone }) !== undefined;
  } catch {
    return false;
  }
}

/** Every key, in the order in which they are printed. */
function declared() {
  const name = z.string().min(1);
  const names = z.array(name);
  const count = z.int().nonnegative();
  const most = (initial: number) => count.default(initial);
  const days = z.number().positive();
  const cut = z.number().min(0).max(1).exactOptional();
  const person = z.looseObject({
    name,
    role: z.enum(["owner", "admin", "member", "agent"]),
    emails: names.exactOptional(),
  });
  const standingRule = z.strictObject({
    type: z.enum(["reflexion", "decision"]),
    tag: name.optional(),
    entity: name.optional(),
    state: z.literal("approved_for_reuse"),
  });
  return z.object({
    schema: setting(z.literal(1, "this tenet reads format 1 alone"), 1, "The format of this file."),
    agent: setting(
      z.union([name, names.min(1)], "expected a name, or a list of names"),
      "main",
      "The agent that works here; a list: its names, of which the first one writes.",
    ),
    timezone: setting(
      z.string().refine(isTimezone, "not a time zone of this system, such as Europe/Berlin"),
      "UTC",
      "The time zone whose day names the file of a new record.",
    ),
    people: setting(z.array(person), [], "Who says things here: {name, role: owner|admin|member|agent, emails: []}."),
    apply_mode: setting(
      z.enum(["auto", "approval", "curated"]),
      "auto",
      "How entries become rules: auto, approval (a person approves), curated (a person reviews entries, too).",
    ),
    trust: parts({
      base: setting(name.nullable(), null, "The branch that people protect: its settings and rules count."),
    }),
    files: parts({
      soul: name.default("SOUL.md"),
      memory: name.default("MEMORY.md"),
      procedures: name.default("memory/core/procedures.md"),
      boot: name.default("AGENTS.md"),
      heartbeat: name.default("HEARTBEAT.md"),
    }).describe("The core files: of rules (three), of what to run at a session's start, of the outcome check."),
    layout: setting(z.enum(["day", "entry"]), "day", "New records share a file a day (day), or have one each (entry)."),
    near: parts({ claim: cut, second: cut, close: cut, lexical: cut }).describe(
      "The likeness, 0 to 1, from which entries are near; left out: as measured.",
    ),
    embedding: parts({ model: setting(name, "default", "The sentence model: default, or the folder of another one.") }),
    context: parts({ total_tokens: setting(count, 12_000, "At most so many tokens in a context.") }),
    outcome: parts({
      days: setting(z.array(days).length(3), [3, 7, 14], "The ages in days at which an entry's outcome is asked for."),
      per_heartbeat: setting(count, 3, "At most so many questions in a heartbeat."),
    }),
    caps: parts({ soul: most(10), memory: most(10), procedures: most(25) }).describe("At most so many rules in each."),
    knowledge: setting(names, [], "Files of git that recall searches as well, such as [docs/**/*.md]."),
    learning: parts({
      on: setting(z.boolean(), true, "Whether anything is captured; what is known is found all the same."),
      instructions: setting(z.string().max(4000), "", "What an agent heeds when it words rules or wiki pages."),
    }),
    secrets: parts({
      personal: setting(
        z.enum(["keep", "redact"]),
        "keep",
        "Whether mail addresses, phone, card and account numbers stay in new records, or become [mail] etc.",
      ),
    }),
    git: parts({
      commit: setting(z.boolean(), false, "Whether each change is committed."),
    }),
    review: parts({
      auto: setting(z.array(standingRule), [], "What needs no review: {type: reflexion|decision, tag, entity, state}."),
    }),
    ask: parts({ per_day: most(2), open: most(5), expire_days: days.default(14) }).describe(
      "How many questions agents ask a day and have open, and the days until one expires.",
    ),
    contacts: parts({
      ttl_days: setting(days.nullable(), null, "Days after which an unused fact about a contact ends."),
    }),
    sync: parts({
      share: parts({
        min_stakes: z.enum(["low", "medium", "high"]).default("medium"),
        ids: names.default([]),
      }).describe("What goes to a hub: insights of at least these stakes, and entries by whole id."),
      names: setting(names, [], "Names that become [person] in what goes to a hub."),
    }),
  });
}

export type Profile = z.output<ReturnType<typeof declared>>;
export type Person = Pick<Profile["people"][number], "name" | "role" | "emails">;
/** What of a type, with a tag or about an entity (`vendor:acme`), needs no review. */
export type AutoReview = Profile["review"]["auto"][number];
/** From where on is asked about the nearest, about the second nearest, what is printed together, what is near by words. */
export type NearCuts = Required<Profile["near"]>;
export const USUAL_CLOSE = 0.7;

/** Made when it is first asked for: a profile out of the cache needs none of it. */
export const settingsSchema = once(declared);
export const defaultProfile = once((): Profile => settingsSchema().parse({}));

/** The types of the keys and parts under a type, by their names. */
export function partsOf(type: unknown): ReadonlyMap<string, unknown> {
  const inner = type instanceof z.ZodPrefault || type instanceof z.ZodDefault ? type.unwrap() : type;
  return new Map(inner instanceof z.ZodObject ? Object.entries(inner.shape) : []);
}

/** What each key means, by its dotted name: `outcome.days`, `near`. */
export function sentences(type: unknown = settingsSchema(), path: readonly string[] = []): Record<string, string> {
  const says = type instanceof z.ZodType ? type.description : undefined;
  if (says !== undefined) return { [path.join(".")]: says };
  return Object.assign({}, ...[...partsOf(type)].map(([key, inner]) => sentences(inner, [...path, key])));
}

/** The value under a dotted name: of a key, or a part of one. */
export const settingAt = (profile: Profile, dotted: string): unknown =>
  dotted.split(".").reduce<unknown>((all, key) => Object.entries(all ?? {}).find(([one]) => one === key)?.[1], profile);

/** The names under which this workspace's own agent writes. */
export const ownAgents = ({ agent }: Pick<Profile, "agent">): readonly string[] => [agent].flat();
