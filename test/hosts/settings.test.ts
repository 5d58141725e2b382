import { describe, expect, test } from "vitest";
import type { HostPatch } from "../../src/hosts/install/host-patch.js";
import { gitHookPatch } from "../../src/hosts/install/settings-block.js";
import { HOOKED, hookCommand, hooksPatch, type SettingsHost } from "../../src/hosts/install/settings-hooks.js";

const HOSTS: readonly SettingsHost[] = ["claude-code", "codex", "cursor", "gemini-cli"];

/** Puts a piece in; fails the test where it does not go in. */
function put(piece: HostPatch, text: string | undefined) {
  const done = piece.apply(text);
  if (done.state !== "applied") throw new Error(`not put in: ${JSON.stringify(done)}\n${text}`);
  return done;
}

const theirs = (host: SettingsHost, command: string) =>
  host === "cursor" ? { command } : { matcher: "startup", hooks: [{ type: "command", command }] };

/** Settings as people keep them, `E0` to `E2` the names of events with our hooks, `X` a hook of others: [odd, text]. */
const SETTINGS: readonly [odd: string, text: string][] = [
  ["an empty object", "{}"],
  ["an empty object on two lines", "{\n}\n"],
  ["an empty file", ""],
  ["nothing but lines", "\n\n"],
  ["a comment alone", "// mine\n"],
  ["a byte order mark", '\uFEFF{\n  "model": "x"\n}\n'],
  ["a byte order mark alone", "\uFEFF"],
  ["CRLF", '{\r\n  "a": 1,\r\n  "hooks": {\r\n    "E0": []\r\n  }\r\n}\r\n'],
  ["tabs and no final newline", '{\n\t"permissions": {\n\t\t"allow": ["Bash(ls)"]\n\t}\n}'],
  ["one line", '{"a":1,"b":[1,2]}'],
  ["one line with spaces", '{ "a": 1, "hooks": {} }\n'],
  ["minified, with hooks", '{"hooks":{"E0":[X]}}'],
  [
    "comments everywhere",
    '// top\n{\n  /* a */ "a": 1, // why\n  "hooks": { // mine\n    // first\n    "E1": [\n      X // last\n      // end\n    ] // event\n  } // hooks\n  // bottom\n} // tail\n',
  ],
  ["trailing commas", '{\n  "hooks": {\n    "E0": [\n      X,\n    ],\n  },\n  "z": [1,],\n}\n'],
  ["commas that lead", '{ "a": 1\n, "hooks": { "E2": [ X\n  , X ] }\n}\n'],
  ["a comment in an empty object", '{ "hooks": { /* none yet */ }, "b": [] }\n'],
  ["a line comment in an empty object", '{\n  "hooks": { // none yet\n  }\n}\n'],
  ["strings that look like comments", '{\n  "a": "// no, /* no */ {[,", "b": "\\"}"\n}\n'],
];
const COMMENTS = /\/\*.*?\*\/|\/\/ .*/g;
const writtenFor = (host: SettingsHost, text: string): string =>
  text
    .replace(/E([012])/g, (_, nth) => HOOKED[host][nth]?.event ?? "")
    .replaceAll("X", JSON.stringify(theirs(host, "lint")));

describe("hooks in settings", () => {
  describe.each(HOSTS)("of %s", (host) => {
    const piece = hooksPatch(host);

    test.each(SETTINGS)("go in and come out by their form: %s", (_, odd) => {
      const before = writtenFor(host, odd);
      const { text } = put(piece, before);
      expect(piece.stateIn(text)).toEqual({ state: "installed" });
      expect(piece.apply(text)).toEqual({ state: "unchanged" });
      const rest = piece.revert(text) ?? "";
      expect(piece.stateIn(rest).state).toBe("absent");
      expect(piece.revert(rest)).toBeUndefined();
      if (odd.includes("X")) expect(rest.match(COMMENTS)).toEqual(before.match(COMMENTS));
    });

    test("are made as the host documents them where there is no file", () => {
      const { text } = put(piece, undefined);
      const value = JSON.parse(text);
      expect(Object.keys(value.hooks)).toEqual(HOOKED[host].map(({ event }) => event));
      for (const { event, calls, timeout } of HOOKED[host]) {
        const command = hookCommand(host, calls);
        const entry = host === "cursor" ? { command, timeout } : { hooks: [{ type: "command", command, timeout }] };
        expect(value.hooks[event]).toEqual([entry]);
        expect(timeout).toBeLessThanOrEqual(host === "gemini-cli" ? 5_000 : 5);
      }
      expect(value.version).toBe(host === "cursor" ? 1 : undefined);
      expect(piece.isEmpty(piece.revert(text) ?? "")).toBe(true);
    });

    test.each([
      ["no object", "[]", 1],
      ["a missing brace", '{\n  "a": 1\n', 3],
      ["a stray word", '{\n  "a": 1,\n  b\n}', 3],
      ["hooks that are a list", '{\n  "hooks": []\n}', 2],
      ["an event that is no list", '{\n  "hooks": {\n    "E0": "x"\n  }\n}', 3],
    ])("are not put into %s", (_, text, line) => {
      expect(piece.stateIn(writtenFor(host, text))).toMatchObject({ state: "broken", line });
      expect(piece.apply(writtenFor(host, text))).toMatchObject({ state: "broken", line });
    });

    test("that are missing in part are told with their line", () => {
      const { text } = put(piece, undefined);
      const [first] = HOOKED[host];
      const part = text.replace(hookCommand(host, first?.calls ?? "stop"), "echo");
      expect(piece.stateIn(part)).toMatchObject({ state: "partly", because: `no hook of tenet at ${first?.event}` });
    });

    test("that somebody wrote themselves are neither doubled nor taken out", () => {
      const [first] = HOOKED[host];
      const own = `tenet hook ${first?.calls} --host ${host} | tee /tmp/seen`;
      const before = JSON.stringify({ hooks: { [first?.event ?? ""]: [theirs(host, own)] } }, null, 2);
      const { text } = put(piece, before);
      expect(text.split(`hook ${first?.calls} `)).toHaveLength(2);
      expect(piece.revert(text)).toBe(before);
    });
  });
});

describe("a hook of git", () => {
  const piece = gitHookPatch(".");
  test.each(["", "#!/bin/sh\nexit 0\n", "#!/usr/bin/env bash", "npm test\n", "#!/bin/sh\r\nnpm test\r\n"])(
    "goes first and comes out: %j",
    (before) => {
      const { text } = put(piece, before);
      expect(piece.stateIn(text)).toEqual({ state: "installed" });
      if (before.includes("exit 0")) expect(text.indexOf("tenet:end")).toBeLessThan(text.indexOf("exit 0"));
      if (before !== "" && before.endsWith("\n")) expect(piece.revert(text)).toBe(before);
    },
  );
  test("in another language is left to its owner", () => {
    expect(piece.apply("#!/usr/bin/env python3\nprint(1)\n")).toMatchObject({ state: "foreign", line: 1 });
  });
  test("with torn marks is not touched", () => {
    const { text } = put(piece, "#!/bin/sh\n");
    const torn = text.replace("# tenet:end pre-commit\n", "");
    expect(piece.apply(torn)).toMatchObject({ state: "broken", line: 2 });
    expect(piece.revert(torn)).toBeUndefined();
  });
});
