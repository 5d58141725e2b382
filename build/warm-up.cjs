/** Runs the commands of every day once in a folder of their own, so that the code cache holds what they compile. */
const { existsSync, mkdtempSync, rmSync } = require("node:fs");
const { tmpdir } = require("node:os");
const { join, resolve } = require("node:path");

const { open, load, keepCompiled } = require(join(resolve(process.argv[2]), "loader.cjs"));

const CLAIM = "The release script takes the version from the tag";
const AT_RISK = ["--because", "two releases went out without one", "--risk", "high: a release fails"];
const NOTED = ["-C", ".", "--json"];

const DAYS = [
  ["2026-01-01", ["init", "--owner", "owner"]],
  ["2026-01-01", ["learn", CLAIM, ...AT_RISK]],
  [
    "2026-01-02",
    ["correct", "Use npm ci", "--instead-of", "Use npm install", "--risk", "high: drift", "--so", "Look first"],
  ],
  ["2026-01-03", ["learn", `${CLAIM} after the build`, ...AT_RISK]],
  ["2026-01-03", ["learn", CLAIM, ...AT_RISK]],
  ["2026-01-04", ["list"]],
  ["2026-01-04", ["list", "--type", "insight", ...NOTED]],
  ["2026-01-04", ["status"]],
  ["2026-01-04", ["heartbeat"]],
  ["2026-01-10", ["heartbeat"]],
  ["2026-01-10", ["recall", "release tag", "--mode", "keyword"]],
  ["2026-01-10", ["recall", "release tag"]],
  ["2026-01-10", ["--help"]],
  ["2026-01-10", ["--version"]],
];

async function warmUp() {
  open("daily.js");
  const { runCommandLine } = load("main.js");
  const cwd = mkdtempSync(join(tmpdir(), "tenet-warm-up-"));
  try {
    for (const [day, argv] of DAYS) {
      const exit = await runCommandLine({
        argv,
        env: { TENET_NOW: `${day}T12:00:00Z`, TENET_SEED: `${day} ${argv[1]}`, CI: "1" },
        cwd,
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
    if (!existsSync(join(cwd, "memory", "learning", "insights"))) throw new Error("nothing was learned");
    keepCompiled();
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
}

void warmUp();
