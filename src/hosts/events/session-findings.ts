/** How far hooks read the conversations of this machine. */
import { State } from "../../store/state/state-db.js";
import type { Workspace } from "../../store/workspace.js";

/** Of one session. */
export interface SessionFindings {
  session: string;
  agent: string;
  /** When a hook first and last looked at it; UTC to the second. */
  began: string;
  at: string;
  /** Up to which byte the conversation was read, and the hash of what stands before it: under any path. */
  transcript?: { tail: string; read: number };
}

const TRANSCRIPT = "transcript";

export const readFindings = (ws: Workspace, session: string): SessionFindings | undefined =>
  State.of(ws).value<SessionFindings>(TRANSCRIPT, session);

/** What is known of every session, the oldest look first. */
export const allFindings = (ws: Workspace): SessionFindings[] => State.of(ws).values<SessionFindings>(TRANSCRIPT);

/** Stores the findings of a session; false where they cannot be kept. */
export const writeFindings = (ws: Workspace, findings: SessionFindings): boolean =>
  State.of(ws).note(TRANSCRIPT, { key: findings.session, at: findings.at, value: findings });

/** When a hook last kept something of a session of this workspace; undefined where none ever did. UTC to the second. */
export const lastHookInstant = (ws: Workspace): string | undefined => allFindings(ws).at(-1)?.at;
