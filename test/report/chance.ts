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

  /** A time of waiting without memory, by its median. */
  exponential(median: number): number {
    return (-Math.log(1 - this.#next()) / Math.LN2) * median;
  }

  /** By its median and the deviation of its logarithm; the normal one by Box and Muller. */
  logNormal(median: number, deviation: number): number {
    const normal = Math.sqrt(-2 * Math.log(1 - this.#next())) * Math.cos(2 * Math.PI * this.#next());
    return median * Math.exp(deviation * normal);
  }

  binomial(times: number, chance: number): number {
    return Array.from({ length: times }, () => this.yes(chance)).filter(Boolean).length;
  }
}
