import type { CommandTable } from "./command-context.js";

/** Rows of the table of commands for the further layers: examples, questions to an owner, decisions, checks and the like. */
export const LAYERS: CommandTable = {
  draft: {
    group: "layers",
    summary: "keep what an agent wrote and what a person made of it, as an example",
    examples: {
      "tenet draft - < edit.yaml": "one edit or a list: context, original, final, why, kind, contact",
      'tenet draft --context "asks for a Sunday" --original "We are closed." \\\n  --final "Monday 9:00 is free." --contact jane':
        "for one contact: shown only when jane is named",
      'tenet draft --context "asks for a discount" --original "Sure, half off." --why "never promise prices"':
        "without a final text: it was rejected outright",
    },
    load: async () => (await import("./commands/examples.js")).draftCommand,
  },
  check: {
    group: "layers",
    summary: "look through files for what corrections and insights forbid",
    examples: {
      "tenet check": "what changed against HEAD; exit 8 names file, line and what is to stand there",
      "tenet check --staged": "what is about to be committed: `tenet hooks install git` runs it before commits",
      "tenet check --since origin/main --sarif > check.sarif": "a pull request, for the code host to show",
      'tenet correct "Use npm ci in CI" --check \'{in: ["ci/**/*.yml"], forbid: "npm install", unless: "npm ci", instead: "npm ci"}\'':
        "where a check comes from: patterns of RE2, line by line; globs from the top of the workspace",
    },
    load: async () => (await import("./commands/check.js")).checkCommand,
  },
  decide: {
    group: "layers",
    aliases: ["decision"],
    summary: "record a decision with its situation and reason, as an example for the next one",
    examples: {
      'tenet decide "Ship without the retry" --in "CI red by a known flake" --because "the flake is in the test alone"':
        "what was decided, in which situation, and why",
      'tenet decide "Ship without the retry" --in "CI red by a known flake" --because "it hides nothing" \\\n  --alternative "wait for green" --risk "medium: a real failure looks like the flake"':
        "with stakes it is asked about after 3, 7 and 14 days",
    },
    load: async () => (await import("./commands/decisions.js")).decideCommand,
  },
  reflect: {
    group: "layers",
    aliases: ["reflexion"],
    summary: "record what a run taught; used once a person has looked at it",
    examples: {
      'tenet reflect "Invoice sync failed: the vendor id had a trailing space" --entity vendor:acme --tag sync':
        "found again by vendor:acme, acme and sync",
      'tenet reflect "The export needs the lock first" --tag export --run nightly-12': "of a run that is open",
    },
    load: async () => (await import("./commands/decisions.js")).reflectCommand,
  },
  ask: {
    group: "layers",
    summary: "ask the owner what only they can answer; looks first whether it is known",
    examples: {
      'tenet ask "Do you take weekend appointments?" --because "cannot book for Saturday"': "it waits in tenet review",
      'tenet ask "Which days may I offer?" --because "booking" --key hours.days --contact jane': "about one contact",
    },
    load: async () => (await import("./commands/questions.js")).askCommand,
  },
  eval: {
    group: "layers",
    summary: "put golden questions to recall, and say which of them are answered",
    examples: {
      "tenet eval": "the five questions of memory/eval/ that were asked longest ago",
      "tenet eval --all --strict": "all of them; exit 8 when one fails: for CI",
      "tenet eval --tag releases --json": "those with a tag, for a program",
    },
    load: async () => (await import("./commands/eval.js")).evalCommand,
  },
  replay: {
    group: "layers",
    summary: "say what a version's rules would have changed in past contexts and before past repeats",
    examples: {
      "tenet replay": "the version that waits, else what a digest would do now",
      "tenet replay 7 --last 50":
        "version 7, over the last 50 contexts and repeats; commands.eval answers five of them",
      "tenet replay --json": "for a program",
    },
    load: async () => (await import("./commands/eval.js")).replayCommand,
  },
  answer: {
    group: "layers",
    summary: "answer what an agent asked; an owner's answer is pinned",
    examples: {
      'tenet answer k7q2x "Saturdays until noon"': "at your terminal: it stands before every session from then on",
      'tenet answer k7q2x "Saturdays until noon" --so "offer Saturdays" --risk "medium: lost bookings"':
        "a correction as well",
      'tenet answer k7q2x "Saturdays until noon" --source bridget': "an agent relays what bridget said",
      "tenet answer k7q2x --no-answer": "it is not asked any more",
    },
    load: async () => (await import("./commands/questions.js")).answerCommand,
  },
};
