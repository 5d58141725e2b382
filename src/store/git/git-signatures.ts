/** Whose signatures commits carry, as git and the programs it asks find them. */
import { devNull } from "node:os";
import type { Workspace } from "../workspace.js";
import { GitFailed, runBytes } from "./git.js";
import { OID } from "./git-commits.js";

/**
 * How signatures are looked at: by the programs of this machine, whatever a clone names in their place, and without its
 * list of trusted keys. Whose a key is, the settings say.
 */
const PROGRAMS = [
  ...["gpg.program=gpg", "gpg.x509.program=gpgsm", "gpg.ssh.program=ssh-keygen"],
  ...[`gpg.ssh.allowedSignersFile=${devNull}`, "gpg.ssh.revocationFile=", "gpg.minTrustLevel=undefined"],
].flatMap((setting) => ["-c", setting]);

const FIELDS = ["%H", "%G?", "%GK", "%GF", "%GP"];

/**
 * By commit, the keys that signed it: id or fingerprint, that of the signing subkey, that of its primary key. None for a
 * commit whose signature is missing, bad, revoked or out of date, or whose key this machine does not know.
 */
export async function signaturesOf(ws: Workspace, commits: readonly string[]): Promise<Map<string, readonly string[]>> {
  const found = new Map<string, readonly string[]>();
  if (commits.length === 0) return found;
  const asked = ["log", "-z", "--no-walk=unsorted", `--format=${FIELDS.join("%x00")}`, "--stdin"];
  const told = await runBytes(ws.root, [...PROGRAMS, ...asked], commits.map((commit) => `${commit}\n`).join(""));
  const fields = told.toString("utf8").split("\0").slice(0, -1);
  for (let at = 0; at < fields.length; at += FIELDS.length) {
    const [commit = "", state, ...keys] = fields.slice(at, at + FIELDS.length);
    if (!OID.test(commit)) throw new GitFailed(["log"], undefined, "it printed a signature that is none");
    if (state !== "G" && state !== "U") continue;
    found.set(
      commit,
      keys.filter((key) => key !== ""),
    );
  }
  return found;
}
