import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  dropSessionCore,
  isSessionCore,
  keepSessionCore,
  readSessionCore,
  type SessionCore,
} from "../../src/store/layers/session-core.js";
import { testWorld } from "./workspace.js";

const core = (text: string): SessionCore => ({
  layers: [{ name: "rules", title: "Rules", items: [{ place: "SOUL.md", who: "people", text }] }],
  omitted: [],
  versions: ["0001-ABCDE"],
  missing: [],
  at: "2026-02-15T14:00:00Z",
});

describe("the core of a session", () => {
  it("is kept by session and person, whatever their names, and dropped when the session ends", () => {
    const { workspace: ws } = testWorld();
    const read = () =>
      [["work"], ["work", "bridget"], ["work", "sybil"], ["../../../evil"]].map(
        ([session, user]) => readSessionCore(ws, session!, user)?.layers[0]?.items[0]?.text,
      );
    expect(read()).toEqual([undefined, undefined, undefined, undefined]);
    expect(keepSessionCore(ws, "work", undefined, core("all"))).toBe(true);
    keepSessionCore(ws, "work", "bridget", core("hers"));
    keepSessionCore(ws, "../../../evil", undefined, core("other"));
    expect(read()).toEqual(["all", "hers", undefined, "other"]);
    expect(readdirSync(ws.sessions).filter(isSessionCore)).toHaveLength(3);
    dropSessionCore(ws, "work");
    expect(read()).toEqual([undefined, undefined, undefined, "other"]);
  });

  it("is none when somebody changed it, or it is damaged", () => {
    const { workspace: ws } = testWorld();
    keepSessionCore(ws, "work", undefined, core("Ask first"));
    const [name = ""] = readdirSync(ws.sessions).filter(isSessionCore);
    const path = join(ws.sessions, name);
    const text = readFileSync(path, "utf8");
    for (const other of [text.replace("Ask first", "Never ask"), "{}\n", "", "not json", text.slice(0, -10)]) {
      writeFileSync(path, other);
      expect(readSessionCore(ws, "work", undefined)).toBeUndefined();
    }
    writeFileSync(path, text);
    expect(readSessionCore(ws, "work", undefined)).toBeDefined();
  });
});
