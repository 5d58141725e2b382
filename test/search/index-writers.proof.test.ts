/** Eight processes that capture at once, each of which writes its vector into one table. */
import { expect, it } from "vitest";
import { sandbox } from "../sandbox.js";

const PROCESSES = 8;
const ROUNDS = 3;

it("row 6: eight processes writing at once lose no entry and no vector", { timeout: 300_000 }, async () => {
  const box = await sandbox();
  const ids: string[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const learned = Array.from({ length: PROCESSES }, (_, number) =>
      box.runProcess(
        ["learn", `Worker ${number} of round ${round} waits for ticket ${number * 7 + round}`, "--json"].concat([
          "--because",
          `seen in run ${number}`,
          "--risk",
          "medium: tickets are lost",
        ]),
        { timeout: 120_000 },
      ),
    );
    for (const { code, stderr, json } of await Promise.all(learned)) {
      expect(code, stderr).toBe(0);
      ids.push(json().data.id);
    }
  }
  expect(new Set(ids).size).toBe(PROCESSES * ROUNDS);
  const index = (await box.run(["index", "--json"])).json().data;
  expect(index).toMatchObject({ entries: PROCESSES * ROUNDS, embedded: 0, pending: 0, index: "fresh" });
});
