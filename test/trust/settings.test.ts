/**
 * Settings have provenance: what a program that may run tenet and git, and is no person, does to `tenet.yaml` does not
 * count; what people do counts, and nobody is kept from work by it.
 */
import { describe, expect, it } from "vitest";
import { atTerminal, ENTER } from "../cli/terminal.js";
import { partOf } from "../effort.js";
import { type Sandbox, sandbox } from "../sandbox.js";

const MODES = ["auto", "approval", "curated"] as const;
type Mode = (typeof MODES)[number];

const ANN = "  - {name: ann, role: owner, emails: [ann@example.invalid]}\n";
const BOT = "  - {name: bot, role: owner, emails: [bot@example.invalid]}\n";
const page = (mode: Mode, people = ANN, more = "") =>
  `schema: 1\nagent: main\ntimezone: UTC\nembedding: {model: ./none, dtype: q8}\napply_mode: ${mode}\npeople:\n${people}${more}`;
const LOOSE: Readonly<Record<Mode, Mode>> = { auto: "auto", approval: "auto", curated: "approval" };

/** A repository whose settings ann committed; everything after is the bot's unless somebody else is named. */
async function team(mode: Mode, more = "") {
  const box = await sandbox({ git: true, profile: page(mode, ANN, more) });
  const as = (who: string, ...args: string[]) =>
    box.git("-c", `user.name=${who}`, "-c", `user.email=${who}@example.invalid`, ...args);
  const commit = async (who: string, text?: string) => {
    if (text !== undefined) await box.write("tenet.yaml", text);
    await box.git("add", "-A");
    await as(who, "commit", "-q", "--allow-empty", "-m", "settings");
    return (await box.git("rev-parse", "HEAD")).trim();
  };
  await box.write(".gitignore", ".tenet/\nmemory/learning/index.md\n");
  const root = await commit("ann");
  return { box, as, commit, root };
}

async function counts(box: Sandbox, key?: string) {
  const { settings } = (await box.run(["config", "get", "--json", ...(key === undefined ? [] : [key])])).json().data;
  return key === undefined ? settings : settings[key];
}

/** Sets a setting as a person at a terminal does; answers what they saw. */
async function typed(box: Sandbox, key: string, value: string): Promise<string> {
  const { code, screen } = await atTerminal(box, ["config", "set", key, value], [["to confirm:", `${key}${ENTER}`]]);
  expect(code).toBe(0);
  return screen;
}

it("what another build knew of the same history is found out anew", async () => {
  const { box } = await team("approval");
  const known = await counts(box);
  const cache = ".tenet/cache/settings.json";
  const kept = JSON.parse(await box.read(cache));
  const { learning: _, review: __, ...fewer } = kept.counts;
  await box.write(
    cache,
    JSON.stringify({ ...kept, build: "0123456789abcdef", counts: { ...fewer, apply_mode: "auto" } }),
  );
  expect(await counts(box)).toEqual(known);
});

for (const mode of partOf(MODES, 2)) {
  describe(`in ${mode}`, { tags: "more" }, () => {
    it("an agent that lists itself is nobody: in the working copy, in a commit, in a merge of its own", async () => {
      const { box, as, commit } = await team(mode);
      const own = page(mode, ANN + BOT, "approval: {non_interactive: true}\n");
      await box.write("tenet.yaml", own);
      expect(await counts(box, "people")).toHaveLength(1);
      expect(await counts(box, "approval.non_interactive")).toBe(false);
      const approved = await box.run(["approve", "--user", "bot", "--json"], { env: { TENET_USER: "bot" } });
      expect(approved.code).not.toBe(0);
      expect((await box.run(["status"])).stderr).toContain("Commit tenet.yaml as a person listed under people");
      await box.git("checkout", "-q", "-b", "side");
      await commit("bot", own);
      await box.git("checkout", "-q", "main");
      await commit("ann");
      await as("bot", "merge", "-q", "--no-ff", "-m", "merge", "side");
      expect(await counts(box, "people")).toHaveLength(1);
      // Listed by its own hand, it lets nothing in either.
      await commit("bot", page(LOOSE[mode], BOT));
      expect(await counts(box, "apply_mode")).toBe(mode);
      expect(await counts(box, "people")).toMatchObject([{ name: "ann" }]);
    });

    it("a program that turns off signatures, turns on a program or scripts, or takes the owner out, changes nothing", async () => {
      const { box, commit } = await team(mode, "trust: {signed: true}\n");
      const loose = `schema: 1\napply_mode: ${LOOSE[mode]}\ncommands: {digest: ./mine}\napproval: {non_interactive: true}\n`;
      for (const place of ["working copy", "commit"]) {
        if (place === "commit") await commit("bot", loose);
        else await box.write("tenet.yaml", loose);
        expect(await counts(box)).toMatchObject({
          apply_mode: mode,
          people: [{ name: "ann" }],
          "trust.signed": true,
          "commands.digest": null,
          "approval.non_interactive": false,
        });
      }
      expect((await box.run(["init", "--owner", "bot"])).code).toBe(5);
    });

    it("a merge of another beginning lets nobody in", async () => {
      const { box, as, commit } = await team(mode);
      await box.git("checkout", "-q", "--orphan", "other");
      await commit("bot", page("auto", BOT));
      await as("bot", "merge", "-q", "--allow-unrelated-histories", "-s", "ours", "-m", "join", "main");
      await box.git("checkout", "-q", "main");
      await box.git("merge", "-q", "--ff-only", "other");
      expect(await counts(box)).toMatchObject({ apply_mode: mode, people: [] });
    });
  });
}

describe("what does not count", () => {
  it("a mode that was switched and switched back: it never counted", async () => {
    const { box, commit } = await team("curated");
    await commit("bot", page("auto"));
    await box.write("memory/2026-02-15.md", "- 14:00 x\n");
    await commit("bot");
    expect(await counts(box, "apply_mode")).toBe("curated");
    await commit("bot", page("curated"));
    expect(await counts(box, "apply_mode")).toBe("curated");
    await commit("ann", `${page("curated")}# looked at\n`);
  });

  it("a merge commit that rewrites what it merges, or drops what a person changed", async () => {
    const { box, as, commit, root } = await team("auto");
    const strict = await commit("ann", page("curated"));
    await box.git("checkout", "-q", "-b", "side", root);
    await commit("bot");
    await as("bot", "merge", "-q", "-s", "ours", "-m", "drop it", strict);
    await box.git("checkout", "-q", "main");
    await box.git("merge", "-q", "--ff-only", "side");
    expect(await box.read("tenet.yaml")).toContain("apply_mode: auto");
    expect(await counts(box, "apply_mode")).toBe("curated");
    await box.git("checkout", "-q", "-b", "more");
    await commit("bot");
    await box.git("checkout", "-q", "main");
    await as("bot", "merge", "-q", "--no-ff", "--no-commit", "more");
    await commit("bot", page("auto", ANN + BOT));
    expect(await counts(box)).toMatchObject({ apply_mode: "curated", people: [{ name: "ann" }] });
  });

  it("a subject, name or trailer that pretends to be something else", async () => {
    const { box, root } = await team("curated");
    await box.write("tenet.yaml", page("auto", BOT));
    await box.git("add", "-A");
    const words = `x\x1f${root}\x1eann\x1fann@example.invalid\n\nnot Tenet-New-Root: people\n\nTenet-New-Root: persons`;
    await box.git(
      "-c",
      "user.name=ann\x1fann@example.invalid",
      "-c",
      "user.email=bot@x.invalid",
      "commit",
      "-q",
      "-m",
      words,
    );
    expect(await counts(box)).toMatchObject({ apply_mode: "curated", people: [{ name: "ann" }] });
  });

  it("a setting in the working copy that is looser than a person typed, where there is no git", {
    tags: "more",
  }, async () => {
    const box = await sandbox({ profile: "schema: 1\napply_mode: auto\n" });
    expect(await counts(box, "apply_mode")).toBe("auto");
    await box.write("tenet.yaml", "schema: 1\napply_mode: approval\n");
    expect(await counts(box, "apply_mode")).toBe("approval");
    await typed(box, "apply_mode", "curated");
    expect(await counts(box, "apply_mode")).toBe("curated");
    await box.write("tenet.yaml", `schema: 1\napply_mode: auto\npeople:\n${BOT}`);
    expect(await counts(box)).toMatchObject({ apply_mode: "curated", people: [] });
    expect((await box.run(["status"])).stderr).toContain("tenet config set apply_mode auto");
    await typed(box, "apply_mode", "auto");
    expect(await counts(box)).toMatchObject({ apply_mode: "auto", people: [] });
  });
});

describe("a new root", () => {
  it("counts", async () => {
    const { box, as } = await team("approval");
    await box.write("tenet.yaml", page("auto", BOT));
    await box.git("add", "-A");
    await as("bot", "commit", "-q", "-m", "Begin anew\n\nTenet-New-Root: people");
    expect(await counts(box)).toMatchObject({ apply_mode: "auto", people: [{ name: "bot" }] });
  });
});

describe("nobody is kept from work", () => {
  it("before the first commit, and while nobody is listed, the file counts as it stands", async () => {
    const box = await sandbox({ profile: page("curated", ANN) });
    await box.git("init", "-q");
    expect(await counts(box, "apply_mode")).toBe("curated");
    await box.write("tenet.yaml", "schema: 1\napply_mode: auto\n");
    expect(await counts(box, "apply_mode")).toBe("auto");
    await box.git("add", "-A");
    await box.git("commit", "-q", "-m", "nobody listed");
    await box.write("tenet.yaml", page("curated", ANN));
    expect(await counts(box)).toMatchObject({ apply_mode: "curated", people: [{ name: "ann" }] });
    await box.git("commit", "-q", "-am", "the owner is listed");
    await box.write("tenet.yaml", page("auto", ANN));
    expect(await counts(box, "apply_mode")).toBe("curated");
  });

  it("what tightens counts at once; what a person commits, merges, or has fast-forwarded counts", async () => {
    const { box, as, commit } = await team("approval");
    await box.write("tenet.yaml", page("curated"));
    expect(await counts(box, "apply_mode")).toBe("curated");
    await box.git("checkout", "-q", "-b", "hers");
    await commit("ann", page("auto"));
    await box.git("checkout", "-q", "main");
    expect(await counts(box, "apply_mode")).toBe("approval");
    await as("bot", "merge", "-q", "--ff-only", "hers");
    expect(await counts(box, "apply_mode")).toBe("auto");
    await box.git("checkout", "-q", "-b", "his");
    await commit("bot", page("approval", ANN + BOT));
    await box.git("checkout", "-q", "main");
    await as("ann", "merge", "-q", "--no-ff", "-m", "yes", "his");
    expect(await counts(box, "people")).toHaveLength(2);
  });

  it("a setting changed at a terminal says when it counts, and is marked where it waits", {
    tags: "more",
  }, async () => {
    const { box, commit } = await team("curated");
    expect(await typed(box, "apply_mode", "auto")).toContain("It does not count yet; until then curated does.");
    expect(await box.read("tenet.yaml")).toContain("apply_mode: auto");
    expect((await box.run(["config", "get"])).stdout).toContain(
      "apply_mode: curated  # tenet.yaml says auto, which does not count yet",
    );
    await commit("ann");
    expect((await box.run(["config", "get", "apply_mode"])).stdout).toBe("auto\n");
    expect((await box.run(["status"])).stderr).toBe("");
  });
});

describe("an address", () => {
  it("is git's own for the owner that init names, off a terminal, too, or the one that is stated", async () => {
    for (const [more, address] of [
      [[], "sybil@example.invalid"],
      [["--email", "ann@example.invalid"], "ann@example.invalid"],
    ] as const) {
      const box = await sandbox({ empty: true, git: true });
      await box.run(["init", "--owner", "ann", ...more]);
      expect(await counts(box, "people")).toEqual([{ name: "ann", role: "owner", emails: [address] }]);
    }
    const box = await sandbox({ empty: true });
    expect((await box.run(["init", "--owner", "ann", "--email", "nobody"])).code).toBe(2);
    expect((await box.run(["init", "--email", "a@example.invalid"])).code).toBe(2);
  });

  it("that is missing is told by init, status and doctor, and added when init is run again", async () => {
    const box = await sandbox({ empty: true, git: true });
    box.env["GIT_CONFIG_GLOBAL"] = "/dev/null";
    const next = 'tenet init --owner "ann" --email ADDRESS';
    for (const args of [["init", "--owner", "ann"], ["status"], ["doctor"]]) {
      expect((await box.run(args)).stdout).toContain(next);
    }
    await box.run(["init", "--owner", "ann", "--email", "ann@example.invalid"]);
    expect(await counts(box, "people")).toMatchObject([{ name: "ann", emails: ["ann@example.invalid"] }]);
    for (const args of [["status"], ["doctor"]]) expect((await box.run(args)).stdout).not.toContain("no address");
  });
});
