/** With `trust.signed` a key that the settings list for a person proves a decision, and nothing else does. */
import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type HistoryWorld, historyWorld, PEOPLE } from "./history-world.js";

const keys = mkdtempSync(join(tmpdir(), "tenet-keys-"));
const hasGpg = isThere("gpg", "--version");

function isThere(program: string, ...args: string[]): boolean {
  try {
    execFileSync(program, args, { stdio: "ignore" });
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== "ENOENT";
  }
}

/** Makes an ssh key; answers its fingerprint. */
function sshKey(name: string): string {
  const file = join(keys, name);
  execFileSync("ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-C", "bridget@example.invalid", "-f", file]);
  return execFileSync("ssh-keygen", ["-lf", file], { encoding: "utf8" }).split(" ")[1] as string;
}

const gpg = (...args: string[]) =>
  execFileSync("gpg", ["--batch", "--quiet", "--passphrase", "", ...args], { encoding: "utf8", stdio: "pipe" });

/** Makes a gpg key of the owner's address; answers its fingerprint. */
function gpgKey(comment: string, ...options: string[]): string {
  gpg(...options, "--quick-gen-key", `${comment} <bridget@example.invalid>`, "ed25519", "sign", "1d");
  const listed = gpg("--with-colons", "--list-keys", comment);
  return /^fpr:+([0-9A-F]+):/m.exec(listed)?.[1] as string;
}

const program = (name: string, text: string): string => {
  const file = join(keys, name);
  writeFileSync(file, `#!/bin/sh\n${text}\n`);
  chmodSync(file, 0o755);
  return file;
};

const profile = (...listed: string[]) =>
  `schema: 1\ntrust: {signed: true}\npeople:\n  - {name: bridget, role: owner, emails: [bridget@example.invalid], keys: [${listed.map((key) => JSON.stringify(key)).join(", ")}]}\n`;

/** A workspace whose owner has listed these keys. */
function signedWorld(...listed: string[]): HistoryWorld {
  const world = historyWorld({ people: PEOPLE, trust: { signed: true } });
  world.put("tenet.yaml", profile(...listed));
  world.commit("bridget", "start");
  return world;
}

/** Commits as the owner, signed by an ssh key. */
function signed(world: HistoryWorld, key: string, message = "signed"): string {
  world.git("bridget", "config", "gpg.format", "ssh");
  world.git("bridget", "config", "user.signingKey", join(keys, key));
  return world.commit("bridget", message, "-S");
}

afterAll(() => {
  if (hasGpg) execFileSync("gpgconf", ["--homedir", keys, "--kill", "all"], { stdio: "ignore" });
  vi.unstubAllEnvs();
  rmSync(keys, { recursive: true, force: true });
});

describe.skipIf(!isThere("ssh-keygen", "-?"))("an ssh key (skipped where ssh-keygen is missing)", () => {
  let own = "";
  let other = "";
  beforeAll(() => {
    own = sshKey("own");
    other = sshKey("other");
  });

  it("that is listed for the person proves a commit and a merge of theirs; without it nothing does", async () => {
    const world = signedWorld(own);
    const good = signed(world, "own");
    expect(await world.who(good)).toBe("proven bridget");
    expect(await world.who(world.commit("bridget", "unsigned"))).toBe("unproven");
    world.git("sybil", "checkout", "-q", "-b", "work");
    const inner = world.commit("sybil", "inner");
    world.git("sybil", "checkout", "-q", "main");
    world.commit("sybil", "beside");
    world.merge("bridget", "work", "-S");
    expect(await world.who(inner)).toBe("proven bridget");
  });

  it("of somebody else proves nothing, whatever address it names and whatever this clone trusts", async () => {
    const world = signedWorld(own);
    const text = readFileSync(join(keys, "other.pub"), "utf8");
    writeFileSync(join(keys, "allowed"), `bridget@example.invalid,${own} ${text}`);
    world.git("sybil", "config", "gpg.ssh.allowedSignersFile", join(keys, "allowed"));
    expect(await world.who(signed(world, "other"))).toBe("unproven");
    // Nor does a good one of a person who lists none.
    const bare = signedWorld();
    expect(await bare.who(signed(bare, "own"))).toBe("unproven");
  });

  it("counts from the commit after the one that lists it, and no longer once it is off the list", async () => {
    const world = signedWorld(own);
    const first = signed(world, "own");
    world.put("tenet.yaml", profile(own, other));
    const forged = signed(world, "other");
    expect(await world.who(forged)).toBe("unproven");
    expect((await world.decisions()).settings?.changes.map(({ key, commit }) => [key, commit])).toEqual([
      ["people", forged],
    ]);
    expect(await world.who(signed(world, "other"))).toBe("unproven");
    world.put("tenet.yaml", profile(other));
    expect(await world.who(signed(world, "own"))).toBe("proven bridget");
    expect(await Promise.all([first, signed(world, "own"), signed(world, "other")].map(world.who))).toEqual([
      ...["proven bridget", "unproven", "proven bridget"],
    ]);
  });

  it("proves only the commit it signed, and no program that a clone names in its place is asked", async () => {
    const world = signedWorld(own);
    const ran = join(keys, "ran");
    const good = `touch '${ran}'; echo 'Good "git" signature for bridget with ED25519 key ${own}'`;
    const status = `echo '[GNUPG:] GOODSIG ${"A".repeat(16)} bridget <bridget@example.invalid>'; echo '[GNUPG:] TRUST_ULTIMATE'`;
    const lying = program("lying", `${good}; ${status}`);
    const whole = world.git("bridget", "cat-file", "commit", signed(world, "own"));
    writeFileSync(join(keys, "moved"), `${whole.replace("\n\nsigned", "\n\nother words")}\n`);
    const moved = world.git("sybil", "hash-object", "-t", "commit", "-w", join(keys, "moved"));
    world.git("sybil", "update-ref", "HEAD", moved);
    world.git("sybil", "config", "gpg.ssh.allowedSignersFile", join(keys, "own.pub"));
    for (const key of ["gpg.program", "gpg.openpgp.program", "gpg.ssh.program", "gpg.x509.program"]) {
      world.git("sybil", "config", key, lying);
    }
    expect(await world.who(moved)).toBe("unproven");
    expect(() => readFileSync(ran)).toThrow("ENOENT");
  });
});

describe.skipIf(!hasGpg)("a gpg key (skipped where gpg is missing)", () => {
  let listed = "";
  beforeAll(() => {
    chmodSync(keys, 0o700);
    vi.stubEnv("GNUPGHOME", keys);
    listed = gpgKey("listed");
  });

  const by = (world: HistoryWorld, key: string, signer = "gpg") => {
    world.git("bridget", "config", "gpg.format", "openpgp");
    world.git("bridget", "config", "gpg.program", signer);
    return world.commit("bridget", "signed", "--no-verify", `-S${key}`);
  };

  it("that is listed proves a commit; another one of this machine with the person's address does not", async () => {
    const world = signedWorld(listed, "0x12345678");
    const mine = gpgKey("mine");
    expect(await world.who(by(world, listed))).toBe("proven bridget");
    expect(await world.who(by(world, mine))).toBe("unproven");
    // Its id in short is nobody's: another key may have the same end.
    const short = signedWorld(listed.slice(-8));
    expect(await short.who(by(short, listed))).toBe("unproven");
    const long = signedWorld(listed.slice(-16));
    expect(await long.who(by(long, listed))).toBe("proven bridget");
  });

  it("that has expired or was revoked proves nothing", async () => {
    const then = "--faked-system-time=20200101T000000";
    const expired = gpgKey("expired", then);
    const revoked = gpgKey("revoked");
    const world = signedWorld(expired, revoked);
    expect(await world.who(by(world, expired, program("then", `exec gpg ${then} "$@"`)))).toBe("unproven");
    const commit = by(world, revoked);
    expect(await world.who(commit)).toBe("proven bridget");
    const certificate = join(keys, "openpgp-revocs.d", `${revoked}.rev`);
    writeFileSync(certificate, readFileSync(certificate, "utf8").replace(":-----BEGIN", "-----BEGIN"));
    gpg("--import", certificate);
    expect(await world.who(commit)).toBe("unproven");
  });
});
