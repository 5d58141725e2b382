/** Guards what runs out by time against a clock that was set wrong. */

const DAY_MS = 86_400_000;

/** Beyond this gap since anything last happened, the clock is doubted. No workspace in use rests so long. */
const DOUBTFUL_DAYS = 366;

/** So long must a doubted clock stand by itself before anything runs out by it. */
const SETTLED_HOURS = 20;

/**
 * Whether the present may be taken at its word. `newest` is the latest moment anything is known to have happened,
 * `leapt` the moment at which a leap was first noticed.
 */
export function timeLeap(
  now: Date,
  newest: string | undefined,
  leapt: string | undefined,
): { doubted: boolean; leapt?: string; because?: string } {
  if (newest === undefined) return { doubted: false };
  const gap = (now.getTime() - new Date(newest).getTime()) / DAY_MS;
  if (gap <= DOUBTFUL_DAYS) return { doubted: false };
  const since = leapt === undefined ? Number.NaN : now.getTime() - new Date(leapt).getTime();
  if (since >= SETTLED_HOURS * 3_600_000) return { doubted: false };
  // A moment noted in another wrong future says nothing about this one.
  const noticed = since >= 0 ? leapt : undefined;
  return {
    doubted: true,
    leapt: noticed ?? now.toISOString(),
    because: `The clock stands ${Math.floor(gap)} days after anything that happened here. Nothing runs out by it until it has stayed so for ${SETTLED_HOURS} hours.`,
  };
}
