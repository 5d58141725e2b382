import { describe, expect, it } from "vitest";
import * as z from "zod";
import { COMMANDS } from "../../src/commands.js";
import { issueInWords } from "../../src/text/issue-words.js";
import { parserOf } from "../declared.js";
import { sandbox } from "../sandbox.js";
import { knownWorkspace, NO_MODEL } from "./known-workspace.js";
import { words } from "./typed.js";

/** How the libraries below say it: none of it is for people. */
const RAW =
  /Invalid (input|option|key|string|ISO)|Zod|Too (small|big)|Unrecognized key|expected (string|number|array|object|one of)|received (undefined|string|number)|^tenet: (error: )|error: |unknown option|missing required argument|too many arguments|argument missing|argument '.*' is invalid|Allowed choices|commander\.|undefined|\[object|\n +at /;

const stray = ["a", "b", "c", "d", "e", "f", "g"];
/** They wait for a client, or serve a host and never fail. */
const NOT_TRIED = new Set(["mcp", "hook"]);

describe("no message of a library reaches a user", () => {
  it("whatever is called wrongly", { tags: "proof" }, async () => {
    const box = await knownWorkspace({ profile: NO_MODEL });
    for (const row of COMMANDS.filter(({ name }) => !NOT_TRIED.has(name))) {
      const command = await parserOf(row.name);
      const paths = [[row.name], ...command.commands.map((sub) => [row.name, sub.name()])];
      for (const [at, path] of paths.entries()) {
        const one = at === 0 ? command : command.commands[at - 1];
        const valued = one?.options.find((option) => option.required && !option.hidden)?.long;
        const takes = (property: "variadic" | "required") =>
          one?.registeredArguments.some((argument) => argument[property]) === true;
        const tries = [
          [...path, "--nope"],
          [...path, "-x"],
          ...(takes("variadic") ? [] : [[...path, ...stray]]),
          ...(takes("required") ? [path] : []),
          ...(valued === undefined ? [] : [[...path, valued]]),
        ];
        for (const args of tries) {
          const ran = await box.run(args);
          expect([0, 70], args.join(" ")).not.toContain(ran.code);
          expect(`${ran.stdout}${ran.stderr}`, args.join(" ")).not.toMatch(RAW);
          expect(ran.stderr, args.join(" ")).toMatch(/^tenet: \S.*\n {2}\S/);
        }
      }
    }
  });

  it.each([
    ["recall x --mode fast", '--mode "fast" is not one of hybrid, keyword'],
    ["list --limit x", '--limit "x" is not a whole number from 0'],
    ["list --limit", "--limit <n> needs its value"],
    ["list --typ x", "Did you mean --type?"],
    ["list a", "list takes no arguments, and 1 was given"],
    ["learn a b", 'Text of several words goes into quotes: "a few words".'],
    ["config put", 'config has no command "put"'],
    ["show", "show needs <id>"],
    ["--nope list", "there is no option --nope"],
    ["add -", "insight: must be text", "type: insight\ninsight: 5\nevidence: x\nstakes: low\nat_risk: y\n"],
    ["add -", "score: must be at most 10", "type: outcome\nscore: 99\n"],
    ["add -", 'type is none of them: "wish"', "type: wish\n"],
  ])("tenet %s: %s", async (line, said, stdin = "") => {
    const { code, stdout, stderr } = await (await sandbox()).run(words(line), { stdin });
    expect([code, stdout, stderr]).toEqual([2, "", expect.stringContaining(said)]);
    expect(stderr).not.toMatch(RAW);
  });

  it.each([
    ["outcome: {per_day: x}", "outcome.per_day: must be a number"],
    ["promotion: {score: 900}", "promotion.score: must be at most 10"],
    ["secrets: {personal: hide}", "secrets.personal: must be one of keep, redact"],
    ["apply_mode: fast", "apply_mode: must be one of auto, approval, curated"],
    ["people: {a: 1}", "people: must be a list"],
  ])("in the profile: %s", async (setting, said) => {
    const { code, stderr } = await (await sandbox({ profile: `schema: 1\n${setting}\n` })).run(["list"]);
    expect([code, stderr]).toEqual([2, expect.stringContaining(`tenet.yaml:2: ${said}`)]);
    expect(stderr).not.toMatch(RAW);
  });
});

it.each<[z.ZodType, unknown, string]>([
  [z.string(), 5, "must be text"],
  [z.string().min(1), "", "must not be empty"],
  [z.array(z.string()).min(1), [], "must not be empty"],
  [z.array(z.string()), "x", "must be a list"],
  [z.int(), 1.5, "must be a whole number"],
  [z.number().positive(), 0, "must be more than 0"],
  [z.number().max(10), 11, "must be at most 10"],
  [z.string().max(3), "long", "must be at most 3 characters"],
  [z.boolean(), "yes", "must be true or false"],
  [z.enum(["a", "b"]), "c", "must be one of a, b"],
  [z.literal("a"), "c", "must be a"],
  [z.strictObject({}), { x: 1 }, "has no x"],
  [z.iso.datetime(), "today", "must be an instant such as 2026-02-15T14:00:00Z"],
  [z.string().regex(/^a/, "not an a"), "b", "not an a"],
  [z.union([z.literal("auto"), z.array(z.string())]), 5, "must be auto"],
  [z.record(z.string(), z.string()), [], "must be a set of `name: value`"],
])("what a schema complains about, in words: %#", (schema, value, said) => {
  const [issue] = schema.safeParse(value).error?.issues ?? [];
  expect(issue && issueInWords(issue)).toBe(said);
});
