/**
 * tenet for OpenClaw. Each event goes to `tenet hook` as a child process, with what tenet needs of it as JSON on stdin;
 * what that prints reaches the agent through the bootstrap files. Never throws, never waits longer than two seconds.
 *
 * Events and fields: docs.openclaw.ai/automation/hooks.
 */
import { spawn } from "node:child_process";
import { join } from "node:path";

/** A file of the workspace as OpenClaw puts it into the prompt. */
interface BootstrapFile {
  name: string;
  path: string;
  content?: string;
  missing: boolean;
}

interface HookEvent {
  type: string;
  action: string;
  sessionKey?: string;
  context?: Record<string, unknown>;
}

const LIMIT_MS = 2_000;
/** What a start says that found only the rules in the core files. */
const OUT_OF_TIME = "tenet ran out of time";
/** Sessions remembered at a time; a gateway runs for months. */
const MOST_SESSIONS = 200;

/** What the agent was shown at the start of a session: the same words in every run, so that a prompt stays cached. */
const starts = new Map<string, { session: unknown; text: string }>();
/** What came of the last message, until the run that answers it. */
const notes = new Map<string, Promise<string | undefined>>();
/** Where a session works: events about messages do not say it. */
const folders = new Map<string, string>();

function remember<T>(map: Map<string, T>, key: string, value: T): void {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > MOST_SESSIONS && oldest !== undefined) map.delete(oldest);
}

const CALLS: Readonly<Record<string, string>> = {
  "agent:bootstrap": "session-start",
  "message:preprocessed": "user-prompt",
  "session:compact:before": "pre-compact",
  "command:new": "session-end",
  "command:reset": "session-end",
};

/** Only these: a context also holds the whole configuration, with its keys. */
const TOLD = ["sessionId", "sessionFile", "bodyForAgent", "transcript", "body"];

function told(event: HookEvent, folder: string): string {
  const context = event.context ?? {};
  const pick = (from: unknown, names: readonly string[]) => {
    const map = typeof from === "object" && from !== null ? (from as Record<string, unknown>) : {};
    return Object.fromEntries(names.filter((name) => typeof map[name] === "string").map((name) => [name, map[name]]));
  };
  const entries = ["sessionEntry", "previousSessionEntry"].filter((name) => typeof context[name] === "object");
  return JSON.stringify({
    type: event.type,
    action: event.action,
    sessionKey: event.sessionKey,
    context: {
      ...pick(context, TOLD),
      workspaceDir: folder,
      ...Object.fromEntries(entries.map((name) => [name, pick(context[name], ["sessionId", "sessionFile"])])),
    },
  });
}

/** What `tenet hook` prints; undefined when it fails, is missing, or takes too long. */
function ask(call: string, folder: string, input: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    let printed = "";
    try {
      const child = spawn("tenet", ["hook", call, "--host", "openclaw"], {
        cwd: folder,
        stdio: ["pipe", "pipe", "ignore"],
        windowsHide: true,
      });
      const limit = setTimeout(() => {
        child.kill("SIGKILL");
        resolve(undefined);
      }, LIMIT_MS);
      child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
        printed += chunk;
      });
      child.on("error", () => {
        clearTimeout(limit);
        resolve(undefined);
      });
      child.on("close", (code) => {
        clearTimeout(limit);
        resolve(code === 0 ? printed.trim() : undefined);
      });
      child.stdin.on("error", () => undefined);
      child.stdin.end(input);
    } catch {
      resolve(undefined);
    }
  });
}

function addTo(context: Record<string, unknown>, folder: string, text: string): void {
  const files = context["bootstrapFiles"];
  if (!Array.isArray(files) || text === "") return;
  const file: BootstrapFile = { name: "TENET.md", path: join(folder, "TENET.md"), content: text, missing: false };
  files.push(file);
}

async function bootstrap(event: HookEvent, key: string, folder: string): Promise<void> {
  const context = event.context ?? {};
  const session = context["sessionId"];
  const known = starts.get(key);
  let start = known !== undefined && known.session === session ? known.text : undefined;
  if (start === undefined) {
    start = await ask("session-start", folder, told(event, folder));
    // One that did not answer, or had no time to look, is asked again in the next run.
    if (start !== undefined && !start.includes(OUT_OF_TIME)) remember(starts, key, { session, text: start });
  }
  const note = await notes.get(key);
  notes.delete(key);
  addTo(context, folder, [start, note].filter((text) => text !== undefined && text !== "").join("\n\n"));
}

async function handle(event: HookEvent): Promise<void> {
  const call = CALLS[`${event.type}:${event.action}`];
  const key = event.sessionKey ?? "";
  const named = event.context?.["workspaceDir"];
  const folder = typeof named === "string" && named !== "" ? named : folders.get(key);
  if (call === undefined || folder === undefined || /(?:^|:)subagent:/.test(key)) return;
  remember(folders, key, folder);
  if (call === "session-start") return await bootstrap(event, key, folder);
  const answer = ask(call, folder, told(event, folder));
  if (call === "user-prompt") remember(notes, key, answer);
  else starts.delete(key);
  await answer;
}

/** What OpenClaw calls for each event that HOOK.md names. */
export default async function tenet(event: HookEvent): Promise<void> {
  try {
    await handle(event);
  } catch {
    // A memory that cannot be asked is no reason for the agent to stop.
  }
}
