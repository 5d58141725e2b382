import { command } from "../command/command.js";
import { argument, flag, text, whole } from "../command/input.js";
import { HOSTS } from "../store/host.js";
import { defined } from "../text/defined.js";

export const harvest = command({
  name: "harvest",
  group: "care",
  place: 11,
  summary: "what you told your agents again and again, out of the transcripts on this machine",
  examples: {
    "tenet harvest": "of this project, also without a workspace; in one, a terminal lets you pick, word and keep",
    "tenet harvest --since 90d --host claude-code": "of one host, and not older",
    "tenet harvest chats/ --all --json": "a folder of transcripts, the less sure ones too, for a program",
  },
  input: {
    paths: argument(
      "[paths...]",
      "transcripts, or folders that hold some; what the hosts here keep of this project unless named",
    ),
    host: text("<name>", HOSTS.join(", ")),
    since: text("<when>", "90d, 12w or a date: what was said before is left out"),
    limit: whole("<n>", "at most so many that were said in one or two sessions (20)", { least: 0 }),
    allProjects: flag("of every project on this machine"),
    all: flag("what is less sure, too"),
  },
  output: async () => (await import("./harvest-schemas.js")).harvestedSchema,
  run: async (call, { paths, ...flags }) =>
    (await import("./harvest.terminal.js")).harvestFrom(call, paths, defined(flags)),
  async view(data, _paint, _, call) {
    const { harvestedOutline, harvestOutline } = await import("./harvest-outline.js");
    return "read" in data ? harvestOutline(data, call.places().home) : harvestedOutline(data);
  },
});
