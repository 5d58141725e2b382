import { describe, expect, it } from "vitest";
import { type CaptureDraft, captureAll } from "../../src/capture/capture.js";
import type { Captured } from "../../src/capture/capture-schemas.js";
import { capturing } from "./capturing.js";

const correction = (corrected_to: string, prior_belief?: string): CaptureDraft => ({
  type: "correction",
  corrected_to,
  risk: "medium: a release breaks",
  ...(prior_belief === undefined ? {} : { prior_belief }),
});
const insight = (text: string, evidence = "seen in the logs"): CaptureDraft => ({
  type: "insight",
  insight: text,
  evidence,
  risk: "medium: a release breaks",
});

/** Lists of at most five, so that each entry is asked about as one alone is. */
const LISTS: readonly [string, readonly CaptureDraft[]][] = [
  [
    "values that change",
    [correction("Use npm in CI"), correction("Use pnpm in CI", "npm"), correction("Use bun in CI", "pnpm")],
  ],
  [
    "the same words",
    [insight("Mirrors lag by an hour"), insight("mirrors lag by an hour!"), insight("Mirrors lag by an hour", "Run 7")],
  ],
  [
    "near ones",
    [
      insight("The build fails on an old cache"),
      insight("Old caches break the build"),
      insight("A fresh cache never breaks the build"),
    ],
  ],
  [
    "nothing in common",
    [
      insight("Paper is cheaper in summer"),
      correction("Deploy on Mondays only"),
      insight("Customers answer before nine"),
    ],
  ],
  [
    "a belief that was taught",
    [correction("Ask before a refund"), correction("Refund without asking", "Ask before a refund")],
  ],
];

/** Answers without what follows from a replacement in the same list, and with entries named by their place in the list, so that those of two workspaces can be compared. */
function told(answers: readonly Captured[]): unknown {
  const names = new Map<string, string>();
  for (const [place, { id }] of answers.entries()) if (id !== undefined && !names.has(id)) names.set(id, `#${place}`);
  const text = JSON.stringify(
    answers.map(({ file: _file, line: _line, next: _next, missing: _missing, asks, ...answer }) => ({
      ...answer,
      asks: asks.map(({ where: _where, answers: _answers, ...ask }) => ask),
    })),
  );
  return JSON.parse([...names].reduce((said, [id, name]) => said.replaceAll(id, name), text));
}

describe("a list is settled as its entries would be one by one", () => {
  it.each(LISTS)("%s", { tags: "sampled" }, async (_name, list) => {
    const [together, singly] = [capturing(), capturing()];
    const one = await captureAll(together, list);
    const other: Captured[] = [];
    for (const draft of list) other.push(...(await captureAll(singly, [draft])));
    expect(told(one)).toEqual(told(other));
  });
});
