/** Who learned what, where it is hard, which rules came of it, and what waits. */
import type { Report, Row } from "../report-schemas.js";
import { bidiText, html, type Markup, plainText, typed } from "./html.js";
import { sparkline } from "./marks.js";
import {
  behind,
  type Column,
  cells,
  countRow,
  day,
  figureCell,
  figureList,
  figureRow,
  leftOut,
  ROWS,
  section,
  table,
} from "./parts.js";

const number = (name: string): Column => ({ name, kind: "number" });

const ROW_COLUMNS = [
  "entries",
  "held",
  "repeats",
  "answered",
  "score",
  "went wrong",
  "by others",
  "lag, days",
  "rules",
].map(number);

const rowCells = (row: Row): Markup[] => [
  bidiText(row.key, 60),
  sparkline(row.weekly, "learned in each of the last weeks"),
  html`${row.entries}`,
  ...[row.retention, row.repeats, row.answered, row.score, row.wrong, row.others, row.lag].map(figureCell),
  html`${row.promoted}`,
];

const rowTable = (caption: string, name: string, rows: readonly Row[]): Markup =>
  table(caption, [{ name }, { name: "12 weeks" }, ...ROW_COLUMNS], rows, rowCells);

export const rowSection = ({ agents, domains, by }: Report): Markup =>
  section(
    "agents-and-domains",
    "Agents and domains",
    rowTable("Agents", "agent", agents),
    rowTable("Domains", "domain", domains),
    by?.by === "week" ? rowTable("Weeks", "week of", by.rows) : html``,
  );

export const struggleSection = ({ struggles }: Report): Markup =>
  section(
    "struggles",
    "Struggles",
    table(
      "Where it is hard, by domain",
      [
        { name: "domain" },
        ...["repeats", "failed", "failed uses", "invalidated", "golden questions"].map(number),
        { name: "next", kind: "text" },
      ],
      struggles,
      (one) => [
        bidiText(one.domain, 60),
        ...cells(one.repeats, one.failed, one.failed_uses, one.invalidated),
        html`${one.golden.length}${behindGolden(one.golden)}`,
        typed(one.next),
      ],
    ),
  );

const behindGolden = (ids: readonly string[]): Markup =>
  ids.length === 0
    ? html``
    : html` <small>${bidiText(
        ids
          .slice(0, 5)
          .map((id) => plainText(id, 40))
          .join(", "),
        100,
      )}${ids.length > 5 ? ", …" : ""}</small>`;

/** Pieces of evidence under a rule, and facts beside one. */
const EVIDENCE = 4;
const FACTS = 4;

export function ruleSection({ rules }: Report): Markup {
  const ruleItems = rules.slice(0, ROWS).map(({ text, target, since, by, evidence }) => {
    const pieces = evidence.slice(0, EVIDENCE).map(
      (one) =>
        html`<li><p>${bidiText(one.text)}</p><p class="meta">${bidiText(one.id, 40)} · ${day(one.at)} · ${bidiText(
          one.facts
            .slice(0, FACTS)
            .map((fact) => plainText(fact, 80))
            .join("; "),
          160,
        )}</p></li>`,
    );
    const more =
      evidence.length > EVIDENCE ? html`<p class="note">${EVIDENCE} of ${evidence.length} are shown.</p>` : html``;
    const decisionText = by === undefined ? html`` : html`, decided by ${bidiText(by, 60)}`;
    return html`<li><p class="rule">${bidiText(text)}</p><p class="meta">${bidiText(target, 80)} · since ${bidiText(since, 40)}${decisionText}</p><details><summary>Evidence: ${evidence.length}<span class="hidden"> for: ${bidiText(text, 80)}</span></summary><ul class="plain">${pieces}</ul>${more}</details></li>`;
  });
  return section(
    "rules",
    "Rules in force",
    ruleItems.length === 0
      ? html`<p class="note">No rule is in force.</p>`
      : html`<ul class="plain">${ruleItems}</ul>${leftOut(rules.length)}`,
  );
}

export function versionSection({ versions }: Report): Markup {
  const versionItems = versions
    .slice(0, ROWS)
    .map(({ id, created, status, summary, decided, added, updated, removed }) => {
      const by = decided === undefined ? html`` : html` · ${bidiText(decided, 60)}`;
      return html`<li${status === "active" ? html` class="active"` : undefined}><p><strong>${bidiText(id, 40)}</strong> ${bidiText(summary)}</p><p class="meta">${day(created)} · ${bidiText(status, 40)}${by} · ${added} added, ${updated} updated, ${removed} removed</p></li>`;
    });
  return section(
    "versions",
    "Versions",
    versionItems.length === 0
      ? html`<p class="note">There is no version yet.</p>`
      : html`<ol class="timeline">${versionItems}</ol>${leftOut(versions.length)}`,
  );
}

const WAITS = {
  version: "versions",
  question: "questions",
  review: "reviews",
  pair: "pairs",
} as const;

export const waitingSection = ({ waiting }: Report): Markup =>
  section(
    "waiting",
    "Waiting",
    table(
      "What waits for a person",
      [
        { name: "what" },
        number("how many"),
        number("days"),
        { name: "since" },
        { name: "oldest", kind: "id" },
        { name: "next", kind: "text" },
      ],
      waiting,
      (one) => [
        html`${WAITS[one.kind]}`,
        ...cells(one.count, one.days),
        day(one.since),
        bidiText(one.id, 40),
        typed(one.next),
      ],
    ),
  );

export const promotionSection = ({ promotion }: Report): Markup =>
  section(
    "promotion",
    "Promotion",
    figureList(
      countRow("Qualified", promotion.qualified.count, promotion.qualified.entries),
      figureRow("Promoted, of those that qualify", promotion.promoted),
      figureRow("Time to rule", promotion.time_to_rule),
      figureRow("Used after", promotion.used_after),
      countRow("Evicted", promotion.evicted.count, promotion.evicted.entries),
      countRow("Taken back", promotion.taken_back.count, promotion.taken_back.entries),
      countRow("In force", promotion.in_force),
    ),
    table(
      "What blocks entries that would qualify",
      [{ name: "because", kind: "text" }, number("entries"), { name: "which", kind: "text" }],
      promotion.blocked,
      ({ because, count, entries }) => [bidiText(because), html`${count}`, behind(entries, because)],
    ),
  );

const USES = {
  heeded: "heeded",
  not_heeded: "not heeded",
  shown: "shown, no sign yet",
  never_shown: "never shown",
} as const;

/** Absent at a commit. */
export function shownSection({ rules_shown: rulesShown }: Report): Markup {
  if (rulesShown === undefined)
    return section(
      "rules-shown",
      "Rules that were shown",
      html`<p class="note">Only the machine where they were shown knows.</p>`,
    );
  return section(
    "rules-shown",
    "Rules that were shown",
    figureList(figureRow("Heeded", rulesShown.heeded)),
    table(
      "Rules by what became of them",
      [{ name: "rule", kind: "text" }, { name: "file" }, { name: "how" }, number("contexts")],
      rulesShown.rules,
      ({ text, target, how, contexts }) => [
        bidiText(text),
        bidiText(target, 80),
        html`${USES[how]}`,
        html`${contexts}`,
      ],
    ),
  );
}
