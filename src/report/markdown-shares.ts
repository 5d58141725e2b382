/** The measures across agents, of promotion, noise, editing and questions, as tables of Markdown. */

import { idsText, quoted, section, sentence, table } from "../text/inert-markdown.js";
import { figures } from "./markdown-measures.js";
import type { Report } from "./report-schemas.js";

export const acrossSection = ({ across_agents: { lag, learned, arrivals, hub } }: Report): string[] =>
  section(
    "Across agents",
    figures(
      ["a second agent comes to a claim after", lag],
      ["it had been shown the first", learned],
      ["in the hub after", hub?.lag],
      ["shown the first there", hub?.learned],
    ),
    table(
      ["Claim", "First", "Second", "Days", "How"],
      arrivals.map((one) => [idsText([one.id]), quoted(one.first), quoted(one.second), one.lag_days, one.how]),
    ),
  );

export const promotionSection = ({ promotion }: Report): string[] =>
  section(
    "Promotion",
    figures(
      ["qualified", promotion.qualified.count, promotion.qualified.entries],
      ["promoted", promotion.promoted],
      ["time to rule", promotion.time_to_rule],
      ["used after", promotion.used_after],
      ["evicted", promotion.evicted.count, promotion.evicted.entries],
      ["taken back", promotion.taken_back.count, promotion.taken_back.entries],
    ),
    table(
      ["Blocked because", "Count", "Entries"],
      promotion.blocked.map(({ because, count, entries }) => [sentence(because), count, idsText(entries)]),
    ),
  );

export const noiseSection = ({ noise }: Report): string[] =>
  section(
    "Noise",
    figures(["taught nothing", noise.share]),
    noise.share.n === 0
      ? []
      : table(
          ["Logged", "Skipped", "Restated", "Evolved", "Stored"],
          [[noise.logged, noise.skipped, noise.restated, noise.evolved, noise.stored]],
        ),
  );

export function editingSection({ editing: { now, before, less } }: Report): string[] {
  const change = `Drafts need ${Math.round(Math.abs(less ?? 0) * 100)} % ${(less ?? 0) < 0 ? "more" : "less"} editing.`;
  return section(
    "Editing",
    figures(["changed of a draft", now], ["before", before]),
    less === null ? [] : [change, ""],
  );
}

export const questionsSection = ({ questions }: Report): string[] =>
  section(
    "Questions",
    figures(
      ["answered", questions.answered],
      ["days to an answer", questions.days],
      ["open", questions.open, []],
      ["expired", questions.expired, []],
    ),
  );
