/** Decisions and reflexions for tests, named by a tail. */
import type { Decision, Reflexion } from "../../src/entry/entry.js";
import { approved } from "../approved.js";

const BORN = "2026-02-01T09:00:00Z";
const idOf = (prefix: string, name: string, at: string) => `${prefix}-${at.slice(0, 10).replaceAll("-", "")}-${name}`;

/** An owner's own, in a situation. */
export function decision(name: string, situation: string, more: Partial<Decision> = {}): Decision {
  const { timestamp = BORN } = more;
  return {
    type: "decision",
    id: idOf("DEC", name, timestamp),
    timestamp,
    agent: "main",
    tier: "owner",
    situation,
    action: `Do ${name}`,
    rationale: `${name} was right before`,
    by: "bridget",
    ...more,
  };
}

/** Of a run about a vendor, let in by a person unless a review is stated, or `isReviewed` says that it holds none. */
export function reflexion(name: string, more: Partial<Reflexion> = {}, isReviewed = true): Reflexion {
  const { timestamp = BORN } = more;
  const plain: Reflexion = {
    type: "reflexion",
    id: idOf("REF", name, timestamp),
    timestamp,
    agent: "main",
    tier: "self",
    reflexion: `Run ${name} failed`,
    entities: ["vendor:acme"],
    tags: ["sync"],
    ...more,
  };
  return isReviewed && plain.review === undefined ? approved(plain) : plain;
}
