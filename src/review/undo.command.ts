import { command } from "../command/command.js";
import { flag } from "../command/input.js";
import { withPlan } from "../command/with-person.js";
import { refOf } from "../entry/entry.js";

export const undo = command({
  name: "undo",
  group: "capture",
  place: 3,
  summary: "take back the last change of this session; says what it took back",
  examples: {
    "tenet undo": "the last capture, answer, edit, link or decision of this session",
  },
  input: { dryRun: flag("say what it would take back; write nothing") },
  output: async () => (await import("./review-schemas.js")).undoneSchema,
  async run(call, { dryRun }) {
    const [{ undo }, { undoneOutline }, ctx] = await Promise.all([
      import("./undo.js"),
      import("./edit/edit-outline.js"),
      call.context(),
    ]);
    if (dryRun === true) return await undo(ctx, { dryRun: true });
    return await withPlan(
      call,
      (how) => undo(ctx, how),
      undoneOutline,
      ({ entries: [first] }) => (first === undefined ? "undo" : refOf(first.id)),
    );
  },
  view: async (data) => (await import("./edit/edit-outline.js")).undoneOutline(data),
});
