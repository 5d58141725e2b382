/** Facts of records, as tests of rules state them, and how an entry stands by them. */
import type { Context } from "../../src/context.js";
import type { Near, Use } from "../../src/entry/entry.js";
import { openStore } from "../../src/store/open-store.js";

/** It came up two days later, in a session that did not say it: after a week it has held. */
export const CAME_UP: { uses: Use[] } = {
  uses: [{ at: "2026-02-03T09:00:00Z", session: "later", agent: "main", result: "came_up" }],
};

/** A person forgot it. */
export const FORGOTTEN = { forgotten: { at: "2026-02-09T08:00:00Z", by: "bridget", tier: "owner" as const } };

/** A person's review of the words as they are. */
export const refused = (state: "rejected" | "one_time_exception" | "sensitive") => ({
  review: { state, by: "bridget", tier: "owner" as const, at: "2026-02-09T08:00:00Z" },
});

/** A row with a person's answer. */
export const answered = (to: string, answer: NonNullable<Near["answer"]>): { near: Near[] } => ({
  near: [{ with: to, at: "2026-02-09T08:00:00Z", answer, by: "bridget", tier: "owner" }],
});

export const rowOf = async (ctx: Context, id: string) => (await openStore(ctx)).head(id);
