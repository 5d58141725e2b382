/**
 * Two weeks of two people and two agents: one pair of agents records what it is told and answers what it is asked, one
 * ignores every nudge and every question. The program is held against what must come of each sentence of the plan.
 */
import { beforeAll, describe, expect, it } from "vitest";
import { DAYS, EVENTS, isHeard, Play, WRITTEN } from "./team.js";

const textsOf = ({ entries }: { entries: { text: string }[] }): string[] => entries.map(({ text }) => text).sort();
const TAUGHT = ["Deploys go out from the release branch", "Never push to main"];

describe.each([
  ["that records and answers", true],
  ["that ignores every nudge and question", false],
])("two weeks with an agent %s", (_, listens) => {
  let play: Play;
  beforeAll(async () => {
    play = await Play.begin(listens);
    for (let day = 1; day <= DAYS; day += 1) await play.day(day);
  }, 600_000);

  it("leaves two clones that are whole and agree", async () => {
    const [one, other] = play.clones;
    for (const clone of play.clones) expect((await clone.data("verify")).findings).toEqual([]);
    expect(await one.git("rev-parse", "HEAD^{tree}")).toBe(await other.git("rev-parse", "HEAD^{tree}"));
    expect(await one.read("CLAUDE.md")).toContain(`- ${WRITTEN}\n`);
  });

  it("has made rules of what the owner typed, with hooks alone", async () => {
    for (const clone of play.clones) {
      const rules = (await clone.read("CLAUDE.md")).split("tenet:begin rules")[1];
      for (const text of TAUGHT) expect(rules).toContain(text);
    }
  });

  it("has taken out of use what was answered so, and nothing else", async () => {
    const ended = textsOf(await play.clones[0].data("list", "--status", "superseded"));
    const said = ["Retrying a test hides that it is flaky", "The staging database is reset every night"];
    expect(ended).toEqual(listens ? said : []);
  });

  it("prints what was taught, what limits it and what is undecided beside each other", async () => {
    for (const clone of play.clones) {
      const context = await clone.print("context");
      for (const text of TAUGHT) expect(context).toContain(text);
      if (listens) {
        expect(context).toMatch(/Use pnpm here.*\n.*exception.*In the docs folder use npm/);
        expect(context).toContain("Invoices go out on Thursday");
        expect(context).not.toContain("reset every night");
      } else {
        expect(context).toMatch(/reset every (?:night|Sunday)[\s\S]*undecided beside.*reset every/);
      }
    }
  });

  it("shows people what nobody recorded, and the line of theirs that may no longer hold", async () => {
    const queues = await Promise.all(play.clones.map((clone) => clone.data("review", "--list")));
    const heard = queues.flatMap(({ queue }) => queue.filter(isHeard).map(({ text }: { text: string }) => text));
    const prompts = EVENTS.filter(({ how }) => how === "prompt").map(({ say }) => say);
    expect(heard.sort()).toEqual(listens ? [] : prompts.sort());
    for (const { queue } of queues) expect(queue).toContainEqual(expect.objectContaining({ kind: "line" }));
  });
});
