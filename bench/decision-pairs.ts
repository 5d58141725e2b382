/**
 * Labelled pairs of entries by class: same seed, same pairs. They are plainer than what people write, and there are many
 * of them.
 */
import type { Class, Fields, Pair, Relation } from "../test/decisions/tables.js";
import {
  ASIDE,
  ASIDE_SAID,
  capital,
  DAYS,
  FRAGMENTS,
  GUARDS,
  Maker,
  NAMES,
  NUMBERED,
  OBJECTS,
  ROLES,
  SOURCES,
  SYSTEMS,
  TOWNS,
  VERBS,
} from "./decision-lessons.js";

/** What is said in each class, and what may become of it. */
interface Labelled {
  kind: string;
  known: Fields;
  new: Fields;
  want: readonly Relation[];
}

const SAID_AGAIN: readonly Relation[] = ["skipped", "same", "maybe"];
const APART: readonly Relation[] = ["linked", "none"];
const AT_ODDS: readonly Relation[] = ["contested", "superseded"];

type Make = (make: Maker) => Labelled;

const said = (kind: string, known: Fields, fresh: Fields, want: readonly Relation[]): Labelled => ({
  kind,
  known,
  new: fresh,
  want,
});

const retired: Make = (make) => {
  const [object, other] = make.two(OBJECTS);
  const [verb, otherVerb] = make.two(VERBS);
  const claim = make.pick(make.rule(object, verb).forms);
  const known = make.entry("correction", claim);
  if (make.number(0, 4) > 0) {
    const [next] = make.rule(other, otherVerb).forms as [string];
    const belief = make.pick([...FRAGMENTS, object, claim.split(" ").slice(0, 2).join(" ")]);
    return said("unrelated, with a short belief", known, { corrected_to: next, prior_belief: belief }, APART);
  }
  const belief = make.pick([`${claim}.`, claim.toLowerCase(), claim]);
  const next = make.finding().forms[0] as string;
  return said("overturned", known, { corrected_to: next, prior_belief: belief }, ["superseded"]);
};

const order: Make = (make) => {
  const [[base, , gerund], [otherBase, , otherGerund]] = make.two(VERBS);
  const [object, other] = make.two(OBJECTS);
  const [first, then] = [`${base} ${object}`, `${otherBase} ${other}`];
  const forms = [
    `${first} before ${otherGerund} ${other}`,
    `Before ${otherGerund} ${other}, ${first}`,
    `First ${first}, then ${then}`,
    `${then} after ${gerund} ${object}`,
  ];
  const known = capital(make.pick(forms.slice(0, 3)));
  if (make.number(0, 2) > 0) {
    const swapped = make.pick([`${then} before ${gerund} ${object}`, `First ${then}, then ${first}`]);
    return said("opposite order", make.entry("correction", known), make.entry("correction", capital(swapped)), AT_ODDS);
  }
  const again = make.pick(forms.map(capital).filter((form) => form !== known));
  return said("same order", make.entry("correction", known), make.entry("correction", again), SAID_AGAIN);
};

const swallowed: Make = (make) => {
  const evidence = make.pick(SOURCES);
  const sameObject = make.number(0, 3) === 0;
  const [object, other] = make.two(SYSTEMS);
  const [claim, again] = make.two(make.finding(object).forms);
  if (make.number(0, 4) === 0) {
    return said("one claim from one source", { insight: claim, evidence }, { insight: again, evidence }, SAID_AGAIN);
  }
  const next = make.finding(sameObject ? object : other).forms[0] as string;
  // Two findings on one thing may be the same or the contrary by chance of the words.
  if (sameObject) {
    const noted = `${capital(object)} was moved to the ${make.pick(TOWNS)} branch`;
    return said(
      "two claims on one thing from one source",
      { insight: claim, evidence },
      { insight: noted, evidence },
      APART,
    );
  }
  return said("two claims from one source", { insight: claim, evidence }, { insight: next, evidence }, APART);
};

const VALUES: readonly ((make: Maker) => [string, string])[] = [
  (make) => make.two(DAYS).map((day) => `The rehearsal is on ${day}`) as [string, string],
  (make) => make.two(NAMES).map((name) => `${name} leads the winter crew`) as [string, string],
  (make) => make.twoNumbers(20, 90).map((count) => `The ferry holds ${count} cars`) as [string, string],
  (make) => make.twoNumbers(900, 1200).map((count) => `The kiln runs at ${count} degrees`) as [string, string],
  (make) => make.twoNumbers(6, 12).map((hour) => `The harbour gate opens at ${hour}:30`) as [string, string],
  (make) => make.twoNumbers(3, 20).map((day) => `The diving licence expires on ${day} June`) as [string, string],
  (make) =>
    make.two(["charts", "atlas", "survey"]).map((name) => `The coast map is stored in /srv/${name}.tif`) as [
      string,
      string,
    ],
  (make) =>
    make.two(["2.1", "2.4", "3.0", "3.2"]).map((name) => `The tide sensor needs firmware ${name}`) as [string, string],
];

const identity: Make = (make) => {
  const type = make.type();
  const which = make.number(0, 3);
  if (which === 0) {
    const [subject, predicate] = make.pick(NUMBERED);
    const [one, other] = make
      .twoNumbers(2, 900)
      .map((number) => `${subject.replace("#", String(number))} ${predicate}`) as [string, string];
    return said("another subject", make.entry(type, one), make.entry(type, other), APART);
  }
  if (which === 1) {
    const [one, other] = make.two(TOWNS);
    const { forms, contrary } = make.rule();
    const elsewhere = make.pick([forms[0] as string, contrary[0] as string]);
    const inTown = (town: string, text: string) => `In the ${town} branch: ${text}`;
    const known = inTown(one, forms[0] as string);
    return said(
      "another place",
      make.entry("correction", known),
      make.entry("correction", inTown(other, elsewhere)),
      APART,
    );
  }
  const [known, fresh] = make.pick(VALUES)(make);
  return said("a new value", make.entry(type, known), make.entry(type, fresh), AT_ODDS);
};

const paraphrase: Make = (make) => {
  const type = make.type();
  const [known, again] = make.two(make.lesson(type).forms);
  return said("the same in other words", make.entry(type, known), make.entry(type, again), SAID_AGAIN);
};

const contradiction: Make = (make) => {
  const type = make.type();
  const { forms, contrary, object } = make.lesson(type);
  if (make.number(0, 4) > 0) {
    return said("contrary", make.entry(type, make.pick(forms)), make.entry(type, make.pick(contrary)), AT_ODDS);
  }
  const others = (type === "insight" ? SYSTEMS : OBJECTS).filter((other) => other !== object);
  const other = make.pick(make.lesson(type, make.pick(others)).contrary);
  return said("contrary of another thing", make.entry(type, forms[0] as string), make.entry(type, other), APART);
};

const repeat: Make = (make) => {
  const [verb] = make.two(VERBS);
  const [object, other] = make.two(OBJECTS);
  const { forms } = make.rule(object, verb);
  const [known, again] = make.two(forms);
  if (make.number(0, 2) === 0)
    return said("said again", make.entry("correction", known), make.entry("correction", again), ["same", "maybe"]);
  const similar = known.replace(object, other).replace(capital(object), capital(other));
  return said("the same of another thing", make.entry("correction", known), make.entry("correction", similar), APART);
};

const links: Make = (make) => {
  const verb = make.pick(VERBS);
  const [object, other] = make.two(OBJECTS);
  if (make.number(0, 2) === 0) {
    const [guard, role] = [make.pick(GUARDS), make.pick(ROLES)];
    const known = `Never ${verb[0]} ${object} without ${guard}`;
    const fresh = `${capital(object)} was ${verb[1]} in a hurry and the ${role} had to do it again`;
    return said("on one matter", make.entry("correction", known), make.entry("insight", fresh), ["linked", "maybe"]);
  }
  const type = make.type();
  const unrelated = make.entry(type, make.pick(make.lesson(type, type === "insight" ? undefined : other).forms));
  const otherType = type === "insight" ? "correction" : "insight";
  return said(
    "other matters",
    make.entry(otherType, make.pick(make.lesson(otherType, otherType === "insight" ? undefined : object).forms)),
    unrelated,
    ["none"],
  );
};

const MAKERS: Readonly<Record<Class, Make>> = {
  retired,
  order,
  swallowed,
  identity,
  paraphrase,
  contradiction,
  repeat,
  links,
};

/** So many pairs of each class. */
export function generatedPairs(each: number, seed = 12): Omit<Pair, "half">[] {
  const make = new Maker(seed);
  return (Object.entries(MAKERS) as [Class, Make][]).flatMap(([name, makePair]) =>
    Array.from({ length: each }, () => {
      const { want, ...pair } = makePair(make);
      return { ...pair, class: name, want: new Set(want) };
    }),
  );
}

/** Entries among which the pairs are judged. */
export function generatedBackground(count: number, seed = 13): Fields[] {
  const make = new Maker(seed);
  return Array.from({ length: count }, (_, at) => {
    const topic = `${make.pick(ASIDE)} ${make.pick(ASIDE_SAID)}`;
    return make.entry(at % 2 === 0 ? "insight" : "correction", capital(topic));
  });
}
