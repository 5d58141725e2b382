/** The session of two agents in docs/sync.md: its commands are run as they stand there, and answer as it says. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { atKeyboard, ENTER } from "../cli/terminal.js";
import { world } from "../sync/worlds.js";

const PAGE = readFileSync(new URL("../../docs/sync.md", import.meta.url), "utf8");

interface Typed {
  args: string[];
  answer: string;
}

/** Commands with what they print, from each console block of the section. */
function sessions(section: string): Typed[][] {
  const text = PAGE.slice(PAGE.indexOf(`## ${section}\n`)).split(/\n## /)[0] as string;
  return [...text.matchAll(/```console\n([\s\S]*?)```/g)].map(([, block = ""]) =>
    block
      .split(/^\$ tenet /m)
      .slice(1)
      .map((one) => {
        const [line = "", ...answer] = one.split("\n");
        return { args: line.split(" "), answer: answer.join("\n") };
      }),
  );
}

/** Without what is another one each time: the folder, the pseudonym, the id, the instant, and where a line is broken. */
const lasting = (text: string): string =>
  text
    .replace(/(?:\/[\w.-]+)+\/tenet-hub\b/g, "HUB")
    .replace(/\b[0-9a-f]{16}\b/g, "AGENT")
    .replace(/\bINS-\d{8}-\w+/g, "ID")
    .replace(/\d{4}-\d\d-\d\dT\S+Z/g, "INSTANT")
    .replace(/\s+/g, " ")
    .trim();

it("two agents on one machine say what the page says", { tags: "proof", timeout: 180_000 }, async () => {
  const [one, other] = [await world("sybil"), await world("otto")];
  other.env["XDG_DATA_HOME"] = one.env["XDG_DATA_HOME"] = join(one.dir, "..", `data-of-${Date.now()}`);
  const [first = [], second = []] = sessions("Two agents on one machine");
  expect([first.length, second.length]).toEqual([2, 2]);
  const evidence = "3 of 5 green runs of src/app.test.ts were retries";
  const risk = "medium: a broken build ships";
  const learned = ["learn", "Retries hide the flaky test that bridget saw", "--because", evidence, "--risk", risk];
  expect((await one.run(learned)).code).toBe(0);
  for (const [box, commands] of [
    [one, first],
    [other, second],
  ] as const) {
    for (const { args, answer } of commands) {
      const word = /^Type (\w+) to confirm: \1$/m.exec(answer)?.[1];
      const steps = word === undefined ? [] : [[`Type ${word} to confirm:`, `${word}${ENTER}`] as const];
      const { code, screen } = await atKeyboard(box, args, steps);
      expect(code, screen).toBe(0);
      const said = lasting(answer).split(/(?<=\.) |Type \w+ to confirm: \w+ /);
      for (const line of said) expect(lasting(screen)).toContain(line);
    }
  }
});
