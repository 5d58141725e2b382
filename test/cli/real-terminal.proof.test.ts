/**
 * Each command that asks a person, once at a real pseudo-terminal and once in the process of the test: both end alike
 * and leave the same bytes. So the other rounds at a keyboard need no process of their own.
 */
import { dirname } from "node:path";
import { describe, expect, it } from "vitest";
import type { Sandbox } from "../sandbox.js";
import { sandbox } from "../sandbox.js";
import { decidingBox, truth } from "./deciding-box.js";
import { knownWorkspace } from "./known-workspace.js";
import { atKeyboard, atRealTerminal, CTRL_C, ENTER } from "./terminal.js";

const OWNED =
  "schema: 1\nagent: main\ntimezone: UTC\npeople:\n  - {name: sybil, role: owner, emails: [sybil@example.invalid]}\n";

const known = () => knownWorkspace();
const owned = () => knownWorkspace({ profile: OWNED, git: true });
const deciding = async () => (await decidingBox()).box;
const fresh = () => sandbox({ empty: true, git: true });

const EDITOR = { EDITOR: "sed -i s/Ask.first/Ask.twice/" };

type Round = readonly [
  args: readonly string[],
  world: () => Promise<Sandbox>,
  steps: readonly (readonly [until: string, keys: string])[],
  exit?: number,
  env?: Record<string, string>,
];

const ROUNDS: readonly Round[] = [
  [
    ["correct", "Use npm ci in CI", "--instead-of", "npm install"],
    known,
    [
      ["What goes wrong if this is forgotten?", `high: lockfile drift${ENTER}`],
      ["What will you do differently?", `look first${ENTER}`],
    ],
  ],
  [["learn", "Cold caches", "--because", "timings"], known, [["What goes wrong", `low: a slow morning${ENTER}`]]],
  [["correct", "x"], known, [["What goes wrong", CTRL_C]], 130],
  [
    ["outcome", "m2xba"],
    known,
    [
      ["What happened?", `fewer retries${ENTER}`],
      ["How did it turn out?", `mi${ENTER}`],
    ],
  ],
  [["init"], fresh, [["A name", ENTER]]],
  [["config", "set", "caps.soul", "4"], known, [["to confirm:", `caps.soul${ENTER}`]]],
  [["edit", "m9qrt"], known, [], 0, EDITOR],
  [["forget", "m2xba", "--redact", "--reason", "private"], owned, [["to confirm:", `m2xba${ENTER}`]]],
  [["review", "x0002", "--approve"], deciding, [["Type x0002 to confirm", `x0002${ENTER}`]]],
  [["review", "x0002", "--approve"], deciding, [["Type x0002 to confirm", `yes${ENTER}`]], 5],
  [["versions", "approve"], deciding, [["Type c1z8m to put", `c1z8m${ENTER}`]]],
  [
    ["versions", "reject"],
    deciding,
    [
      ["Why is it not wanted?", `too general${ENTER}`],
      ["Type c1z8m", `c1z8m${ENTER}`],
    ],
  ],
  [["versions", "rollback"], deciding, [["to take version", `dw1dz${ENTER}`]]],
  [["list"], known, []],
];

describe("a person at a real terminal, and at the test's own", () => {
  for (const [args, world, steps, exit = 0, env = {}] of ROUNDS) {
    it(`tenet ${args.join(" ")}: exit ${exit}`, async () => {
      const real = await world();
      const seen = await atRealTerminal(real, args, steps, env);
      expect(seen.code, seen.screen).toBe(exit);
      const own = await world();
      const typed = await atKeyboard(own, args, steps, env);
      expect(typed.code, typed.screen).toBe(exit);
      const bytes = (box: Sandbox) => JSON.stringify(truth(box)).replaceAll(dirname(box.dir), "~");
      expect(bytes(own)).toBe(bytes(real));
    });
  }
});
