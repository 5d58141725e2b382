/**
 * Every session is played on this build, and what is kept of it is held against what was recorded. `TEST_SESSIONS=record`
 * writes what is there now, to be read in review; what a person says must hold (`has`, `lacks`) is held even then.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { binary } from "../sandbox.js";
import { keptOf, Names, unmet } from "./kept.js";
import { play } from "./play.js";
import { readSession, type Session, sessionText } from "./session.js";
import { SESSIONS, sessionFiles, VECTORS } from "./where.js";

const isRecording = process.env["TEST_SESSIONS"] === "record";
/** New texts are embedded and kept by `TEST_VECTORS=record`. */
const vectors = process.env["TEST_VECTORS"] === "record" ? undefined : VECTORS;

/** The session with what is kept of each step now. */
async function playedAnew(session: Session): Promise<{ now: Session; failures: string[] }> {
  const names = new Names();
  const now: Session = { ...session, steps: [] };
  const failures: string[] = [];
  let isWhole = false;
  await play(session, { program: binary(), vectors }, (played) => {
    names.add(played);
    isWhole ||= played.step.verb === "whole";
    now.steps.push({ ...played.step, kept: keptOf(played, names, isWhole) });
    const step = ["$", played.step.verb, ...played.step.args].join(" ");
    failures.push(...unmet(played).map((failure) => `${step}\n${failure}`));
  });
  return { now, failures };
}

/** One part of all sessions: files of tests run beside each other. */
export function sessionsOf(part: number, parts: number): void {
  describe("sessions", () => {
    it.each(sessionFiles().filter((_, at) => at % parts === part))("%s", async (file) => {
      const path = join(SESSIONS, file);
      const text = readFileSync(path, "utf8");
      const { now, failures } = await playedAnew(readSession(text, file));
      if (isRecording) writeFileSync(path, sessionText(now));
      else expect(sessionText(now)).toBe(text);
      expect(failures).toEqual([]);
    });
  });
}
