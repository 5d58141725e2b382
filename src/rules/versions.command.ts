import { command, part } from "../command/command.js";
import { argument, flag, text, whole } from "../command/input.js";
import { READS, tool } from "../command/tool.js";

const WAITING = "its number, id or tail; the version that waits unless named";

const diff = part({
  summary: "Show what a version changes in the files and why, and what it would have changed in the past.",
  input: {
    version: argument("[version]", "its number, id or tail; the version that waits, else the one in force"),
    last: whole("<n>", "how many contexts and repeats to look back at (20)", { least: 1, most: 500 }),
  },
  run: async (call, input) => (await import("./diff.terminal.js")).diffWithReplay(call, input),
  view: async (data) => (await import("./diff.terminal.js")).diffWithReplayOutline(data),
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

const replay = tool({
  name: "replay",
  title: "Say what other rules would have changed",
  place: 9,
  full: true,
  description:
    "Look back: which of the last contexts a version of the rules would have changed and by how many tokens, before which repeated corrections its new lines would have stood, and which rules it pushes out. Writes nothing; deciding on a version is for people.",
  hints: READS,
  input: ({ z }) =>
    z.strictObject({
      version: z
        .string()
        .regex(/^[A-Za-z0-9-]{1,20}$/, "not a version, like 7 or 0007-K7Q2X")
        .optional()
        .describe("its number, id or tail; left out: the one that waits, else what a digest would do"),
      last: z
        .int()
        .min(1)
        .max(500)
        .optional()
        .describe("how many contexts and repeats to look back at; 20 unless stated"),
    }),
  act: async (ctx, { version: ref, last }) => (await import("../replay/replay.js")).replay(ctx, { ref, last }),
  text: async (data) => (await import("../replay/replay-outline.js")).replayedOutline(data),
});

/** The list; then the answers of the parts. */
async function outputSchema() {
  const [z, deciding, { replayedSchema }] = await Promise.all([
    import("zod"),
    import("../store/rules/text/deciding-schemas.js"),
    import("../store/replay/replay-schemas.js"),
  ]);
  return z.union([
    deciding.versionsSchema,
    deciding.versionDiffSchema.extend({
      replay: replayedSchema.optional().describe("diff: what it would have changed; absent where no past is known"),
    }),
    deciding.approvedSchema,
    deciding.rejectedSchema,
    deciding.rolledBackSchema,
    deciding.proposalSchema,
  ]);
}

const TAKE_BACK = "`tenet versions rollback --dry-run` takes a version of the rules back";

export const versions = command({
  name: "versions",
  group: "rules",
  place: 2,
  summary: "list the versions of the rules, show what one changes, decide on it, take it back",
  examples: {
    "tenet versions": "the newest first",
    "tenet versions diff": "the version that waits, or else the one in force",
    "tenet versions diff 7 --last 50":
      "version 7, over the last 50 contexts and repeats; commands.eval answers five of them",
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
  tools: [replay],
  formerly: {
    approve: "versions approve",
    reject: "versions reject",
    diff: "versions diff",
    rollback: "versions rollback",
    propose: "versions propose",
    replay: "versions diff",
  },
  elsewhere: {
    snapshots: "`tenet versions` lists the versions of the rules; the files themselves are kept by git.",
    restore: `${TAKE_BACK}; \`tenet forget --restore\` brings an entry back.`,
    revert: `${TAKE_BACK}.`,
    version: "`tenet --version` prints that of the program, `tenet versions` lists those of the rules.",
    rules: "`tenet why SOUL.md` shows the rules of a file, `tenet versions` how they changed.",
  },
});
