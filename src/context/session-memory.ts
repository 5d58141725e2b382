/** What a session saw, and the moments at which a correction it saw could have been applied. */
import { stamp } from "../clock.js";
import type { Context } from "../context.js";
import { isLearning } from "../entry/entry.js";
import { triggersIn } from "../entry/triggers.js";
import type { Store } from "../store/open-store.js";
import { readSession, rememberOpportunity, rememberSession } from "../store/sessions.js";

/** Remembers which entries this session was shown. Call it with what is really printed. */
export async function rememberShown(ctx: Context, tree: Store, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const { workspace: ws, actor, clock } = ctx;
  const withTriggers = ids.filter((id) => tree.head(id)?.triggers === true);
  const triggers: Record<string, string[]> = {};
  for (const { entry } of await tree.load(withTriggers)) {
    if (isLearning(entry) && entry.triggers !== undefined) triggers[entry.id] = entry.triggers;
  }
  const { agent, session } = actor;
  rememberSession(ws, {
    at: stamp(clock.now()),
    session,
    agent,
    shown: [...ids],
    ...(Object.keys(triggers).length === 0 ? {} : { triggers }),
  });
}

/** Takes note when a text of this session holds a trigger of something it was shown: an opportunity to apply it. */
export async function noteOpportunities(ctx: Context, text: string): Promise<void> {
  const { workspace: ws, actor, clock } = ctx;
  const { triggers } = readSession(ws, actor.session);
  if (triggers.size === 0) return;
  for (const id of triggersIn(text, triggers)) {
    rememberOpportunity(ws, { id, at: stamp(clock.now()), session: actor.session });
  }
}

/** A query as the ledger keeps it, without secrets: where the profile says so. */
export async function queryForLedger({ profile }: Context, query: string | undefined): Promise<{ query?: string }> {
  if (query === undefined || !profile.ledger.keep_queries) return {};
  const { screenText } = await import("../screening/screen.js");
  return { query: (await screenText(query, "query", { mode: "redact", bidi: "strip" })).value };
}
