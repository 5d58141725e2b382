/**
 * A season of an agent that serves customers: what happens on which day, and what must come of it. The plan knows nothing
 * of the program; it is the ledger against which the program is held.
 */

/** What an agent wrote, and what was sent in its place. */
export interface DraftEvent {
  kind: "draft";
  /** `kept`; `again`: the same three texts as before; `same`: nothing was changed; `rejected`: nothing was sent. */
  expect: "kept" | "again" | "same" | "rejected";
  fields: { context: string; original: string; final?: string; why?: string; contact?: string };
}

/** A fact about a contact; of one key the newer closes the older. */
export interface FactEvent {
  kind: "fact";
  contact: string;
  text: string;
  /** The text that it closes. */
  closes?: string;
}

/** A question to the owner. `known`: a memory answers it; `again`: it is open already; `refused`: too many on one day. */
export interface AskEvent {
  kind: "ask";
  expect: "kept" | "again" | "known" | "refused";
  key: string;
  text: string;
}

export interface AnswerEvent {
  kind: "answer";
  key: string;
  text: string;
}

export interface DecideEvent {
  kind: "decide";
  by: "owner" | "agent";
  situation: string;
  action: string;
}

export interface RunEvent {
  kind: "run";
  id: string;
  insight: string;
  /** Why it failed; its insight is dropped and this is kept. */
  fails?: string;
}

export type SeasonEvent = DraftEvent | FactEvent | AskEvent | AnswerEvent | DecideEvent | RunEvent;

const CONTACTS = 30;

export const contactName = (number: number): string => `guest-${String(number + 1).padStart(2, "0")}`;

/** A word that belongs to one contact alone, and stands in every text about them. */
export const markerOf = (contact: string): string => `quill${contact.replace("guest-", "")}x`;

const THEMES = [
  "a late arrival",
  "the parking garage",
  "breakfast before seven",
  "a cot in the room",
  "the invoice of last month",
  "a second key card",
  "the sauna hours",
  "a taxi to the station",
  "the balcony door",
  "a quiet floor",
];
const PLACES = "the lobby,the annex,the garden wing,the tower,the old mill,the river side,the attic".split(",");
const SYLLABLES = ["ba", "ke", "li", "mo", "nu", "pa", "ri", "so", "tu", "ve"];

/** A word that stands in one draft alone, so that nothing but the habit is said twice. */
const onceSaid = (number: number): string =>
  [...String(number + 1000)].map((digit) => SYLLABLES[Number(digit)]).join("");

/** The words by which one habit of the owner shows. */
export const HABIT = "Warm regards from the front desk.";

/** Drafts by number: 180 are kept, of which 10 are turned down outright, 10 repeat another and 10 change nothing. */
function draftNumber(number: number): DraftEvent {
  const contact = number % 4 === 1 ? contactName(number % CONTACTS) : undefined;
  const marker = contact === undefined ? "" : ` for ${markerOf(contact)}`;
  const context = `Message ${number} asks about ${THEMES[number % THEMES.length]} in ${PLACES[number % PLACES.length]}${marker}`;
  const original = `We cannot say anything about case ${number}.`;
  const about = contact === undefined ? {} : { contact };
  const sent = [0, 1, 2].map((word) => onceSaid(number * 3 + word)).join(" ");
  if (number % 20 === 17) {
    const fields = { context, original, why: "Nothing was to be sent.", ...about };
    return { kind: "draft", expect: "rejected", fields };
  }
  if (number % 20 === 13)
    return { kind: "draft", expect: "same", fields: { context, original, final: original, ...about } };
  const final = number % 10 === 2 ? `${original} ${HABIT}` : sent;
  return { kind: "draft", expect: "kept", fields: { context, original, final, ...about } };
}

function draftEvent(number: number): DraftEvent {
  return number % 20 === 7 ? { ...draftNumber(number - 1), expect: "again" } : draftNumber(number);
}

/** The drafts of a day: two, and a third on every ninth and every ninth but five; 200 in ninety days. */
function draftsOf(day: number): DraftEvent[] {
  const extra = (until: number) => Math.floor((until + 4) / 9) + Math.floor((until + 8) / 9);
  const [from, to] = [(day - 1) * 2 + extra(day - 1) - extra(0), day * 2 + extra(day) - extra(0)];
  return Array.from({ length: to - from }, (_, at) => draftEvent(from + at));
}

/** Every contact is known on one of the first thirty days and moves to another room after thirty and sixty. */
function factsOf(day: number): FactEvent[] {
  const contact = contactName((day - 1) % CONTACTS);
  const room = (move: number) => `${markerOf(contact)} sleeps in room ${100 * (move + 1) + ((day - 1) % CONTACTS)}`;
  const move = Math.floor((day - 1) / CONTACTS);
  const closes = move === 0 ? {} : { closes: room(move - 1) };
  return [{ kind: "fact", contact, text: room(move), ...closes }];
}

const QUESTIONS = [
  ["opening.pool", "When does the pool open on holidays?", "At eight on holidays"],
  ["pets.dogs", "Do large dogs stay free of charge?", "Ten a night, whatever their size"],
  ["bikes.rent", "Who rents out the bicycles?", "The shop across the bridge"],
  ["late.checkout", "How late may somebody check out on a Sunday?", "Until two on Sundays"],
  ["group.menu", "From how many guests on is there a set menu?", "From twelve guests on"],
  ["wine.corkage", "What does it cost to bring one's own wine?", "Fifteen a bottle"],
  ["shuttle.train", "Does the shuttle meet the night train?", "It meets every train but that one"],
  ["laundry.day", "On which day is the laundry closed?", "The laundry rests on Wednesdays"],
  ["minor.rooms", "May minors book a room alone?", "From sixteen on, with a letter"],
  ["lost.items", "For how long are lost things kept?", "Half a year, in the cellar"],
] as const;
const OTHERS = [
  ["roof.access", "Is the roof terrace to be opened for weddings?"],
  ["card.amex", "Which cards does the bar take now?"],
  ["gift.voucher", "Can a voucher be paid in two parts?"],
  ["choir.room", "Which hall is given to the choir in May?"],
  ["fire.drill", "Shall guests be told of the drill beforehand?"],
  ["press.photo", "Who may take photographs for the press?"],
  ["spa.towels", "Are towels for the spa to be counted?"],
  ["winter.tyres", "Who pays for the winter tyres of the shuttle?"],
  ["bee.hives", "Where shall the beekeeper put the hives?"],
  ["piano.tuning", "How often is the piano tuned?"],
] as const;

/** In every nine days: two questions and one too many, one answer, and one that is known or open already. */
function questionsOf(day: number): (AskEvent | AnswerEvent)[] {
  const [block, at] = [Math.floor((day - 1) / 9), (day - 1) % 9];
  const [key, text, answer] = QUESTIONS[block] ?? QUESTIONS[0];
  const [otherKey, other] = OTHERS[block] ?? OTHERS[0];
  if (at === 0) {
    return [
      { kind: "ask", expect: "kept", key, text },
      { kind: "ask", expect: "kept", key: otherKey, text: other },
      { kind: "ask", expect: "refused", key: `extra.${block}`, text: `Is there anything new about matter ${block}?` },
    ];
  }
  if (at === 2) return [{ kind: "answer", key, text: answer }];
  if (at !== 3) return [];
  return [
    block % 2 === 0
      ? { kind: "ask", expect: "known", key, text }
      : { kind: "ask", expect: "again", key: otherKey, text: other },
  ];
}

/** One decision of the owner and one of the agent in nine days. */
function decisionsOf(day: number): DecideEvent[] {
  const [block, at] = [Math.floor((day - 1) / 9), (day - 1) % 9];
  if (at !== 4 && at !== 5) return [];
  const by = at === 4 ? "owner" : "agent";
  const theme = THEMES[block] ?? "";
  return [
    {
      kind: "decide",
      by,
      situation: `Two guests wanted ${theme} at once, week ${block}, as ${by} saw it`,
      action: `Gave ${theme} to whoever wrote first in week ${block}, said by ${by}`,
    },
  ];
}

const LEARNED = ["ledger", "lantern", "harbour", "copper", "meadow", "basalt", "violin", "saddle", "cinder", "walnut"];

/** Two runs every third day; every fifth fails. */
function runsOf(day: number): RunEvent[] {
  if (day % 3 !== 0) return [];
  return [0, 1].map((half): RunEvent => {
    const number = (day / 3 - 1) * 2 + half;
    const word = `${LEARNED[number % LEARNED.length]}${number}`;
    const insight = `The ${word} list is complete only after the night audit`;
    const fails = number % 5 === 4 ? { fails: `The ${word} export stopped because its lock was held` } : {};
    return { kind: "run", id: `night-${number}`, insight, ...fails };
  });
}

/** Everything that happens on a day from 1 to 90, in order. */
export function eventsOf(day: number): SeasonEvent[] {
  return [...draftsOf(day), ...factsOf(day), ...questionsOf(day), ...decisionsOf(day), ...runsOf(day)];
}

/** All contacts that are known by the end of a day. */
export const contactsBy = (day: number): string[] =>
  Array.from({ length: Math.min(day, CONTACTS) }, (_, number) => contactName(number));
