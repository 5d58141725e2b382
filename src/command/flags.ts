/** An input as the single flags and arguments of a command line. Help, completion, the reference and the parser read it. */
import { FILTERS, fieldFlags } from "./entry-flags.js";
import type { ArgumentPiece, FlagPiece, Input } from "./input.js";

export interface FlagSpec extends Omit<FlagPiece, "kind"> {
  /** `--dry-run`. */
  readonly name: string;
  /** The heading in help that it stands under; the command's own flags have none. */
  readonly heading?: string;
}

const dashed = (key: string): string => key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

const FIELDS = "Fields:";

function fieldSpecs(type: Parameters<typeof fieldFlags>[0]): FlagSpec[] {
  return fieldFlags(type).flatMap(({ flag, names, summary, isMain, isEarlier }) =>
    names.map((name, at) => ({
      name: `--${name}`,
      value: `<${flag.value}>`,
      summary: `${summary}${flag.list ? "; may be repeated" : ""}`,
      ...(flag.list ? { list: "each" as const } : {}),
      ...(at > 0 || isEarlier ? { hidden: true as const } : {}),
      ...(isMain ? {} : { heading: FIELDS }),
    })),
  );
}

const filterSpecs = (): FlagSpec[] =>
  FILTERS.map(([name, value, summary]) => ({
    name: `--${name}`,
    summary,
    ...(value === undefined ? {} : { value }),
  }));

/** The flags of an input in their order. A name that is used already is not used again. */
export function flagsOf(input: Input): FlagSpec[] {
  const specs = Object.entries(input).flatMap(([key, piece]): FlagSpec[] => {
    if (piece.kind === "argument") return [];
    if (piece.kind === "fields") return fieldSpecs(piece.type);
    if (piece.kind === "filters") return filterSpecs();
    const { kind: _, valueType: __, ...flag } = piece;
    return [{ name: piece.negated === true ? `--no-${dashed(key)}` : `--${dashed(key)}`, ...flag }];
  });
  return [...new Map(specs.toReversed().map((spec) => [spec.name, spec])).values()].toReversed();
}

/** The arguments of an input in their order. */
export function argumentsOf(input: Input): (ArgumentPiece & { key: string })[] {
  return Object.entries(input).flatMap(([key, piece]) => (piece.kind === "argument" ? [{ key, ...piece }] : []));
}
