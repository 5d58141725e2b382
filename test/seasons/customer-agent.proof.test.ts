/**
 * Ninety days of an agent that serves customers, a heartbeat a day: drafts and what was sent, facts about thirty contacts,
 * questions to the owner, decisions, runs of which some fail. What comes of each event is compared with the plan, and
 * nothing of one contact is ever in another's context. One agent answers what its captures ask, one never does.
 */
import { beforeAll, describe, expect, it } from "vitest";
import type { StatusReport } from "../../src/health/health-schemas.js";
import { PROOF, rounds } from "../effort.js";
import { sandbox } from "../sandbox.js";
import { dayOf, PROFILE, Season } from "./customer-agent.js";
import { contactName, contactsBy, eventsOf, type SeasonEvent } from "./season.js";
import { countedByHand } from "./season-report.js";

/** The whole season of an agent that answers in proof, and its first month of one that does not. */
const CALLERS = [
  ["answers what its captures ask", rounds(12, 90)],
  ["never answers it", rounds(12, 30)],
] as const;

describe.each(CALLERS)("a season with a customer agent that %s", (how, lastDay) => {
  const answers = how === CALLERS[0][0];
  let season: Season;
  beforeAll(async () => {
    season = new Season(await sandbox({ git: true, profile: PROFILE, now: dayOf(1) }), answers);
    for (let day = 1; day <= lastDay; day++) await season.play(day);
  }, 1_200_000);

  const events = <K extends SeasonEvent["kind"]>(kind: K) =>
    Array.from({ length: lastDay }, (_, at) => at + 1).flatMap((day) =>
      eventsOf(day)
        .filter((event): event is Extract<SeasonEvent, { kind: K }> => event.kind === kind)
        .map((event) => ({ day, event })),
    );

  it("goes event by event as the plan says", () => {
    expect(season.said.map(({ day, done }) => `${day} ${done}`)).toEqual(
      season.said.map(({ day, expected }) => `${day} ${expected}`),
    );
    expect(season.said.filter(({ done }) => !done.startsWith("answer about"))).toHaveLength(
      Array.from({ length: lastDay }, (_, at) => eventsOf(at + 1).length).reduce((a, b) => a + b),
    );
  });

  it("never shows words of a contact to whoever does not name it", () => {
    expect(season.leaks).toEqual([]);
  });

  it("holds an example for every draft that was changed or turned down", async () => {
    const kept = events("draft").filter(({ event }) => event.expect === "kept" || event.expect === "rejected");
    const open = kept.filter(({ event }) => event.fields.contact === undefined);
    expect(await season.list(["--type", "edit"])).toHaveLength(open.length);
    let ofContacts = 0;
    for (const contact of contactsBy(30)) {
      const own = await season.list(["--type", "edit", "--contact", contact]);
      ofContacts += own.length - open.length;
    }
    expect(ofContacts).toBe(kept.length - open.length);
  });

  it("shows three edits of one kind and asks for the correction they amount to, from the third session on", () => {
    const kept = events("draft").filter(({ event }) => event.expect === "kept" && event.fields.contact === undefined);
    const third = [...new Set(kept.map(({ day }) => day))][2];
    if (third === undefined) return expect(season.offers).toEqual([]);
    expect(season.offers.length).toBeGreaterThan(0);
    expect(season.offers.every(({ day }) => day >= third)).toBe(true);
    const [first] = season.offers;
    const before = kept.filter(({ day }) => day <= (first?.day ?? 0)).map(({ event }) => event.fields.final ?? "");
    expect(before.filter((final) => first?.text.includes(final.slice(0, 60))).length).toBeGreaterThanOrEqual(3);
  });

  it("keeps what the runs that succeeded learned, and of the others why they failed", async () => {
    const runs = events("run");
    const learned = (await season.list(["--type", "insight"])).map(({ text }) => text);
    expect(learned.sort()).toEqual(
      runs
        .filter(({ event }) => event.fails === undefined)
        .map(({ event }) => event.insight)
        .sort(),
    );
    const failed = runs.filter(({ event }) => event.fails !== undefined);
    for (const [status, isMeant] of [
      ["waiting", (day: number) => lastDay - day < 30],
      ["expired", (day: number) => lastDay - day >= 30],
    ] as const) {
      const texts = (await season.list(["--type", "reflexion"], status)).map(({ text }) => text);
      expect(texts.sort()).toEqual(
        failed
          .filter(({ day }) => isMeant(day))
          .map(({ event }) => event.fails)
          .sort(),
      );
    }
  });

  it.runIf(PROOF && answers)("is reported as it was counted by hand, without a word of a contact", async () => {
    const ran = await season.box.run(["report", "--json"]);
    const sent = (from: number, to: number) =>
      events("draft").flatMap(({ day, event }) => {
        const isOpen = event.expect === "kept" && event.fields.contact === undefined;
        return isOpen && day >= from && day <= to ? [event] : [];
      });
    const drafts = { now: sent(61, 90), before: sent(31, 60) };
    for (const [what, told, byHand, because] of countedByHand(ran.json().data, drafts)) {
      expect(told, `${what}: ${because}`).toEqual(byHand);
    }
    expect(ran.stdout).not.toMatch(/quill\d\dx/);
  });

  it("has pairs that wait where nobody answers, and none where somebody does", async () => {
    const { waiting } = (await season.box.run(["status", "--json"])).json().data as StatusReport;
    expect(waiting.some(({ kind }) => kind === "pair")).toBe(!answers);
  });

  it("knows where each contact sleeps today, and where on another day", async () => {
    for (const contact of [contactName(0), contactName(Math.min(29, lastDay - 1))]) {
      const facts = events("fact").filter(({ event }) => event.contact === contact);
      for (const { day, event } of facts) {
        const args = ["recall", "sleeps in room", "--contact", contact, "--as-of", dayOf(day, "12"), "--json"];
        const found = (await season.box.run(args)).json().data.results as { type: string; text: string }[];
        expect(found.filter(({ type }) => type === "memory").map(({ text }) => text)).toEqual([event.text]);
      }
    }
  });
});
