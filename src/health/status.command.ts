import { command } from "../command/command.js";
import { flag } from "../command/input.js";

export const status = command({
  name: "status",
  group: "you",
  place: 2,
  summary: "what is known here, what is due, and what needs care",
  examples: {
    "tenet status": "at the start of a session",
    "tenet status --json": "for a program",
    "tenet status --trust": "who is trusted how far here: the table, the mode in force marked, people and agents",
  },
  input: { trust: flag("who is trusted how far here, and what that means for rules") },
  output: async () => {
    const [{ statusSchema }, { trustSchema }] = await Promise.all([
      import("./health-schemas.js"),
      import("../rules/text/digest-schemas.js"),
    ]);
    return [statusSchema, trustSchema.describe("with --trust")];
  },
  async run(call, { trust }) {
    const ctx = await call.context();
    return trust === true ? (await import("./trust.js")).trust(ctx) : (await import("./status.js")).status(ctx);
  },
  async view(data) {
    if ("mode" in data) return (await import("./trust.js")).trustOutline(data);
    return (await import("./status.js")).statusOutline(data);
  },
});
