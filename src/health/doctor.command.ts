import type { Call } from "../command/call.js";
import { command } from "../command/command.js";
import { flag } from "../command/input.js";
import { EXIT } from "../errors.js";
import type { Released } from "./health-schemas.js";

const WORD = "release";

async function release(call: Call): Promise<Released> {
  const { lockHolder, releaseLock } = await import("./doctor.js");
  const ctx = await call.examined();
  const lockState = await lockHolder(ctx);
  if (call.asker === undefined) return releaseLock(ctx, { reason: "", confirmed: false });
  if (lockState === undefined) return {};
  const reason = await call.asker.line(`The lock is held by ${lockState}. Why may it be released?`);
  const confirmed = await call.asker.typed(`Type ${WORD} to release it over its holder:`, WORD);
  return releaseLock(ctx, { reason, confirmed });
}

export const doctor = command({
  name: "doctor",
  group: "care",
  place: 1,
  summary: "examine what tenet rests on: git, locks, leftovers, index, files; writes nothing",
  examples: {
    "tenet doctor": "what is found, each with a safe next step",
    "tenet doctor --json": "for a program",
  },
  input: {
    breakLock: flag("release the lock over its holder; for people, asks for a reason"),
  },
  output: async () => (await import("./health-schemas.js")).examinedSchema,
  async run(call, { breakLock }) {
    if (breakLock !== true) return (await import("./doctor.js")).doctor(await call.examined());
    return await release(call);
  },
  async view(data) {
    const { doctorOutline, releasedOutline } = await import("./doctor.js");
    return "findings" in data ? doctorOutline(data) : releasedOutline(data);
  },
  exit: (data) => ("errors" in data && data.errors > 0 ? EXIT.findings : EXIT.done),
});
