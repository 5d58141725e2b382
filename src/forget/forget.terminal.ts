/** A forgetting, confirmed by whoever sits at the terminal once they have seen what would go. Called by `tenet forget`. */
import type { Asker, Call } from "../command/call.js";
import { contextAbout } from "../command/contact-flag.js";
import { withPlan } from "../command/with-person.js";
import { refOf } from "../entry/entry.js";
import { wrongUsage } from "../errors.js";
import type { Forgotten } from "./forget-schemas.js";
import type { ForgetMode, Selector } from "./selection.js";

type Flag = "redact" | "erase" | "all" | "dryRun";
type Text = "source" | "origin" | "session" | "contact" | "reason";
type Choices = { type: "memory" | undefined; scope: "user" | undefined };
type Stated = { refs: readonly string[] } & Choices & Record<Flag, true | undefined> & Record<Text, string | undefined>;

/** `--session` is also a flag that every command takes; here it says what to forget, and not in which session. */
function selectorOf(stated: Stated): Selector | undefined {
  // Beside entries it says about whom they are.
  const isOfContact = stated.refs.length === 0 && !stated.all;
  const kinds = ["source", "origin", "session", ...(isOfContact ? (["contact"] as const) : [])] as const;
  const [selector, second] = kinds.flatMap((by) =>
    stated[by] === undefined ? [] : [{ by, value: stated[by].trim() }],
  );
  if (second === undefined && selector?.value !== "") return selector;
  const hint = "Forget one source after the other; --dry-run shows what each would take along.";
  throw wrongUsage("name one of --source, --origin, --session and --contact at a time", hint);
}

function takingOf({ redact, erase }: Stated): ForgetMode {
  if (!redact || !erase) return erase ? "erase" : redact ? "redact" : "forget";
  const hint = "Without either an entry is no longer used, and stays as it is.";
  throw wrongUsage("--redact and --erase exclude each other", hint);
}

/** Keys of the lines elsewhere in which the words are replaced: those ticked here. */
async function linesTicked(asker: Asker, { named = [] }: Forgotten): Promise<Set<string>> {
  const lines = named.filter(({ replaced }) => !replaced);
  if (lines.length === 0) return new Set();
  const [{ keyOfLine }, { lineSaid }] = await Promise.all([
    import("./lines-elsewhere.js"),
    import("./forget-outline.js"),
  ]);
  const question = "These lines hold it as well, and stay. Replace it in which? Space ticks, a all; Enter goes on:";
  const picked = new Set(await asker.pick(question, lines.map(lineSaid)));
  return new Set(lines.filter((_, at) => picked.has(at)).map(keyOfLine));
}

/** Forgets the entries that are named or meant, or everything from one source, here or in the user's tree. */
export async function forgetEntries(call: Call, stated: Stated): Promise<Forgotten> {
  const [selector, taking] = [selectorOf(stated), takingOf(stated)];
  const { refs, type, all = false, scope, reason, dryRun = false } = stated;
  if ((type !== undefined) !== all || (all && (refs.length > 0 || selector !== undefined))) {
    throw wrongUsage("--type memory goes with --all alone", "Single memories are forgotten by their ids.");
  }
  const request = { refs, selector, all, taking, reason };
  const [{ forget }, { forgetOutline }] = await Promise.all([import("./forget.js"), import("./forget-outline.js")]);
  const about = await contextAbout(call, stated, { private: true });
  const ctx = scope === undefined ? about : await (await import("../store/user-tree.js")).userContext(about);
  if (ctx === undefined) throw wrongUsage("nothing is known of a user here");
  const asker = taking === "forget" || dryRun ? undefined : call.asker;
  const ticked = asker && (await linesTicked(asker, await forget(ctx, { ...request, dryRun: true })));
  const wordOf = ({ entries: [first, ...more] }: Forgotten) =>
    selector?.value ?? (first === undefined ? "yes" : all ? `all ${more.length + 1}` : refOf(first.id));
  return withPlan(call, (how) => forget(ctx, { ...request, ticked, dryRun, ...how }), forgetOutline, wordOf);
}
