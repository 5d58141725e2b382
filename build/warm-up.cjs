/**
 * Runs commands of every day once, so that the code cache holds what they compile:
 * `warm-up.cjs <dist> <folder> write|read`. Reading commands have the daily parts to themselves: a cache with the
 * functions of captures in it would take them longer to load than what they save.
 */
const { join, resolve } = require("node:path");

const [, , dist, folder, kind] = process.argv;
const { open, load, keepCompiled } = require(join(resolve(dist), "loader.cjs"));

const CLAIM = "The release script takes the version from the tag";
const AT_RISK = ["--because", "two releases went out without one", "--risk", "high: a release fails"];

const WRITE = [
  ["2026-01-01", ["init", "--owner", "owner"]],
  ["2026-01-01", ["learn", CLAIM, ...AT_RISK]],
  [
    "2026-01-02",
    ["correct", "Use npm ci", "--instead-of", "Use npm install", "--risk", "high: drift", "--so", "Look first"],
  ],
  ["2026-01-03", ["learn", `${CLAIM} after the build`, ...AT_RISK]],
  ["2026-01-03", ["learn", CLAIM, ...AT_RISK]],
  ["2026-01-09", ["heartbeat"]],
  ["2026-01-10", ["recall", "release tag", "--mode", "keyword"]],
  ["2026-01-10", ["recall", "release tag"]],
];

const READ = [
  ["2026-01-10", ["list"]],
  ["2026-01-10", ["list", "--type", "insight", "-C", ".", "--json"]],
  ["2026-01-10", ["show", "COR"]],
  ["2026-01-10", ["status"]],
  ["2026-01-10", ["heartbeat"]],
  ["2026-01-10", ["--help"]],
  ["2026-01-10", ["--version"]],
];

async function warmUp() {
  open("daily.js");
  const { runCommandLine } = load("main.js");
  for (const [day, argv] of kind === "read" ? READ : WRITE) {
    const exit = await runCommandLine({
      argv,
      env: { TENET_NOW: `${day}T12:00:00Z`, TENET_SEED: `${day} ${argv[1]}`, CI: "1" },
      cwd: folder,
      stdin: process.stdin,
      stdout: process.stdout,
      stderr: process.stderr,
      isTTY: { stdin: false, stdout: false, stderr: false },
      writeAtOnce: () => new Uint8Array(),
      timezone: "UTC",
      signal: new AbortController().signal,
      version: "0",
    });
    if (exit !== 0) throw new Error(`${argv.join(" ")}: exit ${exit}`);
  }
  keepCompiled((file) => (kind === "write" ? !file.endsWith("daily.js") : true));
}

void warmUp();
