/**
 * An owner changes their mind: their rule is in force, and then something else holds. Said by themselves at a terminal, by
 * an agent that relays it, and over MCP, under each mode: what stands in the file after the next digest, what waits.
 */
import { describe, expect, it } from "vitest";
import { some } from "../effort.js";
import { served } from "../mcp/served.js";
import { copyOf, oncePerFile, type Sandbox, sandbox } from "../sandbox.js";
import { tail, waiting } from "./deciding-box.js";
import { atKeyboard, ENTER } from "./terminal.js";
import { done, told, words } from "./typed.js";

const MODES = ["auto", "approval", "curated"] as const;
type Mode = (typeof MODES)[number];

const WAS = "Use npm to install packages in this repository";
const NOW = "Use pnpm to install packages in this repository";

const profile = (mode: Mode) =>
  `schema: 1\nagent: main\ntimezone: UTC\npeople:\n  - {name: sybil, role: owner, emails: [sybil@example.invalid]}\napply_mode: ${mode}\n`;
const correct = (claim: string) =>
  `correct '${claim}' --instead-of 'whatever was there' --risk 'high: every install' --so 'Look here first'`;

/** What the owner typed first is their rule, under `auto`. */
const ruledFirst = oncePerFile(async () => {
  const box = await sandbox({ profile: profile("auto"), now: "2026-02-10T09:00:00Z" });
  await atKeyboard(box, words(correct(WAS)), []);
  await done(box, "digest");
  box.at("2026-02-15T14:00:00Z");
  return box;
});

async function ruled(mode: Mode = "auto"): Promise<Sandbox> {
  const box = await copyOf(await ruledFirst());
  await box.write("tenet.yaml", profile(mode));
  return box;
}

async function rulesIn(box: Sandbox): Promise<string[]> {
  const lines = (await box.read("SOUL.md")).split("\n").filter((line) => line.startsWith("- "));
  return lines.map((line) => line.replace(/;.*$/, "").slice(2));
}

const SESSION = { TENET_SESSION: "s1", CLAUDECODE: "1" };

/** The change of mind as each door takes it, answered at once: the new one holds instead. */
const SAY = {
  async terminal(box: Sandbox, was = WAS) {
    const { code, screen } = await atKeyboard(box, words(correct(NOW)), [
      [`"${was}`, "replaces"],
      ["❯ replaces", ENTER],
    ]);
    expect(code).toBe(0);
    return screen;
  },
  async agent(box: Sandbox) {
    const [ask] = (await told(box, `${correct(NOW)} --said-by sybil`, { env: SESSION })).asks;
    return (await told(box, `resolve ${ask.id} ${ask.about} --replaces`, { env: SESSION })).results[0].decision;
  },
  async mcp(box: Sandbox) {
    const { call } = await served(box, [], SESSION);
    const [ask] = (
      await call("record_correction", {
        corrected_to: NOW,
        prior_belief: "whatever was there",
        at_risk: "every install",
        stakes: "high",
        behavioral_change: "Look here first",
        source: "sybil",
      })
    ).asks;
    return (await call("resolve", { id: ask.id, other: ask.about, answer: "replaces" })).results[0].decision;
  },
};

// biome-ignore lint/suspicious/noExplicitAny: a test states the shape it expects by its assertions.
const queueOf = async (box: Sandbox): Promise<any[]> => (await told(box, "review --list")).queue;

describe("an owner's change of mind", () => {
  it.each(MODES)(
    "typed by themselves, under %s: the new rule takes the place of the old one",
    { tags: "proof" },
    async (mode) => {
      const box = await ruled(mode);
      const screen = await SAY.terminal(box);
      await done(box, "digest");
      expect(screen).toContain(
        `Its rule leaves SOUL.md with the next digest${mode === "auto" ? "." : ", once a person"}`,
      );
      expect((await queueOf(box)).filter(({ kind }) => kind === "pair")).toEqual([]);
      const pending = await waiting(box);
      if (mode === "auto") expect(pending).toBeUndefined();
      else {
        expect(await rulesIn(box)).toEqual([WAS]);
        expect((await atKeyboard(box, ["versions", "approve"], [["in force:", `${tail(pending)}${ENTER}`]])).code).toBe(
          0,
        );
      }
      expect(await rulesIn(box)).toEqual([NOW]);
    },
  );

  it("told by an agent, at its shell or over MCP: both stay, and the owner is asked", { tags: "more" }, async () => {
    const ways = [
      ["agent", "auto"],
      ["mcp", "curated"],
      ["agent", "approval"],
      ["agent", "curated"],
      ["mcp", "auto"],
      ["mcp", "approval"],
    ] as const;
    for (const [door, mode] of some(ways, 2)) {
      const box = await ruled(mode);
      expect(await SAY[door](box)).toBe("proposed");
      await done(box, "digest");
      expect(await rulesIn(box)).toEqual([WAS]);
      expect(await waiting(box)).toBeUndefined();
      const asked = await queueOf(box);
      // Under `curated` what an agent relays is reviewed itself first.
      expect(asked.map(({ kind }) => kind)).toContain(mode === "curated" ? "entry" : "pair");
      const proposed = expect.objectContaining({ answer: "replaces", by: "main" });
      if (mode !== "curated") expect(asked).toContainEqual(expect.objectContaining({ proposed }));
    }
  });

  it("is asked about, and Enter leaves both", async () => {
    const box = await ruled();
    const { screen } = await atKeyboard(box, words(correct(NOW)), [["to the new one", ENTER]]);
    expect(screen).not.toContain("takes the place of");
    expect((await done(box, "digest")).stdout).toMatch(/An open question beside \w{5} keeps it/);
    expect(await rulesIn(box)).toEqual([WAS]);
  });
});
