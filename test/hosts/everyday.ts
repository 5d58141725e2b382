/** Sentences as people type them to agents: some correct the agent, some only sound like it. */
import { readFileSync } from "node:fs";
import { parse } from "yaml";

type Sentences = Record<"sounding" | "corrections", readonly string[]>;
const sentences = parse(readFileSync(new URL("everyday.yaml", import.meta.url), "utf8")) as Sentences;

/** Tasks, questions, findings about the world, thanks, and people who put themselves right. */
export const NO_CORRECTIONS = sentences.sounding;
/** The agent did or believed something, and this says that it was not right. */
export const EVERYDAY_CORRECTIONS = sentences.corrections;
