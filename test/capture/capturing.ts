/** Captures in a real workspace with the real model: short forms, and everything that is on disk afterwards. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type CaptureDraft, capture } from "../../src/capture/capture.js";
import type { Captured } from "../../src/capture/capture-schemas.js";
import type { Call } from "../../src/command/call.js";
import type { Actor } from "../../src/context.js";
import { answerCall, toolsOf } from "../../src/mcp/tools.js";
import type { Profile } from "../../src/settings.js";
import { openStore, type Row } from "../../src/store/open-store.js";
import { type TestWorld, testWorld } from "../store/workspace.js";

type Fields = Record<string, unknown>;

export interface Capturing extends TestWorld {
  /** The actor of the next captures. */
  as(actor: Partial<Actor>): void;
  draft(draft: Fields): Promise<Captured>;
  /** An insight with evidence and stakes of its own. */
  learn(insight: string, more?: Fields): Promise<Captured>;
  /** A correction with everything that is required. */
  correct(now: string, before: string, more?: Fields): Promise<Captured>;
  judge(id: string, verdict: string, more?: Fields): Promise<Captured>;
  /** An entry as it stands. */
  entry(id: string | undefined): Promise<Row>;
  entries(): Promise<readonly Row[]>;
  /** Every tracked file beneath `memory/` with its content. */
  files(): Record<string, string>;
}

export const OWNER = { name: "bridget", role: "owner" as const, emails: ["bridget@example.invalid"] };

/** Someone types at a terminal under the owner's own git identity. */
export const AT_TERMINAL: Partial<Actor> = {
  atTerminal: true,
  git: async () => ({ name: "bridget", email: "bridget@example.invalid" }),
};

/** Every line elsewhere is ticked. */
export const EVERY_LINE: ReadonlySet<string> = Object.assign(new Set<string>(), { has: () => true });

/** The same workspace as another actor sees it. */
export const acting = (world: Capturing, actor: Partial<Actor> = {}): Capturing => ({
  ...world,
  actor: { ...world.actor, ...actor },
});

/** `done`, or the code with which it was refused. */
export const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => "done",
    (error: { code?: string }) => error.code ?? String(error),
  );

/** No vectors: words alone decide what is near. */
export const NO_MODEL: Partial<Profile> = { embedding: { model: "./none" } };

/** What a tool of the server answers in this workspace; throws where it refuses. */
// biome-ignore lint/suspicious/noExplicitAny: a test states the shape it expects by its assertions.
export async function callTool(w: TestWorld, name: string, args: Fields): Promise<any> {
  const tool = (await toolsOf("full")).find((one) => one.name === name);
  if (tool === undefined) throw new Error(`no tool ${name}`);
  const callFor = (warn: Call["warn"]) => ({ warn, context: async () => ({ ...w, warn }) }) as unknown as Call;
  const { structuredContent } = await answerCall(
    { callFor, profile: "full" },
    tool,
    args,
    new AbortController().signal,
  );
  const { error } = structuredContent as { error?: { message: string } };
  if (error !== undefined) throw new Error(error.message);
  return structuredContent;
}

export function capturing(profile: Partial<Profile> = {}, now?: string): Capturing {
  const world = testWorld({ agent: "sybil", people: [OWNER], ...profile }, now);
  world.actor = { ...world.actor, agent: "sybil" };
  const { root } = world.workspace;
  const draft = (fields: Fields) => capture(world, fields as CaptureDraft);
  const load = async () => (await openStore(world)).heads;
  return Object.assign(world, {
    as: (actor: Partial<Actor>) => {
      world.actor = { ...world.actor, ...actor };
    },
    draft,
    learn: (insight: string, more: Fields = {}) =>
      draft({
        type: "insight",
        insight,
        evidence: "It was seen in the release logs",
        risk: "medium: a release breaks",
        ...more,
      }),
    correct: (corrected_to: string, prior_belief: string, more: Fields = {}) =>
      draft({
        type: "correction",
        corrected_to,
        prior_belief,
        risk: "high: a release breaks",
        behavioral_change: "Look before pushing",
        ...more,
      }),
    judge: (id: string, verdict: string, more: Fields = {}) =>
      draft({ type: "outcome", references: id, verdict, result: `It was ${verdict} in practice`, ...more }),
    async entry(id: string | undefined) {
      const found = (await load()).find((entry) => entry.id === id);
      if (found === undefined) throw new Error(`no entry ${id}`);
      return found;
    },
    entries: load,
    files() {
      const names = readdirSync(join(root, "memory"), { recursive: true, withFileTypes: true });
      return Object.fromEntries(
        names
          .filter((name) => name.isFile() && name.name !== "index.md")
          .map((name) => join(name.parentPath, name.name))
          .map((path) => [path.slice(root.length + 1), readFileSync(path, "utf8")] as const)
          .sort(([a], [b]) => (a < b ? -1 : 1)),
      );
    },
  });
}
