/** The JSON Schemas of every command's output: one file a command, and one that holds the parts that they share. */
import { readdirSync } from "node:fs";
import * as z from "zod";
import { COMMANDS } from "../src/commands.js";
import { documentSchema } from "../src/entry/shared-schemas.js";
import { type Json, sharing } from "./shared-parts.js";

const DIALECT = "https://json-schema.org/draft/2020-12/schema";

/** `--help`, `help` and `--version`. */
const helpSchema = z.union([z.strictObject({ text: z.string() }), z.strictObject({ version: z.string() })]);

/** The data of every command with `--json` by its name; `help` stands for help and version. */
export async function dataSchemas(): Promise<Readonly<Record<string, z.ZodType>>> {
  const pairs = COMMANDS.filter(({ protocol }) => protocol !== true).map(
    async ({ name, load }) => [name, await (await load()).output()] as const,
  );
  return { ...Object.fromEntries(await Promise.all(pairs)), help: helpSchema };
}

/** Every object schema that a file of the sources exports, by a name that no other has. */
async function namedSchemas(sources: string): Promise<Map<z.ZodType, string>> {
  const files = readdirSync(sources, { recursive: true, encoding: "utf8" })
    .map((name) => name.replaceAll("\\", "/"))
    .filter((name) => name.endsWith("-schemas.ts"))
    .toSorted();
  const named = new Map<z.ZodType, string>();
  const taken = new Set<string>();
  for (const file of files) {
    const module: Record<string, unknown> = await import(`../src/${file.slice(0, -"-schemas.ts".length)}-schemas.ts`);
    for (const [exported, schema] of Object.entries(module)) {
      if (!(schema instanceof z.ZodObject) && !(schema instanceof z.ZodUnion)) continue;
      if (named.has(schema)) continue;
      const name = exported.replace(/Schema$/, "");
      if (taken.has(name)) throw new Error(`two schemas are exported as ${exported}: one of them in src/${file}`);
      taken.add(name);
      named.set(schema, name);
    }
  }
  return named;
}

const SHARED = "shared.json";
const PLACE = `${SHARED}#/$defs/`;

const withoutName = ({ $id: _, $schema: __, ...schema }: Json): Json => schema;

/** The definitions that schemas refer to, and those that these refer to. */
function neededBy(schemas: readonly Json[], all: Readonly<Record<string, Json>>): Record<string, Json> {
  const needed: Record<string, Json> = {};
  const take = (schema: Json) => {
    for (const [, name = ""] of JSON.stringify(schema).matchAll(/"shared\.json#\/\$defs\/(\w+)"/g)) {
      if (name in needed) continue;
      needed[name] = withoutName(all[name] ?? {});
      take(needed[name]);
    }
  };
  for (const schema of schemas) take(schema);
  return needed;
}

/** Every file of docs/schemas by its name. What several of them hold, or one twice, stands in the shared one. */
export async function schemaFiles(sources: string): Promise<Record<string, string>> {
  const registry = z.registry<{ id: string }>();
  for (const [schema, name] of await namedSchemas(sources)) registry.add(schema, { id: name });
  const data = await dataSchemas();
  for (const [name, schema] of Object.entries(data)) registry.add(documentSchema(schema), { id: `command ${name}` });
  const uri = (id: string) => `${PLACE}${id}`;
  const all = z.toJSONSchema(registry, { io: "output", unrepresentable: "any", uri }).schemas as Record<string, Json>;
  const documents = Object.fromEntries(
    Object.keys(data).map((name) => [name, withoutName(all[`command ${name}`] ?? {})]),
  );
  const { schemas, definitions } = sharing(documents, neededBy(Object.values(documents), all), PLACE);
  const text = (json: Json): string => JSON.stringify({ $schema: DIALECT, ...json });
  const sorted = Object.fromEntries(Object.entries(definitions).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  return {
    ...Object.fromEntries(
      Object.entries(schemas).map(([name, schema]) => [
        `${name}.json`,
        text({ title: `tenet ${name} --json`, ...schema }),
      ]),
    ),
    [SHARED]: text({ $defs: sorted }),
  };
}
