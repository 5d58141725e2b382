/** Who this clone is in a hub: a pseudonym and a key, both made of a secret that never leaves the machine. */
import { createHmac, createPrivateKey, createPublicKey, type KeyObject, randomBytes } from "node:crypto";
import type { Context } from "../context.js";
import { ownAgents } from "../settings.js";
import { State } from "../store/state/state-db.js";
import { stamp } from "../text/durations.js";

export interface Identity {
  /** The pseudonym: 16 hexadecimal digits. */
  agent: string;
  privateKey: KeyObject;
  /** 32 bytes. */
  publicKey: Uint8Array;
}

const SALT_BYTES = 32;
/** What stands before the seed and the key of Ed25519 in their DER forms (RFC 8410). */
const PRIVATE_HEAD = Buffer.from("302e020100300506032b657004220420", "hex");
const PUBLIC_HEAD = Buffer.from("302a300506032b6570032100", "hex");

/** The identity that a salt gives an agent: always the same one. */
export function identityOf(salt: Uint8Array, name: string): Identity {
  const derived = (what: string) => createHmac("sha256", salt).update(`${what} ${name}`).digest();
  const privateKey = createPrivateKey({
    key: Buffer.concat([PRIVATE_HEAD, derived("key")]),
    format: "der",
    type: "pkcs8",
  });
  const spki = createPublicKey(privateKey).export({ format: "der", type: "spki" });
  return {
    agent: derived("agent").toString("hex").slice(0, 16),
    privateKey,
    publicKey: spki.subarray(PUBLIC_HEAD.length),
  };
}

/** The salt behind pseudonym and key: its holder is this agent. */
const SALT = "salt";

/** The identity of this clone; undefined before the first `sync init`. */
export function readIdentity({ workspace, profile }: Pick<Context, "workspace" | "profile">): Identity | undefined {
  const salt = State.of(workspace).value<string>(SALT);
  return salt === undefined ? undefined : identityOf(Buffer.from(salt, "hex"), ownAgents(profile)[0] ?? "main");
}

/** The same, made now where there is none. */
export function ensureIdentity(ctx: Pick<Context, "workspace" | "profile" | "clock">): Identity {
  const state = State.of(ctx.workspace);
  const value = randomBytes(SALT_BYTES).toString("hex");
  if (state.value(SALT) === undefined) state.put(SALT, { at: stamp(ctx.clock.now()), value });
  return readIdentity(ctx) as Identity;
}
