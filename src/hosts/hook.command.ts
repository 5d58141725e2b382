import { command } from "../command/command.js";
import { argument, text } from "../command/input.js";
import { HOSTS } from "../store/host.js";
import { HOOK_EVENTS } from "./hook-event.js";

export const hook = command({
  name: "hook",
  group: "hosts",
  place: 2,
  summary: "for hosts of agents: what goes into the prompt at a moment of a session; always exits 0",
  examples: {
    "tenet hook session-start": "the host's JSON on stdin; prints the context in its form",
    "tenet hook user-prompt --host claude-code": "a nudge at a correction, learnings and examples that fit",
    "tenet hook session-end": "reads the transcript: uses, opportunities, what the person corrected",
  },
  input: {
    event: argument("[event]", HOOK_EVENTS.join(", ")),
    host: text("<name>", `whose JSON comes on stdin, if it does not show: ${HOSTS.join(", ")}`),
    contact: text("<id>", "on behalf of which contact the session speaks"),
  },
  output: async () => (await import("./install/host-schemas.js")).hookSchema,
  // Hosts give other exit codes a meaning.
  neverFails: true,
  loose: true,
  exact: true,
  run: async (call, input) => (await import("./hook-call.terminal.js")).answerInTime(call, input),
  view: ({ text }) => text,
});
