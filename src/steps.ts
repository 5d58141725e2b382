/**
 * Next steps as data: a verb and its arguments. Operations put them into answers, warnings and errors; the door that
 * answers says them as a command line or as a call, see `command/step-words.ts`.
 */

/** By the names of the verb's input; fields of entries by those of their schema. */
export type StepArgs = Readonly<Record<string, unknown>>;

/** A verb that is worth calling next. */
export class Step {
  /** What stands before it, with its own punctuation; "" where it stands alone. */
  readonly why: string;
  /** A command, or a command and its part: `run finish`. */
  readonly verb: string;
  readonly args: StepArgs;
  /** Other calls of the same verb about the same: what differs of the arguments. */
  readonly or: readonly StepArgs[];

  constructor(why: string, verb: string, args: StepArgs, or: readonly StepArgs[]) {
    this.why = why;
    this.verb = verb;
    this.args = args;
    this.or = or;
  }
}

/** `next("Not meant so?", "resolve", { a, b, open: true })`. */
export const next = (why: string, verb: string, args: StepArgs = {}, ...or: readonly StepArgs[]): Step =>
  new Step(why, verb, args, or);

/** An argument of a step that may be left out. */
export class Optional {
  readonly value: string;

  constructor(value: string) {
    this.value = value;
  }
}
export const optional = (value: string): Optional => new Optional(value);

/** A sentence, or one that ends in a step. */
export type StepText = string | Step;

/** The same data in which each step is the text that a door gives it. */
export type Worded<T> = T extends Step
  ? string
  : T extends (...args: never) => unknown
    ? T
    : T extends object
      ? { [K in keyof T]: Worded<T[K]> }
      : T;

/** Words the steps in a value: what a door hands to operations that have to know how long their text is. */
export type Say = <T>(value: T) => Promise<Worded<T>>;

const isPlain = (value: unknown): value is Record<string, unknown> => {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
};

/** Every step in a value, however deep. */
export function stepsIn(value: unknown): Step[] {
  if (value instanceof Step) return [value];
  const inner = Array.isArray(value) ? value : isPlain(value) ? Object.values(value) : [];
  return inner.flatMap(stepsIn);
}

/** A copy in which each step is worded; what is no plain data stays the same. */
export function withSteps<T>(value: T, say: (step: Step) => string): Worded<T> {
  const worded = (one: unknown): unknown => {
    if (one instanceof Step) return say(one);
    if (Array.isArray(one)) return one.map(worded);
    return isPlain(one) ? Object.fromEntries(Object.entries(one).map(([key, of]) => [key, worded(of)])) : one;
  };
  return worded(value) as Worded<T>;
}
