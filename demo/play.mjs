/**
 * `npm run demo`: forty days of an agent with the real binary, in a fresh git repository and under a fixed clock.
 * `--no-pauses` plays as fast as the machine can; `--binary FILE` plays with another build.
 */
import { parseArgs } from "node:util";
import * as hosts from "./host-scenes.mjs";
import { layers } from "./layer-scenes.mjs";
import { say } from "./narrator.mjs";
import * as rules from "./rule-scenes.mjs";
import * as scenes from "./scenes.mjs";
import { Stage } from "./stage.mjs";

const { values } = parseArgs({ options: { "no-pauses": { type: "boolean" }, binary: { type: "string" } } });
const pauses = process.stdout.isTTY === true && values["no-pauses"] !== true && !process.env["CI"];

const stage = new Stage("demo-workspace", {
  pauses,
  ...(values.binary === undefined ? {} : { binary: values.binary }),
});
say(
  "tenet is a memory for agents. It keeps what they are corrected on, what they find out, and how it turned out, as text that a person can read in git. This is forty days of it, played by the real program; only the clock is moved.",
);
await scenes.moveIn(stage);
await hosts.harvest(stage);
await scenes.filterNoise(stage);
const correction = await scenes.correct(stage);
const insight = await scenes.learn(stage);
await scenes.ask(stage, correction);
const newer = await scenes.contradict(stage, insight);
const mirrors = await scenes.tellApart(stage);
await scenes.except(stage, mirrors);
const repeated = await scenes.repeat(stage, correction);
await scenes.close(stage, repeated, newer);
await rules.promote(stage);
await scenes.remember(stage, newer);
await rules.practise(stage, newer);
await hosts.session(stage, newer);
await rules.editByHand(stage);
await rules.undo(stage);
await rules.explain(stage);
await rules.propose(stage);
await layers(stage);
scenes.farewell(stage);
