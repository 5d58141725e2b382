import type { Clock } from "./clock.js";
import type { TenetError } from "./errors.js";
import type { IdSource } from "./ids.js";
import type { ModelPools } from "./search/model/embed-pool.js";
import type { ProcessCache } from "./search/process-cache.js";
import type { Profile } from "./settings.js";
import type { StepText } from "./steps.js";
import type { BaseState } from "./store/base/policy/base-state.js";
import type { Host } from "./store/host.js";
import type { Workspace } from "./store/workspace.js";

/** The user and agent of this process, from environment, flags and streams. */
export interface Actor {
  /** The agent that writes: `--as`, else `TENET_AGENT`, else the profile's first. */
  agent: string;
  /** `--session`, else `TENET_SESSION`, else `adhoc-<agent>-<local date>`. */
  session: string;
  /** `--run`, else `TENET_RUN`: writes are buffered until that run finishes. */
  run?: string;
  /** `--user`, else `TENET_USER`: a person's name. States, proves nothing. */
  user?: string;
  /** `--contact`: the contact on whose behalf is read and written; see `store/contacts/contact.ts`. */
  contact?: string;
  /** Private facts about that contact are included. */
  private?: boolean;
  /** A person is at a terminal: stdin and stderr are terminals and no known agent variable is set. */
  atTerminal: boolean;
  /** The variable by which a host of agents says that it runs this process, when one is set. */
  agentVariable?: string;
  /** git's `user.name` and `user.email`, read when first asked for. */
  git(): Promise<{ name?: string; email?: string }>;
}

/** Folders of a person outside the workspace. Absolute; none of them need exist. */
export interface Places {
  home: string;
  /** The user tree: `TENET_USER_TREE`, else `tenet` in the XDG data folder. */
  userTree: string;
  /** The default embedded hub: `tenet-hub` in the XDG data folder. */
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

/** The context of a command that examines a workspace, also with an unreadable profile. */
export interface Examined extends Context {
  /** Why `tenet.yaml` cannot be read: the defaults are used. */
  profileFailure?: TenetError;
}

/** The access of operations to the outside world. Built once, by the doors that main.ts joins. */
export interface Context {
  workspace: Workspace;
  /** The session's folder in the workspace, relative, "" for its top; undefined outside of it. */
  folder?: string | undefined;
  /** The settings in force. */
  profile: Profile;
  /** The protected branch, as this clone knows it: its content was decided. */
  base: BaseState;
  clock: Clock;
  ids: IdSource;
  actor: Actor;
  places: Places;
  /** `TENET_HUB_URL`: the hub's address or folder. It may hold a password: nothing writes it into a file or prints it. */
  hubAddress?: string;
  /** One plain sentence for people, also listed under `warnings` in JSON. */
  warn(message: StepText): void;
  progress: Progress;
  /** The cache of a process that answers many times; absent otherwise. */
  warm?: ProcessCache;
  /** The context whose model searches a second tree. */
  modelOf?: Pick<Context, "profile" | "workspace">;
  /** Models loaded for an earlier command of this process; absent where each command loads its own. */
  models?: ModelPools;
  /** The moment (`performance.now()`) until which long work may be begun; reading a tree then ends with code `no-time`. */
  until?: number;
  /** How long a write waits for another writer, in milliseconds; a command's patience unless stated. */
  patienceMs?: number;
  /** Aborted by Ctrl-C: long work stops at the next entry border and leaves the tree whole. */
  signal: AbortSignal;
}
