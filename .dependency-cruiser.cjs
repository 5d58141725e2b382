/**
 * The architecture, as rules that are checked (`npm run arch`). Imports point down only:
 *
 *   main.ts                     argv -> exit code; the one reader of argv, environment and streams
 *   cli/ mcp/                   the doors, for terminals and for MCP clients: flags or tools -> one operation -> one renderer
 *   operations/                 one file per verb: gather, decide, write, return data
 *   output/                     data -> text and JSON
 *   search/                     what can be rebuilt: lexicon, vectors, index
 *   tree/                       where truth lives: files, locks, transactions, git
 *   importing/ screening/ hosts/    text -> data, without I/O
 *   memory/                     what we believe: pure
 *   errors config clock ids context    words that every layer shares
 */
const layer = (name) => `^src/${name}/`;
const layers = (...names) => `^src/(${names.join("|")})/`;

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: "no-cycles",
      comment: "Move what both sides need into a file below them; a cycle means that neither can be read alone.",
      severity: "error",
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only", "dynamic-import"] } },
    },
    {
      name: "memory-is-pure",
      comment:
        "Pass it in as an argument: memory/ decides from what it is given and imports nothing of ours beyond itself.",
      severity: "error",
      from: { path: layer("memory") },
      to: { path: "^src/", pathNot: [layer("memory"), "^src/(errors|config)\\.ts$"] },
    },
    {
      name: "memory-does-no-io",
      comment: "Read or write in tree/ and hand memory/ the data; only hashing is pure enough to be used here.",
      severity: "error",
      from: { path: layer("memory") },
      to: { dependencyTypes: ["core"], pathNot: "^(node:)?crypto$" },
    },
    {
      name: "text-to-data-is-pure",
      comment:
        "Let an operation read the file and pass its text: importing/, screening/ and hosts/ only turn text into data.",
      severity: "error",
      from: { path: layers("importing", "screening", "hosts") },
      to: { path: layers("tree", "search", "operations", "output", "cli") },
    },
    {
      name: "only-tree-and-search-touch-files",
      comment:
        "Add a function to tree/ (truth) or search/ (what can be rebuilt) and call it; nobody else opens files. " +
        "cli/descriptors.ts writes to the standard streams by number.",
      severity: "error",
      from: { path: "^src/", pathNot: [layers("tree", "search"), "^src/cli/descriptors\\.ts$"] },
      to: { path: "^(node:)?fs(/promises)?$" },
    },
    {
      name: "only-tree-and-search-start-programs",
      comment: "Add it to tree/ (git, editors) or search/ (workers) and call that.",
      severity: "error",
      from: { path: "^src/", pathNot: layers("tree", "search") },
      to: { path: "^(node:)?(child_process|worker_threads)$" },
    },
    {
      name: "tree-knows-no-search",
      comment:
        "Call search from the operation after the tree has changed: truth must not depend on what can be rebuilt.",
      severity: "error",
      from: { path: layer("tree") },
      to: { path: layers("search", "operations", "output", "cli") },
    },
    {
      name: "search-points-down",
      comment: "Return data and let the operation decide what happens with it.",
      severity: "error",
      from: { path: layer("search") },
      to: { path: layers("operations", "output", "cli") },
    },
    {
      name: "operations-know-no-door",
      comment: "Return data; a door asks and prints. An operation never imports one.",
      severity: "error",
      from: { path: layer("operations") },
      to: { path: ["^src/main\\.ts$", layers("cli", "mcp")] },
    },
    {
      name: "renderers-take-data",
      comment: "Let the operation put what is shown into its data: renderers import types and pure words only.",
      severity: "error",
      from: { path: layer("output") },
      to: { path: layers("operations", "search", "cli"), dependencyTypesNot: ["type-only"] },
    },
    {
      name: "doors-never-import-doors",
      comment: "Move the logic both need into an operation; a door is flags or tools, one operation, one renderer.",
      severity: "error",
      from: { path: "^src/(cli|mcp)/" },
      to: { path: "^src/(cli|mcp)/", pathNot: "^src/$1/" },
    },
    {
      name: "commands-load-lazily",
      comment: "Import the operation inside the action, so that help and other commands do not pay for it.",
      severity: "error",
      from: { path: layer("cli") },
      to: { path: layers("operations", "search", "tree"), dependencyTypesNot: ["type-only", "dynamic-import"] },
    },
    {
      name: "schemas-load-lazily",
      comment:
        "Import the type, or import() the schema where something is written: zod and yaml cost reading commands too much.",
      severity: "error",
      from: { path: ["^src/main\\.ts$", layer("cli"), "^src/output/[^/]+\\.ts$"], pathNot: "^src/output/schemas/" },
      to: { path: "node_modules/(zod|yaml)/", dependencyTypesNot: ["type-only", "dynamic-import"] },
    },
    {
      name: "only-main-reads-the-process",
      comment: "Take what you need from the Context; main.ts alone reads argv, environment and streams.",
      severity: "error",
      from: { path: "^src/", pathNot: ["^src/main\\.ts$", "^src/cli/descriptors\\.ts$", layers("tree", "search")] },
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
