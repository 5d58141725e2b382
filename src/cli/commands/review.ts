/** Commands by which a person decides on single entries: review, resolve, link, edit. */
import { Command, Option } from "commander";
import { refOf } from "../../entry/entry.js";
import { wrongUsage } from "../../errors.js";
import type { Resolution } from "../../review/answering.js";
import type { Edited } from "../../review/edit-schemas.js";
import type { ReviewAction } from "../../review/review.js";
import type { FileItem } from "../../review/review-schemas.js";
import type { Paint } from "../../text/paint.js";
import type { CommandContext, Run } from "../command-context.js";
import { type ContactFlag, cliAbout, contextAbout, withContactFlag } from "../contact-flag.js";
import { fieldsOf, withFields } from "../flags.js";
import { entryMeant } from "../pick-entry.js";
import { openRecord, withPlan } from "./deciding.js";

const ACTIONS: readonly [ReviewAction, string][] = [
  ["approve", "it may be retrieved and become a rule"],
  ["reject", "it stays in the tree and is not used"],
  ["exception", "it was right once, and is not used"],
  ["sensitive", "it may not be shown; its id stays"],
  ["reopen", "what was rejected, expired or right once waits for a review again"],
];

type Flags = Partial<Record<ReviewAction | "list" | "private", true>> &
  ContactFlag & { reason?: string; type?: string; entity?: string };

const flagsOf = (names: readonly (readonly [string, string])[]): string =>
  names.map(([name]) => `--${name}`).join(", ");

function actionOf(flags: Flags): ReviewAction | undefined {
  const [action, ...more] = ACTIONS.map(([name]) => name).filter((name) => flags[name] === true);
  if (more.length === 0) return action;
  throw wrongUsage("an entry is decided one way", `Say one of ${flagsOf(ACTIONS)}.`);
}

async function decideOne(cli: CommandContext, ref: string, action: ReviewAction, statedReason: string | undefined) {
  const { decideReview, entryToReview } = await import("../../review/review.js");
  const ctx = await cli.context();
  const { asker } = cli;
  if (asker === undefined) return decideReview(ctx, { ref, action, reason: statedReason, confirmed: false });
  const [{ entryView }, { entryText }] = await Promise.all([
    import("../../review/entry-view.js"),
    import("../../review/queue-item-text.js"),
  ]);
  const { entry, file, line, word, hash } = await entryToReview(ctx, ref);
  await cli.show(entryView({ entry, file, line }), entryText);
  const reason = statedReason ?? (action === "reject" ? await asker.line("Why is it not wanted?") : undefined);
  const confirmed = await asker.typed(`Type ${word} to confirm (${action}):`, word);
  return decideReview(ctx, { ref: entry.id, action, reason, confirmed, shown: hash });
}

/** A file from elsewhere that waits, by its name; undefined for an entry. */
async function fileMeant(cli: CommandContext, ref: string, action: ReviewAction) {
  const { fileItem } = await import("../../review/file-items.js");
  const file = await fileItem(await cli.context(), ref);
  if (file === undefined) return undefined;
  if (action === "approve" || action === "reject") return file;
  throw wrongUsage("a file is let in or not", "Say one of --approve, --reject.");
}

async function decideFile(cli: CommandContext, item: FileItem, verdict: "approve" | "reject", statedReason?: string) {
  const { reviewFile } = await import("../../review/review-file.js");
  const { id: file, ref, sha256 } = item;
  const ctx = await cli.context();
  const { asker } = cli;
  if (asker === undefined) return reviewFile(ctx, { file, verdict, sha256, reason: statedReason, confirmed: false });
  const { fileItemText } = await import("../../review/queue-item-text.js");
  await cli.show(item, fileItemText);
  const confirmed = await asker.typed(`Type ${ref} to confirm (${verdict}):`, ref);
  return reviewFile(ctx, { file, verdict, sha256, reason: statedReason, confirmed });
}

/** What waits of one type; at a terminal a page of reflexions, and one word for all of it. */
async function reviewType(cli: CommandContext, action: ReviewAction | undefined, flags: Flags) {
  const { decidePage, reviewList, reviewPage } = await import("../../review/review-page.js");
  const { type, entity, list, reason } = flags;
  const ctx = await cli.context();
  const { asker } = cli;
  if (list === true || (asker === undefined && action === undefined)) return reviewList(ctx, { type, entity });
  if (action !== undefined && action !== "approve" && action !== "reject") {
    throw wrongUsage(`a page is approved or rejected, not --${action}`, "Decide on one of them by its id.");
  }
  const page = await reviewPage(ctx, { type, entity });
  const does = action ?? "approve";
  if (asker === undefined || page.items.length === 0)
    return decidePage(ctx, page, { action: does, reason, confirmed: false });
  await cli.show(page, (await import("../../review/queue-item-text.js")).pageText);
  const why =
    reason ?? (does === "reject" ? await asker.line("Why are they not wanted? (Enter: no reason)", "") : undefined);
  const pageWords = page.items.length === 1 ? "it" : `all ${page.items.length}`;
  const confirmed = await asker.typed(`Type ${page.word} to ${does} ${pageWords}:`, page.word);
  return decidePage(ctx, page, { action: does, reason: why, confirmed });
}

async function review(from: CommandContext, ref: string | undefined, flags: Flags) {
  const cli = cliAbout(from, flags);
  const action = actionOf(flags);
  if (flags.type !== undefined || flags.entity !== undefined) {
    if (ref === undefined) return reviewType(cli, action, flags);
    throw wrongUsage("--type and --entity speak of several entries, and one is named", "Leave them out, or the id.");
  }
  if (ref !== undefined && flags.list !== true) {
    const file = action === undefined ? undefined : await fileMeant(cli, ref, action);
    if (file !== undefined) return decideFile(cli, file, action === "approve" ? "approve" : "reject", flags.reason);
    if (action !== undefined) return decideOne(cli, ref, action, flags.reason);
    throw wrongUsage(`what becomes of ${ref} is not said`, `At a terminal a person says one of ${flagsOf(ACTIONS)}.`);
  }
  if (action !== undefined) {
    throw wrongUsage(`--${action} needs the entry it is about`, "See what waits: tenet review --list");
  }
  if (flags.list !== true && cli.asker !== undefined) {
    const { reviewRound } = await import("../review/review-round.js");
    return reviewRound(cli, cli.asker);
  }
  const { reviewQueue } = await import("../../review/review-queue.js");
  return reviewQueue(await cli.context());
}

type Result = Awaited<ReturnType<typeof review>>;

async function reviewText(data: Result, paint: Paint): Promise<string> {
  const { fileReviewedText, queueText, reviewedText, roundText } = await import("../../review/review-text.js");
  if ("queue" in data) return queueText(data, paint);
  if ("sha256" in data) return fileReviewedText(data, paint);
  return "decided" in data ? roundText(data) : reviewedText(data, paint);
}

export const reviewCommand = (run: Run): Command => {
  const command = new Command()
    .argument("[id]", "one entry, or a file that waits; at a terminal everything that waits unless named")
    .option("--list", "what waits, for everyone; off a terminal this is what it does anyway");
  for (const [name, summary] of ACTIONS) command.addOption(new Option(`--${name}`, summary));
  return withContactFlag(command, "what waits of this contact, and nothing else")
    .option("--private", "with --contact: also what is private of them")
    .option("--type <type>", "what waits of this type; of reflexions a page, decided by one word")
    .option("--entity <kind:name>", "of them what is about this, such as vendor:acme")
    .option("--reason <text>", "why it was decided so: kept as a decision of its own")
    .action((ref: string | undefined, flags: Flags) => run((cli) => review(cli, ref, flags), reviewText));
};

const WAYS = [
  ["same", "the same, said again or taken further: one of them is enough"],
  ["replaces", "A holds instead of B"],
  ["exception", "both hold: A is an exception to B"],
  ["unrelated", "neither bears on the other: both stay, and nobody asks again"],
  ["later", "it stays open; ask again then: 5d (default), 2w, a date"],
  ["reopen", "take an answer back: both stand as before, and the pair is open again"],
] as const;

/** Words of the version before, and what they are called now. */
const EARLIER_WAYS: Readonly<Record<string, Resolution>> = {
  supersedes: "replaces",
  recurrence: "same",
  both: "unrelated",
};

function wayOf(cli: CommandContext, flags: Record<string, unknown>): Resolution {
  const statedWays = [...WAYS.map(([name]) => name), ...Object.keys(EARLIER_WAYS)].filter(
    (name) => flags[name] !== undefined,
  );
  const [way, ...more] = statedWays;
  if (way === undefined || more.length > 0) {
    throw wrongUsage(
      way === undefined ? "which way is not said" : "only one way can be right",
      `Say one of ${WAYS.map(([name, summary]) => `--${name} (${summary})`).join(", ")}.`,
    );
  }
  const now = EARLIER_WAYS[way];
  if (now === undefined) return way as Resolution;
  cli.warn(`--${way} is called --${now} now.`);
  return now;
}

async function resolveFrom(cli: CommandContext, a: string, b: string | undefined, flags: Record<string, unknown>) {
  const resolving = await import("../../review/resolve.js");
  const ctx = await contextAbout(cli, flags as ContactFlag, { private: true });
  if (a === "-") {
    const { readAnswers } = await import("../../review/answer-list.js");
    return { results: await resolving.resolveList(ctx, readAnswers(await cli.readInput("an argument"))) };
  }
  const how = wayOf(cli, flags);
  const { later, reason } = flags as { later?: string | true; reason?: string };
  const keepsLink = flags["both"] === true;
  return await resolving.resolve(ctx, { a, b, how, reason, keepsLink, later: later === true ? undefined : later });
}

export const resolveCommand = (run: Run): Command => {
  const command = new Command()
    .argument("<a>", "an entry; - for a list of answers on stdin")
    .argument("[b]", "the other one of the pair; without it the open pairs of A are meant");
  withContactFlag(command, "the contact they are about");
  for (const [way, summary] of WAYS) command.option(way === "later" ? "--later [when]" : `--${way}`, summary);
  for (const way of Object.keys(EARLIER_WAYS)) command.addOption(new Option(`--${way}`).hideHelp());
  command.option("--reason <text>", "why: kept as a decision of its own; with --later it is left open on purpose");
  return command.action((a: string, b: string | undefined, flags: Record<string, unknown>) =>
    run(
      (cli) => resolveFrom(cli, a, b, flags),
      async (data, paint) => (await import("../../review/edit-text.js")).resolvedAllText(data, paint),
    ),
  );
};

export const linkCommand = (run: Run): Command =>
  new Command()
    .argument("<a>", "an entry")
    .argument("<b>", "another one")
    .option("--remove", "take the link away")
    .action((a: string, b: string, flags: { remove?: boolean }) =>
      run(
        async (cli) =>
          (await import("../../review/link.js")).link(await cli.context(), { a, b, remove: flags.remove === true }),
        async (data, paint) => (await import("../../review/edit-text.js")).linkedText(data, paint),
      ),
    );

export const undoCommand = (run: Run): Command =>
  new Command().option("--dry-run", "say what it would take back; write nothing").action((flags: { dryRun?: true }) =>
    run(
      async (cli) => {
        const [{ undo }, { undoneText }, ctx] = await Promise.all([
          import("../../review/undo.js"),
          import("../../review/edit-text.js"),
          cli.context(),
        ]);
        if (flags.dryRun === true) return undo(ctx, { dryRun: true });
        return withPlan(
          cli,
          (how) => undo(ctx, how),
          undoneText,
          ({ entries: [first] }) => (first === undefined ? "undo" : refOf(first.id)),
        );
      },
      async (data, paint) => (await import("../../review/edit-text.js")).undoneText(data, paint),
    ),
  );

async function editByHand(cli: CommandContext, reference: string): Promise<Edited> {
  if (cli.asker === undefined) {
    throw wrongUsage(
      "nothing to change was stated",
      'State it as a flag, such as --risk "high: why". At a terminal, without flags, your editor opens.',
    );
  }
  return await openRecord(cli, reference);
}

export const editCommand = (run: Run): Command => {
  const command = new Command().argument("[id]", "the entry; at a terminal picked from a list unless named");
  withContactFlag(command, "the contact it is about");
  return withFields(command, "any").action((stated: string | undefined, flags: ContactFlag) =>
    run(
      async (from) => {
        // Picked from what may be shown; by its id also what is private, of which nothing is printed.
        const cli = cliAbout(from, flags, { private: true });
        const id = await entryMeant(cliAbout(from, flags), stated, {
          path: "edit",
          argument: "id",
          summary: "the entry",
        });
        const fields = fieldsOf(command, "any");
        if (Object.keys(fields).length === 0) return editByHand(cli, id);
        const { edit } = await import("../../review/edit.js");
        return edit(await cli.context(), { id, fields });
      },
      async (data, paint) => (await import("../../review/edit-text.js")).editedText(data, paint),
    ),
  );
};
