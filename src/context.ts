import type { Readable, Writable } from "node:stream";
import type { Clock } from "./clock.js";
import type { Profile } from "./config.js";
import type { TenetError } from "./errors.js";
import type { IdSource } from "./ids.js";
import type { ModelPools } from "./search/model/embed-pool.js";
import type { ProcessCache } from "./search/process-cache.js";
import type { Steps } from "./steps.js";
import type { BaseState } from "./store/base/policy/base-state.js";
import type { Waiting } from "./store/base/policy/setting-gate.js";
import type { Host } from "./store/hosts/host.js";
import type { Workspace } from "./store/workspace.js";

/** Who is at the other end of this process, as far as environment, flags and streams tell. */
export interface Actor {
  /** The agent that writes: `--as`, else `TENET_AGENT`, else the profile's first. */
  agent: string;
  /** True when `--as` or `TENET_AGENT` named it. */
  agentStated: boolean;
  /** `--session`, else `TENET_SESSION`, else `adhoc-<agent>-<local date>`. */
  session: string;
  /** `--run`, else `TENET_RUN`: writes are buffered until that run finishes. */
  run?: string;
  /** `--user`, else `TENET_USER`: a person's name. States, proves nothing. */
  user?: string;
  /** `--contact`: on whose behalf is read and written; see {@link ./contacts/contact.ts}. */
  contact?: string;
  /** What is private of that contact was asked for. */
  private?: boolean;
  /** Someone sits at a terminal: stdin and stderr are terminals and no known agent variable is set. */
  atTerminal: boolean;
  /** The variable by which a host of agents says that it runs this process, when one is set. */
  agentVariable?: string;
  /** git's `user.name` and `user.email`, read when first asked for. */
  git(): Promise<{ name?: string; email?: string }>;
}

/** Folders outside the workspace. Absolute; none of them need exist. */
export interface Places {
  /** The person's home folder. */
  home: string;
  /** The tree of what is true of a person in every workspace: `TENET_USER_TREE`, else `tenet` in the XDG data folder. */
  userTree: string;
  /** The embedded hub that is meant where nobody names one: `tenet-hub` in the XDG data folder. */
  hub: string;
  /** Where programs keep a person's settings: `XDG_CONFIG_HOME`, else `.config` in the home folder. */
  config: string;
  /** Where each host keeps its settings and transcripts. */
  hosts: Readonly<Record<Host, string>>;
}

/** Reports progress of long work on stderr when a person watches; draws nothing otherwise. */
export interface Progress {
  start(label: string, total: number): { step(n?: number): void; stop(): void };
}

/** What a command that examines a workspace gets: also of one whose profile cannot be read. */
export interface Examined extends Context {
  /** What is odd in `tenet.yaml`, with its line. */
  profileWarnings: readonly string[];
  /** Why `tenet.yaml` cannot be read; the defaults stand in for it then. */
  profileFailure?: TenetError;
}

/** Everything an operation may use of the outside world. Built once, in main.ts. */
export interface Context {
  workspace: Workspace;
  /** Where the session works: a folder of the workspace, relative, "" for its top; undefined outside of it. */
  folder?: string | undefined;
  /** The settings in force. */
  profile: Profile;
  /** What `tenet.yaml` says beyond them and does not count. */
  waitingSettings?: readonly Waiting[];
  /** The branch that people protect, as this clone knows it: what stands there was decided. */
  base: BaseState;
  clock: Clock;
  ids: IdSource;
  actor: Actor;
  places: Places;
  /** `TENET_HUB_URL`: the hub's address or folder. It may hold a password: nothing writes it into a file or prints it. */
  hubAddress?: string;
  /** How next steps are said: in the words of the door that was called by. */
  steps: Steps;
  /** One plain sentence for people, also listed under `warnings` in JSON. */
  warn(message: string): void;
  progress: Progress;
  /** What a process that answers many times keeps between its answers; absent where each ends with one. */
  warm?: ProcessCache;
  /** Whose model a second tree is searched with. */
  modelOf?: Pick<Context, "profile" | "workspace">;
  /** Models that were loaded for an earlier command of this process; absent where each command has its own. */
  models?: ModelPools;
  /**
   * The moment (`performance.now()`) until which long work may be begun: somebody waits and will not wait longer. Reading
   * a tree that nobody has read before then ends with `busy`, code `no-time`; what was read is kept for the next one.
   */
  until?: number;
  /** How long a write waits for another writer, in milliseconds; a command's patience unless stated. */
  patienceMs?: number;
  /** Finishes what comes before a write; see `capture/finish-first.ts`. Called by `prepareWrite` alone. */
  finishFirst(ctx: Context): Promise<unknown>;
  /** Aborted by Ctrl-C: long work stops at the next entry border and leaves the tree whole. */
  signal: AbortSignal;
}

/** Which tools a server offers: the loop from session start to answer, or what is done beside it as well. */
export const TOOL_PROFILES = ["default", "full"] as const;
export type ToolProfile = (typeof TOOL_PROFILES)[number];

/** What a server of a protocol is given by the command that starts it: doors never import doors, main.ts joins them. */
export interface Serving {
  profile: ToolProfile;
  /** Of tenet. */
  version: string;
  /** The client's words, and ours: nothing else is ever written there. */
  input: Readable;
  output: Writable;
  /**
   * The world of one call, read anew: profile and tree may have changed since the last one. Who is served, and in which
   * session, was fixed when the server started; never a person at a terminal.
   */
  context(warn: (message: string) => void): Promise<Context>;
  /** Aborted when the process is asked to end. */
  signal: AbortSignal;
}
