/** A workspace of any size with believable entries: same seed, same bytes. */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Entry, Use } from "../src/entry/entry.js";
import { RECORD_TYPES } from "../src/entry/record-types.js";
import { idSource } from "../src/ids.js";
import { appendRecord } from "../src/store/records/record-edit.js";
import { Workspace } from "../src/store/workspace.js";

const SUBJECTS =
  `deploy script|release notes|lock file|cache key|retry loop|feature flag|database index|webhook queue|session token|build image|
time zone|migration|test fixture|rate limit|health check|log shipper|search ranking|invoice export|upload form|access rule|
backup job|email template|parser|scheduler|payment callback|error page|translation file|image resizer|metrics dashboard|config loader|
dependency update|branch policy|code review|staging server|load balancer|file watcher|report generator|user import|token refresh|sitemap`
    .split("|")
    .map((word) => word.trim());
const VERBS =
  `breaks|slows down|recovers|drifts|fails silently|doubles its output|loses the last item|needs a second pass|waits for a lock|overwrites a newer value|
times out|skips the header|reads a stale copy|reports success too early|runs twice|leaks a handle|ignores the limit|rounds the amount|drops the suffix|keeps the old name`
    .split("|")
    .map((word) => word.trim());
const CAUSES =
  `the clock of the worker jumps|two writers start at once|the input is empty|a proxy strips the header|the path holds a space|the pool is exhausted|
the schema gained a column|the disk is nearly full|the locale uses a comma|the certificate is renewed|a retry crosses midnight|the queue is drained by hand|
the branch was rebased|the mirror lags behind|the container restarts|the flag is read before it is set|the order of the list changes|the file ends without a newline|
the service answers with a redirect|the sandbox has no network`
    .split("|")
    .map((word) => word.trim());
const ACTIONS =
  `pin the version first|compare the checksums|ask for the owner's approval|write the plan down before the change|run it against a copy|measure before and after|
read the newest log line|add a guard for the empty case|take the lock before reading|name the time zone|keep the old value beside the new one|stop at the first failure|
check the exit code|count the rows on both sides|test it with a fresh clone|retry with a growing pause|print the path it used|store the hash with the result|
split the change in two|tell the reviewer what was left out`
    .split("|")
    .map((word) => word.trim());

/** Mulberry32: small, fast, good enough to choose words. Numbers in [0, 1). */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const TYPES = ["correction", "insight", "outcome"] as const;
type GeneratedType = (typeof TYPES)[number];
const FIRST_DAY = Date.UTC(2024, 0, 1);
const DAY_MS = 86_400_000;

export interface Generated {
  workspace: Workspace;
  ids: string[];
  /** The day after the newest entry. */
  now: string;
}

/**
 * Writes `entries` over `days` days, three files a day, about 100 tokens each. All questions are answered, so that a
 * heartbeat has nothing to say.
 */
export function generateTree(root: string, entries: number, days: number, seed = 7): Generated {
  const random = randomFrom(seed);
  const pick = (list: readonly string[]) => list[Math.floor(random() * list.length)] as string;
  const ids = idSource(`bench-${seed}`);
  const workspace = new Workspace(root);
  const texts = new Map<string, string>();
  const known: string[] = [];
  const judgeable: string[] = [];
  for (let number = 0; number < entries; number++) {
    const type = TYPES[number % 3] as GeneratedType;
    const at = new Date(FIRST_DAY + Math.floor((number * days) / entries) * DAY_MS + (number % 80_000) * 1000);
    const day = at.toISOString().slice(0, 10);
    const id = `${RECORD_TYPES[type].prefix}-${day.replaceAll("-", "")}-${ids.tail()}`;
    const entry = entryOf(type, id, at, pick, random, judgeable);
    if (type !== "outcome") judgeable.push(id);
    known.push(id);
    const file = workspace.dayFile(type, day);
    texts.set(file, appendRecord(texts.get(file), entry));
  }
  for (const [file, text] of texts) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  writeFileSync(join(root, "tenet.yaml"), "schema: 1\nagent: main\ntimezone: UTC\n");
  writeFileSync(join(root, ".gitignore"), ".tenet/\nmemory/learning/index.md\n");
  return { workspace, ids: known, now: new Date(FIRST_DAY + (days + 1) * DAY_MS).toISOString() };
}

const HELD_SHARE = 0.03;
/** With four uses each: about 2,000 uses among 10,000 entries, a third of which are insights. */
const USED_SHARE = 0.15;

function usesAfter(at: Date): Use[] {
  return [1, 2, 3, 4].map((days) => {
    const day = new Date(at.getTime() + days * DAY_MS).toISOString();
    return {
      at: `${day.slice(0, 19)}Z`,
      session: `s-${day.slice(0, 10)}`,
      agent: "main",
      result: days < 3 ? "worked" : "cited",
    };
  });
}

function entryOf(
  type: GeneratedType,
  id: string,
  at: Date,
  pick: (list: readonly string[]) => string,
  random: () => number,
  judgeable: readonly string[],
): Entry {
  const number = () => String(Math.floor(random() * 900) + 10);
  const sentence = () => `the ${pick(SUBJECTS)} ${pick(VERBS)} when ${pick(CAUSES)}`;
  const paragraph = () =>
    `Seen ${number()} times: ${sentence()}, and ${sentence()}. After ${number()} ms ${sentence()}; so ${pick(ACTIONS)}.`;
  const timestamp = `${at.toISOString().slice(0, 19)}Z`;
  const head = { id, timestamp, agent: "main", tier: "self" as const };
  const stakes = (["high", "medium", "low"] as const)[Math.floor(random() * 3)] as "high";
  const answered = { outcome: "validated" as const, outcome_date: timestamp };
  if (type === "correction") {
    // A few held, as in a tree that people live with: most answers say only that it was right.
    const held = random() < HELD_SHARE ? { stick: { verdict: "held" as const, at: timestamp } } : {};
    return {
      type,
      ...head,
      prior_belief: `It does not matter that ${sentence()}`,
      corrected_to: `Before the ${pick(SUBJECTS)} is touched, ${pick(ACTIONS)}: ${sentence()}`,
      stakes,
      at_risk: `Otherwise ${sentence()}`,
      behavioral_change: `${pick(ACTIONS)}, then ${pick(ACTIONS)}`,
      context: paragraph(),
      ...answered,
      ...held,
      status: "active",
    };
  }
  if (type === "insight") {
    const insight = `When ${pick(CAUSES)}, ${sentence()}`;
    const evidence = `${paragraph()} ${paragraph()}`;
    return {
      type,
      ...head,
      insight,
      evidence,
      stakes,
      at_risk: `Otherwise ${sentence()}`,
      ...answered,
      ...(random() < USED_SHARE ? { uses: usesAfter(at) } : {}),
      status: "active",
    };
  }
  const judged = judgeable[Math.floor(random() * judgeable.length)] ?? id;
  const result = `${paragraph()} ${paragraph()}`;
  return {
    type,
    ...head,
    references: [judged],
    result,
    verdict: "validated",
    lesson: pick(ACTIONS),
    status: "resolved",
  };
}

/** A sentence nobody wrote yet, for captures and queries. */
export function freshSentence(seed: number): string {
  const random = randomFrom(seed * 7919 + 13);
  const pick = (list: readonly string[]) => list[Math.floor(random() * list.length)] as string;
  return `Case ${seed}: the ${pick(SUBJECTS)} ${pick(VERBS)} as soon as ${pick(CAUSES)}, so ${pick(ACTIONS)}`;
}
