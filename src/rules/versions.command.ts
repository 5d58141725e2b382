import { command, part } from "../command/command.js";
import { argument, flag, text } from "../command/input.js";

const WAITING = "its number, id or tail; the version that waits unless named";

const diff = part({
  summary: "Show what a version changes in the files and why.",
  input: {
    version: argument("[version]", "its number, id or tail; the version that waits, else the one in force"),
  },
  run: async (call, { version }) => (await import("./versions/versions.js")).diffVersion(await call.context(), version),
  view: async (data) => (await import("./versions/versions-outline.js")).diffedOutline(data),
});

const approve = part({
  summary: "Let a version that waits take effect: for people, at a terminal.",
  input: {
    version: argument("[version]", WAITING),
    edit: flag("word the proposed lines in your editor first"),
    reason: text("<text>", "why, for whoever reads the version later"),
  },
  run: async (call, { version, edit, reason }) =>
    (await import("./deciding.terminal.js")).approveByPerson(call, { ref: version, edit: edit === true, reason }),
  view: async (data) => (await import("./text/deciding-outline.js")).approvedOutline(data),
});

const reject = part({
  summary: "Turn a version down, with a reason: for people, at a terminal.",
  input: { version: argument("[version]", WAITING), reason: text("<text>", "why it is not wanted") },
  run: async (call, { version, reason }) =>
    (await import("./deciding.terminal.js")).rejectByPerson(call, version, reason),
  view: async (data) => (await import("./text/deciding-outline.js")).rejectedOutline(data),
});

const rollback = part({
  summary: "Take a version back with a new one; lines that people wrote stay.",
  input: {
    version: argument("[version]", "its number, id or tail; the version in force unless named"),
    reason: text("<text>", "why, for whoever reads the version later"),
    dryRun: flag("say what it would do, write nothing"),
  },
  run: async (call, { version, reason, dryRun }) =>
    (await import("./deciding.terminal.js")).rollbackByPerson(call, { ref: version, reason, dryRun: dryRun === true }),
  view: async (data) => (await import("./text/deciding-outline.js")).rollbackOutline(data),
});

const propose = part({
  summary: "Put the version that waits on a branch of its own, for a person to merge.",
  input: { version: argument("[version]", "its number, id or tail; the one that waits unless named") },
  run: async (call, { version }) => (await import("./versions/propose.js")).propose(await call.context(), version),
  view: async (data) => (await import("./versions/versions-outline.js")).proposedOutline(data),
});

/** The list; then the answers of the parts. */
async function outputSchema() {
  const deciding = await import("./text/deciding-schemas.js");
  return [
    deciding.versionsSchema,
    deciding.versionDiffSchema,
    deciding.approvedSchema,
    deciding.rejectedSchema,
    deciding.rolledBackSchema,
    deciding.proposalSchema,
  ];
}

export const versions = command({
  name: "versions",
  group: "rules",
  place: 2,
  summary: "list the versions of the rules, show what one changes, decide on it, take it back",
  examples: {
    "tenet versions": "the newest first",
    "tenet versions diff": "the version that waits, or else the one in force",
    "tenet versions approve": "shows what it does to the files, then asks for a word",
    'tenet versions approve 7 --reason "tried for a month"': "a version by its number or tail, with why",
    "tenet versions approve --edit": "word the proposed lines in your editor first",
    'tenet versions reject --reason "too general"': "it comes back only when a person says it anew",
    "tenet versions rollback --dry-run": "what taking back the version in force would change",
    "tenet versions propose 7 --json": "one commit on tenet/v7, beside work tree and index; for a program",
  },
  output: outputSchema,
  run: async (call) => (await import("./versions/versions.js")).listVersions(await call.context()),
  view: async (data) => (await import("./versions/versions-outline.js")).versionsOutline(data),
  parts: { diff, approve, reject, rollback, propose },
});
