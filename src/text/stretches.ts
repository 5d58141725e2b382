/** Stretches of a text, in UTF-16 units. */

export interface Stretch {
  start: number;
  end: number;
}

export const stretchOf = ({ 0: whole, index = 0 }: RegExpMatchArray): Stretch => ({
  start: index,
  end: index + whole.length,
});

/** Those that overlap none of some others, in order. Neither may overlap among themselves. */
export function outside<S extends Stretch>(stretches: readonly S[], others: readonly Stretch[]): S[] {
  const takenStretches = [...others].sort((a, b) => a.start - b.start);
  const sorted = [...stretches].sort((a, b) => a.start - b.start);
  let next = 0;
  return sorted.filter(({ start, end }) => {
    while (next < takenStretches.length && (takenStretches[next] as Stretch).end <= start) next++;
    const other = takenStretches[next];
    return other === undefined || other.start >= end;
  });
}

/** The text with a mark in place of each stretch. They are in order and do not overlap. */
export function replaced<S extends Stretch>(text: string, stretches: readonly S[], mark: (one: S) => string): string {
  let result = "";
  let from = 0;
  for (const one of stretches) {
    result += text.slice(from, one.start) + mark(one);
    from = one.end;
  }
  return result + text.slice(from);
}
