/** Sentences of one lesson in several forms, and of its contrary, from words that no table of the tests holds. */
import type { Fields } from "../test/decisions/tables.js";
import { randomFrom } from "./generated-tree.js";

const words = (list: string): string[] => list.split("|").map((word) => word.trim());

export const OBJECTS = words(
  `the cargo manifest|the crew roster|the price catalogue|the tide table|the boarding list|the fuel report|the dive plan|the tasting sheet|
the warranty letter|the beacon firmware|the ledger snapshot|the visa form|the ranking model|the seating chart|the pump schedule|the thesaurus file|
the vineyard map|the museum guide|the mooring contract|the parking permit|the casting sheet|the glacier survey`,
);
/** Base, participle, gerund. */
export const VERBS = words(
  `publish/published/publishing|archive/archived/archiving|forward/forwarded/forwarding|sign/signed/signing|inspect/inspected/inspecting|
rename/renamed/renaming|print/printed/printing|export/exported/exporting|seal/sealed/sealing|translate/translated/translating`,
).map((forms) => forms.split("/") as [string, string, string]);
export const GUARDS = words(
  "a witness|a written reason|the harbour master's consent|a second reading|a dated stamp|a dry run|a fresh checksum|the auditor's word",
);
const MOMENTS = words(
  "in the evening|at noon|at the end of the shift|on arrival|during the inventory|in the off-season",
);
export const ROLES = words("quartermaster|curator|dispatcher|apprentice|referee|pilot|archivist|bursar");
export const SYSTEMS = words(
  `the ticket kiosk|the ferry simulator|the archive crawler|the tide sensor|the seed vault|the tram display|the voice menu|the print farm|
the weather buoy|the luggage belt|the planetarium projector|the irrigation controller`,
);
const CAUSES = words(
  "cold weather|a full buffer|a stale licence|an unsorted feed|heavy fog|a wrong locale|loose wiring|a long queue",
);
const CONDITIONS = words(
  "the clock is reset|two guests arrive at once|the lid is open|the feed is empty|the battery is low|the tide turns|a coach party comes in",
);
const EFFECTS = words(
  "fails/succeeds|expands/shrinks|stops/starts|is accurate/is inaccurate|is loud/is quiet|gains time/loses time",
).map((pair) => pair.split("/") as [string, string]);
const MEANS = words(
  "a printed map|soft music|a longer warm-up|weekly rotation|bigger type|free tea|a shorter script|early booking",
);
const MEASURES = words(
  "the mood of visitors|the yield of the north field|the accuracy of the count|attendance at rehearsals|the pace of boarding|the rate of returns",
);
export const TOWNS = words("Tromsø|Cádiz|Galway|Ghent|Turin|Bergen|Porto|Tartu");
export const NAMES = words("Odile|Tomasz|Ingrid|Rafael|Yuki|Priya|Anselm|Leila");
export const DAYS = words("Monday|Tuesday|Wednesday|Thursday|Friday|Saturday");
export const SOURCES = words(
  "talk with the harbour office on 6 April|log of the autumn trial|visit to the depot|survey of 210 guests|review of the second season|notes by the night crew",
);
export const FRAGMENTS = words("never|always|no|it depends|anyone may|the usual way|later|both|by hand|not yet");
const BELIEFS = words(
  "it was only once|nobody looks at it|the old way is quicker|it sorts itself out|that was agreed last year|a small exception is fine",
);
const HABITS = words(
  "look at the board first|ask at the desk|read the notice|keep a copy|say it in the briefing|set an alarm",
);
/** Something numbered, and what is said of it. */
export const NUMBERED = words(
  "Berth #/needs a new fender|Flight #/arrives without meals|Case #/was settled out of court|Trial #/failed on its second day|Locker #/has a broken hinge|Lot #/sold below its estimate|Episode #/was recorded twice|Plot #/floods in spring",
).map((pair) => pair.split("/") as [string, string]);

export const ASIDE = words(
  "garden hoses|violin strings|old maps|rye bread|the chess club|ink cartridges|the choir loft|beehives|winter tyres|the tannery|marathon shoes|lighthouse lenses",
);
export const ASIDE_SAID = words(
  "age faster near salt water|are bought in pairs|belong on the upper shelf|deserve a label of their own|smell of resin in July|outlast their makers|are counted by hand|pay for themselves in a decade",
);

export const capital = (text: string): string => `${text[0]?.toUpperCase()}${text.slice(1)}`;

/** One lesson: the forms in which it may be said, and those of its contrary. */
interface Lesson {
  forms: string[];
  contrary: string[];
  object: string;
}

/** Draws words and makes lessons of them; the same seed, the same ones. */
export class Maker {
  readonly #random: () => number;

  constructor(seed: number) {
    this.#random = randomFrom(seed);
  }

  number(from: number, to: number): number {
    return from + Math.floor(this.#random() * (to - from));
  }

  pick<T>(list: readonly T[]): T {
    return list[this.number(0, list.length)] as T;
  }

  two<T>(list: readonly T[]): [T, T] {
    const first = this.pick(list);
    return [first, this.pick(list.filter((one) => one !== first))];
  }

  twoNumbers(from: number, to: number): [number, number] {
    const first = this.number(from, to);
    return [first, first + this.number(1, 9)];
  }

  /** How something is to be done. */
  rule(object = this.pick(OBJECTS), [base, participle] = this.pick(VERBS)): Lesson {
    const [guard, moment, role] = [this.pick(GUARDS), this.pick(MOMENTS), this.pick(ROLES)];
    const lessons = [
      {
        forms: [
          `Never ${base} ${object} without ${guard}`,
          `${object} must not be ${participle} without ${guard}`,
          `Do not ${base} ${object} without ${guard}`,
        ],
        contrary: [`${base} ${object} without ${guard}`, `${object} may be ${participle} without ${guard}`],
      },
      {
        forms: [
          `Always ${base} ${object} ${moment}`,
          `${object} must always be ${participle} ${moment}`,
          `${moment} always ${base} ${object}`,
        ],
        contrary: [`Never ${base} ${object} ${moment}`, `${object} must not be ${participle} ${moment}`],
      },
      {
        forms: [
          `${object} has to be ${participle} by the ${role}`,
          `The ${role} must ${base} ${object}`,
          `${object} must be ${participle} by the ${role}`,
        ],
        contrary: [`${object} must not be ${participle} by the ${role}`, `The ${role} must never ${base} ${object}`],
      },
      {
        forms: [`Only the ${role} may ${base} ${object}`, `${object} may be ${participle} only by the ${role}`],
        contrary: [`Anybody may ${base} ${object}`, `Not only the ${role} may ${base} ${object}`],
      },
    ];
    const { forms, contrary } = this.pick(lessons);
    return { forms: forms.map(capital), contrary: contrary.map(capital), object };
  }

  /** How something behaves. */
  finding(object = this.pick(SYSTEMS)): Lesson {
    const [cause, condition, means, measure] = [CAUSES, CONDITIONS, MEANS, MEASURES].map((list) => this.pick(list));
    const [effect, opposite] = this.pick(EFFECTS);
    const lessons = [
      {
        forms: [
          `${cause} slows ${object} down`,
          `${object} gets slower with ${cause}`,
          `${object} is slowed down by ${cause}`,
        ],
        contrary: [`${cause} speeds ${object} up`, `${object} gets faster with ${cause}`],
      },
      {
        forms: [
          `${object} ${effect} when ${condition}`,
          `When ${condition}, ${object} ${effect}`,
          `If ${condition}, ${object} ${effect}`,
        ],
        contrary: [`${object} ${opposite} when ${condition}`, `When ${condition}, ${object} ${opposite}`],
      },
      {
        forms: [
          `${means} at ${object} improves ${measure}`,
          `${measure} improves with ${means} at ${object}`,
          `${measure} gets better with ${means} at ${object}`,
        ],
        contrary: [`${means} at ${object} worsens ${measure}`, `${measure} gets worse with ${means} at ${object}`],
      },
    ];
    const { forms, contrary } = this.pick(lessons);
    return { forms: forms.map(capital), contrary: contrary.map(capital), object };
  }

  /** A lesson as an entry with circumstances of its own. */
  entry(type: "insight" | "correction", claim: string): Fields {
    return type === "insight"
      ? { insight: claim, evidence: this.pick(SOURCES) }
      : { corrected_to: claim, prior_belief: this.pick(BELIEFS), behavioral_change: this.pick(HABITS) };
  }

  lesson(type: "insight" | "correction", object?: string): Lesson {
    return type === "insight" ? this.finding(object) : this.rule(object);
  }

  type(): "insight" | "correction" {
    return this.pick(["insight", "correction"] as const);
  }
}
