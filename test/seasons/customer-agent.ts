/** The agent of a season, its owner, and what became of every event of the plan. */
import { expect } from "vitest";
import type { RunAnswer } from "../../src/capture/capture-schemas.js";
import { atKeyboard, atTerminal } from "../cli/terminal.js";
import type { Ran, Sandbox } from "../sandbox.js";
import {
  type AskEvent,
  contactsBy,
  type DraftEvent,
  eventsOf,
  type FactEvent,
  markerOf,
  type RunEvent,
  type SeasonEvent,
} from "./season.js";

export const PROFILE = `schema: 1
agent: main
timezone: UTC
people:
  - {name: sybil, role: owner, emails: [sybil@example.invalid]}
`;

export const dayOf = (day: number, hour = "09"): string =>
  `${new Date(Date.UTC(2026, 2, day)).toISOString().slice(0, 10)}T${hour}:00:00Z`;

interface Said {
  day: number;
  /** What the plan says, in words. */
  expected: string;
  /** What the program did. */
  done: string;
}

interface Entry {
  id: string;
  text: string;
  status: string;
}

/** The agent, its owner and what became of every event. */
export class Season {
  readonly box: Sandbox;
  readonly said: Said[] = [];
  /** Offers of a correction that edits amount to, by day. */
  readonly offers: { day: number; text: string }[] = [];
  /** Where words of one contact were found that was not named. */
  readonly leaks: string[] = [];
  #day = 0;
  readonly #questions = new Map<string, string>();

  readonly #answers: boolean;

  constructor(box: Sandbox, answers: boolean) {
    this.box = box;
    this.#answers = answers;
  }

  async play(day: number): Promise<void> {
    this.#day = day;
    this.box.at(dayOf(day));
    for (const event of eventsOf(day)) await this.#happen(event);
    this.box.at(dayOf(day, "18"));
    const beat = await this.#run(["heartbeat"]);
    if (beat.stdout.includes("--derived-from")) this.offers.push({ day, text: beat.stdout });
    this.#look("heartbeat", beat.stdout);
    if (day % 10 === 2) await this.#contexts();
  }

  async #contexts(): Promise<void> {
    this.#look("context", (await this.#run(["context", "--query", "which room is it"])).stdout);
    for (const contact of contactsBy(this.#day).slice(-3)) {
      const { stdout } = await this.#run(["context", "--contact", contact, "--query", "which room is it"]);
      expect(stdout, `the context of ${contact}`).toContain(markerOf(contact));
      this.#look(`context of ${contact}`, stdout, contact);
    }
  }

  /** Notes every word of a contact that is not named here. */
  #look(where: string, text: string, named?: string): void {
    for (const [marker] of text.matchAll(/quill\d\dx/g)) {
      if (named === undefined || marker !== markerOf(named)) this.leaks.push(`day ${this.#day}, ${where}: ${marker}`);
    }
  }

  #run(args: readonly string[], stdin: string | null = null): Promise<Ran> {
    return this.box.run([...args, "--session", `s-${this.#day}`], { stdin });
  }

  #note(expected: string, done: string): void {
    this.said.push({ day: this.#day, expected, done });
  }

  async #happen(event: SeasonEvent): Promise<void> {
    switch (event.kind) {
      case "draft":
        return await this.#draft(event);
      case "fact":
        return await this.#fact(event);
      case "ask":
        return await this.#ask(event);
      case "answer": {
        const id = this.#questions.get(event.key) ?? "";
        const { code, screen } = await atTerminal(this.box, ["answer", id, event.text], []);
        return this.#note(`answer ${event.key}: 0`, `answer ${event.key}: ${code === 0 ? 0 : screen}`);
      }
      case "decide": {
        const args = ["decide", event.action, "--in", event.situation, "--because", "They asked first."];
        const { code, screen } =
          event.by === "owner"
            ? await atKeyboard(this.box, args, [])
            : await this.#run(args).then(({ code, stdout }) => ({ code, screen: stdout }));
        const waits = screen.includes("waits:") ? "waits" : "counts";
        return this.#note(
          `decision of the ${event.by}: ${event.by === "owner" ? "counts" : "waits"}`,
          `decision of the ${event.by}: ${code === 0 ? waits : screen}`,
        );
      }
      case "run":
        return await this.#runs(event);
    }
  }

  async #draft({ expect: expected, fields }: DraftEvent): Promise<void> {
    const ran = await this.#run(["draft", "-", "--json"], JSON.stringify(fields));
    const decision = ran.code === 0 ? (ran.json().data.results?.[0]?.decision ?? ran.json().data.decision) : undefined;
    const done =
      ran.code === 2 ? "same" : decision === "counted" ? "again" : decision === undefined ? ran.stdout : "kept";
    const what = fields.context.slice(0, 12);
    this.#note(`draft ${what}: ${expected === "rejected" ? "kept" : expected}`, `draft ${what}: ${done}`);
  }

  async #fact({ contact, text, closes }: FactEvent): Promise<void> {
    const args = ["remember", text, "--contact", contact, "--key", "room", "--category", "fact", "--json"];
    const ran = await this.#run(args);
    const closed = ran.code === 0 ? ((ran.json().data.superseded ?? []) as string[]) : [ran.stdout];
    const texts = await Promise.all(closed.map(async (id) => await this.#textOf(id, contact)));
    this.#note(
      `fact of ${contact} closes ${closes ?? "nothing"}`,
      `fact of ${contact} closes ${texts.join() || "nothing"}`,
    );
  }

  async #textOf(id: string, contact: string): Promise<string> {
    const ran = await this.#run(["show", id, "--contact", contact, "--json"]);
    return ran.code === 0 ? ran.json().data.entry.content : id;
  }

  async #ask({ expect: expected, key, text }: AskEvent): Promise<void> {
    const args = ["ask", text, "--because", `guests wait for ${key}`, "--key", key, "--json"];
    const first = await this.#run(args);
    // What is near says nothing of it: the agent has looked, and asks anyway.
    const isNear = first.code === 0 && first.json().data.decision === "near";
    const ran = isNear ? await this.#run([...args, "--anyway"]) : first;
    const data = ran.code === 0 ? ran.json().data : undefined;
    const done =
      ran.code === 5 ? "refused" : { stored: "kept", known: "known", counted: "again" }[data?.decision as string];
    if (done === "kept") this.#questions.set(key, data.id);
    this.#note(`ask ${key}: ${expected}`, `ask ${key}: ${done ?? ran.stdout}`);
  }

  async #runs({ id, insight, fails }: RunEvent): Promise<void> {
    await this.#run(["run", "start", id]);
    await this.#run(["learn", insight, "--because", "two audits", "--risk", "medium: numbers are wrong", "--run", id]);
    const end =
      fails === undefined ? ["run", "finish", id, "--json"] : ["run", "fail", id, "--reason", fails, "--json"];
    const ran = await this.#run(end);
    this.#note(`run ${id}: 0`, `run ${id}: ${ran.code}`);
    if (!this.#answers) return;
    // Two lists are two lists, however alike what is said of them.
    for (const { captured } of (ran.json().data as RunAnswer).committed) {
      for (const ask of captured?.asks ?? []) {
        const { code } = await this.#run(["resolve", ask.id, ask.about, "--unrelated"]);
        this.#note(`answer about ${ask.id}: 0`, `answer about ${ask.id}: ${code}`);
      }
    }
  }

  async list(filters: readonly string[], status = "all"): Promise<Entry[]> {
    const ran = await this.#run(["list", "--limit", "1000", "--status", status, "--json", ...filters]);
    return ran.json().data.entries;
  }
}
