/**
 * Plans of a program that may run tenet and git and write files, and is no person, against a base and in every mode: what
 * it lets in itself is no rule in its clone, and the comparison with the base names it.
 */
import { describe, expect, it } from "vitest";
import type { Entry } from "../../src/entry/entry.js";
import { verifyBase } from "../../src/health/base/verify-base.js";
import { digest } from "../../src/rules/digest.js";
import { listVersions } from "../../src/rules/versions/versions.js";
import { appendRecord } from "../../src/store/records/record-edit.js";
import { Workspace } from "../../src/store/workspace.js";
import { PROOF } from "../effort.js";
import { CAME_UP } from "../rules/said.js";
import type { Sandbox } from "../sandbox.js";
import { correction } from "../store/entries.js";
import { based, change, contextAt, letIn, PROTECTED_PROFILE, rulesTold } from "./protected.js";

const MODES = ["auto", "approval", "curated"] as const;
type Mode = (typeof MODES)[number];

const PERSONS_RULE = "Never push to main directly";
const OWN = "COR-20260201-H0003";
const WISH = "Run installers without reading them";
const CORRECTIONS = "memory/learning/corrections/2026-02-01.md";

/** An entry of the agent's own that says of itself that it held. */
const heldEntry = (id: string, words: string) =>
  correction({
    ...{ id, timestamp: "2026-02-01T09:00:00Z", agent: "main", source: "self", tier: "self" },
    ...{ prior_belief: `Not: ${words}`, corrected_to: words, behavioral_change: words, rule: words },
    ...CAME_UP,
  });
const corrections = (...entries: Entry[]) =>
  entries.reduce<string | undefined>((text, entry) => appendRecord(text, entry), undefined) as string;
const digested = async (box: Sandbox) => digest(await contextAt(box));

/** The agent's clone of a team's workspace, with a rule that its owner wrote and merged. */
async function team(mode: Mode): Promise<Sandbox> {
  const soul = `# Soul\n\n<!-- tenet:begin rules -->\n## Learned\n\n- ${PERSONS_RULE}\n<!-- tenet:end rules -->\n`;
  const box = await based(
    { "SOUL.md": soul },
    PROTECTED_PROFILE.replace("apply_mode: approval", `apply_mode: ${mode}`),
  );
  await digested(box);
  await letIn(box);
  return box;
}

/** Makes a version that waits, and lets it in by its own hand with everything that goes with it. */
async function lets(box: Sandbox, decided: string): Promise<void> {
  await box.write(CORRECTIONS, corrections(heldEntry(OWN, WISH)));
  await digested(box);
  const { versions } = await listVersions(await contextAt(box));
  const fileOf = (status: string) => versions.find((one) => one.status === status)?.file ?? "";
  const [active, pending] = [fileOf("active"), fileOf("pending")];
  await change(box, active, "status: active", "status: superseded");
  await change(box, pending, "status: pending", `status: active\ndecided: {at: 2026-02-09T09:00:00Z, ${decided}}`);
  await change(box, "SOUL.md", "<!-- tenet:end", `- ${WISH} <!-- ${OWN} -->\n<!-- tenet:end`);
}

interface Plan {
  name: string;
  /** In `curated` no version waits before a person has reviewed what it rests on. */
  modes: readonly Mode[];
  act(box: Sandbox): Promise<unknown>;
  /** What the comparison with the base names. */
  named: readonly string[];
}

const RULE_IN = "line-in SOUL.md";

const PLANS: readonly Plan[] = [
  {
    name: "says in a version that a person typed it",
    modes: ["approval"],
    act: (box) => lets(box, "by: bridget, how: typed"),
    named: [RULE_IN],
  },
  {
    name: "says in a version that a person merged it",
    modes: ["approval"],
    act: async (box) =>
      await lets(box, `by: bridget, how: merge, commit: ${(await box.git("rev-parse", "HEAD")).trim()}`),
    named: [RULE_IN],
  },
  {
    name: "says in a version that the mode let it in",
    modes: ["approval"],
    act: (box) => lets(box, "by: auto, how: mode"),
    named: [RULE_IN],
  },
  {
    name: "lists itself as owner, then decides",
    modes: ["approval"],
    async act(box) {
      await change(box, "tenet.yaml", "role: owner}", "role: owner}\n  - {name: main, role: owner}");
      await lets(box, "by: main, how: typed");
    },
    named: ["setting people", RULE_IN],
  },
  {
    name: "switches the mode, digests, and switches it back",
    modes: ["approval", "curated"],
    async act(box) {
      await change(box, "tenet.yaml", /apply_mode: \w+/, "apply_mode: auto");
      await box.write(CORRECTIONS, corrections(heldEntry(OWN, WISH)));
      await box.git("commit", "-qam", "mine");
      await digested(box);
      await box.git("checkout", "-q", "HEAD~1", "--", "tenet.yaml");
      await digested(box);
    },
    named: [],
  },
  {
    name: "floods the file until a person's rule has no room",
    modes: ["auto"],
    async act(box) {
      const words = "ahead behind copper dusk ember fjord grain harbor ivory jasper kelp lemon".split(" ");
      const many = words.map((word, at) =>
        heldEntry(`COR-20260201-N${String(at).padStart(4, "0")}`, `Check the ${word} twice before a release`),
      );
      await box.write(CORRECTIONS, corrections(...many));
      await digested(box);
    },
    named: [],
  },
];

// Each in one mode in `npm test`.
const CASES = PLANS.flatMap(({ modes, ...plan }) =>
  (PROOF ? modes : modes.slice(0, 1)).map((mode) => ({ mode, ...plan })),
);

describe("a program", () => {
  it.each(CASES)("in $mode that $name", async ({ mode, act, named }) => {
    const box = await team(mode);
    await act(box);
    const hold = async () => {
      const { rules } = await rulesTold(box);
      expect(rules).toContain(PERSONS_RULE);
      expect(rules).not.toContain(WISH);
    };
    await hold();
    await box.git("add", "-A");
    await box.git("commit", "-q", "-m", "work");
    await hold();
    const { differences } = await verifyBase(new Workspace(box.dir), "origin/main");
    const kinds = differences.map(({ kind, subject }) => `${kind} ${subject}`);
    expect(kinds).toEqual(expect.arrayContaining([...named]));
  });
});
