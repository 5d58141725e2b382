import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { sandbox } from "../sandbox.js";
import { knownWorkspace } from "./known-workspace.js";
import { atTerminal, CTRL_C, ENTER, RIGHT } from "./terminal.js";

describe("at a terminal, commands ask for what is missing", () => {
  it("correct asks what a first session is asked, in order, and stores the answers", { tags: "proof" }, async () => {
    const box = await knownWorkspace();
    const { code, screen } = await atTerminal(
      box,
      ["correct", "Use npm ci in CI", "--instead-of", "npm install is fine everywhere"],
      [
        ["What goes wrong if this is forgotten?", `lockfile drift broke release 2.3${ENTER}`],
        ["How bad?", RIGHT],
        ["[low]", RIGHT],
        ["[medium]", RIGHT],
        ["[high]", ENTER],
        ["What will you do differently?", `look for npm install before pushing${ENTER}`],
        ["[later]", ENTER],
      ],
    );
    expect(code).toBe(0);
    expect(screen).toMatch(/Learned\s+\w{5}\s+high\s+memory\/learning\/corrections\/2026-02-15\.md:\d+/);
    const text = await box.read("memory/learning/corrections/2026-02-15.md");
    expect(text).toContain('at_risk: "lockfile drift broke release 2.3"');
    expect(text).toContain("stakes: high");
    expect(text).toContain('behavioral_change: "look for npm install before pushing"');
  });

  it("every question but what holds may be left open with Enter", { tags: "more" }, async () => {
    const box = await knownWorkspace();
    const { code, screen } = await atTerminal(
      box,
      ["correct"],
      [
        ["What holds from now on?", `Use pnpm, never npm${ENTER}`],
        ["Enter leaves a question open.", ""],
        ["What held before?", ENTER],
        ["What goes wrong if this is forgotten?", ENTER],
        ["How bad?", ENTER],
        ["What will you do differently?", ENTER],
      ],
    );
    expect(code, screen).toBe(0);
    expect(screen).toMatch(/Learned\s+\w{5}\s+medium/);
    expect(screen).toContain("open: before, at risk, stakes, next time. People are asked in tenet review.");
    const text = await box.read("memory/learning/corrections/2026-02-15.md");
    expect(text.slice(text.indexOf("Use pnpm"))).not.toMatch(/prior_belief|at_risk|behavioral_change/);
  });

  it("a level typed as a reason is the level, a reason typed as a level is asked again", {
    tags: "proof",
  }, async () => {
    const box = await knownWorkspace();
    const asked = ["correct", "Use npm ci in CI", "--instead-of", "npm i", "--so", "look first"];
    const reasoned = await atTerminal(box, asked, [
      ["What goes wrong if this is forgotten?", `High${ENTER}`],
      ["High, then. What goes wrong if this is forgotten?", `drift${ENTER}`],
      ["[later]", ENTER],
    ]);
    expect(reasoned.code, reasoned.screen).toBe(0);
    expect(reasoned.screen).not.toContain("How bad?");
    const rated = await atTerminal(
      box,
      ["correct", "Tag after the upload", "--instead-of", "before", "--so", "look first"],
      [
        ["What goes wrong if this is forgotten?", ENTER],
        ["How bad?", `the build breaks${ENTER}`],
        ["That says why, not how bad: type low, medium or high. Enter leaves it open.", `high: a gap${ENTER}`],
        ["[later]", ENTER],
      ],
    );
    expect(rated.code, rated.screen).toBe(0);
    const text = await box.read("memory/learning/corrections/2026-02-15.md");
    expect(text).toMatch(/stakes: high\nat_risk: "drift"/);
    expect(text).toMatch(/stakes: high\nat_risk: "a gap"/);
  });

  it("asks nothing that was stated, and takes a level from the answer about the risk", { tags: "more" }, async () => {
    const box = await knownWorkspace();
    const { code, screen } = await atTerminal(
      box,
      ["learn", "Cold caches double the run", "--because", "two timings"],
      [["What goes wrong", `low: a slow morning${ENTER}`]],
    );
    expect(code).toBe(0);
    expect(screen).not.toContain("What shows that it is true?");
    expect(screen).not.toContain("How bad?");
    expect(await box.read("memory/learning/insights/2026-02-15.md")).toContain("stakes: low");
  });

  it("an insight with nothing at risk needs no level", { tags: "more" }, async () => {
    const box = await knownWorkspace();
    const { code, screen } = await atTerminal(
      box,
      ["learn", "npm ci printed 3 warnings", "--because", "the log"],
      [["What goes wrong", `none${ENTER}`]],
    );
    expect(code).toBe(0);
    expect(screen).toContain("Not learned: nothing is at risk. Kept in the daily log (memory/2026-02-15.md).");
    expect(screen).not.toContain("How bad?");
  });

  it("outcome asks what happened and how it turned out", { tags: "more" }, async () => {
    const box = await knownWorkspace();
    const { code, screen } = await atTerminal(
      box,
      ["outcome", "m2xba"],
      [
        ["What happened?", `fewer retries${ENTER}`],
        ["[validated]", RIGHT],
        ["[invalidated]", ENTER],
      ],
    );
    expect(code, screen).toBe(0);
    expect((await box.run(["show", "m2xba", "--json"])).json().data.entry.outcome).toBe("invalidated");
  });

  it("one of a few words is read as a word, not letter by letter, and one that is not there is not taken", async () => {
    const box = await knownWorkspace();
    const { code, screen } = await atTerminal(
      box,
      ["outcome", "m2xba", "--result", "fewer retries"],
      [
        ["[validated]", `no${ENTER}`],
        ["Type one of these words", `invalid`],
        ["[invalidated]", ENTER],
      ],
    );
    expect(code, screen).toBe(0);
    expect((await box.run(["show", "m2xba", "--json"])).json().data.entry.outcome).toBe("invalidated");
  });

  it("init asks for the owner and suggests git's user", { tags: "proof" }, async () => {
    const box = await sandbox({ empty: true, git: true });
    const { code } = await atTerminal(box, ["init"], [["Your name:", ENTER]]);
    expect(code).toBe(0);
    expect(parse(await box.read("tenet.yaml")).people).toEqual([
      { name: "sybil", role: "owner", emails: ["sybil@example.invalid"] },
    ]);
    const again = await atTerminal(box, ["init"], []);
    expect(again.screen).toContain("Nothing was changed");
  });

  it("Ctrl-C at a question: 130, and nothing was stored", { tags: "more" }, async () => {
    const box = await knownWorkspace();
    const before = (await box.run(["list", "--json"])).json().data.total;
    const { code, screen } = await atTerminal(box, ["correct", "x"], [["What held before?", CTRL_C]]);
    expect(code).toBe(130);
    expect(screen).toContain("interrupted: nothing was stored");
    expect(screen).not.toContain(" at ");
    expect((await box.run(["list", "--json"])).json().data.total).toBe(before);
  });

  for (const [name, flags, env] of [
    ["--no-input", ["--no-input"], {}],
    ["--json", ["--json"], {}],
    ["CI", [], { CI: "1" }],
    ["a known agent", [], { CLAUDECODE: "1" }],
  ] as const) {
    it(`asks nothing with ${name}, though a terminal is there`, { tags: "more" }, async () => {
      const box = await knownWorkspace();
      const { code, screen } = await atTerminal(box, ["learn", "x", ...flags], [], env);
      expect(code).toBe(2);
      expect(screen).toContain("What goes wrong if this is wrong?");
      expect(screen).toContain("--risk");
    });
  }
});

describe("with no owner named", () => {
  const LEARN = ["learn", "x", "--because", "y", "--risk", "low: z"];

  it("says once, at a terminal, how whoever types is written down", { tags: "proof" }, async () => {
    const box = await knownWorkspace({ git: true });
    const { screen } = await atTerminal(box, LEARN, []);
    expect(screen).toContain('tenet init --owner "sybil"');
    const again = await atTerminal(box, ["learn", "another thing", "--because", "y", "--risk", "low: z"], []);
    expect(again.screen).not.toContain("--owner");
    expect((await box.git("status", "--short")).split("\n").filter((line) => line.includes("state"))).toEqual([]);
  });

  it("says nothing off a terminal, or when one is named", { tags: "proof" }, async () => {
    const box = await knownWorkspace({ git: true });
    expect((await box.run(LEARN)).stderr).not.toContain("--owner");
    await box.run(["init", "--owner", "bridget"]);
    expect((await atTerminal(box, ["learn", "more", ...LEARN.slice(2)], [])).screen).not.toContain("--owner");
  });
});

describe("a source nobody knows", () => {
  const SAID = ["learn", "x", "--because", "y", "--risk", "low: z", "--said-by", "carol"];

  it("is asked for at a terminal and written down", { tags: "proof" }, async () => {
    const box = await knownWorkspace();
    const { code, screen } = await atTerminal(box, SAID, [["Who is carol here?", ENTER]]);
    expect(code, screen).toBe(0);
    expect(parse(await box.read("tenet.yaml")).people).toEqual([{ name: "carol", role: "member" }]);
    expect(await box.read("memory/learning/insights/2026-02-15.md")).toContain("tier: relayed");
    expect((await atTerminal(box, ["learn", "more", ...SAID.slice(2)], [])).screen).not.toContain("Who is");
  });

  it("counts as a peer elsewhere, and the answer says so", async () => {
    const box = await knownWorkspace();
    const ran = await box.run(SAID);
    expect(ran.code).toBe(0);
    expect(ran.stderr).toContain("carol");
    expect(await box.read("memory/learning/insights/2026-02-15.md")).toContain("tier: peer");
  });
});

describe("config set is for people", () => {
  it("shows the change, takes the typed name for a yes, and changes that line alone", { tags: "more" }, async () => {
    const box = await knownWorkspace({
      profile: "schema: 1\nagent: main # ours\ntimezone: UTC\nrecall: {limit: 10}\n",
    });
    const { code, screen } = await atTerminal(
      box,
      ["config", "set", "recall.limit", "4"],
      [["Type recall.limit to confirm:", `recall.limit${ENTER}`]],
    );
    expect(code).toBe(0);
    expect(screen).toContain("recall.limit: 10 → 4");
    expect(await box.read("tenet.yaml")).toBe("schema: 1\nagent: main # ours\ntimezone: UTC\nrecall: {limit: 4}\n");
    expect((await box.run(["config", "get", "recall.limit"])).stdout).toBe("4\n");
  });

  it("anything else typed is a no: exit 5, unchanged", { tags: "more" }, async () => {
    const box = await knownWorkspace();
    const before = await box.read("tenet.yaml");
    const { code } = await atTerminal(
      box,
      ["config", "set", "apply_mode", "curated"],
      [["to confirm:", `yes${ENTER}`]],
    );
    expect(code).toBe(5);
    expect(await box.read("tenet.yaml")).toBe(before);
  });

  it("is refused for a known agent, in CI and off a terminal, whatever is typed", { tags: "more" }, async () => {
    const box = await knownWorkspace();
    const before = await box.read("tenet.yaml");
    for (const env of [{ CLAUDECODE: "1" }, { CODEX_SANDBOX: "seatbelt" }, { CI: "true" }] as Record<
      string,
      string
    >[]) {
      expect((await atTerminal(box, ["config", "set", "apply_mode", "auto"], [], env)).code).toBe(5);
    }
    expect((await box.run(["config", "set", "apply_mode", "auto"], { stdin: "apply_mode\n" })).code).toBe(5);
    expect(await box.read("tenet.yaml")).toBe(before);
  });

  it("a value that does not fit is refused before anything is asked or written", { tags: "more" }, async () => {
    const box = await knownWorkspace();
    const before = await box.read("tenet.yaml");
    const { code, screen } = await atTerminal(box, ["config", "set", "recall.limit", "lots"], []);
    expect(code).toBe(2);
    expect(screen).toContain("recall");
    expect(await box.read("tenet.yaml")).toBe(before);
  });
});

describe("edit at a terminal", () => {
  it("opens the editor at the record, and says what changed", { tags: "more" }, async () => {
    const box = await knownWorkspace();
    const editor = await box.write("editor.sh", '#!/bin/sh\nsed -i "s/Ask first\\./Ask twice./" "$1"\n');
    const { code, screen } = await atTerminal(box, ["edit", "m9qrt"], [], { EDITOR: `sh ${editor}`, VISUAL: "" });
    expect(screen).toContain("behavioral_change");
    expect(code).toBe(0);
  });

  it("an editor that fails is named, with the place of the record", { tags: "more" }, async () => {
    const box = await knownWorkspace();
    const { code, screen } = await atTerminal(box, ["edit", "m9qrt"], [], { EDITOR: "false" });
    expect(code).toBe(1);
    expect(screen).toContain("corrections/2026-02-12.md:7");
  });
});
