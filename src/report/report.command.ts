import { basename } from "node:path";
import type { Call } from "../command/call.js";
import { command } from "../command/command.js";
import { choice, flag, text, type Values } from "../command/input.js";
import { READS, tool } from "../command/tool.js";
import { wrongUsage } from "../errors.js";
import type { Worded } from "../steps.js";
import type { View } from "../text/outline/outline.js";
import { printable, printableData } from "../text/paint.js";
import { BY } from "./history.js";
import type { PageWritten, Report } from "./report-schemas.js";

const input = {
  since: text("<time>", "what happened since then: 30d, 8w, or a date"),
  by: choice("<key>", "rows by agent, domain or week", BY),
  md: flag("as Markdown"),
  html: text("<file>", "as one page that needs no network; - for stdout"),
};
type ReportFlags = Values<typeof input>;

/** A report, or what became of its page. */
type Reported = Report | PageWritten | { html: string };

async function reportBy(call: Call, { since, by, md, html }: ReportFlags): Promise<Reported> {
  if (md === true && html !== undefined) throw wrongUsage("--md and --html are different forms", "Leave one out.");
  const ctx = await call.context();
  const answer = await (await import("./report.js")).report(ctx, { since, by });
  if (html === undefined || (html === "-" && call.globals.json === true)) return answer;
  const { reportPage } = await import("./report-page.js");
  const page = reportPage(await call.say(answer), {
    workspace: basename(ctx.workspace.root),
    version: call.io.version,
  });
  if (html === "-") return { html: page };
  return await (await import("./write-page.js")).writePage(call.path(html), page);
}

async function viewOf(data: Worded<Reported>, { md }: Partial<ReportFlags>): Promise<View> {
  if ("html" in data) return data.html;
  if ("written" in data) return `Written: ${printable(data.written)} (${Math.ceil(data.bytes / 1024)} KB)\n`;
  const { reportOutline } = await import("./report-outline.js");
  if (md !== true) return reportOutline(printableData(data));
  return (await import("../text/outline/markdown.js")).markdownText(reportOutline(data, { isPage: true }));
}

const reportTool = tool({
  name: "report",
  title: "Measure what was learned and whether it held",
  place: 10,
  full: true,
  description:
    "Measure whether remembering helps: corrections that held, repeats, how entries turned out, whether stakes were rated right, topics that go wrong again and again. Every figure has its numerator and denominator; below five there is none. Writes nothing.",
  hints: READS,
  keys: ["since", "by"],
});

export const report = command({
  name: "report",
  group: "care",
  place: 9,
  summary: "measure whether it helps: what was learned, what held, where the agent struggles",
  examples: {
    "tenet report": "how things stand, with numerators and denominators",
    "tenet report --since 30d --by agent": "this month, each agent by itself: or by domain, or by week",
    "tenet report --html report.html": "a page with plots; no network",
    "tenet report --md > report.md": "as Markdown, for a pull request",
  },
  input,
  output: async () => {
    const { pageWrittenSchema, reportSchema } = await import("./report-schemas.js");
    return [reportSchema, pageWrittenSchema];
  },
  tools: [reportTool],
  run: reportBy,
  view: (data, _, flags) => viewOf(data, flags),
  // The page and the Markdown make their own texts harmless.
  exact: true,
});
