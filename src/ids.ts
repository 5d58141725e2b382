import { createHash, randomInt } from "node:crypto";

/** Letters and digits of the five of an id's tail: no `I L O U`, which are misread or spell words. */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** Where tails of ids come from; one per process, injected. */
export interface IdSource {
  /** Five characters, at least one of them a letter. */
  tail(): string;
}

/** Tails from the operating system's random source, or repeatable ones from a seed (`TENET_SEED`). */
export function idSource(seed?: string): IdSource {
  let drawn = 0;
  const below = (limit: number): number => {
    if (seed === undefined) return randomInt(limit);
    const digest = createHash("sha256").update(`${seed}\0${drawn++}`).digest();
    return digest.readUInt32BE(0) % limit;
  };
  const draw = () => Array.from({ length: 5 }, () => ALPHABET[below(ALPHABET.length)]).join("");
  return {
    tail() {
      for (;;) {
        const tail = draw();
        if (/[A-Z]/.test(tail)) return tail;
      }
    },
  };
}

/** `COR-20260215-K7Q2X` for a prefix, a local day `2026-02-15` and a test for tails already held. */
export function newId(ids: IdSource, prefix: string, day: string, isTaken: (tail: string) => boolean): string {
  for (;;) {
    const tail = ids.tail();
    if (!isTaken(tail)) return `${prefix}-${day.replaceAll("-", "")}-${tail}`;
  }
}
