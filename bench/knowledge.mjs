/**
 * What documents cost: `node bench/knowledge.mjs [passages]` (3,360 unless named). Makes a repository of documents, of 100
 * and of about 200 tokens a passage, runs `tenet index` on it, and asks `recall` and `context` with and without them.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const program = fileURLToPath(new URL("../bin/tenet.js", import.meta.url));
const count = Number(process.argv[2] ?? 3_360);
const A_FILE = 30;
const RUNS = 5;
const WORDS =
  "pump hall valve noon crane ton gate release order lock paper letter night guard roof water engine north ship table price winter driver rail bridge stone office ledger queue index".split(
    " ",
  );
const root = mkdtempSync(join(tmpdir(), "tenet-bench-"));
const env = { ...process.env, HOME: root, GIT_CONFIG_NOSYSTEM: "1" };

function text(words, seed) {
  let state = seed * 2_654_435_761;
  return Array.from({ length: words }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return WORDS[(state >>> 8) % WORDS.length];
  }).join(" ");
}

function repository(name, words) {
  const folder = join(root, name);
  mkdirSync(join(folder, "docs"), { recursive: true });
  for (let at = 0; at < count; at += A_FILE) {
    const sections = Array.from({ length: Math.min(A_FILE, count - at) }, (_, n) => {
      return `## Section ${at + n}\n\n${text(words, at + n + 1)}.\n`;
    });
    writeFileSync(join(folder, "docs", `${at}.md`), `# Document ${at}\n\n${sections.join("\n")}`);
  }
  const git = (...args) => execFileSync("git", ["-C", folder, ...args], { env });
  git("init", "-q");
  writeFileSync(join(folder, "tenet.yaml"), "schema: 1\nagent: main\ntimezone: UTC\n");
  tenet(folder, "remember", "The pump of the hall stands still until noon", "--category", "fact");
  git("add", "-A");
  return folder;
}

function tenet(cwd, ...args) {
  const began = performance.now();
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], { cwd, env, encoding: "utf8" });
  if (status !== 0) throw new Error(`tenet ${args.join(" ")}: ${stderr}`);
  return { ms: performance.now() - began, stdout };
}

const QUERY = "when does the pump of the hall stand still";
const ASKED = {
  "recall, keyword": ["recall", QUERY, "--mode", "keyword"],
  "recall, hybrid": ["recall", QUERY],
  "context --query": ["context", "--query", QUERY],
};

/** Milliseconds of each, the median of some runs. */
function asked(folder) {
  return Object.fromEntries(
    Object.entries(ASKED).map(([name, args]) => {
      const times = Array.from({ length: RUNS }, () => tenet(folder, ...args).ms).sort((a, b) => a - b);
      return [name, Math.round(times[Math.floor(RUNS / 2)])];
    }),
  );
}

try {
  for (const [name, words] of [
    ["100 tokens", 90],
    ["about 200 tokens", 150],
  ]) {
    const folder = repository(name.replaceAll(" ", "-"), words);
    tenet(folder, "index");
    const without = asked(folder);
    const profile = readFileSync(join(folder, "tenet.yaml"), "utf8");
    writeFileSync(join(folder, "tenet.yaml"), `${profile}knowledge: [docs/*.md]\n`);
    const { data } = JSON.parse(tenet(folder, "status", "--json").stdout);
    if (data.knowledge.passages > 0) throw new Error("the documents were read before");
    const { ms: words1 } = tenet(folder, "recall", QUERY, "--mode", "keyword");
    const { ms, stdout } = tenet(folder, "index", "--json");
    const { passages, embedded } = JSON.parse(stdout).data.knowledge;
    console.log(`${name}: ${passages} passages; their words in ${(words1 / 1000).toFixed(1)} s;`);
    console.log(`  index ${(ms / 1000).toFixed(1)} s, ${Math.round((1000 * embedded) / ms)} a second`);
    const beside = asked(folder);
    for (const what of Object.keys(ASKED)) console.log(`  ${what}: ${beside[what]} ms, without ${without[what]} ms`);
  }
} finally {
  rmSync(root, { recursive: true, force: true });
}
