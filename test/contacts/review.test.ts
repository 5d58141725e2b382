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
  it("a person approves one by its id, and goes through all of it, with the contact named", {
    tags: "proof",
  }, async () => {
    const { box, jane, secret } = await world();
    const ref = jane.slice(-5).toLowerCase();
    const refused = await atTerminal(box, ["review", jane, "--approve"], []);
    expect(refused.screen).toContain("It is about a contact; name them");
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
});
