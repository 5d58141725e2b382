/** Calls over weeks, as they are recorded: the sixty days, a team's two weeks, an agent's first days with customers. */
import { expect, it } from "vitest";
import { sandbox } from "../sandbox.js";
import { dayOf, PROFILE, Season } from "../seasons/customer-agent.js";
import { playSixtyDays } from "../seasons/sixty-days.js";
import { DAYS, Play } from "../seasons/team.js";
import { type Recording, recorded } from "./recording.js";

const CUSTOMER_DAYS = 12;

it("prints, writes and exits over sixty days as it is recorded", { timeout: 600_000 }, async () => {
  let recording: Recording | undefined;
  await playSixtyDays((box) => {
    recording = recorded(box);
    return recording.box;
  });
  await expect(recording?.text()).toMatchFileSnapshot("sixty-days.txt");
});

it("prints, writes and exits over two weeks of a team as it is recorded", { timeout: 600_000 }, async () => {
  let recording: Recording | undefined;
  const play = await Play.begin(true, (box, trees) => {
    recording = recorded(box, trees);
    return recording.box;
  });
  for (let day = 1; day <= DAYS; day += 1) await play.day(day);
  for (const clone of play.clones) {
    for (const what of ["context", "status", "list", "verify", "report"]) await clone.print(what);
  }
  await expect(recording?.text()).toMatchFileSnapshot("two-weeks.txt");
});

it("prints, writes and exits with customers as it is recorded", { timeout: 600_000 }, async () => {
  const { box, text } = recorded(await sandbox({ git: true, profile: PROFILE, now: dayOf(1) }));
  const season = new Season(box, true);
  for (let day = 1; day <= CUSTOMER_DAYS; day += 1) await season.play(day);
  await expect(text()).toMatchFileSnapshot("customer-agent.txt");
});
