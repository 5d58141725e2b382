/** What was stated on a command line, by the names of a declared input. */
import type { Command, Option } from "commander";
import { FILTERS, fieldFlags } from "../command/entry-flags.js";
import { argumentsOf } from "../command/flags.js";
import type { FieldsPiece, Input } from "../command/input.js";
import { wrongUsage } from "../errors.js";

const optionNamed = (command: Command, name: string): Option | undefined =>
  command.options.find(({ long }) => long === `--${name}`);

/** The values of a flag under all of its names, as far as they were given. */
function givenValues(command: Command, names: readonly string[]): unknown[] {
  return names
    .map((name) => optionNamed(command, name))
    .filter((option) => option !== undefined && command.getOptionValueSource(option.attributeName()) === "cli")
    .map((option) => command.getOptionValue((option as Option).attributeName()) as unknown);
}

/** The fields that were stated, under their schema names. One stated twice under different names is wrong usage. */
function statedFields(command: Command, { type }: FieldsPiece): Record<string, unknown> {
  const stated: Record<string, unknown> = {};
  for (const { flag, names } of fieldFlags(type)) {
    const values = givenValues(command, names);
    if (values.length === 0) continue;
    const [shown = "", own = ""] = names;
    if (flag.value === "id" && values.flat().includes("")) {
      throw wrongUsage(`--${shown} names no entry`, "Give an id, or leave the flag out. `tenet list` shows all ids.");
    }
    if (flag.list === true) stated[flag.field] = values.flat();
    else if (values.length > 1) {
      throw wrongUsage(`--${shown} and --${own} are the same field, stated twice`, "State it once.");
    } else stated[flag.field] = values[0];
  }
  const { tags } = stated;
  if (Array.isArray(tags)) stated["tags"] = tags.flatMap((tag: string) => tag.split(",").map((part) => part.trim()));
  if ("score" in stated) stated["score"] = Number(stated["score"]);
  return stated;
}

const statedFilters = (command: Command): Record<string, unknown> =>
  Object.fromEntries(FILTERS.flatMap(([name]) => givenValues(command, [name]).map((value) => [name, value])));

/** The values of all pieces. What was not given is undefined, or what stands instead. */
export function statedValues(command: Command, input: Input): Record<string, unknown> {
  const places = argumentsOf(input).map(({ key }) => key);
  return Object.fromEntries(
    Object.entries(input).map(([key, piece]) => {
      if (piece.kind === "argument") return [key, command.processedArgs[places.indexOf(key)] as unknown];
      if (piece.kind === "fields") return [key, statedFields(command, piece)];
      if (piece.kind === "filters") return [key, statedFilters(command)];
      return [key, command.getOptionValue(key) as unknown];
    }),
  );
}
