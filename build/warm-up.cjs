/**
 * Runs commands of every day once: `warm-up.cjs <dist> <folder> <group> <packs> <pack>`. Prints which parts of the bundle
 * they loaded, and leaves V8's code cache of these parts, or of the one pack that is named.
 */
const { basename, join, resolve } = require("node:path");
const { Readable, Writable } = require("node:stream");

const [, , dist, folder, group, packs, pack] = process.argv;
const { usePacks, load, loadedParts, keepCompiled } = require(join(resolve(dist), "loader.cjs"));

const CLAIM = "The release script takes the version from the tag";
const AT_RISK = ["--because", "two releases went out without one", "--risk", "high: a release fails"];
const CORRECTION = ["Use npm ci", "--instead-of", "Use npm install", "--risk", "high: drift", "--so", "Look first"];

const CAPTURE = [
  ["2026-01-01", ["learn", CLAIM, ...AT_RISK]],
  ["2026-01-02", ["correct", ...CORRECTION]],
  ["2026-01-03", ["learn", `${CLAIM} after the build`, ...AT_RISK]],
  ["2026-01-03", ["learn", CLAIM, ...AT_RISK]],
];
const LIST = [
  ["2026-01-10", ["--version"]],
  ["2026-01-10", ["--help"]],
  ["2026-01-10", ["list"]],
  ["2026-01-10", ["list", "--type", "insight", "-C", ".", "--json"]],
];
const SHOW = [["2026-01-10", ["show", "COR"]]];
const STATUS = [["2026-01-10", ["status"]]];
const HEARTBEAT = [["2026-01-10", ["heartbeat"]]];
const DIGEST = [["2026-01-10", ["digest", "--dry-run"]]];
/** What a host writes to it; the second one finds what the captures left. */
const heard = (fields) => JSON.stringify({ session_id: "warm-up", cwd: folder, transcript_path: "/none", ...fields });
const HOOK = [
  ["2026-01-10", ["hook", "session-start"], heard({ hook_event_name: "SessionStart", source: "startup" })],
  ["2026-01-10", ["hook", "user-prompt"], heard({ hook_event_name: "UserPromptSubmit", prompt: CLAIM })],
];
const RECALL = [
  ["2026-01-10", ["recall", "release tag", "--mode", "keyword"]],
  ["2026-01-10", ["recall", "release tag"]],
];

/** How a client of the server begins: what it does every time, and no more. */
const GREETING = [
  {
    id: 1,
    method: "initialize",
    params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "warm-up", version: "0" } },
  },
  { method: "notifications/initialized" },
  { id: 2, method: "tools/list" },
];
const MCP = [
  ["2026-01-10", ["mcp"], GREETING.map((said) => `${JSON.stringify({ jsonrpc: "2.0", ...said })}\n`).join("")],
];

/** The server answers there; what a pack holds is printed on stdout. */
const nowhere = () => new Writable({ write: (_chunk, _encoding, done) => done() });

/**
 * What is run for each pack. The first one, which all commands load, keeps what reading needs: with the functions of
 * captures in it, it would take longer to load than that saves.
 */
const GROUPS = {
  init: [["2026-01-01", ["init", "--owner", "owner"]]],
  capture: CAPTURE,
  recall: RECALL,
  heartbeat: HEARTBEAT,
  status: STATUS,
  show: SHOW,
  digest: DIGEST,
  mcp: MCP,
  hook: HOOK,
  daily: LIST,
  reading: [...LIST, ...SHOW, ...STATUS, ...HEARTBEAT],
};

async function warmUp() {
  usePacks(JSON.parse(packs));
  const { runCommandLine, serve } = load("main.js");
  for (const [day, argv, stdin = ""] of GROUPS[group]) {
    const exit = await runCommandLine({
      argv,
      env: { TENET_NOW: `${day}T12:00:00Z`, TENET_SEED: `${day} ${argv[1]}`, CI: "1" },
      cwd: folder,
      stdin: Readable.from([Buffer.from(stdin)]),
      stdout: group === "mcp" ? nowhere() : process.stdout,
      stderr: process.stderr,
      isTTY: { stdin: false, stdout: false, stderr: false },
      writeAtOnce: () => new Uint8Array(),
      timezone: "UTC",
      signal: new AbortController().signal,
      version: "0",
      serve,
    });
    if (exit !== 0) throw new Error(`${argv.join(" ")}: exit ${exit}`);
  }
  keepCompiled((file) => pack === "" || basename(file) === pack);
  process.stdout.write(JSON.stringify(loadedParts()));
}

void warmUp();
