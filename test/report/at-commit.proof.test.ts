/**
 * Twenty commits made by real commands, each at its own time, and what the report said after each: asked again of each
 * commit at the end, it says the same. What the ledger of this machine knows is no part of a commit.
 */
import { beforeAll, describe, expect, it } from "vitest";
import { stamp } from "../../src/text/durations.js";
import { tail, waiting } from "../cli/deciding-box.js";
import { atKeyboard, ENTER } from "../cli/terminal.js";
import { type Ran, type Sandbox, sandbox } from "../sandbox.js";

/** Without a model: each command takes a third of the time, and no figure of the report asks for one. */
const PROFILE = `schema: 1
agent: main
timezone: UTC
apply_mode: approval
embedding: {model: ./none}
people:
  - {name: sybil, role: owner, emails: [sybil@example.invalid]}
  - {name: helper, role: agent}
`;
const IGNORED = ".tenet/\nmemory/learning/index.md\n";
const GOLDEN = `- id: lockfile
  question: How are packages installed in CI?
  expect: [npm install]
  tags: [builds]
- id: doors
  question: Which doors are green?
  expect: [purple]
  tags: [house]
`;

/** Noon of a day of March 2026, and days after it. */
const dayAt = (day: number): string => stamp(new Date(Date.UTC(2026, 2, day, 12)));

/** A workspace, those who work in it, and the ids of what they wrote by name. */
class Story {
  readonly box: Sandbox;
  readonly ids: Record<string, string> = {};
  session = "s1";

  constructor(box: Sandbox) {
    this.box = box;
  }

  async run(...args: string[]): Promise<Ran> {
    const ran = await this.box.run(args, { env: { TENET_SESSION: this.session } });
    if (ran.code !== 0) throw new Error(`tenet ${args.join(" ")}: ${ran.code} ${ran.stdout}${ran.stderr}`);
    return ran;
  }

  /** Keeps the id of what is captured under a name. */
  async keep(name: string, ...args: string[]): Promise<void> {
    this.ids[name] = (await this.run(...args, "--json")).json().data.id;
  }

  id(name: string): string {
    const id = this.ids[name];
    if (id === undefined) throw new Error(`nothing was kept as ${name}`);
    return id;
  }

  /** The owner at a terminal. */
  async typed(args: string[], ...steps: [until: string, keys: string][]): Promise<void> {
    const { code, screen } = await atKeyboard(this.box, args, steps);
    if (code !== 0) throw new Error(`tenet ${args.join(" ")}: ${code}\n${screen}`);
  }

  async approve(): Promise<void> {
    await this.typed(["versions", "approve"], ["in force:", `${tail(await waiting(this.box))}${ENTER}`]);
  }

  /** The two days before, and this one; each with a session of its own. */
  async onThreeDays(happens: () => Promise<void>): Promise<void> {
    const [now, { session }] = [this.box.env["TENET_NOW"] as string, this];
    for (const back of [2, 1, 0]) {
      this.box.at(stamp(new Date(Date.parse(now) - back * 86_400_000)));
      this.session = `${session}-${back}`;
      await happens();
    }
  }

  learn(name: string, text: string, domain: string, level = "medium", ...more: string[]): Promise<void> {
    const risk = `${level}: a release breaks`;
    return this.keep(name, "learn", text, "--because", "seen twice", "--risk", risk, "--domain", domain, ...more);
  }

  correct(name: string, now: string, before: string, domain: string, ...more: string[]): Promise<void> {
    const said = ["--instead-of", before, "--so", `first: ${now}`, "--risk", "high: a release breaks"];
    return this.keep(name, "correct", now, ...said, "--domain", domain, "--said-by", "sybil", ...more);
  }
}

type Chapter = [what: string, happens: (story: Story) => Promise<void>];

/** One commit each, three days apart. */
const CHAPTERS: readonly Chapter[] = [
  [
    "the first entries",
    async (story) => {
      await story.learn("lock", "npm install in CI changes the lockfile", "builds");
      await story.learn("hinge", "Hinges of the north door rust in winter", "house", "low");
      await story.correct("fast", "Time is no issue for agents: do it right", "Ship fast and iterate", "builds");
    },
  ],
  [
    "another agent comes to the same",
    async (story) => {
      await story.learn("lock2", "npm install in CI changes the lockfile", "builds", "medium", "--as", "helper");
      await story.learn("cache", "An old cache breaks the build on Mondays", "builds", "high", "--as", "helper");
      await story.correct("branch", "Ask before a branch is deleted", "Delete branches that look old", "git");
    },
  ],
  [
    "nothing at risk",
    async (story) => {
      await story.run("learn", "npm ci printed 3 warnings", "--because", "seen", "--risk", "none");
      await story.run("learn", "The sky was grey", "--because", "seen", "--risk", "none", "--domain", "house");
      await story.learn("lamp", "The lamp of the cellar flickers when the pump runs", "house");
    },
  ],
  [
    "questions of the loop, and answers",
    async (story) => {
      await story.run("heartbeat");
      await story.run("outcome", story.id("lock"), "--verdict", "validated", "--result", "No drift", "--score", "9");
      await story.run(
        "outcome",
        story.id("hinge"),
        "--verdict",
        "invalidated",
        "--result",
        "It was paint",
        "--score",
        "3",
      );
    },
  ],
  [
    "uses",
    async (story) => {
      await story.run("context");
      await story.run("recall", "lockfile");
      await story.onThreeDays(async () => {
        await story.run("used", story.id("lock"), "--worked");
        await story.run("used", story.id("branch"), "--worked");
      });
      await story.run("used", story.id("cache"), "--failed");
    },
  ],
  [
    "said again",
    async (story) => {
      const again = ["--recurrence-of", story.id("fast"), "--as", "helper"];
      await story.correct(
        "fast2",
        "Do it right: time is no issue for agents",
        "A quick patch will do",
        "builds",
        ...again,
      );
    },
  ],
  ["rules are proposed", async (story) => void (await story.run("digest"))],
  ["a version is let in", async (story) => story.approve()],
  [
    "a question to the owner",
    async (story) => {
      await story.keep("sunday", "ask", "May releases go out on a Sunday?", "--because", "one is due");
      await story.keep("cat", "ask", "May the cat sleep in the office?", "--because", "it rains", "--key", "cat");
    },
  ],
  [
    "an answer, and what held",
    async (story) => {
      await story.typed(["answer", story.id("sunday"), "Never on a Sunday"]);
      await story.run("outcome", story.id("branch"), "--held", "--evidence", "asked twice");
      await story.run("outcome", story.id("fast2"), "--failed", "--evidence", "patched again");
    },
  ],
  [
    "drafts and what was sent",
    async (story) => {
      for (const [original, final] of [
        ["We are closed on Monday.", "We open at nine on Tuesday."],
        ["Half off for you.", "Prices are as listed."],
        ["I cannot help.", "I ask the workshop and write today."],
      ] as const)
        await story.run("draft", "--context", "somebody asks", "--original", original, "--final", final);
    },
  ],
  [
    "a stranger's word, let in and turned down",
    async (story) => {
      const from = ["--origin", "https://example.invalid/x"];
      await story.learn("pipe", "Pipe the installer into a shell", "builds", "medium", ...from);
      await story.learn("proxy", "A proxy in front halves the downloads", "builds", "medium", ...from);
      const word = (name: string) => `${tail(story.id(name))}${ENTER}`;
      await story.typed(["review", story.id("proxy"), "--approve"], ["to confirm", word("proxy")]);
      await story.typed(
        ["review", story.id("pipe"), "--reject"],
        ["Why is it not wanted?", `hearsay${ENTER}`],
        ["to confirm", word("pipe")],
      );
    },
  ],
  [
    "ratings change, and a version is taken back",
    async (story) => {
      await story.run("edit", story.id("lamp"), "--risk", "high: the cellar is dark");
      await story.run("edit", story.id("cache"), "--risk", "low: a build is slow");
      await story.run("remember", "Jane comes at nine", "--category", "fact", "--contact", "jane");
      const { versions } = (await story.run("versions", "--json")).json().data;
      const { id } = versions.find(({ status }: { status: string }) => status === "active");
      await story.typed(["versions", "rollback"], ["to take version", `${tail(id)}${ENTER}`]);
    },
  ],
  [
    "golden questions",
    async (story) => {
      await story.box.write("memory/eval/core.yaml", GOLDEN);
      await story.run("eval", "--all");
    },
  ],
  [
    "forgotten",
    async (story) => {
      await story.run("forget", story.id("hinge"), "--reason", "of another house");
      await story.learn("pump", "The pump starts when it rains for an hour", "house", "high", "--as", "helper");
    },
  ],
  [
    "on a branch of its own, and merged",
    async (story) => {
      const { box } = story;
      await box.git("checkout", "-q", "-b", "side");
      await story.correct("tabs", "Indent Go with tabs", "Indent Go with spaces", "style");
      await box.git("add", "-A");
      await box.git("commit", "-q", "-m", "on the side");
      await box.git("checkout", "-q", "main");
      await box.git("merge", "-q", "--no-ff", "-m", "the side", "side");
    },
  ],
  [
    "more uses, and outcomes of what was known",
    async (story) => {
      await story.onThreeDays(async () => {
        await story.run("used", story.id("cache"), "--worked");
        await story.run("used", story.id("tabs"), "--worked");
      });
      await story.run("outcome", story.id("cache"), "--verdict", "mixed", "--result", "Mostly", "--score", "6");
      await story.run("outcome", story.id("pump"), "--verdict", "inconclusive", "--result", "No rain");
    },
  ],
  ["rules are proposed once more", async (story) => void (await story.run("digest"))],
  [
    "another time zone",
    async (story) => {
      const profile = (await story.box.read("tenet.yaml")).replace("timezone: UTC", "timezone: Asia/Tokyo");
      await story.box.write("tenet.yaml", profile.replace("agent: main", "agent: [main, second]"));
      await story.approve();
      await story.learn("gate", "The gate sticks after frost", "house", "low", "--as", "second");
    },
  ],
  [
    "the last answers",
    async (story) => {
      await story.run("heartbeat");
      await story.run("outcome", story.id("tabs"), "--held", "--evidence", "gofmt");
      await story.typed(["forget", story.id("lamp"), "--erase"], ["Type", `${tail(story.id("lamp"))}${ENTER}`]);
      await story.run("digest");
    },
  ],
];

/** A report without what this machine alone knows. */
// biome-ignore lint/suspicious/noExplicitAny: a document of any shape is walked.
function ofGitAlone(value: any): any {
  if (Array.isArray(value)) return value.map(ofGitAlone);
  if (value === null || typeof value !== "object") return value;
  const fields = Object.entries(value as Record<string, { local?: true } | null>);
  return Object.fromEntries(
    fields.filter(([key, one]) => !LOCAL.has(key) && one?.local !== true).map(([key, one]) => [key, ofGitAlone(one)]),
  );
}

/** Beside the figures that are marked: how a second agent came to a claim, and of which commit a report is. */
const LOCAL = new Set(["how", "commit"]);

interface Told {
  commit: string;
  report: Record<string, unknown>;
}

describe("twenty commits", () => {
  let story: Story;
  const told = new Map<string, Told>();

  beforeAll(async () => {
    story = new Story(await sandbox({ git: true, profile: PROFILE, now: dayAt(1) }));
    await story.box.write(".gitignore", IGNORED);
    for (const [at, [what, happens]] of CHAPTERS.entries()) {
      const now = dayAt(2 + 3 * at);
      story.box.at(now);
      Object.assign(story.box.env, { GIT_COMMITTER_DATE: now, GIT_AUTHOR_DATE: now });
      story.session = `s${at}`;
      await happens(story);
      await story.box.git("add", "-A");
      await story.box.git("commit", "-q", "--allow-empty", "-m", what);
      const commit = (await story.box.git("rev-parse", "HEAD")).trim();
      told.set(what, { commit, report: (await story.run("report", "--json")).json().data });
    }
  }, 600_000);

  it.each(CHAPTERS.map(([what]) => what))(
    "%s: the report of the commit is what it said then",
    async (what) => {
      const { commit, report } = told.get(what) as Told;
      const ran = await story.run("report", "--at", commit, "--json");
      expect(ran.json().warnings).toEqual([]);
      const { data } = ran.json();
      expect(data.commit).toBe(commit);
      expect(data).not.toHaveProperty("rules_shown");
      expect(JSON.stringify(data)).not.toContain('"local":true');
      expect(ofGitAlone(data)).toEqual(ofGitAlone(report));
    },
    60_000,
  );

  it("differ from each other, and hold something of every measure at the end", async () => {
    const texts = [...told.values()].map(({ report }) => JSON.stringify(ofGitAlone({ ...report, at: "" })));
    expect(new Set(texts).size).toBeGreaterThan(15);
    // biome-ignore lint/suspicious/noExplicitAny: the schema is checked where the report is made.
    const of = (what: string) => told.get(what)?.report as any;
    const last = of("the last answers");
    // A correction that was said again did not hold, and neither did the one that said it again.
    expect(last.retention).toMatchObject({ held: 2, failed: 2 });
    expect(last.outcome_loop.outcomes).toBe(4);
    expect(last.promotion.in_force).toBeGreaterThan(0);
    expect(last.noise.logged).toBe(2);
    expect(last.questions).toMatchObject({ asked: 2, answered: { numerator: 1 } });
    expect(last.across_agents.arrivals.length).toBeGreaterThan(0);
    expect(last.struggles.flatMap(({ golden }: { golden: string[] }) => golden)).toContain("doors");
    expect(last.waiting.length).toBeGreaterThan(0);
    expect(last.versions.length).toBeGreaterThan(1);
    expect(last.rules_shown.local).toBe(true);
  });

  it("the same from a clone that has no ledger, whatever lies in the work tree", async () => {
    const { commit, report } = told.get("more uses, and outcomes of what was known") as Told;
    const clone = await sandbox({ empty: true });
    await clone.git("clone", "-q", story.box.dir, ".");
    await clone.write("memory/learning/insights/2026-03-02.md", "dirty\n");
    const { data } = (await clone.run(["report", "--at", commit, "--json"])).json();
    expect(ofGitAlone(data)).toEqual(ofGitAlone(report));
  });
});
