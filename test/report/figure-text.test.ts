import { describe, expect, it } from "vitest";
import { figureText } from "../../src/report/figure-text.js";
import { local, mean, median, share } from "../../src/report/policy/figure.js";

const ids = (count: number, letter: string): string[] => Array.from({ length: count }, (_, at) => `${letter}${at}`);
const values = (...list: number[]) => list.map((value, at) => ({ id: `v${at}`, value }));

describe("a figure in words", () => {
  it.each([
    [share(ids(8, "a"), ids(3, "b")), "8 of 11, 73 % (43 to 90)"],
    [share(ids(3, "a"), ids(1, "b")), "3 of 4: too few for a figure"],
    [share(ids(5, "a"), []), "5 of 5, 100 % (57 to 100)"],
    [share([], []), "none"],
    [local(share(ids(2, "a"), ids(2, "b"))), "2 of 4: too few for a figure, this machine"],
    [median(values(1, 2, 2.5, 3, 9), "days"), "2.5 days (1 to 9), n 5"],
    [median(values(1, 1, 1, 1, 1), "days"), "1 day (1 to 1), n 5"],
    [mean(values(8, 8, 9, 9, 10), "of 10"), "8.8 of 10 (7.76 to 9.84), n 5"],
    [mean(values(0, 1, 0, 2, 0), "repeats"), "0.6 a lesson (0 to 1.71), 3 in 5"],
    [mean(values(7), "of 10"), "n 1: too few for a figure"],
  ])("%#: %s", (figure, words) => {
    expect(figureText(figure)).toBe(words);
  });
});

describe("the same without its interval", () => {
  it.each([
    [share(ids(8, "a"), ids(3, "b")), "8 of 11, 73 %"],
    [local(share(ids(3, "a"), ids(2, "b"))), "3 of 5, 60 %, this machine"],
    [median(values(1, 2, 2.5, 3, 9), "days"), "2.5 days, n 5"],
  ])("%#: %s", (figure, words) => {
    expect(figureText(figure, true)).toBe(words);
  });
});
