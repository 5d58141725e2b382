import { command } from "../command/command.js";
import { EXIT } from "../errors.js";

export const doctor = command({
  name: "doctor",
  group: "care",
  place: 1,
  summary: "examine what tenet rests on: git, locks, leftovers, index, files; writes nothing",
  examples: {
    "tenet doctor": "what is found, each with a safe next step",
    "tenet doctor --json": "for a program",
  },
  input: {},
  output: async () => (await import("./health-schemas.js")).examination,
  async run(call) {
    return (await import("./doctor.js")).doctor(await call.examined());
  },
  async view(data) {
    return (await import("./doctor.js")).doctorOutline(data);
  },
  exit: ({ errors }) => (errors > 0 ? EXIT.findings : EXIT.done),
});
