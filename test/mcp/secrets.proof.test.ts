/** Row 25 through a real client: whatever argument a secret comes in by, its characters reach no file and no stream. */
import { dirname } from "node:path";
import { expect, it } from "vitest";
import { bytesIn } from "../bytes.js";
import { knownWorkspace } from "../cli/known-workspace.js";
import { everyNth } from "../effort.js";
import { FAKE_CREDENTIALS, leaksIn } from "../screening/fake-credentials.js";
import { servedProcess } from "./served.js";

/** An unseen character, as it stands in a text and in bytes that are read as Latin-1. */
const UNSEEN = /\u200b|\u00e2\u0080\u008b/g;

/** The same with an unseen character in the middle of the secret. */
const split = ({ text, secret }: { text: string; secret: string }): string => {
  const middle = Math.floor(secret.length / 2);
  return text.replace(secret, `${secret.slice(0, middle)}\u200b${secret.slice(middle)}`);
};

/** A dozen of all kinds: how each is recognised is tested where they are screened. */
const KINDS = FAKE_CREDENTIALS.filter((_, at) => at % Math.ceil(FAKE_CREDENTIALS.length / 14) === 0);

it("row 25: a dozen kinds of credentials, whole and split by unseen characters, by every tool that takes a text", {
  timeout: 300_000,
}, async () => {
  const box = await knownWorkspace({ git: true });
  const session = KINDS.find(({ name }) => name.startsWith("github"))?.text ?? KINDS[0]?.text ?? "";
  box.env["TENET_SESSION"] = session;
  const { call, lines, stderr } = await servedProcess(box, ["--profile", "full"]);
  expect(KINDS.length).toBeGreaterThanOrEqual(12);
  for (const [at, credential] of KINDS.entries()) {
    for (const text of [credential.text, split(credential)]) {
      const says = `Service ${at} is reached with ${text}`;
      await call("save_memory", { content: says, category: "fact", tags: [text.slice(0, 200)] });
    }
  }
  // Every kind went through whole and split above; here each goes one of the two ways.
  const ways = KINDS.map((one, at) => (at % 2 === 0 ? one.text : split(one)));
  for (const text of everyNth(ways, 3)) {
    await call("record_insight", {
      insight: text,
      evidence: text,
      at_risk: text,
      stakes: "low",
      origin: text,
      source: text,
    });
    await call("record_correction", {
      corrected_to: text,
      prior_belief: text,
      behavioral_change: text,
      at_risk: text,
      stakes: "low",
      triggers: [text],
    });
    await call("save_memory", { content: text, category: "correction", context: text });
    await call("save_memory", { content: "The bot has a token", context: text });
    await call("record_outcome", { references: ["m2xba"], verdict: "mixed", result: text, lesson: text });
    await call("used", { id: "m2xba", result: "worked", note: text });
    await call("recall_memories", { query: text, keyword: true });
    await call("context", { query: text });
    const { id } = await call("save_memory", { content: "The bot has a token", category: "fact" });
    await call("manage_memory", { action: "update", memory_id: id, updates: { content: text, key: text } });
    await call("manage_memory", { action: "delete", memory_id: id, reason: text });
    // Refused arguments are named, not repeated.
    await call("used", { id: text });
    await call("save_memory", { content: text, category: text, [text]: text });
  }
  const root = dirname(box.dir);
  // A search names the words that it found, as they stand in the query: of the one who asks.
  const answers = lines().map((line) => JSON.stringify(line, (key, value) => (key === "words" ? undefined : value)));
  const texts = [...Object.entries(bytesIn(root)).flat(), ...answers, stderr()];
  expect(leaksIn(texts.map((text) => text.replaceAll(UNSEEN, "")))).toEqual([]);
});
