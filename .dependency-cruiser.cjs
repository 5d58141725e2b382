/**
 * The architecture, as rules that are checked (`npm run arch`). Imports point down only:
 *
 *   main.ts                 argv -> exit code; the one reader of argv, environment and streams
 *   cli/ mcp/               the doors, for terminals and for MCP clients: flags or tools -> one operation -> one text
 *   commands.ts             the table of declarations, generated
 *   *.command.ts            a verb each, in the folder of its capability: what it takes, does and shows, for both doors;
 *                           beside it conversations at a terminal (*.terminal.ts) and tools (*.tool.ts)
 *   command/                what a declaration is made of
 *   capabilities            a folder each: its operations, its policy, its texts and its schemas
 *   the kernel              what every capability stands on, and which knows none of them
 *   errors settings clock ids context    words that all of them share
 */
const { readdirSync } = require("node:fs");

/** From the lowest floor up. */
const KERNEL = ["text", "entry", "screening", "store", "search"];
/** The one way to store and the one way to find: other capabilities may use them, and they use none. */
const COMMON = ["capture", "recall"];
const DOORS = ["cli", "mcp"];
/** What declarations are made of. */
const WORDS = ["command"];
/** Declarations and what goes with them join what capabilities do, as doors would. */
const DECLARED = "\\.(command|terminal|tool)\\.ts$";
/** Every other folder of `src/`: a new one is bound by the same rules. */
const CAPABILITIES = readdirSync("src", { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && ![...KERNEL, ...COMMON, ...DOORS, ...WORDS].includes(entry.name))
  .map(({ name }) => name);
const inside = (...names) => `^src/(${names.join("|")})/`;
/** Decisions: they get what they decide on as arguments, time and thresholds included. */
const POLICY = ["^src/(entry|screening)/", "/policy/"];
/** Where truth lies, what is rebuilt from it, and what belongs to hosts: whoever else needs a file asks one of these. */
const FILE_KEEPERS = [
  ...["^src/(store|search|hosts)/", "^src/cli/process-io\\.ts$"],
  ...["^src/import/(import-read|earlier-imports)\\.ts$", "^src/forget/(remaining)\\.ts$"],
  ...["^src/rules/versions/version-cache\\.ts$", "^src/sync/hub/embedded-hub\\.ts$"],
];

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: "no-circles",
      comment:
        "Move what both sides need into a file below them; in a circle, also of types or of what is loaded late, neither can be read alone.",
      severity: "error",
      from: {},
      to: { circular: true },
    },
    {
      name: "kernel-knows-no-capability",
      comment: "Pass it in, or move it to the capability: the kernel says what a record is, not what is done with it.",
      severity: "error",
      from: { path: inside(...KERNEL) },
      to: { path: inside(...COMMON, ...CAPABILITIES) },
    },
    ...KERNEL.slice(0, -1).map((floor, at) => ({
      name: `kernel-looks-down-from-${floor}`,
      comment: "Move what is needed to the lower floor, or what needs it to the higher one.",
      severity: "error",
      from: { path: inside(floor) },
      to: { path: inside(...KERNEL.slice(at + 1)) },
    })),
    {
      name: "capabilities-know-no-other",
      comment: "What two of them need is the kernel's, or comes as an argument.",
      severity: "error",
      from: { path: inside(...CAPABILITIES), pathNot: DECLARED },
      to: { path: inside(...CAPABILITIES), pathNot: "^src/$1/" },
    },
    {
      name: "capture-and-recall-know-none",
      comment: "Everybody stores and finds through them: what they need is the kernel's.",
      severity: "error",
      from: { path: inside(...COMMON), pathNot: DECLARED },
      to: { path: inside(...COMMON, ...CAPABILITIES), pathNot: "^src/$1/" },
    },
    {
      name: "operations-know-no-declaration",
      comment: "Take it as an argument: an operation is told, it asks nobody, and it does not know how it was called.",
      severity: "error",
      from: { path: inside(...KERNEL, ...COMMON, ...CAPABILITIES), pathNot: DECLARED },
      to: { path: [inside(...WORDS), DECLARED] },
    },
    {
      name: "declarations-know-none-but-their-own-parts",
      comment:
        "A verb is declared once and read by the table alone; what two of them share is a terminal's or an operation.",
      severity: "error",
      from: { path: "^src/", pathNot: "^src/commands\\.ts$" },
      to: { path: "\\.command\\.ts$" },
    },
    {
      name: "nobody-below-knows-a-door",
      comment: "Return data; a door asks and prints.",
      severity: "error",
      from: { path: inside(...KERNEL, ...COMMON, ...CAPABILITIES, ...WORDS) },
      to: { path: ["^src/(main|commands)\\.ts$", inside(...DOORS)] },
    },
    {
      name: "doors-never-import-doors",
      comment: "Move the logic both need into an operation; a door is flags or tools, one operation, one text.",
      severity: "error",
      from: { path: inside(...DOORS) },
      to: { path: inside(...DOORS), pathNot: "^src/$1/" },
    },
    {
      name: "policy-does-no-io",
      comment: "Read or write in an operation and hand the data over; only hashing is pure enough to be used here.",
      severity: "error",
      from: { path: POLICY },
      to: { dependencyTypes: ["core"], pathNot: "^(node:)?crypto$" },
    },
    {
      name: "policy-takes-data",
      comment: "Pass it in as an argument: policy imports no files, no clock, no search, no operation; types it may.",
      severity: "error",
      from: { path: POLICY },
      to: {
        path: ["^src/(store|search|cli|mcp)/(?!.*policy/)", "^src/clock\\.ts$"],
        dependencyTypesNot: ["type-only"],
      },
    },
    {
      name: "only-keepers-touch-files",
      comment:
        "Add a function to store/ (truth), search/ (what is rebuilt) or hosts/ (files of the hosts) and call it.",
      severity: "error",
      from: { path: "^src/", pathNot: FILE_KEEPERS },
      to: { path: "^(node:)?fs(/promises)?$" },
    },
    {
      name: "only-keepers-start-programs",
      comment: "Add it to store/ (git, editors, confirmed programs) or search/ (workers) and call that.",
      severity: "error",
      from: { path: "^src/", pathNot: FILE_KEEPERS },
      to: { path: "^(node:)?(child_process|worker_threads)$" },
    },
    {
      name: "declarations-load-lazily",
      comment: "Import the operation inside `run`, so that help and other commands do not pay for it.",
      severity: "error",
      from: { path: [inside("cli", ...WORDS), "\\.(command|tool)\\.ts$"] },
      to: {
        path: inside(...COMMON, ...CAPABILITIES, "search", "store"),
        pathNot: [
          "^src/store/hosts/host\\.ts$",
          "^src/store/hosts/hook-event\\.ts$",
          "^src/report/history\\.ts$",
          "\\.tool\\.ts$",
          "-text\\.ts$",
          "^src/[^/]+/text/",
          "/policy/",
        ],
        dependencyTypesNot: ["type-only", "dynamic-import"],
      },
    },
    {
      name: "only-main-reads-the-process",
      comment: "Take what you need from the Context; main.ts alone reads argv, environment and streams.",
      severity: "error",
      from: { path: "^src/", pathNot: ["^src/main\\.ts$", ...FILE_KEEPERS] },
      to: { path: "^(node:)?(process|tty|readline)$" },
    },
    {
      name: "no-orphans",
      comment: "Delete the file, or import it where it is used.",
      severity: "error",
      from: { orphan: true, path: "^src/", pathNot: "^src/main\\.ts$" },
      to: {},
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: {
      extensions: [".ts", ".js", ".json"],
      exportsFields: ["exports"],
      conditionNames: ["import", "node"],
    },
  },
};
