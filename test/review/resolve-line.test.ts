/** Lines that people wrote are near claims like entries: asked about, printed beside, answered, and never written by tenet. */
import { chmod } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { atKeyboard, atTerminal } from "../cli/terminal.js";
import { type Sandbox, sandbox } from "../sandbox.js";

const FILE = "CLAUDE.md";
const LINE = "Postgres runs on host port 5435";
const CLAIM = "Postgres runs on host port 5432";
const PROFILE = `schema: 1
agent: main
timezone: UTC
files: {soul: CLAUDE.md, memory: CLAUDE.md, procedures: CLAUDE.md, boot: CLAUDE.md, heartbeat: CLAUDE.md}
`;

async function world(text = `# Project\n\n- ${LINE}\n- Deploys go out on Tuesdays\n`): Promise<Sandbox> {
  const box = await sandbox({ git: true, profile: PROFILE });
  await box.write(FILE, text);
  return box;
}

const data = async (box: Sandbox, ...args: string[]) => {
  const ran = await box.run([...args, "--json"]);
  expect(ran.code, ran.stdout).toBe(0);
  return ran.json().data;
};

const learned = (box: Sandbox, text = CLAIM) => data(box, "remember", text, "--category", "fact");
const entry = async (box: Sandbox, id: string) => (await data(box, "show", id)).entry;

describe("a claim near a line that people wrote", () => {
  it("is asked about with the file and its line, stored, and printed beside it", { tags: "proof" }, async () => {
    const box = await world();
    const { id, asks, opened } = await learned(box);
    expect(opened).toBe(1);
    expect(asks).toMatchObject([{ id, text: LINE, where: "CLAUDE.md:3", by: "claim" }]);
    expect((await box.run(["remember", `${CLAIM} at night`, "--category", "fact"])).stdout).toContain(
      "  near   CLAUDE.md:3  ",
    );
    await data(box, "undo");
    const ref: string = asks[0].about;
    expect(ref).toMatch(/^CLAUDE\.md#[0-9a-f]{12}$/);
    expect((await entry(box, id)).near).toMatchObject([{ with: ref, state: "open" }]);
    const queue = (await data(box, "review", "--list")).queue;
    expect(queue).toMatchObject([{ kind: "line", id, written: { ref, file: FILE, line: 3, text: LINE } }]);
    const listed = (await box.run(["review", "--list"])).stdout;
    expect(listed).toContain(`CLAUDE.md:3 "${LINE}"`);
    expect((await box.run(["show", id])).stdout).toContain("undecided beside CLAUDE.md:3");
    expect((await box.run(["context"])).stdout).toContain(`undecided beside CLAUDE.md:3 owner | ${LINE}`);
    expect((await data(box, "status")).waiting).toMatchObject([{ kind: "pair", count: 1 }]);
    expect((await data(box, "verify")).findings).toEqual([]);
  });

  it("is asked about again by a heartbeat a day later, and by then stands in the questions of a context", async () => {
    const box = await world();
    const { asks } = await learned(box);
    expect((await box.run(["heartbeat"])).stdout).not.toContain("CLAUDE.md");
    box.at("2026-02-17T09:00:00Z");
    expect((await box.run(["context"])).stdout).toContain("What is the first to the second?");
    const { due } = await data(box, "heartbeat");
    expect(due).toMatchObject([{ kind: "pair", other: { id: asks[0].about, ref: "CLAUDE.md:3", type: "line" } }]);
    box.at("2026-02-17T12:00:00Z");
    expect((await data(box, "heartbeat")).due).toEqual([]);
  });

  it("in equal words is told, and not asked about", async () => {
    const box = await world();
    const { asks, because, opened } = await learned(box, LINE);
    expect([asks, opened]).toEqual([[], undefined]);
    expect(because).toContain("CLAUDE.md:3 says the same already; it becomes no rule there.");
  });

  it("is no pair any more once a person has changed the line", async () => {
    const box = await world();
    const { id, asks } = await learned(box);
    await box.write(FILE, `# Project\n\n- ${CLAIM} by now\n`);
    expect((await data(box, "review", "--list")).queue).toEqual([]);
    const gone = await box.run(["resolve", id, asks[0].about, "--same", "--json"]);
    expect(gone.json().error).toMatchObject({ code: "no-such-line" });
  });
});

describe("an answer about a line", () => {
  const ANSWERS = [
    [
      "same",
      (id: string, line: string) => [id, line, "--same"],
      { decision: "same" },
      { state: "unrelated", answered: "same" },
    ],
    ["unrelated", (id: string, line: string) => [line, id, "--unrelated"], { decision: "proposed" }, { state: "open" }],
    [
      "replaces",
      (id: string, line: string) => [id, line, "--replaces"],
      { decision: "proposed" },
      { proposed: { answer: "replaces" } },
    ],
    [
      "the line replaces",
      (id: string, line: string) => [line, id, "--replaces"],
      { decision: "replaced" },
      { answered: "replaced" },
    ],
    ["exception", (id: string, line: string) => [id, line, "--exception"], { decision: "proposed" }, { state: "open" }],
    ["later", (id: string, line: string) => [id, line, "--later", "5d"], { decision: "proposed" }, { state: "open" }],
  ] as const;

  it.each(ANSWERS)("%s, by an agent: what becomes of it, and back", { tags: "sampled" }, async (_, args, says, row) => {
    const box = await world();
    const { id, asks } = await learned(box);
    const before = await box.read(FILE);
    const [done] = (await data(box, "resolve", ...args(id, asks[0].about))).results;
    expect(done).toMatchObject({ ...says, id, other: asks[0].about });
    expect(done.says).toContain("--reopen");
    const after = await entry(box, id);
    expect(after.near).toMatchObject([row]);
    expect(after.status).toBe(says.decision === "replaced" ? "superseded" : "active");
    await data(box, "resolve", id, asks[0].about, "--reopen");
    const back = await entry(box, id);
    expect(back).toMatchObject({ status: "active", near: [{ state: "open" }] });
    expect(back.near[0]).not.toHaveProperty("proposed");
    expect(back.near[0]).not.toHaveProperty("answered");
    expect(await box.read(FILE)).toBe(before);
  });

  it("is taken back by undo, too, and takes a line by its number", async () => {
    const box = await world();
    const { id, asks } = await learned(box);
    await data(box, "resolve", id, "CLAUDE.md:3", "--same");
    expect((await data(box, "undo")).op).toBe("resolve");
    expect((await entry(box, id)).near).toMatchObject([{ with: asks[0].about, state: "open" }]);
    expect((await box.run(["resolve", id, "CLAUDE.md:9", "--same"])).code).toBe(4);
    expect((await box.run(["resolve", "CLAUDE.md:3", asks[0].about, "--same"])).code).toBe(2);
  });

  it("one id alone answers the only pair it is in", { tags: "proof" }, async () => {
    const box = await world();
    const { id } = await learned(box);
    expect((await data(box, "resolve", id, "--same")).results).toMatchObject([{ decision: "same" }]);
    expect((await box.run(["resolve", "CLAUDE.md:3", "--same"])).code).toBe(2);
    await data(box, "undo");
    expect((await data(box, "resolve", "CLAUDE.md:3", "--same")).results).toMatchObject([{ decision: "same", id }]);
  });
});

describe("another answer about the same line", () => {
  it("by an agent does not set free what says the same; what it says after an exception stands alone", {
    tags: "proof",
  }, async () => {
    const box = await world();
    const { id } = await learned(box);
    await data(box, "resolve", id, "CLAUDE.md:3", "--same");
    const [freed] = (await data(box, "resolve", id, "CLAUDE.md:3", "--unrelated")).results;
    expect(freed.decision).toBe("proposed");
    expect((await entry(box, id)).near).toMatchObject([{ answered: "same", proposed: { answer: "unrelated" } }]);
  });

  it("by a person takes the place of the one before", { tags: "proof" }, async () => {
    const box = await world();
    const { id } = await learned(box);
    await data(box, "resolve", id, "CLAUDE.md:3", "--same");
    const { code, screen } = await atTerminal(box, ["resolve", id, "CLAUDE.md:3", "--unrelated"], []);
    expect(code, screen).toBe(0);
    const [row] = (await entry(box, id)).near;
    expect(row).toMatchObject({ state: "unrelated" });
    expect(row).not.toHaveProperty("answered");
  });
});

describe("a review at a terminal", () => {
  it("shows both texts, and opens the person's editor at the line that no longer holds", {
    tags: "proof",
  }, async () => {
    const box = await world();
    const { id } = await learned(box);
    const script = '#!/bin/sh\necho "$@" > "$(dirname "$0")/opened"\nsed -i s/5435/5432/ "$2"\n';
    const editor = await box.write("../vi", script);
    await chmod(editor, 0o700);
    const steps = [
      ["near a line of yours", ""],
      [CLAIM, ""],
      ["CLAUDE.md:3", ""],
      [LINE, ""],
      ["? keys", "c"],
      ["nothing waits any more", ""],
    ] as const;
    const { code, screen } = await atKeyboard(box, ["review"], steps, { EDITOR: editor, VISUAL: "" });
    expect(code, screen).toBe(0);
    expect(await box.read("../opened")).toBe(`+3 ${box.path(FILE)}\n`);
    expect(await box.read(FILE)).toContain(`- ${CLAIM}\n`);
    expect((await data(box, "review", "--list")).queue).toEqual([]);
    expect((await data(box, "show", id)).beside).toBeUndefined();
  });
});

describe("a line named alone", () => {
  it("tells nothing of what its reader may not see", { tags: "proof" }, async () => {
    const box = await world();
    await data(box, "remember", CLAIM, "--category", "fact", "--scope", "conversation", "--session", "s-1");
    await data(
      box,
      "remember",
      `${CLAIM} at night`,
      "--category",
      "fact",
      "--scope",
      "conversation",
      "--session",
      "s-1",
    );
    const own = await box.run(["resolve", "CLAUDE.md:3", "--same", "--session", "s-1"]);
    expect(own.stderr).toContain("is in 2 open pairs");
    const other = await box.run(["resolve", "CLAUDE.md:3", "--same", "--session", "s-2"]);
    expect([other.code, other.stderr]).toEqual([2, expect.stringContaining("is in no open pair")]);
    expect(other.stderr).not.toContain("5432");
  });
});

describe("an answer given with the capture", () => {
  const STATED = [
    [["--same", "CLAUDE.md:3"], { state: "unrelated", answered: "same" }, "CLAUDE.md:3 says the same"],
    [["--replaces", "CLAUDE.md:3"], { state: "open", proposed: { answer: "replaces" } }, "asked to change CLAUDE.md:3"],
    [
      ["--exception-to", "CLAUDE.md:3"],
      { state: "open", proposed: { answer: "exception" } },
      "both stay until a person",
    ],
    [["--unrelated", "CLAUDE.md:3"], { state: "unrelated" }, "nothing to do with each other"],
  ] as const;

  it.each(STATED)(
    "%j acts as the answer would, and nothing is asked",
    { tags: "sampled" },
    async (flags, row, says) => {
      const box = await world();
      const { id, asks, because } = await data(box, "remember", CLAIM, "--category", "fact", ...flags);
      expect(asks).toEqual([]);
      expect(because.join(" ")).toContain(says);
      const { near } = await entry(box, id);
      expect(near).toMatchObject([{ with: expect.stringMatching(/^CLAUDE\.md#[0-9a-f]{12}$/), ...row }]);
    },
  );

  it("names a line that is there, or nothing is stored", async () => {
    const box = await world();
    const ran = await box.run(["remember", CLAIM, "--category", "fact", "--same", "CLAUDE.md:9", "--json"]);
    expect([ran.code, ran.json().error.code]).toEqual([4, "no-such-line"]);
    expect((await data(box, "list")).entries).toEqual([]);
  });

  it("is kept in a run until it finishes; a line that was changed meanwhile costs the answer, not the words", {
    tags: "proof",
  }, async () => {
    for (const [written, row] of [
      [undefined, { state: "unrelated", answered: "same" }],
      [`# Project\n\n- ${LINE} by now\n`, { state: "open" }],
    ] as const) {
      const box = await world();
      await data(box, "run", "start", "build");
      await data(box, "remember", CLAIM, "--category", "fact", "--same", "CLAUDE.md:3", "--run", "build");
      if (written !== undefined) await box.write(FILE, written);
      await data(box, "run", "finish", "build");
      const [{ id }] = (await data(box, "list")).entries;
      expect((await entry(box, id)).near).toMatchObject([row]);
    }
  });
});

describe("recall", () => {
  it("prints lines of core files that answer, with file and number", async () => {
    const box = await world();
    const { lines, results } = await data(box, "recall", "which port does Postgres use");
    expect(results).toEqual([]);
    expect(lines).toMatchObject([{ file: FILE, line: 3, text: LINE }]);
    expect((await box.run(["recall", "port of Postgres", "--mode", "keyword"])).stdout).toContain(
      `CLAUDE.md:3 people | ${LINE}`,
    );
    expect((await data(box, "recall", "when are invoices paid")).lines).toBeUndefined();
  });
});
