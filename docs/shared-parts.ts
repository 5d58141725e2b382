/** JSON Schemas without repetition: what stands in them more than once becomes a definition that they refer to. */

export type Json = Record<string, unknown>;

const isNode = (value: unknown): value is Json => typeof value === "object" && value !== null && !Array.isArray(value);

/** What fits on a line stays where it is: a string of some pattern has no name that fits everywhere. */
const ONE_LINE = 90;

/** A node with each schema directly in it replaced. `name`: what the schema is called there. */
function withParts(node: Json, name: string, replaced: (part: Json, name: string) => unknown): Json {
  const one = (value: unknown, called: string) => (isNode(value) ? replaced(value, called) : value);
  const listed = (value: unknown) => (Array.isArray(value) ? value.map((part) => one(part, `${name}Form`)) : value);
  const mapped = (value: unknown) =>
    isNode(value) ? Object.fromEntries(Object.entries(value).map(([key, part]) => [key, one(part, key)])) : value;
  return Object.fromEntries(
    Object.entries(node).map(([key, value]) => {
      if (key === "properties" || key === "$defs") return [key, mapped(value)];
      if (key === "anyOf" || key === "oneOf" || key === "allOf" || key === "prefixItems") return [key, listed(value)];
      if (key === "items") return [key, one(value, `${name}Item`)];
      return [key, key === "additionalProperties" ? one(value, `${name}Value`) : value];
    }),
  );
}

/** The schemas, by text, that stand in several places, not counting those inside of others that do. */
function repeatedTexts(roots: readonly Json[]): ReadonlySet<string> {
  const seen = new Set<string>();
  const repeated = new Set<string>();
  const visit = (node: Json): Json => {
    const text = JSON.stringify(node);
    if (seen.has(text)) {
      if (text.length > ONE_LINE) repeated.add(text);
      return node;
    }
    seen.add(text);
    return withParts(node, "", visit);
  };
  for (const root of roots) visit(root);
  return repeated;
}

/**
 * Schemas by name that refer to shared definitions. `definitions`: those that have a name already. `place`: before the
 * name in a reference.
 */
export function sharing(
  schemas: Readonly<Record<string, Json>>,
  definitions: Readonly<Record<string, Json>>,
  place: string,
): { schemas: Record<string, Json>; definitions: Record<string, Json> } {
  const repeated = repeatedTexts([...Object.values(schemas), ...Object.values(definitions)]);
  const nameByText = new Map<string, string>();
  const made: Record<string, Json> = {};
  const freeName = (wanted: string): string => {
    const taken = (name: string) => name in made || name in definitions;
    let name = wanted;
    for (let next = 2; taken(name); next++) name = `${wanted}${next}`;
    return name;
  };
  const shared = (node: Json, name: string): Json => {
    const text = JSON.stringify(node);
    if (!repeated.has(text)) return withParts(node, name, shared);
    const known = nameByText.get(text);
    if (known !== undefined) return { $ref: `${place}${known}` };
    const own = freeName(name);
    nameByText.set(text, own);
    made[own] = {};
    made[own] = withParts(node, name, shared);
    return { $ref: `${place}${own}` };
  };
  const inside = (all: Readonly<Record<string, Json>>) =>
    Object.fromEntries(Object.entries(all).map(([name, node]) => [name, withParts(node, name, shared)]));
  const result = { schemas: inside(schemas), definitions: inside(definitions) };
  return { schemas: result.schemas, definitions: { ...result.definitions, ...made } };
}
