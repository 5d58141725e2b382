/** The command that measures: one report as text, Markdown, data or a page. */
import { basename } from "node:path";
import { Command, Option } from "commander";
import { wrongUsage } from "../../errors.js";
import type { ReportInput } from "../../report/report.js";
import type { By, PageWritten, Report } from "../../report/report-schemas.js";
import { defined } from "../../text/defined.js";
import { type Paint, printable, printableData } from "../../text/paint.js";
import type { CommandContext, Run } from "../command-context.js";

interface ReportFlags {
  since?: string;
  by?: By;
  at?: string;
  md?: true;
  html?: string;
}

/** A report, or what became of its page. */
type Reported = Report | PageWritten | { html: string };

async function reportBy(cli: CommandContext, { since, by, at, md, html }: ReportFlags): Promise<Reported> {
  if (md === true && html !== undefined) throw wrongUsage("--md and --html are different forms", "Leave one out.");
  const ctx = await cli.context();
  const { report } = await import("../../report/report.js");
  const input: ReportInput = defined({ since, by, at });
  const answer = await report(ctx, input);
  if (html === undefined || (html === "-" && cli.globals.json === true)) return answer;
  const { reportPage } = await import("../../report/report-page.js");
  const page = reportPage(answer, { workspace: basename(ctx.workspace.root), version: cli.io.version });
  if (html === "-") return { html: page };
  return await (await import("../../report/write-page.js")).writePage(cli.path(html), page);
}

async function textOf(data: Reported, paint: Paint, { md }: ReportFlags): Promise<string> {
  if ("html" in data) return data.html;
  if ("written" in data) return `Written: ${printable(data.written)} (${Math.ceil(data.bytes / 1024)} KB)\n`;
  if (md === true) return (await import("../../report/report-markdown.js")).reportMarkdown(data);
  return (await import("../../report/report-text.js")).reportText(printableData(data), paint);
}

export const reportCommand = (run: Run): Command =>
  new Command()
    .option("--since <time>", "what happened since then: 30d, 8w, or a date")
    .addOption(new Option("--by <key>", "rows by agent, domain or week").choices(["agent", "domain", "week"]))
    .option("--at <revision>", "as it was at a commit, by git alone")
    .option("--md", "as Markdown")
    .option("--html <file>", "as one page that needs no network; - for stdout")
    .action((flags: ReportFlags) =>
      run(
        (cli) => reportBy(cli, flags),
        (data, paint) => textOf(data, paint, flags),
        // The page and the Markdown make their own texts harmless.
        { exact: true },
      ),
    );
