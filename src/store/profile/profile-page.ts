import type { Profile } from "../../config.js";

/** What each setting means, in the order of the profile: the comments of `tenet.yaml` and the settings' reference. */
export const SETTING_SUMMARY: Readonly<Record<string, string>> = {
  schema: "The format of this file.",
  agent: "The name under which this agent writes. A list: all of them are self, the first one writes.",
  timezone: "Records and daily logs are filed by the day in this time zone. Changing it moves nothing.",
  people: "Who says things here: {name, role: owner|admin|member|agent, emails: []}. An owner's word counts most.",
  apply_mode:
    "How learnings become rules: auto | approval (a person approves) | curated (a person reviews entries too).",
  layout: "New records go to one file a day (day) or one file each (entry, for hosts that merge without our driver).",
  "embedding.model": "The sentence model: default, or a folder or hub name.",
  "embedding.dtype": "Its number format.",
  near: "Likeness from which what is near is asked about: {claim, second, close, lexical}; empty: as shipped.",
  "recall.limit": "How many results recall prints.",
  "recall.mode": "hybrid (words and meaning) | keyword | semantic.",
  "context.core": "Core files that context prints: auto leaves out what the host loads itself; or a list of files.",
  "context.rules": "At most so many rules in the core.",
  "context.learnings": "At most so many learnings that fit.",
  "context.layer_tokens": "Tokens for one layer.",
  "context.total_tokens": "Tokens in all.",
  "outcome.days": "Days after which an entry is asked about: first, second, last question.",
  "outcome.days_by_stakes": "Other days for low, medium or high stakes, at most three; none: not asked about.",
  "outcome.per_heartbeat": "At most so many questions, pairs and reminders a heartbeat.",
  "outcome.per_day": "At most so many of them a day.",
  "outcome.quiet_hours": "Nothing is printed twice within so many hours.",
  "stick.window_days": "Days in which a correction must not be repeated to count as held.",
  "stick.silence": "What no repeat and no opportunity proves: unknown (nothing) | held.",
  "promotion.sessions": "Sessions in which an entry must have been used.",
  "promotion.applied": "Sessions in which an insight must have worked.",
  "promotion.score": "Score (1-10) from which an outcome makes a rule.",
  "digest.corrections": "Corrections waiting that start a digest at a heartbeat or a session's end.",
  "digest.every_days": "Days after which anything waiting starts one.",
  "commands.digest": "A program that words rules (stdin to stdout); runs only after a person confirmed it here.",
  "commands.eval":
    "A program that answers golden questions (stdin to stdout); runs only after a person confirmed it here.",
  "commands.wiki":
    "A program that words pages of the wiki (stdin to stdout); runs only after a person confirmed it here.",
  "files.soul": "Where rules stand that corrections become. One file may serve several, such as CLAUDE.md.",
  "files.memory": "Where lessons of outcomes stand, and what is used again and again.",
  "files.procedures": "Where techniques stand that worked.",
  "files.boot": "The file that says what to run at session start.",
  "files.heartbeat": "The file with the outcome check.",
  "caps.soul": "Most rules of corrections; a file that serves several holds as many as theirs together.",
  "caps.memory": "Most rules of outcomes and of use.",
  "caps.procedures": "Most rules of techniques.",
  "caps.versions": "Most version files kept.",
  "caps.file_chars": "Most characters tenet's block may have.",
  "caps.group_chars":
    "Characters of a group of memories from which on you are told to shorten it; a context prints so many.",
  "ask.per_day": "Most questions that an agent asks its owner in a day.",
  "ask.open": "Most questions that wait for an answer at once.",
  "ask.expire_days": "Days after which a question that nobody answered is no longer asked.",
  "contacts.ttl_days": "Days after which a fact about a contact ends that nobody said again or used; null: never.",
  "review.expire_days": "Days after which an entry that waits for review expires.",
  "review.auto":
    "Approved at birth: {type: reflexion|decision, tag, entity, state: approved_for_reuse}; never from outside.",
  "reflexions.on": "Keep what runs teach; off, nothing of it is stored, and what is known is still read.",
  knowledge: "Files that recall and context look into as well, such as [docs/**/*.md]; those that git tracks.",
  knowledge_external: "The same of files that come from elsewhere: each waits for a person, who lets in its content.",
  "learning.on": "Off (false): nothing is captured by anything, and everything known is still read.",
  "learning.instructions": "What the owner wants of whoever words rules and pages: it stands in every brief.",
  secrets: "A secret in a text is replaced (redact), or the text is refused (refuse).",
  "approval.non_interactive": "May a person approve without a terminal?",
  "trust.base":
    "The branch that people protect, such as origin/main: what stands there was decided; null: what people type is.",
  "git.commit": "Commit each change with its reason as message, only tenet's own files.",
  "ledger.keep_queries": "Keep the words of queries in the local ledger.",
  "sync.share":
    "What `tenet sync` sends, once set up; null: any. ids: whole ids of entries that go all the same, of any type.",
  "sync.fields": "What goes beside claim, stakes and risk.",
  "sync.names": "Further names that are replaced by [person] in what goes.",
  "sync.pseudonym": "Stands before this agent's pseudonym in a hub; null: nothing does.",
  "sync.take_per_day": "At most so many rows of one agent are taken a day.",
};

/** Comments go beside short values and above long ones, so that lines stay readable. */
const WRAP = 120;

const scalar = (value: unknown): string => {
  if (typeof value !== "string") return JSON.stringify(value);
  return /^[A-Za-z][A-Za-z0-9_/+-]*$/.test(value) && !/^(y|n|yes|no|on|off|true|false|null)$/i.test(value)
    ? value
    : JSON.stringify(value);
};

/** One line of YAML for a value, in flow style. */
export function flowOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(flowOf).join(", ")}]`;
  if (value !== null && typeof value === "object") {
    return `{${Object.entries(value)
      .map(([key, inner]) => `${scalar(key)}: ${flowOf(inner)}`)
      .join(", ")}}`;
  }
  return scalar(value);
}

function setting(indent: string, key: string, value: unknown, says: string | undefined): string[] {
  const line = `${indent}${key}: ${flowOf(value)}`;
  if (says === undefined) return [line];
  const beside = `${line.padEnd(28)} # ${says}`;
  return beside.length <= WRAP ? [beside] : [`${indent}# ${says}`, line];
}

const isSection = (value: unknown, key: string): value is Record<string, unknown> =>
  value !== null && typeof value === "object" && !Array.isArray(value) && key !== "near";

/** `people:` in block style, one person a line, so that a diff shows who was added. */
function people(value: Profile["people"]): string[] {
  const says = `# ${SETTING_SUMMARY["people"]}`;
  if (value.length === 0) return [says, "people: []"];
  return [says, "people:", ...value.map((person) => `  - ${flowOf(person)}`)];
}

/** A whole `tenet.yaml`: every setting with its value and a comment. */
export function profilePage(profile: Profile): string {
  const lines = ["# The profile of this workspace. Missing keys take the values shown here.", ""];
  let inSection = false;
  for (const [key, value] of Object.entries(profile)) {
    if (inSection && !isSection(value, key)) lines.push("");
    inSection = isSection(value, key);
    if (key === "people") lines.push(...people(profile.people));
    else if (isSection(value, key)) {
      lines.push("", `${key}:`);
      for (const [name, inner] of Object.entries(value)) {
        lines.push(...setting("  ", name, inner, SETTING_SUMMARY[`${key}.${name}`]));
      }
    } else lines.push(...setting("", key, value, SETTING_SUMMARY[key]));
  }
  return `${lines.join("\n")}\n`;
}
