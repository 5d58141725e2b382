/**
 * English words that carry no subject of their own. Negations (no, not, never, none, nor, neither, without, cannot) are
 * deliberately absent: "use X" and "do not use X" must not look the same.
 */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  `
    a about above after again all also am an and any are as at be because been before being
    below between both but by can could did do does doing down during each few for from further had has have
    having he her here hers him his how i if in into is it its itself just let me more most my of off on once
    only or other our out over own same she should so some such than that the their them then there these they
    this those through to too under until up us very was we were what when where which while who whom why will
    with would you your
  `
    .trim()
    .split(/\s+/),
);
