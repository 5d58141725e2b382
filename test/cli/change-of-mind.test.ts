/**
 * An owner changes their mind: their rule is in force, and then something else holds. Said by themselves at a terminal, by
 * an agent that relays it, and over MCP, under each mode: what stands in the file after the next digest, what waits.
 */
import { describe, expect, it } from "vitest";
import { served } from "../mcp/served.js";
import { copyOf, type Sandbox, sandbox } from "../sandbox.js";
import { waiting } from "./deciding-box.js";
import { atKeyboard, ENTER } from "./terminal.js";

const MODES = ["auto", "approval", "curated"] as const;
type Mode = (typeof MODES)[number];
const DOORS = ["terminal", "agent", "mcp"] as const;
type Door = (typeof DOORS)[number];

interface Matter {
  was: string;
  now: string;
}
const MANAGER: Matter = {
  was: "Use npm to install packages in this repository",
  now: "Use pnpm to install packages in this repository",
};
const REFUND: Matter = {
  was: "Grant refunds up to 50 EUR without asking",
  now: "Grant refunds up to 80 EUR without asking",
};

const profile = (mode: Mode) =>
  `schema: 1\nagent: main\ntimezone: UTC\npeople:\n  - {name: sybil, role: owner, emails: [sybil@example.invalid]}\napply_mode: ${mode}\n`;
const FACTS = ["--instead-of", "whatever was there", "--risk", "high: every install and every customer"];
const SO = ["--so", "Look here first"];

const prepared = new Map<Matter, Promise<Sandbox>>();

/** What the owner typed first is their rule, under `auto`; then the mode is another. */
async function ruled(matter: Matter, mode: Mode): Promise<Sandbox> {
  const first = prepared.get(matter) ?? makeRuled(matter);
  prepared.set(matter, first);
  const box = await copyOf(await first);
  await box.write("tenet.yaml", profile(mode));
  return box;
}

async function makeRuled({ was }: Matter): Promise<Sandbox> {
  const box = await sandbox({ profile: profile("auto"), now: "2026-02-10T09:00:00Z" });
  const told = await atKeyboard(
    box,
    ["correct", was, ...FACTS, ...SO],
    [
      ["Make it a rule?", "y"],
      ["[yes]", ENTER],
    ],
  );
  if (told.code !== 0 || !told.screen.includes("It is a rule in SOUL.md")) throw new Error(told.screen);
  box.at("2026-02-15T14:00:00Z");
  return box;
}

async function rulesIn(box: Sandbox): Promise<string[]> {
  const text = await box.read("SOUL.md");
  return text
    .split("\n")
    .filter((line) => line.startsWith("- "))
    .map((line) => line.replace(/;.*$/, "").slice(2));
}

const SESSION = { TENET_SESSION: "s1", CLAUDECODE: "1" };

/** The change of mind as each door takes it, answered at once: the new one holds instead. */
const SAY: Readonly<Record<Door, (box: Sandbox, matter: Matter) => Promise<string>>> = {
  async terminal(box, { was, now }) {
    const { code, screen } = await atKeyboard(
      box,
      ["correct", now, ...FACTS, ...SO],
      [
        [`Instead of "${was}`, "yes"],
        ["[yes]", ENTER],
        ["Make it a rule?", ENTER],
      ],
    );
    expect(code).toBe(0);
    expect(screen).toMatch(/Near a rule of yours {2}\(SOUL\.md:\d+\)/);
    return screen;
  },
  async agent(box, { now }) {
    const env = { env: SESSION };
    const captured = (await box.run(["correct", now, ...FACTS, ...SO, "--source", "sybil", "--json"], env)).json().data;
    const [ask] = captured.asks;
    return (await box.run(["resolve", ask.id, ask.about, "--replaces", "--json"], env)).json().data.results[0].decision;
  },
  async mcp(box, { now }) {
    const { call } = await served(box, [], SESSION);
    const captured = await call("record_correction", {
      corrected_to: now,
      prior_belief: "whatever was there",
      at_risk: "every install and every customer",
      stakes: "high",
      behavioral_change: "Look here first",
      source: "sybil",
    });
    const [ask] = captured.asks;
    return (await call("resolve", { id: ask.id, other: ask.about, answer: "replaces" })).results[0].decision;
  },
};

const PROPOSED = expect.objectContaining({ answer: "replaces", by: "main" });

// biome-ignore lint/suspicious/noExplicitAny: a test states the shape it expects by its assertions.
const queueOf = async (box: Sandbox): Promise<any[]> =>
  (await box.run(["review", "--list", "--json"])).json().data.queue;

async function changesMind(matter: Matter, door: Door, mode: Mode): Promise<void> {
  const { was, now } = matter;
  const box = await ruled(matter, mode);
  const answer = await SAY[door](box, matter);
  expect((await box.run(["digest"])).code).toBe(0);
  const pending = await waiting(box);
  if (door !== "terminal") {
    // An agent does not take out what an owner said: both stay, and the owner is asked.
    expect(answer).toBe("proposed");
    expect(await rulesIn(box)).toEqual([was]);
    expect(pending).toBeUndefined();
    const asked = await queueOf(box);
    // Under `curated` what an agent relays is reviewed itself first.
    expect(asked.map(({ kind }) => kind)).toContain(mode === "curated" ? "entry" : "pair");
    if (mode !== "curated") expect(asked).toContainEqual(expect.objectContaining({ proposed: PROPOSED }));
    return;
  }
  expect(answer).toContain(`Its rule leaves SOUL.md with the next digest${mode === "auto" ? "." : ", once a person"}`);
  expect((await queueOf(box)).filter(({ kind }) => kind === "pair")).toEqual([]);
  if (mode === "auto") {
    expect(await rulesIn(box)).toEqual([now]);
    expect(pending).toBeUndefined();
    return;
  }
  expect(await rulesIn(box)).toEqual([was]);
  const word = pending?.slice(-5).toLowerCase();
  const approved = await atKeyboard(box, ["approve"], [["in force:", `${word}${ENTER}`]]);
  expect(approved.code).toBe(0);
  expect(await rulesIn(box)).toEqual([now]);
}

describe("an owner's change of mind", () => {
  const rows = DOORS.flatMap((door) => MODES.map((mode) => [door, mode] as const));
  it.each(rows)("about the package manager: %s, %s", { tags: "sampled" }, async (door, mode) => {
    await changesMind(MANAGER, door, mode);
  });

  it.each(rows)("about the limit of refunds: %s, %s", { tags: "more" }, async (door, mode) => {
    await changesMind(REFUND, door, mode);
  });

  it("that an agent relayed is theirs to confirm, and then the old rule leaves", { tags: "proof" }, async () => {
    const box = await ruled(MANAGER, "auto");
    await SAY.agent(box, MANAGER);
    const [{ first, second }] = (await queueOf(box)).filter(({ kind }) => kind === "pair");
    const typed = await atKeyboard(box, ["resolve", first.id, second.id, "--replaces"], []);
    expect(typed.code).toBe(0);
    expect((await box.run(["digest"])).code).toBe(0);
    expect(await rulesIn(box)).toEqual([]);
    expect(await waiting(box)).toBeUndefined();
  });

  it("about a rule that they worded anew by hand takes that line out, too", { tags: "proof" }, async () => {
    const box = await ruled(MANAGER, "auto");
    const soul = await box.read("SOUL.md");
    await box.write("SOUL.md", soul.replace(MANAGER.was, "Use npm, and nothing else, to install packages here"));
    expect((await box.run(["digest"])).code).toBe(0);
    const answer = await SAY.terminal(box, { ...MANAGER, was: "Use npm, and nothing else" });
    expect(answer).toContain("Its rule leaves SOUL.md with the next digest.");
    expect((await box.run(["digest"])).code).toBe(0);
    expect(await rulesIn(box)).toEqual([MANAGER.now]);
  });

  it("is asked about as a rule of theirs, and Enter leaves both", async () => {
    const box = await ruled(MANAGER, "auto");
    const { screen } = await atKeyboard(
      box,
      ["correct", MANAGER.now, ...FACTS, ...SO],
      [
        ["Instead of", ENTER],
        ["Make it a rule?", ENTER],
      ],
    );
    expect(screen).not.toContain("takes the place of");
    expect((await box.run(["digest"])).stdout).toMatch(/An open question beside \w{5} keeps it/);
    expect(await rulesIn(box)).toEqual([MANAGER.was]);
  });
});
