/**
 * An example layer: notes about somebody or something, with everything a new type of record takes. It is built into a
 * copy of `src/` and never into tenet. A copy differs by {@link FILES} and {@link LINES} alone, and the lines are a list
 * that only gets shorter.
 */
import { execFile } from "node:child_process";
import { linkSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { transform } from "esbuild";
import { HOUSE } from "../compiled-source.js";
import { binary } from "../sandbox.js";

/** Its own files. The table of commands is generated from the declaration. */
export const FILES: Readonly<Record<string, string>> = {
  "src/notes/note-schemas.ts": `/** What \`tenet note\` answers. */
import type * as z from "zod";
import { capturedSchema } from "../capture/capture-schemas.js";

export const notedSchema = capturedSchema.pick({
  decision: true,
  id: true,
  file: true,
  line: true,
  text: true,
  because: true,
  waits: true,
});
export type Noted = z.infer<typeof notedSchema>;
`,
  "src/notes/note.ts": `/** \`tenet note\`: keeps one sentence about somebody or something. Called by the doors. */
import { record } from "../capture/record.js";
import type { Context } from "../context.js";
import { defined } from "../text/defined.js";
import type { Noted } from "./note-schemas.js";

export async function note(ctx: Context, stated: Readonly<Record<string, unknown>>): Promise<Noted> {
  const { decision, id, file, line, text, because, waits } = await record(ctx, { ...stated, type: "note" });
  return { decision, text, because, ...defined({ id, file, line, waits }) };
}
`,
  "src/notes/note-text.ts": `/** A note as people read it. */
import { refOf } from "../entry/entry.js";
import type { Paint } from "../text/paint.js";
import type { Noted } from "./note-schemas.js";

export function notedText({ decision, id = "", file, line, waits }: Noted, paint: Paint): string {
  const word = decision === "counted" ? "Noted before" : "Noted";
  const waiting = waits === undefined ? "" : \`  \${paint.warn("waits:")} \${waits}\\n\`;
  return \`\${paint.good(word)}  \${paint.accent(refOf(id))}  \${paint.faint(\`\${file}:\${line}\`)}\\n\${waiting}\`;
}
`,
  "src/notes/note.command.ts": `import { command } from "../command/command.js";
import { argument, fields } from "../command/input.js";

export const note = command({
  name: "note",
  group: "layers",
  place: 8,
  summary: "keep a note",
  examples: { 'tenet note "Reboots on Mondays" --about staging': "one" },
  input: { text: argument("<note>", "one sentence"), stated: fields("note") },
  output: async () => (await import("./note-schemas.js")).notedSchema,
  async run(call, { text, stated }) {
    const { note: keep } = await import("./note.js");
    return await keep(await call.context(), { ...stated, note: text });
  },
  view: async (data, paint) => (await import("./note-text.js")).notedText(data, paint),
});
`,
};

/** Its lines in other files, by the line that they stand behind. */
export const LINES: Readonly<Record<string, readonly (readonly [after: string, line: string])[]>> = {
  "src/entry/record-types.ts": [
    [
      '  edit: { prefix: "EDT", folder: "memory/edits", plural: "edits", claim: "original", kept: ["kind"], done: "Kept" },',
      '  note: { prefix: "NOTE", folder: "memory/notes", plural: "notes", claim: "note", says: ["about"], layer: "taught", done: "Noted" },',
    ],
  ],
  "src/entry/entry-schema.ts": [
    ["export const SCHEMA_OF = {", '  note: recordSchema("note", { note: text, about: z.array(text).optional() }),'],
  ],
  "src/command/entry-flags.ts": [
    [
      "const FLAGS: readonly FieldFlag[] = [",
      '  { field: "note", value: "text", summary: "what is noted (or as argument)" }, { field: "about", value: "name", summary: "whom or what it is about", list: true },',
    ],
    [
      "const FIELDS_OF = {",
      '  note: { main: ["about", "tags"], more: ["note", ...without("tags", "rule", ...RECURRENCE)] },',
    ],
  ],
};

/** The text of a file with the lines of the layer. Throws where one has no place, or several. */
function withLines(text: string, file: string): string {
  const lines = text.split("\n");
  for (const [after, line] of LINES[file] ?? []) {
    const places = lines.flatMap((one, at) => (one === after ? [at] : []));
    if (places.length !== 1) throw new Error(`${file} has ${places.length} lines ${JSON.stringify(after)}`);
    lines.splice((places[0] as number) + 1, 0, line);
  }
  return lines.join("\n");
}

/** Every file of `src/` that differs with the layer, by name. */
function changedFiles(): [file: string, text: string][] {
  const lined = Object.keys(LINES).map((file): [string, string] => [
    file,
    withLines(readFileSync(join(HOUSE, file), "utf8"), file),
  ]);
  return [...lined, ...Object.entries(FILES)];
}

/** The generated table of commands, with the layer's. */
async function commandsWithLayer(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "tenet-layer-"));
  try {
    await cp(join(HOUSE, "src"), join(folder, "src"), { recursive: true });
    await withShared(folder, "node_modules", "package.json");
    for (const [file, text] of changedFiles()) await writtenIn(folder, file, text);
    const { commandTable } = await import(pathToFileURL(join(HOUSE, "build", "commands.mjs")).href);
    return await commandTable(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const TABLE = "src/commands.ts";

const writtenIn = async (folder: string, file: string, text: string) => {
  const path = join(folder, file);
  await mkdir(dirname(path), { recursive: true });
  // A link shares its bytes with the file of the house.
  await rm(path, { force: true });
  await writeFile(path, text);
};

const withShared = async (folder: string, ...shared: string[]) => {
  for (const name of shared) await symlink(join(HOUSE, name), join(folder, name));
};

/**
 * The compiled source of this test run with the layer, in a folder beside it. Answers a program for `sandbox`, whose
 * commands run in the process of the test.
 */
export async function compiledWithLayer(folder: string): Promise<string> {
  const source = join(dirname(dirname(binary())), "src");
  for (const name of readdirSync(source, { recursive: true, encoding: "utf8" })) {
    if (!/\.(?:js|json)$/.test(name)) continue;
    mkdirSync(dirname(join(folder, "src", name)), { recursive: true });
    linkSync(join(source, name), join(folder, "src", name));
  }
  await withShared(folder, "models", "templates", "package.json");
  for (const [file, text] of [...changedFiles(), [TABLE, await commandsWithLayer()] as const]) {
    const { code } = await transform(text, { loader: "ts", format: "esm", target: "node20.19" });
    await writtenIn(folder, file.replace(/\.ts$/, ".js"), code);
  }
  await writtenIn(folder, "dist/loader.cjs", 'exports.load = (name) => require("../src/" + name);\n');
  return join(folder, "bin", "tenet.js");
}

/** Runs a program of Node in a folder. Throws what it printed where it fails. */
async function inFolder(folder: string, ...args: string[]): Promise<void> {
  await promisify(execFile)(process.execPath, args, { cwd: folder }).catch(({ stdout, stderr }) => {
    throw new Error(`node ${args.join(" ")}\n${stdout}${stderr}`);
  });
}

/** The house with the layer, in a folder: as it would be checked in. */
export async function houseWithLayer(folder: string): Promise<void> {
  for (const part of ["src", "build", "bin"]) await cp(join(HOUSE, part), join(folder, part), { recursive: true });
  await withShared(folder, "models", "templates", "package.json", "LICENSE", "node_modules", ".dependency-cruiser.cjs");
  for (const [file, text] of changedFiles()) await writtenIn(folder, file, text);
  await writtenIn(folder, TABLE, await commandsWithLayer());
  const config = { extends: join(HOUSE, "tsconfig.json"), include: ["src"] };
  await writtenIn(folder, "tsconfig.json", JSON.stringify(config));
}

/** Checks its types and its imports. */
export async function checkHouse(folder: string): Promise<void> {
  const tool = (...path: string[]) => join(HOUSE, "node_modules", ...path);
  await inFolder(folder, tool("typescript", "bin", "tsc"), "-p", folder);
  await inFolder(folder, tool("dependency-cruiser", "bin", "dependency-cruise.mjs"), "src", "--config");
}

/** Bundles it as tenet is bundled. Answers its program. */
export async function bundleHouse(folder: string): Promise<string> {
  await inFolder(folder, join(folder, "build", "bundle.mjs"));
  return join(folder, "bin", "tenet.js");
}
