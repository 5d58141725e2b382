/** What a hook may take: a host waits for it, and gives it up when it takes too long. */

/** From the start of the process on: then it answers with what it has. */
export const ANSWER_BY_MS = 1_800;
/** From the start of the process on: what is not found by then is left out, so that there is time to print the rest. */
export const LOOK_UNTIL_MS = 1_200;
/** How long it waits for another writer. */
export const HOOK_LOCK_MS = 1_000;

/** The moment (`performance.now()`) until which something new may be begun. */
export interface Until {
  until: number;
}

export const isOver = ({ until }: Until): boolean => performance.now() > until;
