/** What a user expects of answers, forgetting, outcomes and copies: a small world a row, each deed a day after the last. */
import { describe, test } from "vitest";
import * as deeds from "./world.js";
import { type Answer, LINE, type Step, type Tells, World } from "./world.js";

const { outsider, said, agent, owner, peer, say, changed, noted, gone, days, use, outcome, review, approve } = deeds;
const { forget, erase, same, replaces, exception, unrelated, open, curated, lineStands, lineGone } = deeds;
const { shows, is, has, sticks, finds, copied, asked, keptOut, closed } = deeds;

const insight = { type: "insight" } as const;
const keyed = { type: "memory", key: "pm" } as const;
const imported = { timestamp: "2024-03-01T00:00:00Z", imported: { at: "2026-03-01T00:00:00Z" }, session: undefined };
const inS = { session: "s" };
const inWords = { outcome: "invalidated: it cost", outcome_date: "2024" };
const elsewhere = { superseded_by: "COR-20200101-K7Q2X" };

/** npm said by an owner; yarn, and a pair between them open. */
const two = (tier: Tells["tier"] = "relayed", ...found: [score: number, by?: "prior" | "words"] | []): Step[] => [
  owner("npm"),
  say(tier)("yarn", { near: ["npm", found[0] ?? 0.8, found[1]] }),
];
const abc = [said("A"), said("B"), said("C")];
/** An owner says of two that yarn replaces npm. */
const replaced = [...two(), replaces("yarn", "npm")];
/** It is said with yarn, by somebody trusted as much. */
const stated = [said("npm"), said("yarn", { replaces: "npm" })];
const excepted = [said("npm"), said("yarn", { exception: "npm" })];
const narrower = (scope: string) => [said("npm"), said("yarn", { session: "demo", scope, replaces: "npm" })];
const disguised = [agent("npm"), outsider("evil", { same: "npm" })];
const failed = [owner("npm"), outcome("npm", "failed", "owner")];
const wrong = [agent("X"), outcome("X", "validated"), outcome("X", "invalidated")];
/** Rows of yarn about npm as a merge joins them. */
const answers = (...given: Answer[]) => [changed("yarn", { near: given.map(([answer, tier]) => ({ answer, tier })) })];
/** An entry beside a line that people wrote. */
const beside = (score: number, tier: Tells["tier"] = "owner") => [
  lineStands,
  say(tier)("docs", { near: [LINE, score] }),
];

type Scenario = readonly [title: string, ...steps: Step[]];

const CHAINS: Scenario[] = [
  ["1 the same, newer, trusted as much: in the newer words", ...two("owner"), same("yarn", "npm"), shows("yarn")],
  ["2 the agent's is the same as an owner's", ...two("self"), same("yarn", "npm", "session"), shows("npm")],
  [
    "3 the newer of a chain replaced",
    ...two("owner"),
    same("yarn", "npm"),
    owner("pnpm", { replaces: "yarn" }),
    shows("pnpm"),
  ],
  ["4 the older is", ...two("owner"), same("yarn", "npm"), owner("pnpm", { replaces: "npm" }), shows("pnpm")],
  ["5 npm, yarn, npm again", ...replaced, owner("npm", { replaces: "yarn" }), shows("npm")],
  ["5b and called the same", ...replaced, owner("npm!?", { replaces: "yarn" }), same("npm!?", "npm"), shows("npm!?")],
  ["6 a ring: something lives", ...abc, replaces("A", "B"), replaces("B", "C"), replaces("C", "A"), shows("B")],
  ["7 an exception outlives its general one", ...excepted, said("pnpm", { replaces: "npm" }), shows("pnpm", "yarn")],
  ["7b to what it is one", ...excepted, has("yarn", { exceptionTo: "npm" })],
  ["8 the older of two is right", ...two("self"), replaces("npm", "yarn"), shows("npm")],
  ["9 a line replaces it", owner("npm"), lineStands, replaces(LINE, "npm"), has("npm", { superseded_by: LINE })],
  ["10 from a narrower scope an exception", ...narrower("conversation"), has("yarn", { exceptionTo: "npm" })],
  ["10b the wider holds for others", ...narrower("conversation"), shows("npm")],
  ["11 what waits replaces nothing yet", curated, ...stated, approve("npm"), shows("npm")],
  ["11b approved", curated, ...stated, approve("npm"), approve("yarn"), shows("yarn")],
  ["12 what replaced it is rejected", ...stated, review("yarn", "rejected"), shows("npm")],
  ["12b was a one-time exception", ...stated, review("yarn", "one_time_exception"), shows("npm")],
  ["13 the agent in equal words", owner("Use it"), agent("use it."), shows("Use it")],
  [
    "14 an owner parts what was joined",
    ...abc,
    same("B", "A", "relayed"),
    same("C", "B", "relayed"),
    unrelated("C", "A"),
    shows("A", "C"),
  ],
];

const ANSWERS: Scenario[] = [
  [
    "15 the agent replaces an owner's",
    ...two(),
    replaces("yarn", "npm", "session"),
    asked("replaces"),
    shows("npm", "yarn"),
  ],
  [
    "16 an owner differs",
    ...two(),
    replaces("yarn", "npm", "session"),
    unrelated("yarn", "npm"),
    shows("npm", "yarn"),
    closed,
  ],
  [
    "18 two branches, an owner's answer",
    ...two(),
    ...answers(["unrelated", "self"], ["replaces", "owner"]),
    shows("yarn"),
  ],
  ["19 two owners' that differ", ...two(), ...answers(["unrelated", "owner"], ["replaces", "owner"]), asked(undefined)],
  [
    "20 the agent does not free its own",
    ...two("self"),
    unrelated("yarn", "npm", "session"),
    keptOut("yarn!"),
    asked("unrelated"),
  ],
  ["21 taken back", ...replaced, open("yarn", "npm"), shows("npm", "yarn"), asked(undefined), copied("npm", {})],
  ["21b by hand", ...replaced, changed("yarn", { near: [] }), shows("npm", "yarn")],
  [
    "22 the pairs of the chain",
    ...two(),
    said("C", { same: "yarn", near: ["npm", 0.8] }),
    unrelated("C", "npm"),
    closed,
  ],
  ["95 an agent's own beside a line", ...beside(0.55, "self"), unrelated("docs", LINE, "session"), asked("unrelated")],
  ["95b likewise", ...beside(0.55, "self"), exception("docs", LINE, "session"), asked("exception")],
  ["96 of a person's words below .70", ...beside(0.6, "relayed"), unrelated("docs", LINE, "session"), closed],
  ["96b from there on asked", ...beside(0.7, "relayed"), unrelated("docs", LINE, "session"), keptOut("docs!")],
  ["97 below .70 the agent may", ...two("self", 0.6), keptOut("yarn!"), unrelated("yarn", "npm", "self"), closed],
  ["98 found by words", ...two("self", 0.4, "words"), unrelated("yarn", "npm", "self"), asked("unrelated")],
  [
    "99 the older was right, and is rejected",
    ...two(),
    replaces("npm", "yarn"),
    review("npm", "rejected"),
    shows("yarn"),
  ],
  ["100 rejected in other words", ...stated, said("C", { same: "yarn" }), review("C", "rejected"), shows("npm")],
  ["101 and its typo is mended", owner("npm"), lineStands, replaces(LINE, "npm"), lineGone, shows()],
  ["101b open with a line that is gone", ...beside(0.8), lineGone, keptOut()],
  ["102 an outsider's, the same as mine", ...disguised, approve("npm"), shows("npm"), is("evil", "waits")],
  ["102b rejected", ...disguised, review("evil", "rejected"), shows("npm"), is("evil", "rejected")],
  [
    "102c what waits does not speak",
    curated,
    said("token"),
    agent("npm"),
    approve("npm"),
    same("npm", "token"),
    shows("npm"),
  ],
  ["134 one key: the newer", said("npm", keyed), said("yarn", keyed), shows("yarn")],
  ["134b an agent's beside an owner's", owner("npm", keyed), agent("yarn", keyed), shows("npm", "yarn")],
  [
    "134c a user's own",
    said("npm", keyed),
    said("yarn", { ...keyed, scope: "user", user: "max" }),
    is("npm", "active"),
  ],
  [
    "through its repeat of an owner's",
    owner("npm"),
    agent("npm"),
    agent("yarn", { replaces: "npm" }),
    asked("replaces"),
  ],
];

const ENDS: Scenario[] = [
  ["23 what a forgotten one replaced", ...replaced, forget("yarn"), shows()],
  ["24 undone", ...replaced, forget("yarn"), changed("yarn", { forgotten: undefined }), shows("yarn")],
  ["25 what is shown of a chain is forgotten", owner("npm"), owner("npm"), forget("npm"), shows()],
  ["26 it is rejected", said("npm"), said("npm"), review("npm", "rejected"), shows()],
  ["27 the middle of a chain is erased", ...abc, same("B", "A"), same("C", "B"), erase("B"), shows("C")],
  ["28 what replaced it is erased", ...replaced, erase("yarn"), shows()],
  [
    "29 forgotten, replaced, taken back",
    ...two(),
    forget("npm"),
    replaces("yarn", "npm"),
    open("yarn", "npm"),
    shows("yarn"),
  ],
  [
    "82 with words for one contact",
    said("calls"),
    said("Jane", { scope: "contact:jane", same: "calls" }),
    shows("calls"),
  ],
  ["83 what expired replaces nothing", curated, ...stated, approve("npm"), days(40), shows("npm")],
  ["84 an erased record keeps no pair open", ...two(), erase("yarn"), keptOut(), shows("npm")],
  ["85 a person forgot it, then the agent", owner("npm"), forget("npm"), agent("npm"), is("npm", "forgotten")],
  ["86 then a person: a beginning", owner("npm"), forget("npm"), said("npm"), shows("npm"), sticks("npm", undefined)],
  [
    "86d without its outcome",
    owner("npm"),
    outcome("npm", "mixed"),
    forget("npm"),
    said("npm"),
    has("npm", { judged: undefined }),
  ],
  ["86b the agent after its own", agent("npm"), forget("npm", { tier: "self" }), agent("npm"), shows("npm")],
  ["86e in the second of the forgetting", owner("npm"), forget("npm"), days(-1), owner("npm"), shows("npm")],
  ["86c which reaches no person's", owner("npm"), agent("npm"), forget("npm", { tier: "self" }), shows("npm")],
  ["87 rejected, then by the agent", agent("npm"), review("npm", "rejected"), agent("npm"), is("npm", "rejected")],
  ["87b by a person", agent("npm"), review("npm", "rejected"), said("npm"), shows("npm")],
  [
    "88 forgotten after it was said there, then said",
    said("npm"),
    said("npm"),
    forget("npm"),
    said("npm"),
    shows("npm"),
  ],
  ["89 a live one as a forgotten", agent("npm"), owner("C"), forget("npm"), same("C", "npm", "self"), shows("C")],
  ["90 forgotten by its session", said("npm"), said("npm"), forget("npm", { alone: true }), shows("npm")],
  ["91 replaced, then the agent", agent("npm"), said("yarn", { replaces: "npm" }), agent("npm"), shows("yarn")],
  ["91b then a person", agent("npm"), said("yarn", { replaces: "npm" }), said("npm"), shows("npm", "yarn")],
  ["92 an old note replaces a newer", said("npm"), said("yarn", { ...imported, replaces: "npm" }), shows("yarn")],
  ["93 replaced, and an old note of it imported", ...replaced, said("npm", imported), shows("yarn")],
  ["94 said there after the replacement", ...stated, said("npm"), shows("npm", "yarn")],
  ["94b before it", owner("npm"), owner("npm"), owner("yarn", { replaces: "npm" }), shows("yarn")],
  ["139 what a sensitive one replaced", ...stated, review("yarn", "sensitive"), shows()],
];

const OUTCOMES: Scenario[] = [
  ["30 again in its session", owner("npm", inS), owner("npm", inS), has("npm", { stuck: undefined, repeats: 1 })],
  ["31 in another session", owner("npm"), owner("npm"), sticks("npm", "failed")],
  ["32 failed, came up, seven days", said("npm"), said("npm"), use("npm"), days(6), sticks("npm", "not repeated")],
  ["32b again", said("npm"), said("npm"), use("npm"), days(6), said("npm"), sticks("npm", "failed")],
  ["33 failed, then held by the agent", ...failed, outcome("npm", "held"), sticks("npm", "failed")],
  ["33b seven days", ...failed, outcome("npm", "held"), days(6), sticks("npm", "held")],
  ["34 an outcome forgotten", ...wrong, is("X", "invalidated"), forget("invalidated"), is("X", "active")],
  ["35 no person is overturned", agent("X"), outcome("X", "invalidated", "owner"), outcome("X", "mixed"), shows()],
  ["36 of the older member", ...two("owner"), same("yarn", "npm"), outcome("npm", "invalidated", "owner"), shows()],
  ["38 waiting 29 d 23 h", outsider("Y"), days(30 - 1 / 24), is("Y", "waits")],
  ["38b 30 d", outsider("Y"), days(30), is("Y", "expired")],
  ["80 a peer's `same` fails nothing", owner("A"), peer("A2", { same: "A" }), sticks("A", undefined)],
  ["94c imported twice", said("npm", imported), said("npm", imported), shows("npm"), sticks("npm", undefined)],
  ["113 `failed` ends nothing", ...failed, shows("npm"), sticks("npm", "failed"), is("npm", "active")],
  [
    "114 an agent's of an owner's",
    owner("npm"),
    outcome("npm", "invalidated"),
    has("npm", { invalidated: "contested" }),
  ],
  ["114b an owner's", owner("npm"), outcome("npm", "invalidated", "owner"), shows(), is("npm", "invalidated")],
  ["115 of its own it ends", agent("X"), outcome("X", "invalidated"), shows()],
  ["116 a peer's ends nothing", peer("X"), outcome("X", "invalidated", "peer"), shows("X")],
  ["117 came up, six days old", agent("X"), use("X"), days(5), sticks("X", undefined)],
  ["117c seven", agent("X"), use("X"), days(6), sticks("X", "not repeated")],
  ["117b in its session", agent("X", inS), use("X", "s"), days(9), sticks("X", undefined)],
  ["118 held, says a person", agent("X"), outcome("X", "held", "owner"), sticks("X", "held")],
  ["118c the agent", agent("X"), outcome("X", "held"), sticks("X", undefined)],
  ["118b from day 7", agent("X"), outcome("X", "held"), days(6), sticks("X", "held")],
  ["119 repeated by the agent, then a person", owner("npm"), agent("npm"), sticks("npm", undefined)],
  ["119d by a person", owner("npm"), agent("npm"), said("npm"), sticks("npm", "failed")],
  ["119b called wrong, then the agent", owner("X"), outcome("X", "invalidated", "owner"), agent("X"), shows()],
  ["119e then a person", owner("X"), outcome("X", "invalidated", "owner"), said("X"), shows("X")],
  ["119c until another verdict", ...wrong, outcome("X", "mixed"), agent("X"), has("X", { repeats: 1 })],
  ["131 on two branches, forgotten as one", agent("X", insight), agent("X", insight), forget("X"), shows()],
  ["143 a person says the agent's", agent("X", insight), said("X", insight), has("X", { trust: "relayed" })],
];

const PAIRS: Scenario[] = [
  ["39 known while it stands", ...beside(0.8), same("docs", LINE), has("docs", { known: LINE })],
  ["39b gone", ...beside(0.8), same("docs", LINE), lineGone, has("docs", { known: undefined })],
  ["40 open while it stands", ...beside(0.55), keptOut("docs!"), lineGone, keptOut()],
  ["41 answered", ...beside(0.8), unrelated("docs", LINE), closed],
  ["41b a person is to change it", ...beside(0.8), replaces("docs", LINE), closed],
  ["66 what is refuted", ...two("owner", 0.65, "prior"), keptOut("npm!")],
  ["103 of two trusted as much the newer", ...two("owner", 0.6), keptOut("yarn")],
  ["104 the less trusted older", agent("npm"), owner("yarn", { near: ["npm", 0.6] }), keptOut("npm!")],
  ["106 the newer bears the row", ...stated, open("yarn", "npm"), keptOut("yarn")],
  ["110 an agent against an owner's", ...two("self", 0.65, "prior"), keptOut("yarn!")],
  ["111 a correction of a line", lineStands, owner("yarn", { near: [LINE, 0.7, "prior"] }), keptOut("yarn!")],
  ["one question between two chains", ...two("owner"), owner("yarn", { near: ["npm", 0.6] }), keptOut("yarn")],
  ["a waiting side", outsider("npm"), agent("yarn", { near: ["npm", 0.8] }), keptOut()],
  ["a sensitive side", ...two(), review("yarn", "sensitive"), keptOut()],
];

const COPIES: Scenario[] = [
  ["73 superseded in words", said("A"), noted("A", { superseded_by: "the source" }), is("A", "superseded")],
  ["73b an outcome in words", agent("A"), noted("A", inWords), is("A", "invalidated")],
  [
    "73c and a record of one",
    agent("A"),
    noted("A", inWords),
    outcome("A", "mixed"),
    is("A", "active"),
    copied("A", inWords),
  ],
  [
    "74 no row speaks for it",
    ...stated,
    noted("yarn", { superseded_by: "npm" }),
    shows("yarn"),
    finds("yarn", /^superseded_by COR/),
  ],
  ["74b made anew", ...stated, noted("yarn", { superseded_by: "npm" }), use("npm"), copied("yarn", {})],
  [
    "75 taken out by hand",
    agent("X"),
    outcome("X", "mixed"),
    gone("mixed"),
    is("X", "active"),
    finds("X", /^outcome mixed \(OUT/),
  ],
  [
    "76b replaced twice",
    ...stated,
    said("pnpm", { replaces: "npm" }),
    shows("pnpm", "yarn"),
    has("npm", { superseded_by: "pnpm" }),
  ],
  [
    "136 names nothing here",
    said("A"),
    noted("A", elsewhere),
    use("A"),
    is("A", "superseded"),
    finds("A", /no such record/),
  ],
  [
    "140 approved, then edited",
    curated,
    said("A"),
    approve("A"),
    changed("A", { behavioral_change: "B" }),
    is("A", "waits"),
  ],
  ["140b approved elsewhere", curated, said("Ask"), approve("Ask"), said("ask"), is("ask", "active")],
  ["140c with other words", curated, said("Ask"), approve("Ask"), said("ask", { rule: "Paste" }), is("ask", "waits")],
  ["141 switching to curated ends nothing", agent("X"), curated, days(60), is("X", "waits")],
  ["142 superseded before rejected", ...replaced, review("npm", "rejected"), is("npm", "superseded")],
  ["142b forgotten first", ...replaced, forget("npm"), is("npm", "forgotten")],
];

describe.each<[string, Scenario[]]>([
  ["chains, replaces, exceptions", CHAINS],
  ["answers and trust", ANSWERS],
  ["taught again after an end", ENDS],
  ["outcomes and stick", OUTCOMES],
  ["open pairs and people's lines", PAIRS],
  ["copies and review", COPIES],
])("%s", (_, scenarios) => {
  test.each(scenarios)("%s", (_title, ...steps) => {
    const w = new World();
    for (const step of steps as Step[]) step(w);
  });
});
