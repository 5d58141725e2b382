/** Commands that record something: corrections, insights, memories, lists of entries, activity, runs. */

import { basename } from "node:path";
import { Command } from "commander";
import type { Captured, RunAnswer } from "../../capture/capture-schemas.js";
import type { Context } from "../../context.js";
import type { EntryType } from "../../entry/entry.js";
import { RECORD_TYPES } from "../../entry/record-types.js";
import { EXIT, TenetError, wrongUsage } from "../../errors.js";
import { defined } from "../../text/defined.js";
import { type Paint, printable } from "../../text/paint.js";
import type { CommandContext, Run } from "../command-context.js";
import { type ContactFlag, withContactFlag } from "../contact-flag.js";
import { fieldsOf, withFields } from "../flags.js";

/** Records one entry from the stated fields; at a terminal missing fields are asked for first. */
async function captureFrom(
  cli: CommandContext,
  type: EntryType,
  stated: Record<string, unknown>,
  about: ContactFlag = {},
): Promise<Captured> {
  const ctxWithPerson = await contextKnowing(cli, isNobody(type, stated["source"]) ? undefined : stated["source"]);
  const ctx = (await import("../../store/facts/contact.js")).withContact(ctxWithPerson, about.contact);
  let fields = stated;
  if (cli.asker !== undefined) {
    const { askMissing } = await import("../ask.js");
    fields = await askMissing(cli.asker, type, stated);
  }
  const { record } = await import("../../capture/record.js");
  const stored = await record(ctx, { ...fields, type });
  const captured =
    stored.asks.length === 0 ? stored : await (await import("../answer-asks.js")).answerAsks(cli, stored);
  await offerToOwner(cli);
  return type === "correction" ? await withOfferedRule(cli, captured) : captured;
}

/** `later`: the next digest decides, under the mode. `no`: the correction alone makes no rule. */
const ANSWERS = ["yes", "later", "no"] as const;

const HOW_KNOWN = new Set(["explicit", "corrected", "inferred"]);

/** For a memory three values of `source` are a basis and name nobody. */
const isNobody = (type: EntryType, source: unknown): boolean => type === "memory" && HOW_KNOWN.has(String(source));

/** Offers a rule after the correction is stored. A failure only warns. */
async function withOfferedRule(cli: CommandContext, captured: Captured): Promise<Captured> {
  try {
    return await offeringRule(cli, captured);
  } catch (thrown) {
    if (!(thrown instanceof TenetError)) throw thrown;
    cli.warn(
      thrown.failure === "interrupted"
        ? "Whether it becomes a rule was left open: the next digest decides."
        : `It is stored, and no rule yet: ${thrown.message}`,
    );
    return captured;
  }
}

/** Offers an owner's high-stakes correction as a rule, with its line and file. */
async function offeringRule(cli: CommandContext, captured: Captured): Promise<Captured> {
  if (cli.asker === undefined || captured.id === undefined || captured.decision === "buffered") return captured;
  const { leaveOffer, ruleOffer, takeOffer } = await import("../../rules/promote.js");
  const ctx = await cli.context();
  const offer = await ruleOffer(ctx, captured.id);
  if (offer === undefined) return captured;
  const question = `Make it a rule? ${offer.target} would say "${printable(offer.text)}"`;
  const answer = await cli.asker.choose(question, ANSWERS, "later");
  if (answer === "no") await leaveOffer(ctx, offer);
  if (answer !== "yes") return captured;
  const { version, operations, left } = await takeOffer(ctx, offer);
  const isRuleNow = operations.some(({ ids, fate }) => fate === "active" && ids.includes(offer.id));
  const why = left.find(({ id }) => id === offer.id)?.because ?? "see tenet digest --dry-run";
  return {
    ...captured,
    next: isRuleNow ? `It is a rule in ${offer.target} now (version ${version}).` : `No rule yet: ${why}`,
  };
}

const STRANGER = "somebody else";
const ROLES = ["member", "admin", "agent", STRANGER] as const;

/**
 * The context with an unknown source added to the people: asked for at a terminal; elsewhere an unknown source counts
 * as a peer.
 */
export async function contextKnowing(cli: CommandContext, stated: unknown): Promise<Context> {
  const ctx = await cli.context();
  // Checked first, so that nobody is asked in vain.
  (await import("../../store/change/prepare-write.js")).requireLearning(ctx.profile);
  const name = typeof stated === "string" ? stated : ctx.actor.user;
  if (cli.asker === undefined || name === undefined || name.trim() === "") return ctx;
  const [{ isUnknown }, { addPerson }] = await Promise.all([
    import("../../store/people/people-only.js"),
    import("../../store/people/add-person.js"),
  ]);
  if (!(await isUnknown(ctx, name))) return ctx;
  const role = await cli.asker.choose(`Who is ${name} here?`, ROLES, "member");
  return role === STRANGER ? ctx : addPerson(ctx, { name: name.trim(), role });
}

/** After a first capture by an unknown person, warns once how to add them to the profile. */
export async function offerToOwner(cli: CommandContext): Promise<void> {
  if (cli.asker === undefined) return;
  const { offerOwner } = await import("../../store/people/people-only.js");
  const offer = await offerOwner(await cli.context());
  if (offer !== undefined) cli.warn(offer);
}

/** The text of a capture; its module is loaded on demand. */
const capturedText = async (captured: Captured, paint: Paint): Promise<string> =>
  (await import("../../capture/capture-text.js")).capturedText(captured, paint);

/** The fields with the claim from the argument, where one was given. */
function withClaim(fields: Record<string, unknown>, field: string, argument: string | undefined) {
  return argument === undefined ? fields : { ...fields, [field]: argument };
}

/** The text of an argument; `-` stands for stdin. */
const argumentText = async (cli: CommandContext, argument: string): Promise<string> =>
  argument === "-" ? await cli.readInput("an argument") : argument;

/** A command whose argument is the claim of an entry. */
export function claimCommand(
  run: Run,
  type: "correction" | "insight" | "decision" | "reflexion",
  argument: string,
  summary: string,
): Command {
  const field = RECORD_TYPES[type].claim;
  const command = new Command().argument(argument, summary);
  return withFields(command, type).action((claim: string | undefined) =>
    run((cli) => captureFrom(cli, type, withClaim(fieldsOf(command, type), field, claim)), capturedText),
  );
}

export const correctCommand = (run: Run): Command => claimCommand(run, "correction", "[now]", "what holds now");

export const learnCommand = (run: Run): Command => claimCommand(run, "insight", "[insight]", "what was found");

const collectWords = (value: string, before: string[] | undefined): string[] => [
  ...(before ?? []),
  ...value.split(/[\s,]+/).filter((part) => part !== ""),
];

interface RememberFlags extends ContactFlag {
  group?: string;
  relatedTo?: string[];
  private?: true;
  pin?: true;
}

export const rememberCommand = (run: Run): Command => {
  const command = new Command().argument("[content]", "one fact; - for stdin");
  withContactFlag(withFields(command, "memory"), "the contact it is about: shown only where they are named")
    .option("--private", "with --contact: shown only by recall with --private")
    .option(
      "--group <name>",
      "the file it goes into, in memory/facts: persona_belief, business_facts, preferences, or a name of your own",
    )
    .option("--pin", "keep it before every session; only people change it from then on (people only)")
    .option("--related-to <id>", "what it belongs with; may be repeated", collectWords);
  return command.action((content: string | undefined, flags: RememberFlags) =>
    run(async (cli) => {
      const text = content === "-" ? (await argumentText(cli, content)).trim() : content;
      const { group, relatedTo } = flags;
      const stated = withClaim(fieldsOf(command, "memory"), "content", text);
      const sensitivity = flags.private === true ? "private" : undefined;
      const fields = { ...stated, ...defined({ group, related_to: relatedTo, sensitivity }) };
      return flags.pin === true ? pinFrom(cli, fields, flags) : captureFrom(cli, "memory", fields, flags);
    }, capturedText),
  );
};

/** Pins a memory for a person: asks for missing fields, then for the confirming word. */
async function pinFrom(cli: CommandContext, stated: Record<string, unknown>, about: ContactFlag): Promise<Captured> {
  const ctxWithPerson = await contextKnowing(cli, isNobody("memory", stated["source"]) ? undefined : stated["source"]);
  const ctx = (await import("../../store/facts/contact.js")).withContact(ctxWithPerson, about.contact);
  const [{ rememberPinned, PIN_WORD }, { withPerson }] = await Promise.all([
    import("../../capture/pinning.js"),
    import("./deciding.js"),
  ]);
  let fields = stated;
  if (cli.asker !== undefined) fields = await (await import("../ask.js")).askMissing(cli.asker, "memory", stated);
  const captured = await withPerson(cli, PIN_WORD, (confirmed) => rememberPinned(ctx, fields, confirmed));
  await offerToOwner(cli);
  return captured;
}

function textFrom(cli: CommandContext, input: string | undefined): Promise<string> {
  if (input === undefined) {
    throw wrongUsage(
      "nothing to add was named",
      "`tenet add -` reads stdin, `--input FILE` a file: one entry or a list, YAML or JSON.",
    );
  }
  return cli.readFile(input, "--input FILE");
}

export const addCommand = (run: Run): Command =>
  new Command()
    .argument("[input]", "- for stdin, or a file")
    .option("--input <file>", "the same as the argument: a file, or - for stdin")
    .option("--keep-going", "store what can be stored, instead of all or nothing")
    .action((argument: string | undefined, flags: { input?: string; keepGoing?: boolean }) =>
      run(
        async (cli) => {
          const text = await textFrom(cli, flags.input ?? argument);
          const { add } = await import("../../capture/add.js");
          return add(await cli.context(), { text, keepGoing: flags.keepGoing === true });
        },
        async (data, paint) => (await import("../../capture/capture-text.js")).addedText(data, paint),
        { exit: ({ results }) => (results.every(({ ok }) => ok) ? EXIT.done : EXIT.failed) },
      ),
    );

export const logCommand = (run: Run): Command =>
  new Command().argument("<text...>", "what was done; - for stdin").action((words: string[]) =>
    run(
      async (cli) => {
        const text = await argumentText(cli, words.join(" "));
        const { logActivity } = await import("../../capture/log.js");
        return logActivity(await cli.context(), { text });
      },
      async (data, paint) => (await import("../../capture/capture-text.js")).loggedText(data, paint),
    ),
  );

export const detectCommand = (run: Run): Command =>
  new Command().argument("<text...>", "what somebody said; - for stdin").action((words: string[]) =>
    run(
      async (cli) => {
        const text = await argumentText(cli, words.join(" "));
        const { detectLearning } = await import("../../screening/detect/detect.js");
        return detectLearning({ text });
      },
      async (data, paint) => (await import("../../screening/detect/detect-text.js")).detectedText(data, paint),
    ),
  );

async function finish(cli: CommandContext, id: string, from: string | undefined) {
  const { finishRun } = await import("../../loop/run.js");
  const ctx = await cli.context();
  if (from === undefined) return finishRun(ctx, id);
  const text = await cli.readFile(from, "--from FILE");
  const { resultWrites } = await import("../../capture/drafts/stated-drafts.js");
  return finishRun(ctx, id, resultWrites(text, from === "-" ? "stdin" : basename(from)));
}

const runText = async (answer: RunAnswer, paint: Paint): Promise<string> =>
  (await import("../../capture/capture-text.js")).runText(answer, paint);

interface FailFlags {
  reason?: string;
  entity?: string[];
  tag?: string[];
}

const collectValue = (value: string, before: string[] | undefined): string[] => [...(before ?? []), value];

export const runCommand = (run: Run): Command => {
  const command = new Command();
  command
    .command("start")
    .description("Open a run: writes with --run ID or TENET_RUN are held back until it finishes.")
    .argument("<id>", "the host's own name for the run")
    .option("--no-reflexion", "keep nothing of what it teaches")
    .action((id: string, { reflexion }: { reflexion: boolean }) =>
      run(
        async (cli) => (await import("../../loop/run.js")).startRun(await cli.context(), id, { reflexions: reflexion }),
        runText,
      ),
    );
  command
    .command("finish")
    .description("Commit what the run wrote, in order, through the gates. Twice is once.")
    .argument("<id>", "the run")
    .option(
      "--from <file>",
      "also the memory_writes (or __lf_memory_writes) and reflexion of a result file; - for stdin",
    )
    .action((id: string, flags: { from?: string }) => run((cli) => finish(cli, id, flags.from), runText));
  command
    .command("fail")
    .description("Drop what the run wrote, with one line for the audit. Why it failed is kept as a reflexion.")
    .argument("<id>", "the run")
    .option("--reason <text>", "why it failed")
    .option("--entity <kind:name>", "what that is about, such as vendor:acme; may be repeated", collectValue)
    .option("--tag <tag>", "a tag for it; may be repeated", collectValue)
    .action((id: string, { reason, entity: entities, tag: tags }: FailFlags) =>
      run(
        async (cli) => (await import("../../loop/run.js")).failRun(await cli.context(), id, { reason, entities, tags }),
        runText,
      ),
    );
  return command;
};
