/** Colours stand out from every ground that terminals usually have. */
import { expect, it } from "vitest";
import { TONES } from "../../src/cli/colours.js";

type Rgb = readonly [number, number, number];
/** White, black, the default of editors, and the two of Solarized. */
const GROUNDS: Readonly<Record<string, Rgb>> = {
  white: [255, 255, 255],
  black: [0, 0, 0],
  grey: [0x1e, 0x1e, 0x1e],
  "solarized light": [0xfd, 0xf6, 0xe3],
  "solarized dark": [0, 0x2b, 0x36],
};

/** The cube of the 256 colours, then its greys (xterm). */
function rgbOf(code: number): Rgb {
  if (code >= 232) return [8 + 10 * (code - 232), 8 + 10 * (code - 232), 8 + 10 * (code - 232)];
  const step = (n: number) => (n === 0 ? 0 : 55 + 40 * n);
  const at = code - 16;
  return [step(Math.floor(at / 36)), step(Math.floor(at / 6) % 6), step(at % 6)];
}

/** Relative luminance, from 0 to 1 (WCAG 2.2). */
function luminance(colour: Rgb): number {
  const [red, green, blue] = colour.map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: Rgb, other: Rgb): number {
  const [high, low] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

it.each(Object.entries(TONES))("%s (%i) has a contrast of 3 to every ground", (_, code) => {
  for (const [name, ground] of Object.entries(GROUNDS)) {
    expect(contrast(rgbOf(code), ground), name).toBeGreaterThanOrEqual(3);
  }
});
