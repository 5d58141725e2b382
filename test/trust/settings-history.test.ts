/** The history of settings as a real git has it. */
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { SettingsHistory } from "../../src/trust/settings-history.js";
import { testWorld } from "../store/workspace.js";

const OWNER = "people:\n  - name: ann\n    role: owner\n    emails: [ann@example.invalid]\n";
const STRICT = `schema: 1\napply_mode: curated\n${OWNER}`;
const LOOSE = `schema: 1\napply_mode: auto\n${OWNER}`;

function repository() {
  const { workspace } = testWorld();
  const git = (...args: string[]) =>
    execFileSync("git", ["-C", workspace.root, "-c", "user.name=x", "-c", "user.email=x@example.invalid", ...args], {
      encoding: "utf8",
    }).trim();
  git("init", "-q", "-b", "main");
  const commit = (who: string, text: string | Uint8Array, message = "settings") => {
    writeFileSync(workspace.profile, text);
    git("add", "tenet.yaml");
    git("-c", `user.email=${who}@example.invalid`, "commit", "-q", "--allow-empty", "-m", message);
    return git("rev-parse", "HEAD");
  };
  const history = async (how?: Parameters<typeof SettingsHistory.at>[2]) => {
    const read = await SettingsHistory.at(workspace, "HEAD", how);
    if (read === undefined) throw new Error("no commit");
    return read;
  };
  return { git, commit, history };
}

describe("the history of settings", () => {
  it("begins with the first owner, follows people, and names what others changed", async () => {
    const { git, commit, history } = repository();
    const first = commit("bot", "schema: 1\n");
    expect((await history()).now).toBeUndefined();
    const root = commit("bot", STRICT, `begin\n\nTenet-New-Root: nobody\nTenet-New-Root\x1e: people`);
    const loosened = commit("bot", LOOSE);
    const read = await history();
    expect(read.before(first)).toBeUndefined();
    expect(read.before(root)).toBeUndefined();
    expect(read.before(loosened)).toMatchObject({ apply_mode: "curated", people: [{ name: "ann" }] });
    expect(read.now).toMatchObject({ apply_mode: "curated" });
    expect(read.changes).toEqual([{ commit: loosened, key: "apply_mode", before: "curated", after: "auto" }]);
    commit("ann", `${LOOSE}# looked at\n`);
    const after = await history();
    expect([after.now?.apply_mode, after.changes, after.roots, after.newRoots]).toEqual(["auto", [], [root], []]);
    git("rm", "-q", "tenet.yaml");
    git("commit", "-q", "-m", "gone");
    expect((await history()).now).toMatchObject({ apply_mode: "auto" });
  });

  it("takes no broken file, no link and no bytes that are no text for settings", async () => {
    const { git, commit, history } = repository();
    commit("ann", STRICT);
    commit("ann", "people: [\n");
    commit("ann", new Uint8Array([0xff, 0xfe, 0x00]));
    commit("ann", `<<<<<<< a\n${LOOSE}=======\n>>>>>>> b\n`);
    const link = execFileSync("git", ["-C", git("rev-parse", "--show-toplevel"), "hash-object", "-w", "--stdin"], {
      input: "elsewhere.yaml",
      encoding: "utf8",
    }).trim();
    git("update-index", "--cacheinfo", `120000,${link},tenet.yaml`);
    git("-c", "user.email=ann@example.invalid", "commit", "-q", "-m", "a link");
    expect((await history()).now).toMatchObject({ apply_mode: "curated" });
  });

  it("remembers who began anew", async () => {
    const { commit, history } = repository();
    commit("ann", STRICT);
    const imp = STRICT.replaceAll("ann", "imp");
    const anew = commit("imp", imp, "begin anew\n\nTenet-New-Root: people");
    const read = await history();
    expect([read.now?.people[0]?.name, read.roots, read.newRoots]).toEqual(["imp", [anew], [anew]]);
  });

  it("knows a join of two beginnings", async () => {
    const { git, commit, history } = repository();
    const mine = commit("ann", STRICT);
    git("checkout", "-q", "--orphan", "other");
    const theirs = commit("imp", LOOSE.replaceAll("ann", "imp"));
    git("merge", "-q", "--allow-unrelated-histories", "-s", "ours", "-m", "join", "main");
    const read = await history();
    expect([...read.roots].sort()).toEqual([mine, theirs].sort());
    expect(read.now).toMatchObject({ people: [], apply_mode: "curated" });
  });

  it("is read as it was committed, whatever this clone asks git to print", async () => {
    const { git, commit, history } = repository();
    for (const setting of ["log.showRoot", "diff.relative", "log.decorate"]) git("config", setting, "false");
    git("config", "log.diffMerges", "off");
    const root = commit("ann", STRICT);
    git("checkout", "-q", "-b", "side");
    const loosened = commit("bot", LOOSE);
    git("checkout", "-q", "main");
    git("commit", "-q", "--allow-empty", "-m", "x");
    git("-c", "user.email=bot@example.invalid", "merge", "-q", "--no-ff", "-m", "merge", "side");
    const read = await history();
    expect([read.roots, read.changes.map((one) => one.commit)]).toEqual([[root], [loosened]]);
    expect(read.statedAt(git("rev-parse", "HEAD"))).toMatchObject({ apply_mode: "auto" });
    expect(read.now).toMatchObject({ apply_mode: "curated" });
  });

  it("goes on from a commit that is known where all later ones descend from it, and begins anew elsewhere", async () => {
    const { git, commit, history } = repository();
    commit("ann", STRICT);
    const loosened = commit("bot", LOOSE);
    const { point } = await history();
    // Nothing before it is read: what it says is what counts.
    const from = { ...point, after: point.after && { ...point.after, roots: ["known"] } };
    git("checkout", "-q", "-b", "side");
    commit("bot", `${LOOSE}# on a branch\n`);
    git("checkout", "-q", "main");
    commit("ann", `${STRICT}# looked at\n`);
    const read = await history({ from });
    expect([read.roots, read.changes, read.now]).toMatchObject([["known"], [], { apply_mode: "curated" }]);
    git("merge", "-q", "-s", "ours", "-m", "merge", "side");
    expect((await history({ from })).roots).toEqual(["known"]);
    git("checkout", "-q", "-B", "main", `${loosened}~1`);
    git("merge", "-q", "--no-ff", "-s", "ours", "-m", "merge", loosened);
    for (const unfit of [from, { ...from, commit: "0".repeat(40) }])
      expect((await history({ from: unfit })).point).toEqual((await history()).point);
  });
});
