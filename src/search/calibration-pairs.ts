/**
 * Shipped pairs for calibration, so that a tree without judged pairs gets cuts, too. All of them need a judgement.
 * `SAME`: two wordings of one lesson. `RELATED`: one subject with two lessons, or one lesson with a changed meaning.
 * Unrelated pairs are made of sentences from different rows.
 */
export const SAME: readonly (readonly [string, string])[] = [
  [
    "Use npm ci in CI so that the lockfile decides",
    "In the pipeline install with npm ci, then the lockfile is what counts",
  ],
  ["Ask before deleting files that another person wrote", "Never remove somebody else's files without asking first"],
  [
    "Small commits are easier to review than one big one",
    "Reviewers cope better with many little commits than with a single large commit",
  ],
  [
    "The webhook arrives twice, so the handler must be idempotent",
    "Make the webhook handler idempotent: deliveries are repeated",
  ],
  [
    "Check the time zone before comparing two dates",
    "Comparing dates goes wrong unless their time zones are checked first",
  ],
  [
    "Run the migration on a copy of production data first",
    "Before migrating production, try the migration on a copy of its data",
  ],
  ["A flaky test is usually waiting for a timer", "Most flaky tests turn out to depend on a timer"],
  [
    "Read the error message to its end before searching the web",
    "Do not search online until the whole error message has been read",
  ],
  ["Cache keys must contain the schema version", "Put the version of the schema into every cache key"],
  [
    "Users skip long forms, so ask for the e-mail address only",
    "Ask for nothing but the e-mail address: people give up on long forms",
  ],
  [
    "Restart the worker after changing its environment variables",
    "Changed environment variables reach the worker only after a restart",
  ],
  ["Retry with growing pauses when the service answers 429", "On a 429 wait longer before each new attempt"],
  [
    "Write down why a decision was made, not only what was decided",
    "The reason belongs in the record of a decision, the decision alone is not enough",
  ],
  ["Backups that were never restored cannot be trusted", "Do not rely on a backup until a restore from it has worked"],
  [
    "Log the request id, it connects the services",
    "Services can be followed through the logs when the request id is logged",
  ],
  ["Keep the main branch releasable at all times", "It must be possible to release from main at any moment"],
];

export const RELATED: readonly (readonly [string, string])[] = [
  ["Use npm ci in CI so that the lockfile decides", "Run npm audit in CI once a week"],
  ["Use npm ci in CI", "Never use npm ci in CI"],
  ["Small commits are easier to review than one big one", "Commit messages should say why the change was made"],
  [
    "The webhook arrives twice, so the handler must be idempotent",
    "Webhook signatures must be verified before the body is parsed",
  ],
  ["Check the time zone before comparing two dates", "Store dates in UTC and show them in local time"],
  ["Run the migration on a copy of production data first", "Migrations run in order of their numbers"],
  ["A flaky test is usually waiting for a timer", "Tests that share a database must not run in parallel"],
  ["Cache keys must contain the schema version", "The cache is emptied at every deployment"],
  [
    "Restart the worker after changing its environment variables",
    "The worker reads its queue name from the environment",
  ],
  ["Retry with growing pauses when the service answers 429", "Retry at most 3 times when the service answers 500"],
  ["Set the timeout to 30 seconds", "Set the timeout to 5 seconds"],
  ["Backups that were never restored cannot be trusted", "Backups are kept for ninety days"],
  ["Enable compression for responses above 1 KB", "Disable compression for responses above 1 KB"],
  ["Log the request id, it connects the services", "Never log the session token"],
  ["Deploy after the tests have passed", "Deploy before the weekend begins"],
  ["Keep the main branch releasable at all times", "Release branches are cut from main every second week"],
];
