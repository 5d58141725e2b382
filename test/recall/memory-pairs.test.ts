/** Facts that are worded alike and speak of different things: with the real model, neither retires the other. */
import { expect, it } from "vitest";
import { remember } from "../../src/capture/record.js";
import { capturing } from "../capture/capturing.js";

const PAIRS: readonly (readonly [string, string])[] = [
  ["Use tabs in Go", "Use tabs in Python"],
  ["Use tabs in Go files", "Use spaces in Python files"],
  ["Use 4 spaces in Python", "Use 2 spaces in TypeScript"],
  ["Postgres 14 runs in staging", "Postgres 15 runs in production"],
  ["The staging database is Postgres 14", "The production database is Postgres 16"],
  ["Node 20 is used in CI", "Node 22 is used in the container"],
  ["Python 3.11 runs the importer", "Python 3.12 runs the exporter"],
  ["The API listens on port 8080", "The admin page listens on port 9090"],
  ["The Porto office opens at 9", "The Lisbon office opens at 8"],
  ["Bridget reviews the parser", "Sybil reviews the parser"],
  ["Bridget prefers short answers", "Sybil prefers long answers"],
  ["Deploys to staging happen on Mondays", "Deploys to production happen on Thursdays"],
  ["Run eslint before a commit", "Run prettier before a commit"],
  ["The web team uses npm", "The mobile team uses yarn"],
  ["Never force-push to main", "Force-push to feature branches is fine"],
  ["React 18 is pinned in the web app", "Vue 3 is pinned in the docs site"],
  ["The timeout of the payment service is 30 seconds", "The timeout of the search service is 5 seconds"],
  ["Logs of the gateway are kept 30 days", "Logs of the worker are kept 90 days"],
  ["src/server.ts holds the routes", "src/client.ts holds the routes"],
  ["The backup of the orders table runs at 02:00", "The backup of the users table runs at 03:00"],
  ["Redis 6 caches sessions", "Memcached 1.6 caches pages"],
  ["Do not mock the clock in unit tests", "Mock the network in unit tests"],
  ["Invoices must be in euros", "Quotes may be in dollars"],
];

for (const [a, b] of PAIRS) {
  it.each([
    [a, b],
    [b, a],
  ])("%s | %s", { tags: "sampled" }, async (first, second) => {
    const world = capturing();
    await remember({ ...world }, { content: first, category: "fact" });
    const later = await remember({ ...world }, { content: second, category: "fact" });
    expect(later.superseded, later.because.join(" ")).toBeUndefined();
    expect((await world.entries()).map(({ status }) => status)).toEqual(["active", "active"]);
  });
}
