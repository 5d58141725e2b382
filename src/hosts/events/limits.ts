/** What a hook may take: a host waits for it, and gives it up when it takes too long. */

/** How long it waits for another writer. */
export const HOOK_LOCK_MS = 1_000;

/** The moment (`performance.now()`) until which something new may be begun. */
export interface Until {
  until: number;
}

export const isOver = ({ until }: Until): boolean => performance.now() > until;
