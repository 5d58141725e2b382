/** Agents that play a season of the hub by the program's own commands, and what they are known to have said. */
import { readdirSync, readFileSync } from "node:fs";
import { rename } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "vitest";
import { atKeyboard, ENTER } from "../cli/terminal.js";
import type { Sandbox } from "../sandbox.js";
import { type Deed, meaningOf, type Player, RARE_CLAIMS, type Said } from "./season.js";
import { entriesOf, joinHub, letOut, world } from "./worlds.js";

const SETTINGS = "embedding: {model: ./none}\n";
const FIRST_DAY = Date.UTC(2025, 2, 1);
const DAY_MS = 86_400_000;
const NOWHERE = "postgres://nobody:n0where@127.0.0.1:9/none";

/** What an agent said, and what became of it. */
export interface Saying {
  at: string;
  /** A copy of it had been shown before. */
  shown: boolean;
  /** It went to the hub at least once. */
  shared: boolean;
  gone?: "forget" | "erase";
  mark: string;
  id: string;
  stakes: Said["stakes"];
}

export class PlayedAgent {
  readonly player: Player;
  /** Says of near entries what they are to each other; else nobody ever does. */
  readonly answers: boolean;
  readonly box: Sandbox;
  readonly hub: string;
  agent = "";
  /** By the text of the claim. */
  readonly said = new Map<string, Saying>();
  /** Questions about near entries that it answered. */
  answered = 0;
  #wide = false;
  /** Claims that were shown to it, and when first. */
  readonly #shown = new Map<string, string>();
  #echoes: { text: string; mark: string }[] = [];

  private constructor(player: Player, box: Sandbox, hub: string, answers: boolean) {
    [this.player, this.box, this.hub, this.answers] = [player, box, hub, answers];
  }

  static async join(player: Player, hub: string, answers: boolean): Promise<PlayedAgent> {
    const played = new PlayedAgent(player, await world(player.name, SETTINGS), hub, answers);
    played.#at(0);
    played.agent = await joinHub(played.box, hub);
    return played;
  }

  #at(day: number): string {
    const now = new Date(FIRST_DAY + (day + this.player.skew) * DAY_MS + 9 * 3_600_000);
    const instant = now.toISOString().replace(".000", "");
    this.box.at(instant);
    return instant;
  }

  async play(day: number): Promise<void> {
    const now = this.#at(day);
    for (const { text, mark } of this.#echoes.splice(0)) await this.#say([{ text, mark, stakes: "medium" }], now);
    for (const deed of this.player.deeds[day] ?? []) await this.#do(deed, now);
  }

  async #do(deed: Deed, now: string): Promise<void> {
    if (deed.kind === "say") return await this.#say(deed.claims, now);
    if (deed.kind === "sync") return deed.away ? await this.#away(now) : await this.sync();
    if (deed.kind === "echo") {
      const shown = await this.#recalls(deed.text, now);
      if (shown.includes(deed.text)) this.#echoes.push(deed);
    } else if (deed.kind === "widen") await this.#widen();
    else await this.#takeBack(deed.kind, deed.text);
  }

  /** Claims that are shown, and noted as such. */
  async #recalls(words: string, now: string, env: Record<string, string> = {}): Promise<string[]> {
    const ran = await this.box.run(["recall", words, "--mode", "keyword", "--json"], { env });
    expect(ran.code, ran.stdout).toBe(0);
    const shown = JSON.stringify(ran.json().data.results).match(RARE_CLAIMS) ?? [];
    for (const text of shown) if (!this.#shown.has(text)) this.#shown.set(text, now);
    return shown;
  }

  async #say(claims: readonly Said[], now: string): Promise<void> {
    const fresh = claims.filter(({ text }) => !this.said.has(text));
    if (fresh.length === 0) return;
    const drafts = fresh.map(({ text, mark, stakes }) => {
      return { type: "insight", insight: text, evidence: `${mark} was seen twice`, stakes, at_risk: "work is lost" };
    });
    const ran = await this.box.run(["add", "-", "--json"], { stdin: JSON.stringify(drafts) });
    expect(ran.code, ran.stdout + ran.stderr).toBe(0);
    const { results } = ran.json().data;
    for (const [at, { text, mark, stakes }] of fresh.entries()) {
      const { id } = results[at];
      const shown = (this.#shown.get(text) ?? now) < now;
      this.said.set(text, { at: now, shown, shared: false, mark, id, stakes });
    }
    await this.#answer();
  }

  /** Every open pair, as the one who planned the season knows it. Its own saying stays, where it is one of them. */
  async #answer(): Promise<void> {
    if (!this.answers) return;
    const entries = new Map((await this.entries()).map((entry) => [entry.id as string, entry]));
    const own = new Set([...this.said.values()].map(({ id }) => id));
    for (const { id, near = [] } of entries.values()) {
      for (const { with: other, state } of near) {
        if (state !== "open" || [id, other].some((one) => entries.get(one)?.status !== "active")) continue;
        const [one, two] = [id, other].map((ref) => meaningOf(entries.get(ref)?.insight ?? ref));
        const [a, b] = own.has(other) ? [other, id] : [id, other];
        const ran = await this.box.run(["resolve", a, b, one === two ? "--same" : "--unrelated", "--json"]);
        expect(ran.code, ran.stdout + ran.stderr).toBe(0);
        this.answered++;
      }
    }
  }

  async #takeBack(how: "forget" | "erase", text: string): Promise<void> {
    const saying = this.said.get(text);
    if (saying === undefined || saying.gone !== undefined) return;
    const { id } = saying;
    const args = ["forget", id, ...(how === "erase" ? ["--erase"] : [])];
    const { stdout } = await this.box.run([...args, "--dry-run", "--json"]);
    // What was joined to it could hold again: it is left out of use.
    const older = stdout.includes('"older":true') ? [["What holds then", `nothing${ENTER}`] as const] : [];
    const typed = how === "erase" ? [["Type", `${id.slice(-5).toLowerCase()}${ENTER}`] as const] : [];
    const seen = await atKeyboard(this.box, args, [...older, ...typed]);
    expect(seen.code, seen.screen).toBe(0);
    saying.gone = how;
  }

  async #widen(): Promise<void> {
    const set = ["config", "set", "sync.share", "{min_stakes: low}"];
    const seen = await atKeyboard(this.box, set, [["Type", `sync.share${ENTER}`]]);
    expect(seen.code, seen.screen).toBe(0);
    await this.box.git("commit", "-q", "-m", "share more", "tenet.yaml");
    this.#wide = true;
  }

  /** The hub is not there: that is said, and nothing else is different. */
  async #away(now: string): Promise<void> {
    const isServer = this.hub.startsWith("postgres");
    if (!isServer) await rename(this.hub, `${this.hub}.away`);
    try {
      const env = isServer ? { TENET_HUB_URL: NOWHERE } : {};
      const ran = await this.box.run(["sync", "--json"], { env });
      expect(ran.code, ran.stdout).toBe(1);
      expect(ran.json().error.code).toBe("hub-away");
      await this.#recalls("ruins", now, env);
    } finally {
      if (!isServer) await rename(`${this.hub}.away`, this.hub);
    }
  }

  /** A person lets out what was not let out before. */
  async sync(): Promise<void> {
    const ran = await this.box.run(["sync", "--json"]);
    if (ran.code === 5) await letOut(this.box);
    else expect(ran.code, ran.stdout + ran.stderr).toBe(0);
    for (const saying of this.said.values())
      if (saying.gone === undefined && (saying.stakes === "medium" || this.#wide)) saying.shared = true;
    await this.#answer();
  }

  async syncOn(day: number): Promise<void> {
    this.#at(day);
    await this.sync();
  }

  entries = () => entriesOf(this.box);

  /** What it refused of a hub, and why. */
  refused(): { agent: string; number: number; because: string }[] {
    return JSON.parse(readFileSync(this.box.path(".tenet/state/sync/refused.json"), "utf8"));
  }

  /** All that counts of the tree, by its bytes. */
  tree(): Record<string, string> {
    const counts = this.#files().filter(({ name }) => /^(?:memory\/|SOUL|AGENTS|CLAUDE)/.test(name));
    return Object.fromEntries(counts.map(({ name, path }) => [name, readFileSync(path, "latin1")]));
  }

  /** Files that hold one of some words, in any case, with which. git's own are left out. */
  holding(words: readonly string[]): string[] {
    return this.#files().flatMap(({ name, path }) => {
      const bytes = readFileSync(path, "latin1").toLowerCase();
      return words.filter((word) => bytes.includes(word.toLowerCase())).map((word) => `${name}: ${word}`);
    });
  }

  #files(): { name: string; path: string }[] {
    return readdirSync(this.box.dir, { recursive: true, withFileTypes: true })
      .filter((one) => one.isFile() && !`${one.parentPath}/`.startsWith(`${this.box.dir}/.git/`))
      .map((one) => join(one.parentPath, one.name))
      .map((path) => ({ name: path.slice(this.box.dir.length + 1), path }));
  }
}
