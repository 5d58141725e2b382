/** Whose signatures commits carry, as git and the programs it asks find them. */
import type { Workspace } from "../workspace.js";
import { runBytes } from "./git.js";
import { OID } from "./git-commits.js";

/** A signature that fits its commit. */
export interface Signature {
  /** This machine trusts the key: git says so by its own settings. */
  trusted: boolean;
  /** Who signed, as the key or the list of allowed signers names them. */
  signer: string;
  /** The key's id or fingerprint, that of the signing subkey, that of its primary key. */
  keys: readonly string[];
}

const FIELDS = ["%H", "%G?", "%GS", "%GK", "%GF", "%GP"];

/** The signatures of these commits; none for a commit whose signature is missing, bad, revoked or out of date. */
export async function signaturesOf(ws: Workspace, commits: readonly string[]): Promise<Map<string, Signature>> {
  const found = new Map<string, Signature>();
  if (commits.length === 0) return found;
  const asked = ["log", "-z", "--no-walk=unsorted", `--format=${FIELDS.join("%x00")}`, "--stdin"];
  const told = await runBytes(ws.root, asked, commits.map((commit) => `${commit}\n`).join(""));
  const fields = told.toString("utf8").split("\0").slice(0, -1);
  for (let at = 0; at < fields.length; at += FIELDS.length) {
    const [commit = "", state, signer = "", ...keys] = fields.slice(at, at + FIELDS.length);
    if (!OID.test(commit)) throw new Error(`git printed a signature that is none: ${JSON.stringify(commit)}`);
    if (state === "G" || state === "U")
      found.set(commit, { trusted: state === "G", signer, keys: keys.filter((key) => key !== "") });
  }
  return found;
}
