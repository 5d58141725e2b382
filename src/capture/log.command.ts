import { argumentText } from "../command/argument-text.js";
import { command } from "../command/command.js";
import { argument } from "../command/input.js";

export const log = command({
  name: "log",
  group: "capture",
  place: 2,
  summary: "write one line into the daily log: activity, not learning",
  examples: {
    'tenet log "telegram timeout 500s → 30s"': "one bullet with the time",
    "git log -1 --format=%s | tenet log -": "from another program",
  },
  elsewhere: {
    note: '`tenet log "..."` writes a line into the daily log; `tenet learn "..."` keeps what was found out.',
    journal: '`tenet log "..."` writes a line into the daily log.',
  },
  input: { words: argument("<text...>", "what was done; - for stdin") },
  output: async () => (await import("./capture-schemas.js")).loggedSchema,
  async run(call, { words }) {
    const text = await argumentText(call, words.join(" "));
    const { logActivity } = await import("./log.js");
    return await logActivity(await call.context(), { text });
  },
  view: async (data) => (await import("./capture-outline.js")).loggedOutline(data),
});
