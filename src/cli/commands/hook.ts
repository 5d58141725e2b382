/** `tenet hook <event>`: for hosts. Exits 0 whatever happens: other codes mean something to them. */

import { setTimeout as sleep } from "node:timers/promises";
import { Command } from "commander";
import type { Context } from "../../context.js";
import { TenetError } from "../../errors.js";
import type { HookOperations } from "../../hosts/events/hook.js";
import {
  HOOK_EVENTS,
  type HookEvent,
  type HookInput,
  hookEventOf,
  hostNamed,
  readHookInput,
} from "../../store/hosts/hook-event.js";
import { HOSTS } from "../../store/hosts/host.js";
import type { HookResult } from "../../store/hosts/host-schemas.js";
import { defined } from "../../text/defined.js";
import type { CommandContext, Run } from "../command-context.js";
import { buildContext, noProgress, workspaceOf } from "../context.js";
import type { Globals } from "../globals.js";
import { collect, type ProcessIO, stated } from "../process-io.js";

/** From the start of the command on: then it answers with what it has, or with what the core files say. */
const ANSWER_BY_MS = 1_600;
/** So long it may take to read the core files when time is up. */
const CORE_MS = 1_000;
/** From the start of the command on: what is not found by then is left out, so that there is time to print the rest. */
const LOOK_UNTIL_MS = 1_200;

/** What a hook calls of other capabilities, loaded when it is called. */
export const HOOK_OPERATIONS: HookOperations = {
  context: async (ctx, input) => await (await import("../../context/context.js")).context(ctx, input),
  coreFromFiles: async (ctx, input) =>
    await (await import("../../context/core-from-files.js")).coreFromFiles(ctx, input),
  async tendAtSessionEnd(ctx) {
    const { tendRules } = await import("../../rules/rules-upkeep.js");
    await (await import("../../loop/upkeep.js")).tendAtSessionEnd(ctx, tendRules);
  },
};

interface HookFlags {
  host?: string;
  contact?: string;
}

export const hookCommand = (run: Run): Command =>
  new Command()
    .argument("[event]", HOOK_EVENTS.join(", "))
    .option("--host <name>", `whose JSON comes on stdin, if it does not show: ${HOSTS.join(", ")}`)
    .option("--contact <id>", "on behalf of which contact the session speaks")
    .allowUnknownOption()
    .allowExcessArguments()
    .action((event: string | undefined, flags: HookFlags) =>
      run(
        (cli) => answered(cli, event, flags),
        ({ text }) => text,
        { exact: true },
      ),
    );

/** The answer, or what is there when time is up; failures are noted and never thrown. */
async function answered(cli: CommandContext, named: string | undefined, flags: HookFlags): Promise<HookResult> {
  const call = new Call(cli, named);
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<HookResult>((resolve, reject) => {
    const giveUp = () => {
      stopping.abort();
      const why = new TenetError("it took too long, and was left unfinished", { failure: "failed", code: "late" });
      call.outOfTime(flags, why).then(resolve, reject);
    };
    timer = setTimeout(giveUp, Math.max(0, cli.io.startedMs + ANSWER_BY_MS - performance.now()));
  });
  try {
    // What is stopped because time is up fails too: the answer is then the one that is made for it.
    const ran = call.run(flags, stopping.signal).catch((thrown: unknown) => {
      if (stopping.signal.aborted) return late;
      return isOutOfTime(thrown) ? call.outOfTime(flags, thrown) : call.failed(thrown);
    });
    return await Promise.race([ran, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** There was no time to read the records for the first time. */
const isOutOfTime = (thrown: unknown): boolean => thrown instanceof TenetError && thrown.code === "no-time";

/** What a host asks for, and where. */
interface Begun {
  event: HookEvent;
  input: HookInput;
  context: Context;
}

/** One call by a host, with what is known of it so far. */
class Call {
  readonly #cli: CommandContext;
  readonly #named: string | undefined;
  #done: HookResult = { event: "unknown", text: "" };
  #input: HookInput | undefined;
  #context: Context | undefined;
  #begun: Promise<Begun | undefined> | undefined;
  #isNoted = false;

  constructor(cli: CommandContext, named: string | undefined) {
    this.#cli = cli;
    this.#named = named;
  }

  async run(flags: HookFlags, late: AbortSignal): Promise<HookResult> {
    const { io: from } = this.#cli;
    const begun = await this.#beginOnce(flags);
    if (begun === undefined) return this.#done;
    const until = from.startedMs + LOOK_UNTIL_MS;
    this.#context = { ...begun.context, until, signal: AbortSignal.any([from.signal, late]) };
    const { hook } = await import("../../hosts/events/hook.js");
    const shellFile = stated(from.env, "CLAUDE_ENV_FILE");
    const ready = (text: string) => {
      this.#done = { ...this.#done, text };
    };
    return await hook(this.#context, defined({ ...begun, operations: HOOK_OPERATIONS, until, ready, shellFile }));
  }

  /** What is ready when time is up; where nothing is, what can be said without looking anything up. */
  async outOfTime(flags: HookFlags, why: unknown): Promise<HookResult> {
    if (this.#done.text === "") {
      const waiting = new AbortController();
      const limit = sleep(CORE_MS, "", { signal: waiting.signal }).catch(() => "");
      // What stands in the way of it is noted as lateness is: the hook had no time.
      const text = await Promise.race([this.#unlooked(flags).catch(() => ""), limit]);
      waiting.abort();
      if (this.#done.text === "") this.#done = { ...this.#done, text };
    }
    return await this.failed(why);
  }

  async #unlooked(flags: HookFlags): Promise<string> {
    const begun = await this.#beginOnce(flags);
    if (begun === undefined) return "";
    const { hookOutOfTime } = await import("../../hosts/events/hook.js");
    return await hookOutOfTime(begun.context, { ...begun, operations: HOOK_OPERATIONS });
  }

  #beginOnce(flags: HookFlags): Promise<Begun | undefined> {
    this.#begun ??= this.#begin(flags);
    return this.#begun;
  }

  /** Reads what the host says and finds the workspace; undefined where there is none. */
  async #begin({ host: name, contact }: HookFlags): Promise<Begun | undefined> {
    const { io: from } = this.#cli;
    const event = this.#named === undefined ? undefined : hookEventOf(this.#named);
    if (event !== undefined) this.#done = { event, text: "" };
    const host = name === undefined ? undefined : hostNamed(name);
    if (this.#named !== undefined && event === undefined) throw wrong("unknown-event", "no such event");
    if (name !== undefined && host === undefined) throw wrong("unknown-host", "no such host");
    const text = await hookStdin(from);
    if (text === undefined) throw wrong("too-large", "what came on stdin is too large");
    this.#input = readHookInput(
      text.trim() === "" ? {} : parsed(text),
      host,
      stated(from.env, "CLAUDE_CODE_ENTRYPOINT"),
    );
    const meant = event ?? this.#input.event;
    if (meant === undefined) throw wrong("unknown-event", "no event was named");
    this.#done = defined({ event: meant, host: this.#input.host, text: "" });
    const found = await this.#contextIn();
    if (found === undefined) return undefined;
    const { withContact } = await import("../../store/facts/contact.js");
    // A host may start its hooks elsewhere than where the session works.
    const folder = found.workspace.folderOf(this.#input.folders[0] ?? from.cwd) ?? found.folder;
    return { event: meant, input: this.#input, context: withContact({ ...found, folder }, contact) };
  }

  /** In the workspace of this process, else in the first one where the host says that it works; undefined in none. */
  async #contextIn(): Promise<Context | undefined> {
    const { globals, io: from } = this.#cli;
    const session = globals.session ?? stated(from.env, "TENET_SESSION") ?? this.#input?.session;
    const { run: _, ...rest } = globals;
    const here: Globals = { ...rest, ...defined({ session }) };
    const quietly = { warn: () => undefined, progress: noProgress };
    const isStated = globals.C !== undefined || stated(from.env, "TENET_WORKSPACE") !== undefined;
    const places = [here, ...(isStated ? [] : (this.#input?.folders ?? []).map((C) => ({ ...here, C })))];
    for (const place of places) {
      try {
        return await buildContext(withoutRun(from), place, quietly);
      } catch (thrown) {
        if (!(thrown instanceof TenetError) || thrown.failure !== "no-workspace") throw thrown;
      }
    }
    return undefined;
  }

  /** Notes a failure where `doctor` finds it, and says so in a few words on stderr. */
  async failed(thrown: unknown): Promise<HookResult> {
    const failure = inWords(thrown);
    if (!this.#isNoted) {
      this.#isNoted = true;
      this.#cli.warn(`hook ${this.#done.event}: ${failure.message}`);
      await this.#log(failure).catch(() => undefined);
    }
    return { ...this.#done, failure };
  }

  async #log(failure: { code: string; message: string }): Promise<void> {
    const { globals, io: from } = this.#cli;
    const ws = this.#context?.workspace ?? (await workspaceOf(from, globals));
    const { logHookFailure } = await import("../../store/hosts/hooks-log.js");
    const { stamp } = await import("../../text/durations.js");
    const { clockOf } = await import("../actor.js");
    const { event, host } = this.#done;
    logHookFailure(ws, defined({ at: stamp(clockOf(from).now()), event, host, ...failure }));
  }
}

/** What a host's session shows belongs to no run. The streams stay getters: nobody opens them here. */
function withoutRun(from: ProcessIO): ProcessIO {
  return Object.create(from, { env: { value: { ...from.env, TENET_RUN: undefined } } }) as ProcessIO;
}

function wrong(code: string, message: string): TenetError {
  return new TenetError(message, { failure: "usage", code });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The parser's own message quotes what was said.
    throw wrong("no-json", "what came on stdin is not JSON");
  }
}

/** Without anything that a prompt may have said: the message of a bug could quote it. */
function inWords(thrown: unknown): { code: string; message: string } {
  if (thrown instanceof TenetError) return { code: thrown.code, message: thrown.message };
  const place = thrown instanceof Error ? /\bat [^\n]{0,120}/.exec(thrown.stack ?? "")?.[0] : undefined;
  const name = thrown instanceof Error ? thrown.name : typeof thrown;
  return { code: "bug", message: `${name} ${place ?? ""}`.trim() };
}

/** More is no hook's JSON. */
const MOST_BYTES = 16 * 1024 * 1024;
/** A host that has something to say has said it by then; a shell may leave an open pipe behind. */
const SILENCE_MS = 300;

/** All of stdin as text; empty from a terminal, a closed descriptor and a silent pipe. Undefined when it is too much. */
async function hookStdin(from: Pick<ProcessIO, "isTTY" | "stdin" | "signal">): Promise<string | undefined> {
  if (from.isTTY.stdin) return "";
  let stdin: NodeJS.ReadStream;
  try {
    stdin = from.stdin;
  } catch {
    return "";
  }
  const most = { silenceMs: SILENCE_MS, between: true, mostBytes: MOST_BYTES };
  const { bytes, ended } = await collect(stdin, from.signal, most);
  stdin.destroy();
  return ended === "too-large" ? undefined : bytes.toString("utf8");
}
