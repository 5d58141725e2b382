/** A forgetting, confirmed by whoever sits at the terminal once they have seen what would go. Called by `tenet forget`. */
import type { Call } from "../command/call.js";
import { contextAbout } from "../command/contact-flag.js";
import { withPlan } from "../command/with-person.js";
import { refOf } from "../entry/entry.js";
import type { Selector } from "../entry/gates/attribution.js";
import { wrongUsage } from "../errors.js";
import type { ForgottenMemories } from "../recall/recall-schemas.js";
import type { ForgetMode } from "./consequences.js";
import type { Forgotten, NamingLine } from "./forget-schemas.js";
import type { Ticked } from "./naming-lines.js";

export interface Forgetting {
  refs: readonly string[];
  redact: true | undefined;
  erase: true | undefined;
  restore: true | undefined;
  names: true | undefined;
  source: string | undefined;
  origin: string | undefined;
  session: string | undefined;
  contact: string | undefined;
  type: string | undefined;
  all: true | undefined;
  scope: string | undefined;
  reason: string | undefined;
  dryRun: true | undefined;
}

/** `--session` is also a flag that every command takes; here it says what to forget, and not in which session. */
function selectorOf(stated: Forgetting): Selector | undefined {
  // Beside entries it says about whom they are.
  const kinds = ["source", "origin", "session", ...(stated.refs.length === 0 ? (["contact"] as const) : [])] as const;
  const kindRows = kinds.flatMap((by) => {
    const value = stated[by]?.trim();
    return value === undefined ? [] : [{ by, value }];
  });
  const [selector, second] = kindRows;
  if (second !== undefined || selector?.value === "") {
    throw wrongUsage(
      second === undefined
        ? `--${selector?.by} names nothing`
        : "only one of --source, --origin, --session and --contact at a time",
      "Forget one source after the other; --dry-run shows what each would take along.",
    );
  }
  return selector;
}

function takingOf({ redact, erase, restore }: Forgetting): ForgetMode {
  if ([redact, erase, restore].filter((flag) => flag === true).length > 1) {
    throw wrongUsage(
      "--redact, --erase and --restore exclude each other",
      "Without any of them an entry is no longer used, and stays as it is.",
    );
  }
  return erase === true ? "erase" : redact === true ? "redact" : "forget";
}

/** The lines of others in which the name of an erased contact is replaced: all with the flag, else those ticked here. */
async function linesTicked(
  call: Call,
  { names, dryRun }: Forgetting,
  named: () => Promise<readonly NamingLine[]>,
): Promise<Ticked> {
  if (names === true) return "all";
  const lines = dryRun === true || call.asker === undefined ? [] : await named();
  if (call.asker === undefined || lines.length === 0) return new Set();
  const [{ keyOfLine }, { namingSaid }] = await Promise.all([
    import("./naming-lines.js"),
    import("./forget-outline.js"),
  ]);
  const question = "These lines name them and stay. Replace the name in which? Space ticks, Enter goes on:";
  const picked = await call.asker.pick(question, lines.map(namingSaid));
  return new Set(picked.flatMap((at) => (lines[at] === undefined ? [] : [keyOfLine(lines[at])])));
}

/** Forgets the entries that are named or meant, or everything from one source. */
export async function forgetEntries(call: Call, stated: Forgetting): Promise<Forgotten> {
  const selector = selectorOf(stated);
  const { refs, reason, restore, dryRun } = stated;
  const request = { refs, selector, taking: takingOf(stated), restore: restore === true, reason };
  const [{ forget }, { forgetOutline }] = await Promise.all([import("./forget.js"), import("./forget-outline.js")]);
  const ctx = await contextAbout(call, stated, { private: true });
  let plan: Promise<Forgotten> | undefined;
  const planned = () => (plan ??= forget(ctx, { ...request, dryRun: true }));
  const isPerson = request.taking === "erase" && selector?.by === "contact";
  if (stated.names === true && !isPerson) throw wrongUsage("--names goes with --contact and --erase");
  const ticked = isPerson
    ? await linesTicked(call, stated, async () => (await planned()).named ?? [])
    : new Set<string>();
  const input = { ...request, ticked, dryRun: dryRun === true };
  const wordOf = ({ entries: [first] }: Forgotten) => selector?.value ?? (first ? refOf(first.id) : "yes");
  return withPlan(call, (how) => forget(ctx, { ...input, ...how }), forgetOutline, wordOf);
}

/** What the forgetting of memories takes besides their ids. */
const OF_OTHERS = ["redact", "erase", "names", "restore", "source", "origin", "session"] as const;

/** Forgets memories by their ids, or with `--all` everything that is remembered or is about the contact that is named. */
export async function forgetRemembered(call: Call, stated: Forgetting): Promise<ForgottenMemories> {
  const { refs, type, all, scope, reason, dryRun } = stated;
  const stray = OF_OTHERS.find((name) => stated[name] !== undefined);
  if (type !== "memory" || stray !== undefined) {
    throw wrongUsage(
      stray === undefined ? "only memories are forgotten all at once" : `--${stray} does not go with --type`,
      "`tenet forget --type memory` takes ids, or --all with --scope; --dry-run says what would go.",
    );
  }
  const [{ forgetMemories }, { forget }, { forgottenMemoriesOutline }] = await Promise.all([
    import("../review/change-memories.js"),
    import("./forget.js"),
    import("../recall/entries-outline.js"),
  ]);
  const ctx = await contextAbout(call, stated, { private: true });
  const input = { refs, all: all === true, scope, reason, dryRun: dryRun === true };
  return withPlan(
    call,
    (how) => forgetMemories(ctx, { ...input, ...how }, forget),
    (plan) => forgottenMemoriesOutline(plan),
    ({ entries: [first, ...more] }) =>
      first === undefined ? undefined : all === true ? `all ${more.length + 1}` : refOf(first.id),
  );
}
