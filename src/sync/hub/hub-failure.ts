/** What a hub answers instead of rows, in plain words. Nothing of a driver's error is passed on but what the server said. */
import { TenetError } from "../../errors.js";

const AWAY_HINT =
  "Nothing here depends on it: what was not synced goes with the next sync. Look whether the hub runs, then again.";

/** The hub cannot be reached, or went away in the middle of something. */
export function hubAway(name: string, why: string): TenetError {
  return new TenetError(`The hub ${name} cannot be reached: ${why}.`, {
    failure: "failed",
    code: "hub-away",
    hint: AWAY_HINT,
  });
}

export function hubBusy(name: string, why: string): TenetError {
  return new TenetError(`The hub ${name} is busy: ${why}.`, {
    failure: "busy",
    hint: "Wait until the other sync has finished, then run the same command again.",
  });
}

/** A connection to a server that would not be proven to be the server. */
export function hubTls(message: string): TenetError {
  return new TenetError(message, {
    failure: "usage",
    code: "hub-tls",
    hint: "Add sslmode=verify-full to the hub's address and, for a server with a certificate authority of its own, sslrootcert=FILE.",
  });
}

const refusal = (message: string, code: string, hint: string) =>
  new TenetError(message, { failure: "refused", code, hint });

type Told = (hub: string, said: string) => TenetError;

const hubMoved: Told = (hub) => hubBusy(hub, "another sync of this agent wrote to it meanwhile");
const again: Told = (hub) => hubBusy(hub, "another sync is writing");
const hubGone: Told = (hub, said) => hubAway(hub, said === "" ? "it ended the connection" : said);

/** By SQLSTATE, or by its class of two letters. */
const BY_STATE: Readonly<Record<string, Told>> = {
  TN001: hubMoved,
  TN003: (hub, message) =>
    refusal(`The hub ${hub} refuses this: ${message}.`, "hub-append-only", "A hub's rows are only added to."),
  "23505": hubMoved,
  "23514": (hub, said) => refusal(`The hub ${hub} does not take this: ${said}.`, "hub-row", "It was not written."),
  "42501": (hub, message) =>
    refusal(
      `The hub ${hub} does not permit this login to do that: ${message}.`,
      "hub-denied",
      "Who runs the hub grants the role tenet_agent to the login of an agent.",
    ),
  "28": (hub) => noLogin(hub),
  "3D000": (hub) => hubAway(hub, "the server has no such database"),
  "3F000": (hub) => notSetUp(hub),
  "42P01": (hub) => notSetUp(hub),
  "40": again,
  "55P03": again,
  "25": hubGone,
  "08": hubGone,
  "57": hubGone,
  "53100": (hub) => new TenetError(`The disk of the hub ${hub} is full.`, { failure: "failed", code: "no-space" }),
  "53": hubGone,
};

function noLogin(hub: string): TenetError {
  return new TenetError(`The hub ${hub} does not let this login in.`, {
    failure: "failed",
    code: "hub-login",
    hint: "Look at the name and the password in TENET_HUB_URL, and at what the server allows.",
  });
}

function notSetUp(hub: string): TenetError {
  return new TenetError(`${hub} is no hub yet.`, {
    failure: "failed",
    code: "hub-not-set-up",
    hint: "Set it up with: tenet sync init",
  });
}

const TROUBLE: Readonly<Record<string, string>> = {
  ECONNREFUSED: "nothing answers there",
  ENOTFOUND: "there is no host of that name",
  EAI_AGAIN: "the host's name cannot be looked up",
  ETIMEDOUT: "it does not answer",
  EHOSTUNREACH: "no way leads to its network",
  ENETUNREACH: "no way leads to its network",
  ENOENT: "there is no such socket",
  EACCES: "its socket may not be opened",
};

const CERTIFICATE = /^(?:ERR_TLS_|ERR_SSL_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/;

/** What a driver threw, as a failure that may be shown. `connecting`: no session stands yet. */
export function hubFailure(error: unknown, hub: string, connecting = false): unknown {
  if (error instanceof TenetError || !(error instanceof Error)) return error;
  const code = String((error as { code?: unknown }).code ?? "");
  if (CERTIFICATE.test(code)) return hubTls(`The certificate of the hub ${hub} proves nothing (${code}).`);
  if (error.message.includes("does not support SSL")) return hubTls(`The hub ${hub} speaks no TLS.`);
  // What the driver finds out of a login by itself: no password, or a server that cannot prove that it knows it.
  if (error.message.startsWith("SASL: ")) return noLogin(hub);
  const isServers = "severity" in error || "routine" in error;
  if (/^[0-9A-Z]{5}$/.test(code) && isServers) {
    const message = firstLine(error.message);
    const failureOf = BY_STATE[code] ?? BY_STATE[code.slice(0, 2)];
    if (failureOf !== undefined) return failureOf(hub, message);
    return new TenetError(`The hub ${hub} failed: ${message} (${code}).`, { failure: "failed", code: "hub-failed" });
  }
  const why = TROUBLE[code] ?? (isConnection(error, code) || connecting ? "the connection was lost" : undefined);
  return why === undefined
    ? error
    : hubAway(hub, connecting && TROUBLE[code] === undefined ? "it does not answer" : why);
}

const isConnection = (error: Error, code: string) =>
  /^E[A-Z]+$/.test(code) || /\b(?:connection|timeout|not queryable)\b/i.test(error.message);

const firstLine = (text: string) => (text.split("\n")[0] ?? "").slice(0, 200).replace(/\.$/, "");
