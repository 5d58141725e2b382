/** One call by a host: its input, the answer within its time, and failures that are logged and never thrown. */
import { type Call, envValue } from "../command/call.js";
import type { Context } from "../context.js";
import { TenetError } from "../errors.js";
import { defined } from "../text/defined.js";
import type { HookOperations } from "./events/hook.js";
import { type HookEvent, type HookInput, hookEventOf, hostNamed, readHookInput } from "./hook-event.js";
import type { HookResult } from "./install/host-schemas.js";

/** From the start of the command on: the deadline of the answer, with what was found or with the short one. */
const ANSWER_BY_MS = 1_600;
/** From the start of the command on: the end of reading records and of searching, so that there is time to print. */
const LOOK_UNTIL_MS = 1_200;
/** The same at the start of a session. */
const START_UNTIL_MS = 800;

const MOST_BYTES = 16 * 1024 * 1024;
/** A host writes within this time; a shell may leave an open pipe. */
const SILENCE_MS = 300;

export const hookOperations = (say: Call["say"]): HookOperations => ({
  context: async (ctx, input) => await (await import("../context/context.js")).context(ctx, { ...input, say }),
  coreFromFiles: async (ctx, input) => await (await import("../context/core-from-files.js")).coreFromFiles(ctx, input),
  async tendAtSessionEnd(ctx) {
    const { tendRules } = await import("../rules/rules-upkeep.js");
    await (await import("../loop/upkeep.js")).tendAtSessionEnd(ctx, tendRules);
  },
});

interface HookFlags {
  event?: string | undefined;
  host?: string | undefined;
  contact?: string | undefined;
}

/** The answer, or what is ready at the deadline. Failures are logged and never thrown. */
export async function answerInTime(call: Call, flags: HookFlags): Promise<HookResult> {
  const hookCall = new HookCall(call, flags.event);
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<HookResult>((resolve, reject) => {
    const giveUp = () => {
      stopping.abort();
      const why = new TenetError("it took too long, and was left unfinished", { failure: "failed", code: "late" });
      hookCall.failed(why).then(resolve, reject);
    };
    timer = setTimeout(giveUp, Math.max(0, call.io.startedMs + ANSWER_BY_MS - performance.now()));
  });
  try {
    // Aborted work fails too; the answer is then the one of the deadline.
    const ran = hookCall.run(flags, stopping.signal).catch((thrown: unknown) => {
      return stopping.signal.aborted ? late : hookCall.failed(thrown);
    });
    return await Promise.race([ran, late]);
  } finally {
    clearTimeout(timer);
  }
}

interface Begun {
  event: HookEvent;
  input: HookInput;
  context: Context;
}

class HookCall {
  readonly #call: Call;
  readonly #named: string | undefined;
  #done: HookResult = { event: "unknown", text: "" };
  #input: HookInput | undefined;
  #context: Context | undefined;
  #isNoted = false;

  constructor(call: Call, eventName: string | undefined) {
    this.#call = call;
    this.#named = eventName;
  }

  async run(flags: HookFlags, late: AbortSignal): Promise<HookResult> {
    const { io: from } = this.#call;
    const begun = await this.#begin(flags);
    if (begun === undefined) return this.#done;
    const until = from.startedMs + (begun.event === "session-start" ? START_UNTIL_MS : LOOK_UNTIL_MS);
    this.#context = { ...begun.context, until, signal: AbortSignal.any([from.signal, late]) };
    const { hook, shortAnswer } = await import("./events/hook.js");
    const shellFile = envValue(from.env, "CLAUDE_ENV_FILE");
    const ready = (text: string) => {
      this.#done = { ...this.#done, text };
    };
    const operations = hookOperations(this.#call.say);
    ready(await shortAnswer(begun.context, { ...begun, operations }).catch(() => ""));
    return await hook(this.#context, defined({ ...begun, operations, until, ready, shellFile }));
  }

  /** Reads the host's input and finds the workspace; undefined without one. */
  async #begin({ host: name, contact }: HookFlags): Promise<Begun | undefined> {
    const { io: from } = this.#call;
    const event = this.#named === undefined ? undefined : hookEventOf(this.#named);
    if (event !== undefined) this.#done = { event, text: "" };
    const host = name === undefined ? undefined : hostNamed(name);
    if (this.#named !== undefined && event === undefined) throw wrong("unknown-event", "no such event");
    if (name !== undefined && host === undefined) throw wrong("unknown-host", "no such host");
    const text = await this.#call.readAny({ silenceMs: SILENCE_MS, mostBytes: MOST_BYTES });
    if (text === undefined) throw wrong("too-large", "what came on stdin is too large");
    this.#input = readHookInput(
      text.trim() === "" ? {} : parsed(text),
      host,
      envValue(from.env, "CLAUDE_CODE_ENTRYPOINT"),
    );
    const meant = event ?? this.#input.event;
    if (meant === undefined) throw wrong("unknown-event", "no event was named");
    this.#done = defined({ event: meant, host: this.#input.host, text: "" });
    const hostCtx = await this.#contextIn();
    if (hostCtx === undefined) return undefined;
    const { withContact } = await import("../store/contacts/contact.js");
    // A host may start hooks in another folder than the session's.
    const folder = hostCtx.workspace.folderOf(this.#input.folders[0] ?? from.cwd) ?? hostCtx.folder;
    return { event: meant, input: this.#input, context: await withContact({ ...hostCtx, folder }, contact) };
  }

  /**
   * The context of this process's workspace, else of the first folder that the host names; undefined without a
   * workspace.
   */
  async #contextIn(): Promise<Context | undefined> {
    const { globals, io: from } = this.#call;
    const session = globals.session ?? envValue(from.env, "TENET_SESSION") ?? this.#input?.session;
    const { run: _, ...rest } = globals;
    const globalsHere: Call["globals"] = { ...rest, ...defined({ session }) };
    const isStated = globals.C !== undefined || envValue(from.env, "TENET_WORKSPACE") !== undefined;
    const places = [globalsHere, ...(isStated ? [] : (this.#input?.folders ?? []).map((C) => ({ ...globalsHere, C })))];
    for (const place of places) {
      try {
        return await this.#call.otherContext({ globals: place, warn: () => undefined, withoutRun: true });
      } catch (thrown) {
        if (!(thrown instanceof TenetError) || thrown.failure !== "no-workspace") throw thrown;
      }
    }
    return undefined;
  }

  /** Logs a failure for `doctor`, and prints a short warning; a start is told of it. */
  async failed(thrown: unknown): Promise<HookResult> {
    const failure = inWords(thrown);
    if (!this.#isNoted) {
      this.#isNoted = true;
      this.#call.warn(`hook ${this.#done.event}: ${failure.message}`);
      await this.#log(failure).catch(() => undefined);
    }
    const { event, host, text } = this.#done;
    if (event !== "session-start" || text !== "" || this.#input === undefined) return { ...this.#done, failure };
    const { hookAnswer } = await import("./events/hook.js");
    const told = hookAnswer(host, event, `tenet prints nothing of this workspace:\n${failure.message}`);
    return { ...this.#done, text: told, failure };
  }

  async #log(failure: { code: string; message: string }): Promise<void> {
    const ws = this.#context?.workspace ?? (await this.#call.workspace());
    const { logHookFailure } = await import("./install/hooks-log.js");
    const { stamp } = await import("../text/durations.js");
    const { event, host } = this.#done;
    logHookFailure(ws, defined({ at: stamp(this.#call.clock().now()), event, host, ...failure }));
  }
}

function wrong(code: string, message: string): TenetError {
  return new TenetError(message, { failure: "usage", code });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The parser's message would quote the input.
    throw wrong("no-json", "what came on stdin is not JSON");
  }
}

/** A failure without quotes of a prompt: a bug's message could contain one. */
function inWords(thrown: unknown): { code: string; message: string } {
  if (thrown instanceof TenetError) return { code: thrown.code, message: thrown.message };
  const place = thrown instanceof Error ? /\bat [^\n]{0,120}/.exec(thrown.stack ?? "")?.[0] : undefined;
  const name = thrown instanceof Error ? thrown.name : typeof thrown;
  return { code: "bug", message: `${name} ${place ?? ""}`.trim() };
}
