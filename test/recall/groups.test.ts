/** Groups of memories: one as a page, what is too long, and how much of it a context prints. */
import { describe, expect, it } from "vitest";
import { fixedClock } from "../../src/clock.js";
import { heartbeatText } from "../../src/loop/due/loop-outline.js";
import { type Capturing, capturing, NO_MODEL } from "../capture/capturing.js";
import { heartbeat } from "../operations.js";

const GROUP = "business_facts";
/** Two fit into a group, and three do not. */
const [PINNED, USED, LATER] = [
  `Doors open at seven ${"a".repeat(680)}`,
  `Parcels leave by the rear gate ${"b".repeat(669)}`,
  `Jam is sold in spring ${"c".repeat(678)}`,
] as const;

const remember = (world: Capturing, content: string) =>
  world.draft({ type: "memory", content, category: "fact", group: GROUP });

describe("a group of memories", () => {
  it("counts neither facts about a contact nor what its reader may not see", async () => {
    const world = capturing(NO_MODEL);
    const content = `Jane says: ${"her van is red, ".repeat(60)}`;
    await world.draft({ type: "memory", scope: "contact:jane", content, category: "fact" });
    world.as({ session: "another" });
    await world.draft({ type: "memory", content: PINNED, category: "fact", group: GROUP, scope: "conversation" });
    world.as({ session: "one" });
    for (const text of [USED, LATER]) await remember(world, text);
    expect(world.warnings.join(" ")).not.toContain(GROUP);
  });

  it("over its cap is stored whole and said at once, and by a heartbeat once in 20 hours", async () => {
    const world = capturing(NO_MODEL, "2026-02-15T08:00:00Z");
    for (const text of [PINNED, USED]) await remember(world, text);
    expect(world.warnings.join(" ")).not.toContain(GROUP);
    await remember(world, LATER);
    const how = `To shorten it: tenet list`;
    expect(world.warnings).toContain(`Group ${GROUP} has 2100 characters, more than 2000. ${how}`);
    expect(await world.entries()).toHaveLength(3);
    const says = async () => heartbeatText(await heartbeat(world));
    const line = `group ${GROUP} has 2100 characters; to shorten it: tenet list --type memory --group ${GROUP}`;
    expect(await says()).toContain(line);
    world.clock = fixedClock("2026-02-16T03:59:00Z");
    expect(await says()).not.toContain(line);
    world.clock = fixedClock("2026-02-16T04:00:01Z");
    expect(await says()).toContain(line);
  });
});
