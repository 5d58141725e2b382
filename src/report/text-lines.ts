/** Lines of a report laid out for a screen: parts beside each other while they have room, sections while there are lines. */
import { pad, widest, wrap } from "../text/columns.js";
import type { Paint } from "../text/paint.js";

/** Cells for the label of a section. */
const LABEL = 11;
/** A section is fitted as if the screen had so many columns: a narrower one breaks the same lines. */
const MEANT_WIDTH = 80;

/** Parts that belong on one line; where that is too long they break between parts. */
export interface Line {
  parts: readonly string[];
  gap: "; " | "  ";
}

export interface Section {
  label: string;
  lines: readonly Line[];
  /** Said in its place where there is no room for all of it. */
  short?: readonly Line[] | undefined;
  /** 0: it always stands. The greatest goes first where there is no room. */
  rank: number;
}

/** One line of what there is to say; none where there is nothing. */
export function line(...parts: (string | false | undefined)[]): Line[] {
  const presentParts = parts.filter((part) => part !== undefined && part !== false);
  return presentParts.length === 0 ? [] : [{ parts: presentParts, gap: "; " }];
}

/** The same, as cells beside each other. */
export const cells = (...parts: (string | false | undefined)[]): Line[] =>
  line(...parts).map(({ parts: lineParts }) => ({ parts: lineParts, gap: "  " }));

/** Parts as long as they fit; one that is too long by itself is wrapped. The mark behind a part needs a cell too. */
function brokenUp({ parts, gap }: Line, room: number): string[] {
  const lines: string[] = [];
  for (const [at, part] of parts.entries()) {
    const free = at === parts.length - 1 ? room : room - gap.trimEnd().length;
    const before = lines.at(-1);
    const longer = before === undefined ? part : `${before}${gap}${part}`;
    if (widest([longer]) <= free) lines.splice(-1, 1, longer);
    else {
      if (before !== undefined) lines.splice(-1, 1, `${before}${gap}`.trimEnd());
      lines.push(...(widest([part]) <= free ? [part] : wrap(part, free)));
    }
  }
  return lines;
}

/** Each section behind its label. */
export function draw(sections: readonly Section[], paint: Paint): string[] {
  const room = Math.max(20, paint.width - LABEL);
  return sections.flatMap(({ label, lines }) =>
    lines
      .flatMap((one) => brokenUp(one, room))
      .map((text, at) => `${paint.strong(pad(at === 0 ? label : "", LABEL))}${text}`.trimEnd()),
  );
}

/** Sections that fit into so many lines at 80 columns: first shortened, then left out, the least ones first. */
export function fitted(all: readonly Section[], most: number, paint: Paint): readonly Section[] {
  const meantPaint = { ...paint, width: MEANT_WIDTH };
  let keptSections = all;
  for (const shorten of [shortenOne, leaveOut]) {
    while (draw(keptSections, meantPaint).length > most) {
      const fewer = shorten(keptSections);
      if (fewer === keptSections) break;
      keptSections = fewer;
    }
  }
  return keptSections;
}

const least = (sections: readonly Section[]): number => Math.max(...sections.map(({ rank }) => rank));

function shortenOne(sections: readonly Section[]): readonly Section[] {
  const long = sections.filter(({ short }) => short !== undefined);
  if (long.length === 0) return sections;
  return sections.map((one) =>
    one.short !== undefined && one.rank === least(long) ? { ...one, lines: one.short, short: undefined } : one,
  );
}

function leaveOut(sections: readonly Section[]): readonly Section[] {
  const rank = least(sections);
  return rank <= 0 ? sections : sections.filter((one) => one.rank !== rank);
}
