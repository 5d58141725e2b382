import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { missedCorrectionsIn } from "../../src/hosts/events/missed-corrections.js";
import { readMissedCorrections } from "../../src/hosts/events/session-findings.js";
import { lookAtTranscript } from "../../src/hosts/events/session-transcript.js";
import { readOpportunities, rememberSession } from "../../src/store/sessions.js";
import { type TestWorld, testWorld } from "../store/workspace.js";

const token = ["ghp", "0123456789abcdefghijABCDEFGHIJ012345"].join("_");
const AT = "2026-02-15T13:00:00Z";
const heard = (world: TestWorld, text: string) => missedCorrectionsIn(world, "s1", { text, at: AT });

describe("corrections that are heard in what a person said", () => {
  it("are quoted with the whole sentence they stand in", async () => {
    const [one, ...more] = await heard(testWorld(), "Nice work. No, that's wrong: use tabs instead of spaces. Go on.");
    expect(more).toEqual([]);
    expect(one).toMatchObject({ at: AT, session: "s1", quote: "No, that's wrong: use tabs instead of spaces." });
    expect(one?.key).toMatch(/^[0-9a-f]{6}$/);
  });

  it("have one key however often they are read, another in another session, and belong to who said them", async () => {
    const world = testWorld();
    world.actor = { ...world.actor, user: "bridget" };
    const text = "No, that's wrong: use tabs instead of spaces";
    const [first] = await heard(world, text);
    const [again] = await heard(world, text);
    const [other] = await missedCorrectionsIn(world, "s2", { text });
    expect(again).toEqual(first);
    expect(first?.user).toBe("bridget");
    expect(other?.key).not.toBe(first?.key);
    expect(other?.at).toBe("2026-02-15T14:00:00Z");
  });

  it.each(["Deploy the shop", "yes", "", "Thanks, that is right", "What is wrong with this test?"])(
    "are none in %j",
    async (text) => expect(await heard(testWorld(), text)).toEqual([]),
  );

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
    rememberSession(world.workspace, {
      at: AT,
      session,
      agent: "main",
      shown: [COR],
      triggers: { [COR]: ["npm install"] },
    });

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
    const world = testWorld();
    shown(world, "s2");
    expect((await lookAtTranscript(world, talk(world, ["user", "npm install"]), later)).opportunities).toBe(0);
    const other = testWorld();
    shown(other, "s1");
    const printed = "<tenet-now-0123456789ab>\nRun npm install\n</tenet-now-0123456789ab>";
    expect((await lookAtTranscript(other, talk(other, ["user", printed]), later)).opportunities).toBe(0);
  });

  it("keeps what a person corrected, not what the agent says of itself", async () => {
    const world = testWorld();
    const words = "No, that's wrong: use tabs instead of spaces";
    const path = talk(world, ["assistant", words.replace("tabs", "a tool")], ["user", words]);
    expect((await lookAtTranscript(world, path, later)).unrecorded).toBe(1);
    expect(readMissedCorrections(world.workspace, world.clock.now())).toMatchObject([{ quote: words }]);
  });
});
