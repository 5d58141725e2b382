/** How often something of a known chance happens in so many trials. */

/** The chance that it happens at most so often. */
export function atMost(often: number, trials: number, chance: number): number {
  let one = (1 - chance) ** trials;
  let sum = 0;
  for (let count = 0; count <= often; count++) {
    sum += one;
    one *= ((trials - count) / (count + 1)) * (chance / (1 - chance));
  }
  return sum;
}

/** The most misses of so many intervals at 95 % that are still believed: more happen less often than by `doubt`. */
export function mostMisses(intervals: number, doubt: number): number {
  let misses = 0;
  while (1 - atMost(misses, intervals, 0.05) > doubt) misses++;
  return misses;
}
