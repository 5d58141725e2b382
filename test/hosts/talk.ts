/** Conversations as people have them with agents, with what is a correction in them known beforehand. */
import { readFileSync } from "node:fs";
import { parse } from "yaml";

export type Label = "correction" | "insight" | "outcome" | "nothing";

export interface Line {
  label: Label;
  text: string;
  /** What the agent wrote before it. */
  before: string;
}

/** One draw after the other, the same in every run. */
export function draws(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

type Texts = Record<Label | "before", readonly string[]>;
type Thing = readonly [now: string, before: string, where: string];
const TALK: Texts & { things: readonly Thing[]; plants: readonly (readonly string[])[] } = parse(
  readFileSync(new URL("talk.yaml", import.meta.url), "utf8"),
);

const filled = (template: string, [now, before, where]: Thing): string =>
  template.replace(/\bN\b/g, now).replace(/\bB\b/g, before).replace(/\bW\b/g, where);

/** So many sessions of a few turns each. Every plant comes back in sessions of its own. */
export function sessionsOf(seed: number, count: number): Line[][] {
  const draw = draws(seed);
  const of = <T>(list: readonly T[]): T => list[draw(list.length)] as T;
  const line = (label: Label): Line => {
    const template = of(TALK[label]);
    const thing = of(TALK.things);
    return { label, text: filled(template, thing), before: filled(of(TALK.before), thing) };
  };
  const sessions = Array.from({ length: count }, () => {
    const turns = Array.from({ length: 2 + draw(4) }, () => line("nothing"));
    if (draw(2) === 0) turns.push(line("correction"));
    if (draw(6) === 0) turns.push(line("insight"));
    if (draw(6) === 0) turns.push(line("outcome"));
    return turns;
  });
  let at = 0;
  for (const wordings of TALK.plants) {
    for (const text of wordings) {
      const before = filled(of(TALK.before), of(TALK.things));
      sessions[at++ % count]?.push({ label: "correction", text, before });
    }
  }
  return sessions;
}

/** A session as Claude Code writes it, one line a turn. */
export function claudeCodeSession(lines: readonly Line[], session: string, folder: string, from: Date): string {
  let at = from.getTime();
  const row = (type: "user" | "assistant", content: unknown) => {
    at += 60_000;
    const timestamp = new Date(at).toISOString();
    return JSON.stringify({
      parentUuid: null,
      isSidechain: false,
      cwd: folder,
      sessionId: session,
      type,
      message: { role: type, content },
      timestamp,
    });
  };
  return lines
    .flatMap(({ text, before }) => [row("assistant", [{ type: "text", text: before }]), row("user", text)])
    .map((line) => `${line}\n`)
    .join("");
}
