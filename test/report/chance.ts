/** Draws from known distributions, the same for the same seed. */
import { randomFrom } from "../../bench/generated-tree.js";

export class Chance {
  /** Uniform in [0, 1). */
  readonly #next: () => number;

  constructor(seed: number) {
    this.#next = randomFrom(seed);
  }

  uniform(from: number, to: number): number {
    return from + this.#next() * (to - from);
  }

  yes(chance: number): boolean {
    return this.#next() < chance;
  }

  pick<T>(list: readonly T[]): T {
    return list[Math.floor(this.#next() * list.length)] as T;
  }

  /** A time of waiting without memory, by its median. */
  exponential(median: number): number {
    return (-Math.log(1 - this.#next()) / Math.LN2) * median;
  }

  /** By its median and the deviation of its logarithm; the normal one by Box and Muller. */
  logNormal(median: number, deviation: number): number {
    const normal = Math.sqrt(-2 * Math.log(1 - this.#next())) * Math.cos(2 * Math.PI * this.#next());
    return median * Math.exp(deviation * normal);
  }

  /** How often something of this chance happens before it does not for the first time: `chance / (1 - chance)` in the mean. */
  geometric(chance: number): number {
    let times = 0;
    while (this.yes(chance)) times++;
    return times;
  }

  binomial(times: number, chance: number): number {
    return Array.from({ length: times }, () => this.yes(chance)).filter(Boolean).length;
  }

  shuffled<T>(list: readonly T[]): T[] {
    const order = [...list];
    for (let at = order.length - 1; at > 0; at--) {
      const other = Math.floor(this.#next() * (at + 1));
      [order[at], order[other]] = [order[other] as T, order[at] as T];
    }
    return order;
  }
}
