/** Who decided: what a program that may run git, but is no person, gets past it. */
import { describe, expect, it } from "vitest";
import { historyWorld } from "./history-world.js";

describe("who decided", () => {
  it("is a listed person who committed it, or who merged it in", async () => {
    const world = historyWorld();
    const own = world.commit("bridget");
    const theirs = world.commit("sybil");
    const agents = world.commit("helper");
    world.git("sybil", "checkout", "-q", "-b", "work");
    const inner = world.commit("sybil");
    world.git("sybil", "checkout", "-q", "main");
    const merge = world.merge("bridget", "work");
    expect(await Promise.all([own, theirs, agents, inner, merge].map(world.who))).toEqual([
      "proven bridget",
      "unproven",
      "unproven",
      "proven bridget",
      "proven bridget",
    ]);
    const proof = await (await world.decisions()).of(inner);
    expect(proof).toMatchObject({ merge: { commit: merge }, because: expect.stringContaining("bridget merged it") });
  });

  it("is told by addresses as they are: case apart, no letter stands for another", async () => {
    const world = historyWorld({ people: [{ name: "kim", role: "owner", emails: ["kim@example.invalid"] }] });
    world.commit("sybil");
    const author = (email: string) => world.commit("sybil", "x", `--author=kim <${email}>`);
    expect(await world.who(author("KIM@example.invalid"))).toBe("proven kim");
    expect(await world.who(author("\u212aim@example.invalid"))).toBe("unproven");
    expect(await world.who(author("kim@example.invalid.example"))).toBe("unproven");
  });

  it("is nobody where an agent merges, or where a person merged something else or merged it away from the line", async () => {
    const world = historyWorld();
    world.commit("sybil");
    world.git("sybil", "checkout", "-q", "-b", "work");
    const inner = world.commit("sybil", "inner");
    world.git("sybil", "checkout", "-q", "main");
    world.commit("sybil");
    world.merge("helper", "work");
    expect(await world.who(inner)).toBe("unproven");
    // A person's branch takes main over, and is let in later.
    const onLine = world.commit("sybil", "on the line");
    world.git("bridget", "checkout", "-q", "-b", "own", "HEAD~2");
    world.commit("bridget", "own work");
    world.merge("bridget", "main");
    world.git("bridget", "checkout", "-q", "main");
    world.commit("sybil");
    world.merge("bridget", "own");
    expect(await world.who(onLine)).toBe("unproven");
    expect(await world.who(inner)).toBe("unproven");
  });

  it("is nobody for a merge made by hand of something unrelated", async () => {
    const world = historyWorld();
    const claimed = world.commit("sybil", "claimed");
    world.git("sybil", "checkout", "-q", "--orphan", "other");
    world.commit("bridget", "a person's own, unrelated");
    world.git("sybil", "checkout", "-q", "main");
    const made = world.git(
      "sybil",
      "commit-tree",
      "HEAD^{tree}",
      "-p",
      "HEAD",
      "-p",
      "other",
      "-m",
      "Merge by bridget",
    );
    world.git("sybil", "reset", "-q", "--hard", made);
    expect(await Promise.all([claimed, made].map(world.who))).toEqual(["unproven", "unproven"]);
  });

  it("is nobody for commits that are not in this history, and for what tenet committed by itself", async () => {
    const world = historyWorld();
    world.commit("sybil");
    const own = world.commit("bridget", "digest: by itself\n\nTenet-Commit: by mode");
    world.git("bridget", "checkout", "-q", "-b", "away");
    const away = world.commit("bridget");
    world.git("sybil", "checkout", "-q", "main");
    expect(await Promise.all([own, away, "0".repeat(40), "HEAD", "main"].map(world.who))).toEqual([
      ...["unproven", "unproven", "unproven", "unproven", "unproven"],
    ]);
    expect((await (await world.decisions()).of(own)).because).toBe(
      "tenet committed it by itself, which nobody decided.",
    );
    // The words in a subject or in the middle of a message are no mark.
    expect(await world.who(world.commit("bridget", "Tenet-Commit: by mode\n\nnot so\n\nDone by hand."))).toBe(
      "proven bridget",
    );
  });

  it("is unknown without git, and at the end of a shallow clone", async () => {
    const world = historyWorld();
    expect((await (await world.decisions()).of("0".repeat(40))).state).toBe("unknown");
    const first = world.commit("bridget");
    const second = world.commit("sybil");
    world.put(".git/shallow", `${second}\n`);
    expect(await Promise.all([first, second].map(world.who))).toEqual(["unknown", "unknown"]);
  });
});
