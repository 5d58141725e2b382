/** The system's Chromium, started without a screen and without anything of its own that would use the network. */
import { existsSync } from "node:fs";
import { type Browser, chromium } from "playwright-core";

const PLACES = [
  ...["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome", "/usr/bin/google-chrome-stable"],
  ...["/snap/bin/chromium", "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"],
];

const FLAGS = [
  ...["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"],
  ...["--disable-background-networking", "--disable-component-update", "--disable-sync"],
];

const stated = process.env["CHROMIUM"];
const executablePath = stated === "none" ? undefined : (stated ?? PLACES.find((place) => existsSync(place)));

/**
 * Whether there is one; without it the page is not tried in a browser (`apt-get install chromium`, or CHROMIUM=PATH;
 * CHROMIUM=none where the one that is there does not start).
 */
export const hasChromium = executablePath !== undefined;

export async function startChromium(): Promise<Browser> {
  if (executablePath === undefined) throw new Error("No Chromium is here.");
  return chromium.launch({ executablePath, args: FLAGS });
}
