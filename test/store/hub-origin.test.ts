/** Where an entry of a hub came from: written, read, and meant by whoever asks for all of one hub, agent or entry. */
import { describe, expect, it } from "vitest";
import { isFrom } from "../../src/forget/selection.js";
import { type HubOrigin, hubOrigin, readHubOrigin } from "../../src/store/hub-origin.js";
import fc from "../properties.js";

const HUB = "0a1b2c3d-1111-4222-8333-444455556666";
const ENTRY = "INS-20260215-K7Q2X";
const BEA = "bea0000000000000";
const ORIGIN = `hub://${HUB}/amos-0123456789abcdef/${ENTRY}`;

describe("a hub origin", () => {
  it("reads what it writes", () => {
    const pseudonym = fc.stringMatching(/^(?:[a-z0-9-]{1,40}-)?[0-9a-f]{16}$/);
    const origins = fc.record<HubOrigin>(
      { hub: fc.uuid(), agent: pseudonym, entry: fc.constant(ENTRY), learnedFrom: pseudonym },
      { requiredKeys: ["hub", "agent", "entry"] },
    );
    const read = fc.property(origins, (origin) => {
      expect(readHubOrigin(hubOrigin(origin))).toEqual(origin);
    });
    fc.assert(read);
  });

  it.each([
    undefined,
    "",
    "https://example.invalid/x",
    `hub://${HUB}`,
    `hub://${HUB}/amos`,
    `hub://${HUB}/${BEA.toUpperCase()}/${ENTRY}`,
    `hub://${HUB}/${BEA}/XYZ-20260215-K7Q2X`,
    `${ORIGIN}/more`,
    `${ORIGIN}?from=`,
    `${ORIGIN}?from=${BEA}&from=${BEA}`,
    `${ORIGIN}?from=bea`,
    `hub://${HUB}/../${ENTRY}`,
    ` ${ORIGIN}`,
    `${ORIGIN}\n`,
    `hub://${HUB}/${"a".repeat(41)}-0123456789abcdef/${ENTRY}`,
  ])("is not %j", (origin) => expect(readHubOrigin(origin)).toBeUndefined());

  it.each([`hub://0a1b2c3d/${BEA}/${ENTRY}`, `hub://${HUB}/${"a".repeat(40)}-0123456789abcdef/${ENTRY}`])(
    "is %s",
    (origin) => expect(readHubOrigin(origin)).toBeDefined(),
  );
});

describe("what is meant by a hub", () => {
  it.each<[value: string, origin: string, meant: boolean]>([
    [`hub://${HUB}`, ORIGIN, true],
    [HUB, ORIGIN, true],
    [`hub://${HUB}/amos-0123456789abcdef`, ORIGIN, true],
    [ORIGIN, ORIGIN, true],
    [`hub://${HUB}/amos-0123456789abcdef`, `${ORIGIN}?from=${BEA}`, true],
    [ORIGIN, `${ORIGIN}?from=${BEA}`, true],
    [`${ORIGIN}?from=${BEA}`, `${ORIGIN}?from=${BEA}`, true],
    [`${ORIGIN}?from=${BEA}`, ORIGIN, false],
    [`hub://${HUB}/amos`, ORIGIN, false],
    [`hub://${HUB}/amos-0123456789abcde`, ORIGIN, false],
    [`hub://${HUB}/${BEA}`, `${ORIGIN}?from=${BEA}`, false],
    [ORIGIN.slice(0, -1), ORIGIN, false],
    ["hub://", ORIGIN, true],
    ["hub", ORIGIN, false],
  ])("%s means %s: %s", (value, origin, meant) => {
    const selector = { by: "origin", value } as const;
    expect(isFrom({ agent: "amos", origin }, selector, ["main"])).toBe(meant);
  });
});
