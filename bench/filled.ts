/** What a context with a query costs beside one hybrid recall where every layer is filled. */
import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Entry } from "../src/entry/entry.js";
import { prefixOf } from "../src/entry/record-types.js";
import { contentHash } from "../src/entry/status.js";
import { idSource } from "../src/ids.js";
import { appendRecord } from "../src/store/records/record-edit.js";
import { freshSentence, type Generated } from "./generated-tree.js";
import { type Bench, median, once } from "./processes.js";

const SIZES = { edit: 1_000, decision: 500, reflexion: 500 } as const;
const PASSAGES = 3_000;
const PASSAGES_A_FILE = 30;
const AT = "2024-03-01T09:00:00Z";
const OWNER = { name: "owner", email: "owner@example.invalid" };
/** The records are an owner's own: what waits is in no context. */
const PROFILE = `schema: 1
agent: main
timezone: UTC
people:
  - {name: ${OWNER.name}, role: owner, emails: [${OWNER.email}]}
knowledge: ["docs/**/*.md"]
`;
const QUERY = "lock taken before reading a stale copy";

function wordsOf(type: keyof typeof SIZES, number: number, tail: string): Entry {
  const day = AT.slice(0, 10).replaceAll("-", "");
  const head = {
    id: `${prefixOf(type)}-${day}-${tail}`,
    timestamp: AT,
    agent: "main",
    tier: "owner" as const,
    source: OWNER.name,
    status: "active" as const,
  };
  const seed = 5_000 + number * 3;
  const [first, second, third] = [freshSentence(seed), freshSentence(seed + 1), freshSentence(seed + 2)];
  if (type === "edit") {
    const text = { context: first, original: second, final: third, kind: "rewrite" as const };
    return { ...head, type, ...text, distance: 60, ratio: 0.6 };
  }
  if (type === "decision") return { ...head, type, situation: first, action: second, rationale: third, by: OWNER.name };
  return { ...head, type, reflexion: first, entities: [`part:${number % 20 === 0 ? "lock" : number}`], tags: ["sync"] };
}

/** As a person approved it. */
function recordOf(type: keyof typeof SIZES, number: number, tail: string): Entry {
  const entry = wordsOf(type, number, tail);
  const review = { state: "approved_for_reuse" as const, by: OWNER.name, at: AT, hash: contentHash(entry) };
  return { ...entry, review };
}

/** Adds the layers to a tree of entries, committed by its owner. */
function fill({ workspace: ws }: Generated): void {
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  };
  const ids = idSource("bench-filled");
  for (const [type, count] of Object.entries(SIZES) as [keyof typeof SIZES, number][]) {
    let text: string | undefined;
    for (let number = 0; number < count; number++) text = appendRecord(text, recordOf(type, number, ids.tail()));
    write(ws.dayFile(type, AT.slice(0, 10)), text ?? "");
  }
  for (let at = 0; at < PASSAGES; at += PASSAGES_A_FILE) {
    const sections = Array.from({ length: PASSAGES_A_FILE }, (_, n) => {
      const sentences = Array.from({ length: 5 }, (_, sentence) => freshSentence(20_000 + (at + n) * 5 + sentence));
      return `## Passage ${at + n}\n\n${sentences.join(". ")}.\n`;
    });
    write(join(ws.root, "docs", `${at}.md`), `# Document ${at}\n\n${sections.join("\n")}`);
  }
  const questions = Array.from({ length: 20 }, (_, number) => {
    return `- {id: q${number}, question: ${JSON.stringify(freshSentence(30_000 + number))}, expect: [lock]}`;
  });
  write(join(ws.goldenQuestions, "bench.yaml"), `${questions.join("\n")}\n`);
  writeFileSync(ws.profile, PROFILE);
}

/** Medians of both commands in turn, and which layers the context held. */
export function filledReport(bench: Bench, tree: Generated, runs: number): string {
  fill(tree);
  const git = (...args: string[]): void => {
    const { name, email } = OWNER;
    const who = ["-c", `user.name=${name}`, "-c", `user.email=${email}`];
    const ran = spawnSync("git", [...who, ...args], { cwd: bench.cwd, encoding: "utf8" });
    if (ran.status !== 0) throw new Error(ran.stderr);
  };
  git("add", "-A");
  git("commit", "-qm", "What is known");
  once(bench, [bench.program, "index"]);
  once(bench, [bench.program, "index", "--wiki"]);
  once(bench, [bench.program, "eval"]);
  const asked = ["context", "--query", QUERY];
  const { stdout } = spawnSync(process.execPath, [bench.program, ...asked, "--json"], { ...bench, encoding: "utf8" });
  const { layers } = JSON.parse(stdout).data as { layers: { name: string; items: unknown[] }[] };
  const times = Array.from({ length: runs }, () => ({
    recall: once(bench, [bench.program, "recall", QUERY]),
    context: once(bench, [bench.program, ...asked]),
  }));
  const [recall, context] = [median(times.map((one) => one.recall)), median(times.map((one) => one.context))];
  const over = median(times.map((one) => one.context / one.recall)).toFixed(2);
  const held = layers.map(({ name, items }) => `${name} ${items.length}`).join(", ");
  return [
    "| all layers filled | |",
    "|---|---|",
    `| \`context --query\` | ${context.toFixed(0)} ms, ${over} × one hybrid recall (${recall.toFixed(0)} ms; at most 1.50) |`,
    `| what it held | ${held} |`,
  ].join("\n");
}
