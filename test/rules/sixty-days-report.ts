/**
 * What a report has to say at the end of the sixty days, counted by hand from the plan: labels as in its ledger, days of
 * February 2026 (day 30 is 2 March, day 60 is 1 April). Everything is said at nine, heartbeats are at ten.
 */
import type { Figure, Report } from "../../src/report/report-schemas.js";

/** What is counted, what the report says of it, what it has to be, and why. */
type Counted = readonly [what: string, told: unknown, counted: unknown, because: string];

const parts = ({ numerator = 0, denominator = 0, value }: Figure) => [numerator, denominator, value];

/** `labelled`: ids become the labels of the plan, sorted. */
export function countedByHand(told: Report, labelled: (ids: readonly string[]) => string): Counted[] {
  const { retention, outcome_loop, calibration, promotion, noise } = told;
  return [
    [
      "entries",
      told.entries,
      14,
      "T C I D E K F G, outcomes K1 I1 K2, two lines changed by hand (25, 40), why 8 was approved (55); X expired",
    ],
    ...ofRetention(retention),
    ["threads", told.evolution.threads.count, 0, "no insight is said otherwise"],
    [
      "answered",
      parts(outcome_loop.answered),
      [5, 6, 0.833],
      "I and K by outcomes, E F G by what held; not T. C and D are asked about as F and E",
    ],
    [
      "asked",
      outcome_loop.asked && parts(outcome_loop.asked),
      [7, 8, 0.875],
      "T C I D E K F G were asked about; T was not answered",
    ],
    ["outcomes", [outcome_loop.validated, outcome_loop.mixed, outcome_loop.invalidated], [2, 0, 1], "K1, K2 and I1"],
    ["score", parts(outcome_loop.score), [19, 2, null], "9 on day 18 and 10 on day 44: two are no figure"],
    ["outcomes with earlier ones", outcome_loop.with_earlier.outcomes, 0, "no entry names a domain or a tag"],
    [
      "stakes",
      calibration.table.map(({ stakes, entries, validated, invalidated, held, failed, wrong }) => [
        stakes,
        entries,
        validated,
        invalidated,
        held,
        failed,
        ...parts(wrong),
      ]),
      [
        ["high", 4, 2, 0, 1, 1, 1, 3, null],
        ["medium", 4, 0, 1, 2, 1, 2, 4, null],
        ["low", 0, 0, 0, 0, 0, 0, 0, null],
      ],
      "high are T C F K: C failed, F held, K was right twice; medium I D E G: I wrong, D failed, E and G held",
    ],
    ["rated low", parts(calibration.low), [0, 8, 0], "of T C I D E K F G none"],
    ["ratings changed", [calibration.edits.raised.count, calibration.edits.lowered.count], [0, 0], "none"],
    ["second agents", told.across_agents.arrivals, [], "one agent"],
    ...ofPromotion(promotion, labelled),
    [
      "noise",
      [noise.logged, noise.skipped, noise.restated, noise.evolved, noise.stored],
      [0, 0, 0, 0, 2],
      "I and K; X expired",
    ],
    [
      "struggles",
      told.struggles.map(({ domain, repeats, failed, failed_uses, invalidated, golden, total }) => [
        domain,
        repeats,
        failed,
        failed_uses,
        invalidated,
        golden,
        total,
      ]),
      [["(no domain)", 2, 2, 0, 1, [], 5]],
      "E and F repeat, D and C failed by it, I was wrong",
    ],
    [
      "drafts",
      [told.editing.now.n, told.editing.before.n, told.editing.less],
      [0, 0, null],
      "both edits are of rule files",
    ],
    ["questions", told.questions.asked, 0, "the owner is asked nothing"],
    ["waiting", told.waiting, [], "8 was decided on day 55, X expired on day 32"],
    [
      "rules shown",
      told.rules_shown?.rules.map(({ how }) => how),
      ["never_shown", "never_shown", "never_shown"],
      "nobody printed a context",
    ],
    [
      "weeks",
      told.weeks.map((week) => [
        week.week,
        week.corrections,
        week.insights,
        week.outcomes,
        week.held,
        week.failed,
        week.repeats,
        week.score,
        week.promoted,
      ]),
      WEEKS,
      "each row has its own reason",
    ],
    [
      "versions",
      told.versions.map(({ id, decided = "", added, updated, removed }) => [
        Number(id.slice(0, 4)),
        decided,
        added,
        updated,
        removed,
      ]),
      VERSIONS,
      "as the ledger has them, the newest first",
    ],
  ];
}

const ofRetention = (told: Report["retention"]): Counted[] => {
  const rows = (keyed: Report["retention"]["by_age"]) =>
    keyed.map(({ key, held, failed, unknown, open }) => [key, held, failed, unknown, open]);
  const { first_repeat } = told;
  return [
    [
      "held, failed, unknown, open",
      [told.held, told.failed, told.unknown, told.open],
      [3, 2, 1, 0],
      "E 17, F 37, G 51 held; D was said again on 10 and C on 30, which it had held before; T was never answered",
    ],
    ["retention", parts(told.share), [3, 5, 0.6], "of those five"],
    [
      "its interval",
      [told.share.low, told.share.high],
      [0.231, 0.882],
      "Wilson: (0.6 + 0.384) / 1.768 = 0.557, and 0.326 to both sides",
    ],
    [
      "by source",
      rows(told.by_source).sort(),
      [
        ["bridget", 0, 0, 1, 0],
        ["self", 3, 2, 0, 0],
      ],
      "T is the owner's own",
    ],
    [
      "by stakes",
      rows(told.by_stakes),
      [
        ["high", 1, 1, 1, 0],
        ["medium", 2, 1, 0, 0],
      ],
      "high are T C F, medium D E G",
    ],
    [
      "by age",
      rows(told.by_age),
      [
        ["7 to 30 days", 1, 0, 0, 0],
        ["30 to 90 days", 2, 2, 1, 0],
      ],
      "G is thirteen days old; F thirty and an hour",
    ],
    ["repeats", parts(told.repeats), [2, 4, null], "lessons T, C with F, D with E, G: four are no figure"],
    [
      "watched",
      [first_repeat.n, first_repeat.repeated, first_repeat.censored, first_repeat.median_days],
      [4, 2, 2, null],
      "T and G until now",
    ],
    [
      "curve",
      first_repeat.curve.map(({ day, at_risk, repeated, kept }) => [day, at_risk, repeated, kept]),
      [
        [7, 4, 1, 0.75],
        [29, 2, 1, 0.375],
      ],
      "D after seven days, 3/4; G is watched for thirteen; C after 29, one of two",
    ],
  ];
};

const ofPromotion = (told: Report["promotion"], labelled: (ids: readonly string[]) => string): Counted[] => [
  [
    "qualified",
    labelled(told.qualified.entries),
    "E F G I K T",
    "T by the owner's word, E F G held, I worked three times, K by its outcomes; C and D are carried by F and E",
  ],
  [
    "rules",
    [labelled(told.promoted.entries), ...parts(told.promoted)],
    ["E F T", 3, 6, 0.5],
    "T, E with D, and C, which is the lesson of F",
  ],
  [
    "blocked",
    told.blocked.map(({ because, entries }) => [because, labelled(entries)]),
    [["Its newest outcome says that it is wrong.", "I"]],
    "since day 35",
  ],
  ["evicted", told.evicted.count, 0, "no file was full"],
  ["taken back", labelled(told.taken_back.entries), "G K K1 K2", "K1 K by hand on day 40; G, and K2 K on day 57"],
  [
    "days to a rule",
    told.days_to_rule.map(({ days }) => Math.round(days * 100) / 100).sort((a, b) => a - b),
    [6.04, 7.04, 7.04, 7.04, 8, 11, 14.04, 22.04],
    "an hour more where the heartbeat did it: K1 18 to 24, T and C 1 to 8, E 10 to 17, G 47 to 55, K2 44 to 55, D 3 to 17, I 2 to 24; K only spoke for K1 and K2",
  ],
  ["time to rule", [told.time_to_rule.n, told.time_to_rule.value], [8, 7.521], "between 7.042 and 8"],
  ["used as a rule", parts(told.used_after), [0, 8, 0], "I was used on 6, 13 and 20, before it was one on 24"],
  ["in force", told.in_force, 3, "T, C and E"],
];

/** Monday; corrections, insights, outcomes, held, failed, repeats, score, entries that became a rule. */
const WEEKS = [
  ["2026-01-26", 2, 0, 0, 0, 0, 0, null, 0], // T and C on Sunday
  ["2026-02-02", 1, 1, 0, 0, 0, 0, null, 2], // D, I; T and C in version 1
  ["2026-02-09", 1, 1, 0, 0, 1, 1, null, 0], // E, by which D failed; K
  ["2026-02-16", 0, 0, 1, 1, 0, 0, 9, 2], // K1; E held; E and D in version 2
  ["2026-02-23", 0, 0, 0, 0, 0, 0, null, 2], // K1 and I in version 3
  ["2026-03-02", 1, 0, 1, 0, 1, 1, null, 0], // F, by which C failed; I1
  ["2026-03-09", 0, 0, 0, 1, 0, 0, null, 0], // F held
  ["2026-03-16", 1, 0, 1, 0, 0, 0, 10, 0], // G, K2
  ["2026-03-23", 0, 0, 0, 1, 0, 0, null, 2], // G held; G and K2 in version 8
];

/** Number, who decided, rules added, updated, removed. */
const VERSIONS = [
  [9, "bridget", 0, 0, 2],
  [8, "bridget", 2, 0, 0],
  [7, "", 1, 0, 0],
  [6, "bridget", 0, 0, 1],
  [5, "by the mode", 0, 0, 1],
  [4, "bridget", 0, 1, 0],
  [3, "by the mode", 2, 0, 0],
  [2, "by the mode", 1, 0, 0],
  [1, "by the mode", 2, 0, 0],
];

/** The last thirty days, from day 30 at ten on: F was said, and C failed, an hour before. */
export function countedSinceDay30({ retention, outcome_loop, noise }: Report): Counted[] {
  return [
    ["held, failed since day 30", [retention.held, retention.failed], [2, 0], "F on 37 and G on 51"],
    ["outcomes since day 30", outcome_loop.outcomes, 2, "I1 on 35 and K2 on 44"],
    ["repeats since day 30", retention.repeats.numerator, 0, "F was the last one"],
    ["insights since day 30", noise.stored, 0, "K was the last one"],
  ];
}

/** Where nobody says that E repeats D and F repeats C. */
export function countedUnanswered({ retention, struggles, rules_shown }: Report): Counted[] {
  return [
    [
      "held, failed, unknown, open",
      [retention.held, retention.failed, retention.unknown, retention.open],
      [3, 0, 3, 0],
      "C on 5, E on 17 and G on 51 held; F's pair with C is open, and C is a rule; T and D were never answered",
    ],
    ["repeats", retention.repeats.numerator, 0, "none is known"],
    [
      "struggles",
      struggles.map(({ repeats, failed, invalidated, total }) => [repeats, failed, invalidated, total]),
      [[0, 0, 1, 1]],
      "I alone was wrong",
    ],
    ["rules", rules_shown?.rules.length, 3, "T, C and E; G waits for a person"],
  ];
}
