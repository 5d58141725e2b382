/** Facts about contacts that wait for a person: counted for everybody, shown and decided where the contact is named. */
import { describe, expect, it } from "vitest";
import { atTerminal, ENTER } from "../cli/terminal.js";
import { type Sandbox, sandbox } from "../sandbox.js";

const PROFILE = `schema: 1
agent: main
timezone: UTC
apply_mode: curated
people:
  - {name: sybil, role: owner, emails: [sybil@example.invalid]}
`;

async function told(box: Sandbox, contact: string, text: string, ...more: string[]): Promise<string> {
  const ran = await box.run(["remember", text, "--contact", contact, "--category", "fact", "--json", ...more]);
  expect(ran.code, ran.stderr).toBe(0);
  return ran.json().data.id;
}

async function world() {
  const box = await sandbox({ profile: PROFILE });
  const jane = await told(box, "jane", "Jane calls her boat zinnober");
  const secret = await told(box, "jane", "Jane keeps a quincunx", "--private");
  const bob = await told(box, "bob", "Bob calls his boat orrery");
  return { box, jane, secret, bob };
}

const queue = async (box: Sandbox, ...flags: string[]) => {
  const { data } = (await box.run(["review", "--list", "--json", ...flags])).json();
  return { ids: data.queue.map(({ id }: { id: string }) => id), contacts: data.contacts };
};

describe("review", () => {
  it("says how many wait of whom, and shows them where that contact is named, apart from the project's", {
    tags: "proof",
  }, async () => {
    const { box, jane, secret, bob } = await world();
    const waits = "3 entries about contacts wait (bob 1, jane 2): tenet review --contact bob";
    expect((await box.run(["review", "--list"])).stdout).toBe(`${waits}\n`);
    expect((await box.run(["status"])).stdout).toContain(`waits      ${waits}`);
    const contacts = [
      { contact: "bob", count: 1, private: 0 },
      { contact: "jane", count: 2, private: 1 },
    ];
    expect(await queue(box)).toEqual({ ids: [], contacts });
    expect((await box.run(["status", "--json"])).json().data.contacts).toEqual(contacts);
    expect(await queue(box, "--contact", "jane")).toEqual({
      ids: [jane],
      contacts: [{ contact: "jane", count: 1, private: 1 }],
    });
    expect((await box.run(["review", "--contact", "jane"])).stdout).toContain(
      "1 entry about contacts waits: tenet review --contact jane --private",
    );
    expect((await queue(box, "--contact", "jane", "--private")).ids.sort()).toEqual([jane, secret].sort());
    expect((await queue(box, "--contact", "bob")).ids).toEqual([bob]);
    expect((await box.run(["review", "--list", "--private"])).code).toBe(2);
    const fact = await box.run(["remember", "The boat house opens at nine", "--category", "fact", "--json"]);
    expect((await queue(box, "--contact", "jane")).ids).toEqual([jane]);
    expect((await queue(box)).ids).toEqual([fact.json().data.id]);
  });

  it("no word of a fact that waits is printed where nobody, or somebody else, is named", {
    tags: "proof",
  }, async () => {
    const { box, jane } = await world();
    const decided = ["review --list", `show ${jane}`, `why ${jane}`, "list"];
    for (const door of ["status", "context", "heartbeat", ...decided]) {
      const { stdout, stderr } = await box.run([...door.split(" "), "--json"]);
      expect(stdout + stderr, door).not.toMatch(/zinnober|quincunx|orrery/);
    }
    for (const door of [`edit ${jane} --tag x`, ...decided]) {
      const { stdout, stderr } = await box.run([...door.split(" "), "--contact", "bob"]);
      expect(stdout + stderr, door).not.toMatch(/zinnober|quincunx|jane/);
    }
  });

  it("a person approves one by its id, and goes through all of it, with the contact named", {
    tags: "proof",
  }, async () => {
    const { box, jane, secret } = await world();
    const ref = jane.slice(-5).toLowerCase();
    const refused = await atTerminal(box, ["review", jane, "--approve"], []);
    expect(refused.screen).toContain("It is about a contact: name them with --contact ID.");
    const approve = ["review", jane, "--approve", "--contact", "jane"];
    const approved = await atTerminal(box, approve, [["to confirm", `${ref}${ENTER}`]]);
    expect(approved.screen).toContain("zinnober");
    expect((await queue(box, "--contact", "jane", "--private")).ids).toEqual([secret]);
    const steps = [["May it be used?", "r"] as const, ["Why is it not wanted?", ENTER] as const];
    const round = await atTerminal(box, ["review", "--contact", "jane", "--private"], steps);
    expect(round.screen).toContain("quincunx");
    expect((await queue(box, "--contact", "jane", "--private")).ids).toEqual([]);
    expect((await box.run(["status"])).stdout).toContain("1 entry about contacts waits: tenet review --contact bob");
  });

  it("a pair of facts that disagree waits there, with commands that name the contact", { tags: "proof" }, async () => {
    const box = await sandbox({ profile: PROFILE.replace("curated", "auto") });
    await told(box, "jane", "Jane drinks two cups of tea");
    await told(box, "jane", "Jane drinks nine cups of tea");
    expect((await queue(box)).contacts).toEqual([{ contact: "jane", count: 1, private: 0 }]);
    const { stdout } = await box.run(["review", "--list", "--contact", "jane"]);
    expect(stdout).toContain("nine cups");
    const { data } = (await box.run(["review", "--list", "--contact", "jane", "--json"])).json();
    const { answers } = data.queue[0];
    for (const answer of answers) {
      expect(answer).toMatch(/^tenet resolve \w+ \w+ --(?:same|replaces|exception|unrelated|later 5d) --contact jane$/);
    }
    const [replaces] = answers.filter((answer: string) => answer.includes("--replaces"));
    const done = await box.run(replaces.split(" ").slice(1));
    expect([done.code, done.stdout]).toEqual([0, expect.stringMatching(/--open --contact jane\b/)]);
    expect(await queue(box)).toEqual({ ids: [], contacts: undefined });
  });
});

describe("commands that take an id", () => {
  it("find a fact where its contact is named, and say otherwise how it is named", { tags: "proof" }, async () => {
    const { box, jane, secret } = await world();
    for (const command of [
      ["show", jane],
      ["why", jane],
      ["edit", jane, "--tag", "boats"],
    ]) {
      const alone = await box.run(command);
      expect(alone.code, command.join(" ")).toBe(4);
      expect((await box.run([...command, "--contact", "bob"])).code).toBe(4);
      const named = await box.run([...command, "--contact", "jane"]);
      expect(named.code, named.stderr).toBe(0);
    }
    expect((await box.run(["show", jane])).stderr).toContain("It is about a contact: name them with --contact ID.");
    expect((await box.run(["show", secret, "--contact", "jane"])).code).toBe(4);
    const edited = await box.run(["edit", secret, "--content", "Jane keeps two of them", "--contact", "jane"]);
    expect(edited.stdout).toContain("content");
  });

  it("versions approve and reject say where an entry is decided", { tags: "proof" }, async () => {
    const { box, jane } = await world();
    for (const command of ["approve", "reject"]) {
      const { screen } = await atTerminal(box, ["versions", command, jane], []);
      expect(screen).toContain(`no version ${jane}`);
      expect(screen).toContain(`An entry is decided on by: tenet review ${jane.slice(-5).toLowerCase()}`);
    }
  });
});

it("list says of a fact that ended until when it held", async () => {
  const box = await sandbox({ profile: PROFILE.replace("curated", "auto") });
  const past = await told(box, "jane", "Jane lives in Berlin", "--from", "2025-01-01", "--until", "2026-02-01");
  const now = await told(box, "jane", "Jane lives in Bonn", "--from", "2026-02-01", "--until", "2026-03-01");
  const { stdout } = await box.run(["list", "--contact", "jane"]);
  expect(stdout).toContain("until 2026-02-01\tJane lives in Berlin");
  expect(stdout).toContain("active\tJane lives in Bonn");
  const { data } = (await box.run(["list", "--contact", "jane", "--json"])).json();
  expect(Object.fromEntries(data.entries.map((one: { id: string }) => [one.id, one]))).toMatchObject({
    [past]: { states: ["ended"], valid_to: "2026-02-01T00:00:00Z", status: "active" },
    [now]: { states: ["active"], valid_to: "2026-03-01T00:00:00Z" },
  });
  const ended = await box.run(["list", "--contact", "jane", "--status", "ended", "--json"]);
  expect(ended.json().data.entries).toMatchObject([{ id: past }]);
  expect((await box.run(["recall", "where does Jane live", "--contact", "jane", "--status", "ended"])).code).toBe(2);
});
