import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { hearTurns } from "../../src/hosts/events/hear-turns.js";
import { lookAtTranscript } from "../../src/hosts/events/session-transcript.js";
import { readHeard } from "../../src/store/state/heard.js";
import { readOpportunities } from "../../src/store/state/sessions.js";
import { State } from "../../src/store/state/state-db.js";
import { type TestWorld, testWorld } from "../store/workspace.js";

const token = ["ghp", "0123456789abcdefghijABCDEFGHIJ012345"].join("_");
const AT = "2026-02-15T13:00:00Z";
const heard = (world: TestWorld, text: string) => hearTurns(world, [{ text, at: AT }], "transcript");
const sentences = async (world: TestWorld) => readHeard(world.workspace);

describe("corrections that are heard in what a person said", () => {
  it("are kept in full, with whose they are and where they were heard", async () => {
    const world = testWorld();
    world.actor = { ...world.actor, user: "bridget", contact: "jane" };
    const said = "No, that's wrong: use tabs instead of spaces in every file of this repository.";
    const [one, ...more] = await heard(world, `Nice work. ${said} Go on.`);
    expect(more).toEqual([]);
    expect(one?.id).toMatch(/^[0-9A-Z]{5}$/);
    expect(one).toEqual({
      ...{ id: one?.id, sentence: said, at: AT, session: "s1", user: "bridget", contact: "jane" },
      ...{ from: "transcript", printed: 0 },
    });
    expect(await sentences(world)).toEqual([one]);
  });

  it("are one however often they are read, in a prompt and in its transcript", async () => {
    const world = testWorld();
    const [first] = await hearTurns(world, [{ text: "No, that's wrong: use tabs instead of spaces" }], "prompt");
    expect(await heard(world, "no, that's wrong: use tabs instead of spaces.")).toEqual([first]);
    expect(await sentences(world)).toHaveLength(1);
  });

  it("hold no secret, nor half of one where a long message is cut (row 25)", async () => {
    const near = "No, that's wrong: use tabs instead of spaces, key ";
    for (const shift of [0, 10, 20, 35]) {
      const before = "word ".repeat(4_000).slice(0, 20_000 - near.length - shift - 1);
      const found = JSON.stringify(await heard(testWorld(), `${before}\n${near}${token} and more`));
      expect(found).toContain("use tabs instead");
      for (let length = 8; length < token.length; length++) expect(found).not.toContain(token.slice(0, length));
    }
  });
});

describe("what a hook finds in a transcript", () => {
  const COR = "COR-20260210-K7Q2X";
  const later = { until: Number.POSITIVE_INFINITY };

  function talk(world: TestWorld, ...turns: [role: string, text: string][]): string {
    const lines = turns.map(([role, content], at) =>
      JSON.stringify({
        type: role,
        sessionId: "s1",
        timestamp: `2026-02-15T13:00:0${at}Z`,
        message: { role, content },
      }),
    );
    mkdirSync(world.places.home, { recursive: true });
    const path = join(world.places.home, "talk.jsonl");
    writeFileSync(path, `${lines.join("\n")}\n`);
    return path;
  }

  const shown = (world: TestWorld, session: string) =>
    State.of(world.workspace).put("shown", { session, key: COR, at: AT, value: { any: ["npm install"], pairs: [] } });

  it("notes a moment at which a correction could have been applied once a session, whoever spoke", async () => {
    const world = testWorld();
    shown(world, "s1");
    const path = talk(
      world,
      ["user", "Set up the CI job"],
      ["assistant", "I run npm install"],
      ["user", "npm install?"],
    );
    expect((await lookAtTranscript(world, path, later)).opportunities).toBe(1);
    expect(readOpportunities(world.workspace)).toEqual([{ id: COR, at: "2026-02-15T13:00:01Z", session: "s1" }]);
    const again = talk(
      world,
      ["user", "And npm install here"],
      ["user", `a longer one ${"x".repeat(600)} npm install`],
    );
    expect((await lookAtTranscript(world, again, later)).opportunities).toBe(0);
    expect(readOpportunities(world.workspace)).toHaveLength(1);
  });

  it("notes none for what another session was shown, nor in what tenet printed", async () => {
    const printed = "<tenet-now-0123456789ab>\nRun npm install\n</tenet-now-0123456789ab>";
    for (const [session, words] of [
      ["s2", "npm install"],
      ["s1", printed],
    ] as const) {
      const world = testWorld();
      shown(world, session);
      expect((await lookAtTranscript(world, talk(world, ["user", words]), later)).opportunities).toBe(0);
    }
  });

  it("keeps what a person corrected, not what the agent says of itself; again where it could not be kept", async () => {
    const world = testWorld();
    const words = "No, that's wrong: use tabs instead of spaces";
    const path = talk(world, ["assistant", words.replace("tabs", "a tool")], ["user", words]);
    world.put(".tenet/state.db/in-the-way", "");
    await expect(lookAtTranscript(world, path, later)).rejects.toThrow();
    rmSync(world.workspace.stateDb, { recursive: true });
    await lookAtTranscript(world, path, later);
    expect(await sentences(world)).toMatchObject([{ sentence: words, at: "2026-02-15T13:00:01Z", from: "transcript" }]);
  });
});
