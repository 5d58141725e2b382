/** What a person said that corrects something: open until an entry records it or a person drops it. */
import type { Context } from "../../context.js";
import { speakerOf } from "../../entry/gates/attribution.js";
import { contactScope } from "../../entry/gates/contact-scope.js";
import { isFor, isLive, type Scoped, type Viewer } from "../../entry/gates/visible.js";
import type { Person } from "../../settings.js";
import { next, type Step } from "../../steps.js";
import { claimHash } from "../../text/claims/canonical.js";
import { defined } from "../../text/defined.js";
import { stamp } from "../../text/durations.js";
import { openStore, type Store } from "../open-store.js";
import { userContext } from "../user-tree.js";
import { viewerOf } from "../viewer.js";
import type { Workspace } from "../workspace.js";
import { State } from "./state-db.js";

/** In a prompt as it was sent, or in a transcript afterwards. */
export const HEARD_IN = ["prompt", "transcript"] as const;
export type HeardIn = (typeof HEARD_IN)[number];

export interface Hearing {
  /** Screened, on one line. */
  sentence: string;
  /** UTC to the second. */
  at: string;
  session: string;
  /** Whose session it was, and on behalf of which contact, where that is known: nobody else is shown it. */
  user?: string;
  contact?: string;
  from: HeardIn;
}

export interface HeardSentence extends Hearing {
  /** Five characters, as at the end of an entry's id. */
  id: string;
  /** In how many contexts it was printed. */
  printed: number;
  /** `by`: the entry that records it; without one a person said that it is no correction. */
  closed?: { at: string; by?: string };
}

const HEARD = "heard";

/** Closed sentences included, the oldest first. */
export const readHeard = (ws: Workspace): HeardSentence[] => State.of(ws).values<HeardSentence>(HEARD);

const keep = (ws: Workspace, sentences: readonly HeardSentence[]): void =>
  State.of(ws).put(HEARD, ...sentences.map((value) => ({ key: value.id, at: value.at, value })));

/** Answers them as they are kept; none while learning is off. */
export function hear(
  { workspace: ws, profile, ids }: Pick<Context, "workspace" | "profile" | "ids">,
  hearings: readonly Hearing[],
): HeardSentence[] {
  if (!profile.learning.on || hearings.length === 0) return [];
  const hearOne = (hearing: Hearing): HeardSentence => {
    const known = readHeard(ws);
    const same = known.find((one) => isSameHearing(one, hearing));
    if (same !== undefined && !isSaidAnew(same, hearing)) return same;
    let id = same?.id ?? ids.tail();
    // No sentence takes the place of another.
    while (same === undefined && known.some((one) => one.id === id)) id = ids.tail();
    const heard = { id, ...hearing, printed: 0 };
    keep(ws, [heard]);
    return heard;
  };
  return State.of(ws).transaction(() => hearings.map(hearOne));
}

/** Sentences of equal words are one, of one person and contact. */
const isSameHearing = (a: Hearing, b: Hearing): boolean =>
  a.user === b.user && a.contact === b.contact && claimHash(a.sentence) === claimHash(b.sentence);

/** What was recorded, again in a later session. Reading one transcript twice is no repeat. */
const isSaidAnew = ({ closed, session }: HeardSentence, hearing: Hearing): boolean =>
  closed?.by !== undefined && hearing.session !== session && hearing.at > closed.at;

/** The open sentences that a reader may see, the oldest first. `trees`: the workspace's and the reader's own, where they are open. */
export async function openHeard(ctx: Context, trees?: readonly Store[]): Promise<HeardSentence[]> {
  const sentences = readHeard(ctx.workspace);
  if (sentences.length === 0) return [];
  const homes = trees === undefined ? [ctx, (await userContext(ctx)) ?? []].flat() : [];
  const stores = trees ?? (await Promise.all(homes.map((home) => openStore(home))));
  const viewer = await viewerOf(ctx);
  return sentences.filter((one) => isHeardFor(one, viewer) && !isClosed(one, stores));
}

/** Dropped, or recorded by an entry that stands: one that named it, or a live one in equal words since, or of its session. */
function isClosed(one: HeardSentence, trees: readonly Store[]): boolean {
  const { sentence, at, session, closed } = one;
  const stands = (id: string) => trees.some((tree) => tree.whole().idsNamed(id).length > 0);
  if (closed !== undefined && (closed.by === undefined || stands(closed.by))) return true;
  const equal = trees.flatMap((tree) => tree.naming([claimHash(sentence)], "claim"));
  return equal.some((row) => isLive(row) && mayRecord(row, one) && (row.session === session || row.timestamp >= at));
}

/** Only an entry that the sentence's own reader is shown stands for it in equal words. */
export const mayRecord = (entry: Scoped, { user, session, contact }: Hearing): boolean =>
  isFor(entry, { user, session, contact });

/** Both the addressee and the subject must match. */
const isHeardFor = ({ user, contact }: Hearing, viewer: Viewer): boolean =>
  isFor({ user }, viewer) && (contact === undefined || isFor({ scope: contactScope(contact) }, viewer));

/** Notes that an entry records sentences, or that a person drops them. The words stay: a capture may be taken back. */
export function closeHeard(
  { workspace, clock }: Pick<Context, "workspace" | "clock">,
  ids: readonly string[],
  by?: string,
): void {
  const closed = defined({ at: stamp(clock.now()), by });
  changeSentences(workspace, ids, (one) => ({ ...one, closed }));
}

/** Counts a context that printed these. */
export function notePrinted({ workspace }: Pick<Context, "workspace">, printedIds: readonly string[]): void {
  State.of(workspace).hint(() => {
    changeSentences(workspace, printedIds, (one) => ({ ...one, printed: one.printed + 1 }));
  });
}

function changeSentences(ws: Workspace, ids: readonly string[], change: (one: HeardSentence) => HeardSentence): void {
  if (ids.length === 0) return;
  State.of(ws).transaction(() => {
    const meant = readHeard(ws).filter(({ id }) => ids.includes(id));
    keep(ws, meant.map(change));
  });
}

export const heardStep = ({ id, user, contact }: HeardSentence, words: string, people: readonly Person[]): Step =>
  next("", "correct", { corrected_to: words, source: speakerOf(user, people), contact, heard: [id.toLowerCase()] });
