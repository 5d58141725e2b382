import { command } from "../command/command.js";
import { EXIT } from "../errors.js";

export const doctor = command({
  name: "doctor",
  group: "care",
  place: 1,
  summary: "verify, and this machine: lines for git and hosts, the model, leftovers; writes nothing",
  examples: {
    "tenet doctor": "what is found, each with a safe next step",
    "tenet doctor --json": "for a program",
  },
  input: {},
  output: async () => (await import("./health-schemas.js")).examinedTree,
  run: async (call) => (await import("./doctor.js")).doctor(await call.examined()),
  view: async (data) => (await import("./verify.js")).verifyOutline(data),
  exit: ({ errors }) => (errors > 0 ? EXIT.findings : EXIT.done),
});
