/** Entries that come in, with whoever sits at the terminal: they see what would be taken over, and say which. */
import type { Asker, Call } from "../command/call.js";
import type { Context } from "../context.js";
import type { EntryType } from "../entry/entry.js";
import { TenetError, wrongUsage } from "../errors.js";
import { defined } from "../text/defined.js";
import type { importFrom } from "./import.js";
import type { ImportBrief, Imported } from "./import-schemas.js";

interface ImportFlags {
  paths: readonly string[];
  dryRun: true | undefined;
  only: string | undefined;
  brief: true | undefined;
  from: string | undefined;
  apply: string | undefined;
}

/** Takes over what the paths hold; with `--brief` prints one file's passages. */
export async function importOrBrief(call: Call, flags: ImportFlags): Promise<Imported | ImportBrief> {
  if (flags.brief === true) return await briefOf(call, flags);
  if (flags.from !== undefined) throw wrongUsage("--from goes with --brief");
  const apply = flags.apply === undefined ? undefined : await call.readFile(flags.apply, "--apply FILE");
  const only = flags.only?.split(",").map((word) => word.trim());
  const types = only === undefined ? undefined : await typesNamed(only);
  const selection = { paths: flags.paths.map((path) => call.path(path)), ...defined({ only: types, apply }) };
  return await importByPerson(call, selection, flags.dryRun === true);
}

async function briefOf(call: Call, { paths, apply, only, dryRun, from = "1" }: ImportFlags): Promise<ImportBrief> {
  if (apply !== undefined || only !== undefined || dryRun === true) {
    throw wrongUsage("--brief goes with --from alone", "tenet import FILE --brief");
  }
  if (!/^[1-9]\d{0,8}$/.test(from)) throw wrongUsage(`--from ${JSON.stringify(from)} is no line`, "--from 400");
  const { importBrief } = await import("./import-brief.js");
  const [path = ""] = paths;
  const files = paths.map((one) => call.path(one));
  return await importBrief(await call.context(), files, { path, from: Number(from) });
}

async function typesNamed(words: readonly string[]): Promise<EntryType[]> {
  const { typeOf } = await import("../recall/filter.js");
  return words.flatMap((word) => typeOf(word, "--only") ?? []);
}

type Chosen = Pick<Parameters<typeof importFrom>[1], "paths" | "only" | "picked" | "apply">;

async function take(ctx: Context, selection: Chosen): Promise<Imported> {
  const { importFrom } = await import("./import.js");
  const { lookAtImported } = await import("./look-at-imported.js");
  return await lookAtImported(ctx, await importFrom(ctx, selection));
}

/** At a terminal a person sees what would come in and is asked first; elsewhere it is done as it was said. */
async function importByPerson(call: Call, selection: Chosen, dryRun: boolean): Promise<Imported> {
  const { importFrom } = await import("./import.js");
  const ctx = await call.context();
  const { asker } = call;
  if (dryRun) return await importFrom(ctx, { ...selection, dryRun });
  if (asker === undefined) return await take(ctx, selection);
  const plan = await importFrom(ctx, { ...selection, dryRun: true });
  const { imported, logged, folded } = plan.totals;
  if (imported + logged + folded === 0) return await take(ctx, selection);
  const { importPlanOutline } = await import("./import-outline.js");
  await call.show(plan, importPlanOutline);
  return await take(ctx, { ...selection, ...(await pickedBy(asker, plan)) });
}

/** All of a plan, or the lines that are picked. Throws `refused` for a no. */
async function pickedBy(asker: Asker, plan: Imported): Promise<Pick<Chosen, "picked">> {
  const { linesToPick } = await import("./import-outline.js");
  const lines = linesToPick(plan);
  const words = lines.length === 0 ? (["no", "yes"] as const) : (["no", "yes", "pick"] as const);
  const answer = await asker.choose<"yes" | "pick" | "no">("Take them over?", words, "no");
  if (answer === "no") throw declined();
  if (answer === "yes") return {};
  const picked = await asker.pick(
    "Which of these? (space picks; Enter alone: none)",
    lines.map(({ line }) => line),
  );
  if (picked.length === 0) throw declined();
  return { picked: new Set(picked.flatMap((at) => lines[at]?.from ?? [])) };
}

function declined(): TenetError {
  return new TenetError("not confirmed: nothing was imported", {
    failure: "refused",
    code: "needs-person",
    hint: "Import some of it by naming files, or look at all of it with --dry-run.",
  });
}
