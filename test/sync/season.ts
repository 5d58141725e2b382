/**
 * Sixty days of agents that share a hub: who says what on which day, who takes what back, and who cannot reach the hub.
 * The plan knows nothing of the program; it is the ledger against which the program is held.
 */
import { dice } from "../effort.js";

export const DAYS = 60;

/** What an agent does on a day, in this order. */
export type Deed =
  | { kind: "say"; claims: Said[] }
  /** Asks for a claim, and says it itself the day after, where it was shown. */
  | { kind: "echo"; text: string; mark: string }
  | { kind: "forget" | "erase"; text: string }
  /** Shares low stakes, too, from now on: a person is asked. */
  | { kind: "widen" }
  /** `away`: the hub cannot be reached. */
  | { kind: "sync"; away: boolean };

export interface Said {
  text: string;
  /** A word that is in no other's evidence. */
  mark: string;
  stakes: "low" | "medium";
}

export interface Player {
  name: string;
  /** How far its clock is off, in days. */
  skew: number;
  /** By day, from 1. */
  deeds: Deed[][];
}

const SYLLABLES = "ba ke lo mi nu pra rei so tu ve wo zin dra fel gor hum jo ki lan mor".split(" ");

/** A word that nothing else holds: syllables that spell a number. */
export function rareWord(number: number): string {
  let [word, rest] = ["", number + 20 * 20];
  for (; rest > 0; rest = Math.floor(rest / 20)) word += SYLLABLES[rest % 20];
  return word;
}

/** A claim of which no word but the small ones is in another. */
export const rareClaim = (number: number): string => {
  const [a, b, c, d] = [0, 1, 2, 3].map((at) => rareWord(number * 4 + at));
  return `A ${a} ${b} ruins each ${c} ${d}`;
};

/** The same in other words. */
export const reworded = (claim: string): string => claim.replace(" each ", " every ");
/** One text for all that say the same. */
export const meaningOf = (claim: string): string => claim.replace(" every ", " each ");

/** All of them in a text. */
export const RARE_CLAIMS = /A [a-z]+ [a-z]+ ruins (?:each|every) [a-z]+ [a-z]+/g;

export function seasonOf(seed: number, agents: number): Player[] {
  const roll = dice(seed);
  let claims = 0;
  const players = Array.from({ length: agents }, (_, at): Player => {
    const skew = [0, 0, 0, 1, -1][roll(5)] as number;
    return { name: `agent${at}x`, skew, deeds: Array.from({ length: DAYS + 1 }, () => []) };
  });
  const do_ = (player: Player, day: number, deed: Deed) => void player.deeds[Math.min(day, DAYS)]?.push(deed);
  const markOf = (player: Player, claim: number) => `mark${claim}of${player.name}`;
  const says = (player: Player, claim: number, text: string, stakes: Said["stakes"] = "medium"): Deed => {
    return { kind: "say", claims: [{ text, mark: markOf(player, claim), stakes }] };
  };
  const newClaim = () => ({ claim: claims, text: rareClaim(claims++) });
  const some = (count: number) => {
    const left = [...players];
    return Array.from(
      { length: Math.min(count, players.length) },
      () => left.splice(roll(left.length), 1)[0] as Player,
    );
  };

  for (const player of players) {
    const { claim, text } = newClaim();
    const other = newClaim();
    const day = 1 + roll(30);
    do_(player, day, says(player, claim, text));
    const later = day + roll(25);
    do_(player, later, says(player, other.claim, other.text));
    // Some take one back: before it went, or after.
    const fate = roll(5);
    if (fate < 2) do_(player, later + 1 + roll(12), { kind: fate === 0 ? "erase" : "forget", text });
    for (let sync = 0; sync < 3; sync++) do_(player, 3 + roll(DAYS - 3), { kind: "sync", away: roll(5) === 0 });
  }
  for (let common = 0; common < Math.ceil(agents / 3); common++) {
    const { claim, text } = newClaim();
    const sayers = some(2 + roll(3));
    for (const player of sayers) do_(player, 1 + roll(DAYS - 5), says(player, claim, text));
    if (roll(4) === 0) do_(sayers[0] as Player, DAYS, { kind: roll(2) === 0 ? "erase" : "forget", text });
  }
  for (let common = 0; common < Math.ceil(agents / 4); common++) {
    const { claim, text } = newClaim();
    const [first, second, third] = some(3) as [Player, Player, Player?];
    do_(first, 1 + roll(DAYS - 5), says(first, claim, text));
    do_(second, 1 + roll(DAYS - 5), says(second, claim, reworded(text)));
    if (third !== undefined) do_(third, 1 + roll(DAYS - 5), says(third, claim, roll(2) === 0 ? text : reworded(text)));
  }
  for (let echo = 0; echo < Math.ceil(agents / 4); echo++) {
    const { claim, text } = newClaim();
    const [first, second] = some(2) as [Player, Player];
    do_(first, 5, says(first, claim, text));
    do_(first, 6, { kind: "sync", away: false });
    const day = 20 + roll(30);
    do_(second, day, { kind: "sync", away: false });
    do_(second, day + 1, { kind: "echo", text, mark: markOf(second, claim) });
  }
  const [eraser] = players as [Player];
  const own = newClaim();
  do_(eraser, 10, says(eraser, own.claim, own.text));
  do_(eraser, 20, { kind: "sync", away: false });
  do_(eraser, 40, { kind: "erase", text: own.text });
  for (const player of some(2)) {
    const { claim, text } = newClaim();
    do_(player, 25, says(player, claim, text, "low"));
    do_(player, 45, { kind: "widen" });
  }
  return players;
}
