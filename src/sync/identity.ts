/** Who this clone is in a hub: a pseudonym and a key, both made of a secret that never leaves the machine. */
import { createHmac, createPrivateKey, createPublicKey, type KeyObject, randomBytes } from "node:crypto";
import type { Context } from "../context.js";
import { TenetError } from "../errors.js";
import { ownAgents } from "../settings.js";
import { writeFileAtomic } from "../store/files/atomic-file.js";
import { readBytes } from "../store/files/safe-path.js";
import type { Workspace } from "../store/workspace.js";

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

/** The identity of this clone; undefined before the first `sync init`. Throws when its file is damaged. */
export async function readIdentity(ctx: Pick<Context, "workspace" | "profile">): Promise<Identity | undefined> {
  const { workspace: ws, profile } = ctx;
  const bytes = await readBytes(ws, ws.syncIdentity);
  if (bytes === undefined) return undefined;
  return identityOf(saltIn(ws, bytes), ownAgents(profile)[0] ?? "main");
}

function saltIn(ws: Workspace, bytes: Uint8Array): Uint8Array {
  try {
    const { salt } = JSON.parse(Buffer.from(bytes).toString("utf8")) as { salt?: unknown };
    const saltBytes = typeof salt === "string" ? Buffer.from(salt, "hex") : Buffer.alloc(0);
    if (saltBytes.length === SALT_BYTES) return saltBytes;
  } catch {
    // Said below.
  }
  throw new TenetError(`${ws.relative(ws.syncIdentity)} is damaged: it says no longer who this clone is in its hub`, {
    failure: "failed",
    code: "sync-identity",
    hint: "Put it back from a backup; without it, remove the file and join anew as another agent.",
  });
}

/** The same, made now where there is none: readable by its owner alone. */
export async function ensureIdentity(ctx: Pick<Context, "workspace" | "profile">): Promise<Identity> {
  const { workspace: ws } = ctx;
  const identity = await readIdentity(ctx);
  if (identity !== undefined) return identity;
  const salt = randomBytes(SALT_BYTES).toString("hex");
  await writeFileAtomic(ws.syncIdentity, `${JSON.stringify({ salt })}\n`, { within: ws, expected: null, mode: 0o600 });
  return (await readIdentity(ctx)) as Identity;
}
