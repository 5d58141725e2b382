/** Opens the hub that is meant: a PostgreSQL server, or one embedded in a folder. */
import { isAbsolute } from "node:path";
import { fileURLToPath } from "node:url";
import { wrongUsage } from "../../errors.js";
import type { Hub } from "./hub.js";

export type HubTarget = { kind: "embedded"; folder: string } | { kind: "server"; url: string };

/** Parses `--hub` or `TENET_HUB_URL`; empty means the embedded hub. Never quotes the value: it may hold a password. */
export function hubTarget(statedHub: string | undefined, defaultFolder: string): HubTarget {
  if (statedHub === undefined || statedHub === "") return { kind: "embedded", folder: defaultFolder };
  if (/^postgres(?:ql)?:\/\//i.test(statedHub)) return { kind: "server", url: statedHub };
  if (/^file:\/\//i.test(statedHub)) return { kind: "embedded", folder: folderOf(statedHub) };
  if (isAbsolute(statedHub)) return { kind: "embedded", folder: statedHub };
  throw notAHub();
}

function folderOf(url: string): string {
  try {
    return fileURLToPath(url);
  } catch {
    throw notAHub();
  }
}

const notAHub = () =>
  wrongUsage(
    "A hub is named by the address of a PostgreSQL server, or by a whole path of a folder",
    "Such as postgres://NAME@HOST/DATABASE or /srv/tenet-hub",
  );

interface OpenOptions {
  /** An embedded hub that is not there is made. */
  create: boolean;
  patienceMs?: number;
  /** Told once, where it takes long. */
  say?: (message: string) => void;
}

/** After so many milliseconds of waiting somebody wants to know what for. */
const LONG_MS = 1_500;

/**
 * A connection that its caller closes. Throws `hub-away` where it cannot be reached, `busy` where another command has the
 * folder, `hub-tls` where a server would not be proven.
 */
export async function openHub(target: HubTarget, { say, ...options }: OpenOptions): Promise<Hub> {
  if (target.kind === "server") return (await import("./server-hub.js")).openServerHub(target.url);
  const timer = setTimeout(() => say?.(`Opening the hub in ${target.folder}: its database starts, wait.`), LONG_MS);
  try {
    return await (await import("./embedded-hub.js")).openEmbeddedHub(target.folder, options);
  } finally {
    clearTimeout(timer);
  }
}
