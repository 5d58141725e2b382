/** A workspace with pages of the wiki, for tests of them. */
import { createHash } from "node:crypto";
import { expect } from "vitest";
import { copyOf, oncePerFile, type Sandbox, sandbox } from "../sandbox.js";

export const PROFILE = "schema: 1\nagent: main\ntimezone: UTC\nembedding: {model: ./none, dtype: q8}\n";
export const PAGE = "memory/wiki/releases.md";

export const DRAFTS = [
  {
    type: "correction",
    corrected_to: "Use npm ci in CI",
    prior_belief: "npm install is fine",
    stakes: "high",
    at_risk: "lockfile drift broke release 2.3",
    behavioral_change: "look for npm install in the CI file",
    domain: "Releases",
    tags: ["pipeline"],
  },
  {
    type: "insight",
    insight: "Releases are never cut on Fridays",
    evidence: "three of four Friday releases failed",
    stakes: "medium",
    at_risk: "a weekend of repairs",
    domain: "releases",
  },
  { type: "memory", content: "The office is in Bern", category: "fact" },
];

export interface World {
  box: Sandbox;
  cor: string;
  ins: string;
  mem: string;
}

const first = oncePerFile(async (): Promise<World> => {
  const box = await sandbox({ profile: PROFILE });
  const added = (await box.run(["add", "-", "--json"], { stdin: JSON.stringify(DRAFTS) })).json();
  const [cor, ins, mem] = added.data.results.map(({ id }: { id: string }) => id);
  expect((await box.run(["index", "--wiki"])).code).toBe(0);
  return { box, cor, ins, mem };
});

/** Three entries on two pages. */
export async function world(): Promise<World> {
  const { box, ...ids } = await first();
  return { box: await copyOf(box), ...ids };
}

export const wiki = async (box: Sandbox, ...more: string[]) =>
  (await box.run(["index", "--wiki", ...more, "--json"])).json();
export const apply = (box: Sandbox, pages: unknown, env = {}) =>
  box.run(["index", "--wiki", "--apply", "-", "--json"], { stdin: JSON.stringify(pages), env });
export const shown = async (box: Sandbox, query: string): Promise<string[]> => {
  const { layers } = (await box.run(["context", "--query", query, "--json"])).json().data;
  const layer = layers.find(({ name }: { name: string }) => name === "wiki");
  return (layer?.items ?? []).map(({ text }: { text: string }) => text);
};
/** As a page's header seals its block. */
export const seal = (lines: string[]) => createHash("sha256").update(lines.join("\n")).digest("hex").slice(0, 16);
