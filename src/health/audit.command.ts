import { command } from "../command/command.js";
import { argument, text, whole } from "../command/input.js";

const DEFAULT_LIMIT = 50;

export const audit = command({
  name: "audit",
  group: "care",
  place: 3,
  summary: "show who read, wrote, redacted and decided what",
  examples: {
    "tenet audit": "the newest first",
    "tenet audit k7q2x --since 7d": "one entry, this week",
    "tenet audit --op erase --json": "one verb, for a program",
  },
  input: {
    ref: argument("[id]", "only what concerns this entry"),
    since: text("<when>", "12h, 7d, 2w, a date or an instant"),
    op: text("<verb>", "one verb, such as recall, learn or erase; or read, write, redaction, decision"),
    limit: whole("<n>", "at most so many rows").default(DEFAULT_LIMIT),
  },
  output: async () => (await import("./health-schemas.js")).auditedSchema,
  run: async (call, input) => (await import("./audit.js")).audit(await call.context(), input),
  view: async (data) => (await import("./audit-outline.js")).auditOutline(data),
});
