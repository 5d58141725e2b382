/** An outline on a screen: broken at its width, coloured, tables in columns. */
import { pad, widest, wrap } from "../columns.js";
import type { Paint } from "../paint.js";
import { shareOut, sparkline } from "./marks.js";
import {
  type Block,
  type Item,
  isShownOn,
  type Outline,
  plainOf,
  type Said,
  shortNumber,
  type Tone,
  type Toned,
} from "./outline.js";
import { FIELD_INDENT, FLOW, LABEL, NEXT } from "./pipe.js";
import { tableLines } from "./terminal-table.js";
import { blanks, GUTTER, NARROWEST, partLines, toneLines } from "./tone-lines.js";

/** Cells of a bar. */
const BAR = 24;

const DIFF: Readonly<Record<string, Tone>> = { "+": "good", "-": "bad", "@": "accent" };

/** A line of a diff; what is longer than the screen goes on under its own text, in the colour of its sign. */
function diffLines(text: string, room: number, paint: Paint): string[] {
  const tone = /^(\+\+\+|---)( |$)/.test(text) ? "strong" : DIFF[text[0] ?? ""];
  const lines = widest([text]) > room ? wrap(text, room - 2).map((one, at) => (at === 0 ? one : `  ${one}`)) : [text];
  return tone === undefined ? lines : lines.map((one) => paint[tone](one));
}

/** What went well, went wrong, is not clear, is still to come: apart without colour too. */
const MARKS: readonly (readonly [mark: string, tone: Tone])[] = [
  ["█", "good"],
  ["▒", "bad"],
  ["░", "warn"],
  ["·", "faint"],
];

/** A bar with its figure, and what its marks stand for. */
function barLines({ label, parts, says }: Block & { kind: "bar" }, paint: Paint): string[] {
  const marks = parts.map((_, at) => MARKS[at % MARKS.length] as (typeof MARKS)[number]);
  const cells = shareOut(
    parts.map(([, count]) => count),
    BAR,
  );
  const drawn = marks.map(([mark, tone], at): Toned => ({ text: mark.repeat(cells[at] ?? 0), tone }));
  const legend = parts.map(([name, count], at): Said => {
    const [text, tone] = marks[at] as (typeof MARKS)[number];
    return [{ text, tone }, ` ${count} ${name}`];
  });
  const before = label === "" ? 0 : NEXT;
  const groups: Said[][] = [says === undefined ? [drawn] : [drawn, says], legend];
  const lines = groups.flatMap((group) => partLines(group, GUTTER, paint.width - before, paint));
  return behind(before === 0 ? "" : label.padEnd(before), lines, paint);
}

/** Lines behind a label. */
const behind = (label: string, lines: readonly string[], paint: Paint): string[] =>
  lines.map((one, at) => `${at === 0 ? paint.strong(label) : blanks(label.length)}${one}`);

/** A line of marks a series, two beside each other where there is room; then what they are of. */
function sparkLines({ title, series }: Block & { kind: "plot" }, paint: Paint): string[] {
  const drawn = series.filter(({ values }) => values.some((value) => value));
  const wide = widest(drawn.map(({ name }) => name));
  const texts = drawn.map(({ name, values, most }) => {
    const presentValues = values.filter((value) => value !== null);
    const least = most === undefined ? 0 : Math.min(...presentValues);
    const greatest = Math.max(...presentValues);
    const range = `${shortNumber(least)} to ${shortNumber(greatest)}`;
    return `${pad(name, wide)} ${sparkline(values, 0, most ?? greatest)} ${range}`;
  });
  const cells = texts.map((text, at) => (at % 2 === 0 ? pad(text, widest(texts)) : text));
  const pairs = cells.flatMap((text, at) => (at % 2 === 0 ? [[text, ...cells.slice(at + 1, at + 2)]] : []));
  const lines = pairs.flatMap((pair) => partLines(pair, "  ", paint.width, paint));
  return drawn.length === 0 ? [] : [...lines, ...toneLines(title, paint.width, paint)];
}

/** Cells of a rule where the screen is wider. */
const WIDEST_RULE = 100;

function ruleLine(title: string, paint: Paint): string {
  const room = Math.min(paint.width, WIDEST_RULE) - widest([title]) - 4;
  return paint.faint(`── ${title} ${"─".repeat(Math.max(2, room))}`);
}

/** Items beside each other, as many as a line has room for. */
function flowLines(items: readonly Item[], indent: number, paint: Paint): string[] {
  const lines: { text: string; cells: number }[] = [];
  for (const { says } of items) {
    const [text = ""] = toneLines(says, Number.POSITIVE_INFINITY, paint);
    const cells = widest([plainOf(says)]);
    const line = lines.at(-1);
    if (line === undefined || indent + line.cells + FLOW.length + cells > paint.width) lines.push({ text, cells });
    else Object.assign(line, { text: `${line.text}${FLOW}${text}`, cells: line.cells + FLOW.length + cells });
  }
  return lines.map(({ text }) => `${blanks(indent)}${text}`);
}

function linesOf(block: Block, paint: Paint): string[] {
  switch (block.kind) {
    case "gap":
      return [""];
    case "heading":
      if (block.ruled === true) return [ruleLine(plainOf(block.says), paint)];
      return toneLines(plainOf(block.says), paint.width, paint).map((one) => paint.strong(one));
    case "line": {
      const { says, indent = 0, hang = 0 } = block;
      const room = block.whole === true ? Number.POSITIVE_INFINITY : paint.width - indent - hang;
      return toneLines(says, room, paint).map((one, at) => `${blanks(indent + (at === 0 ? 0 : hang))}${one}`);
    }
    case "field": {
      const { label, says, cells = LABEL, indent = FIELD_INDENT } = block;
      const tone = indent === 0 ? paint.strong : paint.faint;
      if (paint.width - indent - cells < NARROWEST)
        return [
          `${blanks(indent)}${tone(label)}`,
          ...toneLines(says, paint.width - indent - 2, paint).map((one) => `${blanks(indent + 2)}${one}`),
        ];
      const lines = toneLines(says, paint.width - indent - cells, paint);
      return lines.map((one, at) =>
        at === 0 ? `${blanks(indent)}${tone(label.padEnd(cells))}${one}` : `${blanks(indent + cells)}${one}`,
      );
    }
    case "table":
      return tableLines(block, paint);
    case "list": {
      const { items, mark = "- ", indent = 0 } = block;
      if (block.flow === true) return flowLines(items, indent, paint);
      const below = blanks(indent + mark.length);
      const room = paint.width - indent - mark.length;
      return items.flatMap(({ says, under = [] }) => [
        ...toneLines(says, room, paint).map((one, at) => `${at === 0 ? `${blanks(indent)}${mark}` : below}${one}`),
        ...under.flatMap((one) => toneLines(one, room, paint).map((text) => `${below}${text}`)),
      ]);
    }
    case "quote": {
      const { text, indent = 0, tone } = block;
      const lines = text.split("\n").flatMap((one) => wrap(one, Math.max(NARROWEST, paint.width - indent)));
      return lines.map((one) => `${blanks(indent)}${tone === undefined ? one : paint[tone](one)}`);
    }
    case "diff":
      return block.text
        .split("\n")
        .flatMap((one) => diffLines(one, paint.width - (block.indent ?? 0), paint))
        .map((one) => `${blanks(block.indent ?? 0)}${one}`);
    case "next": {
      const { label = "next", steps } = block;
      const wide = Math.max(0, ...steps.map(([command]) => command.length)) + 2;
      return steps.flatMap(([command, why], at) => {
        const [first = "", ...rest] = toneLines(why, paint.width - NEXT - wide, paint);
        const head = `${paint.strong((at === 0 ? label : "").padEnd(NEXT))}${paint.accent(command.padEnd(wide))}${first}`;
        return [head, ...rest.map((one) => `${blanks(NEXT + wide)}${one}`)];
      });
    }
    case "bar":
      return barLines(block, paint);
    case "facts":
      return block.groups.flatMap((group) =>
        partLines(
          group.flatMap(({ line, screen = line }) => screen || []),
          block.between ?? "; ",
          paint.width,
          paint,
        ),
      );
    case "plot":
      return sparkLines(block, paint);
    case "section": {
      const narrower = { ...paint, width: Math.max(NARROWEST, paint.width - NEXT) };
      const lines = block.blocks.flatMap((one) => linesOf(one, narrower));
      return behind(block.label.padEnd(NEXT), lines, paint);
    }
    case "only":
      return isShownOn(block.on, "screen") ? block.blocks.flatMap((one) => linesOf(one, paint)) : [];
  }
}

/** The lines of an outline, each ended, as wide as the screen. */
export function terminalText(outline: Outline, paint: Paint): string {
  return outline
    .flatMap((block) => linesOf(block, paint))
    .map((one) => `${one.trimEnd()}\n`)
    .join("");
}
