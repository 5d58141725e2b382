/// <reference lib="dom" />
/// <reference lib="dom.iterable" />

import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import axeCore from "axe-core";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { reportPage } from "../../src/report/report-page.js";
import { hasChromium, startChromium } from "./chromium.js";
import { HOSTILE_TEXTS, reportWithText } from "./hostile-texts.js";
import { emptyReport, sampleReport } from "./sample-report.js";

const ABOUT = { workspace: "northwind", version: "1.2.3" };
const SAMPLE = reportPage(sampleReport(), ABOUT);
const NARROW = { width: 360, height: 740 };
const WIDE = { width: 1280, height: 900 };

let browser: Browser;
let folder: string;
beforeAll(async () => {
  if (!hasChromium) return;
  browser = await startChromium();
  folder = await mkdtemp(join(tmpdir(), "tenet-page-"));
}, 180_000);
afterAll(async () => {
  await browser?.close();
  if (folder !== undefined) await rm(folder, { recursive: true });
});

/** What a page did that it must not: requests but for its own file, dialogs, refusals by its policy, errors. */
function watched(page: Page): string[] {
  const deeds: string[] = [];
  page.on("request", (request) => {
    if (request.url() !== page.url() && !/^(file:.*\.html$|data:,$)/.test(request.url()))
      deeds.push(`request ${request.url()}`);
  });
  page.on("dialog", (dialog) => {
    deeds.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("console", (message) => deeds.push(`console ${message.text()}`));
  page.on("pageerror", (error) => deeds.push(`error ${error.message}`));
  return deeds;
}

interface Opened {
  page: Page;
  deeds: string[];
  show(text: string): Promise<void>;
}

/** A page from disk, offline; it is closed when `act` is done, and must have done nothing. */
async function opened(options: BrowserContextOptions, act: (opened: Opened) => Promise<void>): Promise<void> {
  const context = await browser.newContext({ offline: true, viewport: WIDE, ...options });
  const page = await context.newPage();
  const deeds = watched(page);
  const file = join(folder, "report.html");
  const show = async (text: string) => {
    await writeFile(file, text);
    await page.goto(pathToFileURL(file).href);
  };
  await act({ page, deeds, show });
  expect(deeds).toEqual([]);
  await context.close();
}

/** Tags by count, and headings, tables and names of what can be named, as the browser has understood them. */
const structure = () => {
  const all = [...document.querySelectorAll("*")];
  const tags: Record<string, number> = {};
  for (const { localName } of all) tags[localName] = (tags[localName] ?? 0) + 1;
  const attributes = [...new Set(all.flatMap((element) => element.getAttributeNames()))].sort();
  return { tags, attributes, ran: "ran" in window };
};

const overflow = () => document.documentElement.scrollWidth - document.documentElement.clientWidth;

async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axeCore.source);
  const found = await page.evaluate(() => {
    const { axe: checker } = window as unknown as {
      axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
    };
    return checker.run();
  });
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(" | ")}`);
}

const openAll = () => {
  for (const one of document.querySelectorAll("details")) one.open = true;
};

describe.skipIf(!hasChromium)("the page in Chromium", { timeout: 300_000 }, () => {
  for (const colorScheme of ["light", "dark"] as const)
    for (const viewport of [NARROW, WIDE])
      it(`axe finds nothing, ${colorScheme}, ${viewport.width} px, closed and opened`, () =>
        opened({ viewport, colorScheme }, async ({ page, show }) => {
          for (const text of [reportPage(emptyReport(), ABOUT), SAMPLE]) {
            await show(text);
            expect(await violations(page)).toEqual([]);
            await page.evaluate(openAll);
            expect(await violations(page)).toEqual([]);
          }
        }));

  it("light and dark have colours of their own", () =>
    opened({}, async ({ page, show }) => {
      await show(SAMPLE);
      const colours = () => ({
        paper: getComputedStyle(document.documentElement).backgroundColor,
        bar: getComputedStyle(document.querySelector('.chart path[fill="var(--good)"]') as Element).fill,
      });
      const light = await page.evaluate(colours);
      await page.emulateMedia({ colorScheme: "dark" });
      const dark = await page.evaluate(colours);
      expect(light).toEqual({ paper: "rgb(253, 253, 251)", bar: "rgb(26, 102, 140)" });
      expect(dark).toEqual({ paper: "rgb(21, 24, 26)", bar: "rgb(111, 184, 222)" });
      await page.emulateMedia({ colorScheme: "dark", media: "print" });
      expect(await page.evaluate(colours)).toEqual(light);
    }));

  for (const size of ["100%", "200%"])
    it(`nothing is wider than 360 px with text at ${size}, opened or not; wide tables scroll`, () =>
      opened({ viewport: NARROW }, async ({ page, show }) => {
        await show(SAMPLE);
        await page.evaluate((fontSize) => document.documentElement.style.setProperty("font-size", fontSize), size);
        expect(await page.evaluate(overflow)).toBe(0);
        await page.evaluate(openAll);
        expect(await page.evaluate(overflow)).toBe(0);
        const scrolled = await page.evaluate(
          () => [...document.querySelectorAll(".scroll")].filter((one) => one.scrollWidth > one.clientWidth).length,
        );
        expect(scrolled).toBeGreaterThan(3);
        const broken = await page.evaluate(() =>
          [...document.querySelectorAll(".scroll bdi")]
            .filter((one) => one.getClientRects().length > 1)
            .filter((one) => (one.textContent?.length ?? 0) / one.getClientRects().length < 4)
            .map(({ textContent }) => textContent),
        );
        expect(broken).toEqual([]);
      }));

  it("has one of each landmark, headings in order, and a name for everything that is reached", () =>
    opened({}, async ({ page, show }) => {
      await show(SAMPLE);
      expect(await page.evaluate(() => document.documentElement.lang)).toBe("en");
      for (const role of ["banner", "main", "navigation", "contentinfo"] as const)
        expect([role, await page.getByRole(role).count()]).toEqual([role, 1]);
      const levels = await page.evaluate(() =>
        [...document.querySelectorAll("h1,h2,h3")].map((one) => Number(one.localName[1])),
      );
      expect(levels[0]).toBe(1);
      for (const [n, level] of levels.entries()) expect(level - (levels[n - 1] ?? 0)).toBeLessThanOrEqual(1);
      expect(await page.getByRole("img", { name: /\S{3}/ }).count()).toBe(await page.getByRole("img").count());
      await page.evaluate(openAll);
      const names = await page.evaluate(() =>
        [...document.querySelectorAll("table")].map((one) => one.caption?.textContent ?? ""),
      );
      expect(new Set(names).size).toBe(names.length);
      expect(names).toContain("Agents");
      const summaries = await page.evaluate(() =>
        [...document.querySelectorAll("section")].flatMap((one) => {
          const texts = [...one.querySelectorAll("summary")].map(({ textContent }) => textContent);
          return texts.filter((text, n) => texts.indexOf(text) !== n);
        }),
      );
      expect(summaries).toEqual([]);
    }));

  it("is reached by the keyboard whole, with the focus to be seen, and Enter opens", () =>
    opened({}, async ({ page, show }) => {
      await show(SAMPLE);
      const wanted = await page.evaluate(() => document.querySelectorAll("a[href],summary,section > .scroll").length);
      await page.keyboard.press("Tab");
      expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Skip to the report");
      const reached = new Set<string>();
      for (let n = 0; n < wanted + 40; n++) {
        const stop = await page.evaluate(() => {
          const { activeElement: active } = document;
          if (active === null || active === document.body) return undefined;
          const { outlineStyle, outlineWidth } = getComputedStyle(active);
          const index = [...document.querySelectorAll("*")].indexOf(active);
          return { key: String(index), seen: outlineStyle !== "none" && outlineWidth !== "0px", is: active.localName };
        });
        if (stop === undefined) break;
        expect(stop.seen).toBe(true);
        reached.add(stop.key);
        await page.keyboard.press("Tab");
      }
      const missed = await page.evaluate(
        (keys) => {
          const all = [...document.querySelectorAll("*")];
          return [...document.querySelectorAll("a[href],summary,section > .scroll")]
            .filter((one) => !keys.includes(String(all.indexOf(one))))
            .map((one) => one.outerHTML.slice(0, 120));
        },
        [...reached],
      );
      expect(missed).toEqual([]);
      const first = page.locator("summary").first();
      await first.focus();
      await page.keyboard.press("Enter");
      expect(await page.evaluate(() => document.querySelector("details")?.open)).toBe(true);
      await page.keyboard.press("Enter");
      expect(await page.evaluate(() => document.querySelector("details")?.open)).toBe(false);
    }));

  it("on paper shows what is closed on a screen, cuts no plot, and leaves out what is to be clicked", () =>
    opened({ viewport: { width: 720, height: 1000 } }, async ({ page, show }) => {
      await show(SAMPLE);
      const seen = () => {
        const tables = [...document.querySelectorAll("details table, details .ids")];
        const shown = tables.filter((one) => one.checkVisibility() && one.getBoundingClientRect().height > 0);
        const plots = [...document.querySelectorAll(".chart")].map((one) => one.getBoundingClientRect());
        return {
          closed: tables.length - shown.length,
          cut: plots.filter(({ left, right }) => left < 0 || right > innerWidth).length,
          over: [...document.querySelectorAll("figure table")].filter(
            (one) =>
              one.getBoundingClientRect().right > (one.closest("figure")?.getBoundingClientRect().right ?? 0) + 1,
          ).length,
          contents: document.querySelector("nav")?.checkVisibility(),
        };
      };
      expect((await page.evaluate(seen)).closed).toBeGreaterThan(20);
      await page.emulateMedia({ media: "print" });
      expect(await page.evaluate(seen)).toEqual({ closed: 0, cut: 0, over: 0, contents: false });
      expect((await page.pdf({ format: "A4" })).length).toBeGreaterThan(20_000);
    }));
});

describe.skipIf(!hasChromium)("hostile texts in Chromium", { timeout: 300_000 }, () => {
  const pageOf = (text: string) => reportPage(reportWithText(sampleReport(), text), { workspace: text, version: text });

  it("run nothing, ask nothing, and leave every element and attribute as it is with a harmless text", () =>
    opened({ viewport: NARROW }, async ({ page, deeds, show }) => {
      await show(pageOf("harmless"));
      const harmless = await page.evaluate(structure);
      for (const text of HOSTILE_TEXTS) {
        await show(pageOf(text));
        const name = text.slice(0, 60);
        expect({ name, ...(await page.evaluate(structure)) }).toEqual({ name, ...harmless });
        expect([name, await page.evaluate(overflow)]).toEqual([name, 0]);
        expect([name, ...deeds]).toEqual([name]);
      }
    }));

  it("would be seen: the same page with a text unescaped fails", () =>
    opened({}, async ({ page, show, deeds }) => {
      await show(
        SAMPLE.replace("<h1>", "<h1><script>window.ran = 1</script><img src='https://example.invalid/x.png'>"),
      );
      expect(await page.evaluate(structure)).toMatchObject({ tags: { script: 1, img: 1 }, ran: false });
      expect(deeds.join("\n")).toMatch(/Content Security Policy/);
      deeds.length = 0;
    }));
});
