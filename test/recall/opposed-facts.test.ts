import { describe, expect, it } from "vitest";
import { type Fact, opposedFacts, projectFirst } from "../../src/recall/policy/opposed-facts.js";

const project = (text: string, key?: string): Fact => ({ id: "MEM-P", text, key });
const user = (text: string, key?: string): Fact => ({ id: "MEM-U", text, key, scope: "user" });

/** What the project says, what one of its users says, and the keys of both. */
type Row = readonly [string, string, (string | undefined)?, (string | undefined)?];

const OPPOSED: readonly Row[] = [
  ["Indent with two spaces", "Indent with tabs", "editor.indent", "editor.indent"],
  ["Answer in English", "Answer in German", "reply.language", "reply.language"],
  ["Deploys happen on Tuesdays", "Deploys happen on Thursdays", "deploy.day", "deploy.day"],
  ["pnpm is the package manager", "I use yarn", "package.manager", "package.manager"],
  ["Line length is 120", "Line length is 100", "editor.width", "editor.width"],
  ["Use single quotes in TypeScript", "Double quotes, please", "quotes", "quotes"],
  ["Never push to the main branch directly", "Always push to the main branch directly"],
  ["Commit messages are written in English", "Commit messages are not written in English"],
  ["The integration tests time out after 30 seconds", "The integration tests time out after 60 seconds"],
  ["Semicolons must be used in TypeScript files", "Semicolons must not be used in TypeScript files"],
  ["Reviews happen before the merge", "Reviews happen after the merge"],
  ["Enable strict mode in every new package", "Disable strict mode in every new package"],
  ["Do not squash commits of a feature branch", "Squash commits of a feature branch"],
  ["Keep release notes short and plain", "Never keep release notes short and plain"],
  ["All services log in JSON format", "No services log in JSON format"],
  ["The API runs on port 8080", "The API runs on port 9090"],
  ["The weekly deploys happen on Tuesdays", "The weekly deploys happen on Thursdays"],
  ["Feature flags are allowed in the billing service", "Feature flags are forbidden in the billing service"],
];

const COMPATIBLE: readonly Row[] = [
  ["Indent with two spaces", "Indent with 2 spaces.", "editor.indent", "editor.indent"],
  ["Indent with two spaces", "indent with two spaces", "editor.indent", "editor.indent"],
  ["Indent with two spaces", "Indent with four spaces", "web.indent", "python.indent"],
  ["Deploys happen on Tuesdays", "Standups happen on Thursdays", "deploy.day", "standup.day"],
  ["Never deploy on a Friday afternoon", "Bridget always drinks tea in the morning"],
  ["Answers to customers are detailed", "Bridget prefers short summaries of meetings"],
  ["Never push to the main branch directly", "Never push to the main branch directly"],
  ["Never push to the main branch directly", "Do not push to the main branch directly"],
  ["The staging database has 8 cores", "The office has 3 floors"],
  ["Use npm ci in every pipeline", "Use npm ci in every pipeline, it keeps the lockfile"],
  ["Enable two-factor login for all accounts", "Disable notifications during lunch"],
  ["Customer 4411 pays by SEPA", "Customer 4412 pays by card"],
  ["Release 2.4 needs a manual migration", "Release 2.5 needs a manual migration"],
  ["Indent with tabs in the Go modules", "Indent with spaces in the Python scripts"],
  ["Only owners approve releases", "Bridget reads release notes on the train"],
  ["All services log in JSON", "Some meetings are held in German"],
  ["Tests must pass before a merge", "Bridget must leave at five on Wednesdays"],
  ["Ask before deleting a branch", "Delete nothing without asking"],
];

describe("a project's and a user's memory", () => {
  for (const [mine, theirs, key, other] of OPPOSED) {
    it(`cannot both hold: ${mine} / ${theirs}`, () => {
      const opposed = opposedFacts([project(mine, key), user(theirs, other)]);
      expect([...opposed]).toEqual([
        ["MEM-P", ["MEM-U"]],
        ["MEM-U", ["MEM-P"]],
      ]);
    });
  }

  for (const [mine, theirs, key, other] of COMPATIBLE) {
    it(`can both hold: ${mine} / ${theirs}`, () => {
      expect(opposedFacts([project(mine, key), user(theirs, other)]).size).toBe(0);
    });
  }

  it("are compared across the two alone: within one of them captures have decided", () => {
    const [mine = "", theirs = "", key] = OPPOSED[0] ?? [];
    expect(opposedFacts([project(mine, key), { ...project(theirs, key), id: "MEM-Q" }]).size).toBe(0);
    expect(opposedFacts([user(mine, key), { ...user(theirs, key), id: "MEM-V" }]).size).toBe(0);
  });
});

describe("the order of opposed memories", () => {
  const fact = (id: string, scope?: string): Fact => ({ id, text: id, scope });
  const facts = [fact("u1", "user"), fact("p1"), fact("u2", "user"), fact("p2"), fact("p3")];
  const order = (opposed: Record<string, string[]>) =>
    projectFirst(facts, new Map(Object.entries(opposed))).map(({ id }) => id);

  it("is as it was where nothing is opposed, or the project's comes first", () => {
    expect(order({})).toEqual(["u1", "p1", "u2", "p2", "p3"]);
    expect(order({ p1: ["u2"], u2: ["p1"] })).toEqual(["u1", "p1", "u2", "p2", "p3"]);
  });

  it("has a user's behind every one of the project's that it is opposed to", () => {
    expect(order({ u1: ["p1"], p1: ["u1"] })).toEqual(["p1", "u1", "u2", "p2", "p3"]);
    expect(order({ u1: ["p1", "p3"], p1: ["u1"], p3: ["u1"] })).toEqual(["p1", "u2", "p2", "p3", "u1"]);
    expect(order({ u1: ["p2"], u2: ["p2"], p2: ["u1", "u2"] })).toEqual(["p1", "p2", "u2", "u1", "p3"]);
    expect(order({ u1: ["gone"] })).toEqual(["u1", "p1", "u2", "p2", "p3"]);
  });
});
