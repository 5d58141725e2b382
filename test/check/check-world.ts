/** A repository whose entries carry checks. */
import { atTerminal, ENTER } from "../cli/terminal.js";
import { type Sandbox, sandbox } from "../sandbox.js";

const PROFILE = "schema: 1\nagent: main\ntimezone: UTC\nembedding: {model: ./none}\n";

/** No installs that move the lock file, in CI. */
export const NPM = '{in: ["ci/**/*.yml"], forbid: "npm install", unless: "npm ci", instead: "npm ci"}';

export interface CheckBox extends Sandbox {
  /** Records a correction; answers its id. */
  correct(text: string, check: string, ...more: string[]): Promise<string>;
  /** A person lets the words of an entry in, its check with them. */
  approve(id: string): Promise<void>;
  /** The same at once: a check whose runs count. */
  approved(text: string, check: string): Promise<string>;
  /** Commits everything at the clock of the box. */
  commit(message?: string): Promise<void>;
  /** The hits of a run as `file:line tail`. */
  hits(...args: string[]): Promise<string[]>;
}

export async function checkBox(options: { git?: boolean; profile?: string } = {}): Promise<CheckBox> {
  const profile = `${PROFILE}${options.profile ?? ""}`;
  const box = await sandbox({ git: options.git ?? true, profile, now: "2026-02-01T09:00:00Z" });
  await box.write(".gitignore", ".tenet/\n");
  const made: CheckBox = {
    ...box,
    async approve(id) {
      const ref = id.slice(-5).toLowerCase();
      const { code, screen } = await atTerminal(box, ["review", ref, "--approve"], [["Type", `${ref}${ENTER}`]]);
      if (code !== 0) throw new Error(screen);
    },
    async approved(text, check) {
      const id = await made.correct(text, check);
      await made.approve(id);
      return id;
    },
    async correct(text, check, ...more) {
      const args = ["correct", text, "--risk", "high: drift", "--check", check, "--json", ...more];
      const ran = await box.run(args);
      if (ran.code !== 0) throw new Error(ran.stdout + ran.stderr);
      return ran.json().data.id;
    },
    async commit(message = "work") {
      const at = box.env["TENET_NOW"] as string;
      Object.assign(box.env, { GIT_COMMITTER_DATE: at, GIT_AUTHOR_DATE: at });
      await box.git("add", "-A");
      await box.git("commit", "-q", "--allow-empty", "-m", message);
    },
    async hits(...args) {
      const ran = await box.run(["check", "--json", ...args]);
      const { ok, data, error } = ran.json();
      if (!ok) throw new Error(error.message);
      const found = data.hits.map(({ file, line }: { file: string; line: number }) => `${file}:${line}`);
      if (ran.code !== (found.length > 0 ? 8 : 0)) throw new Error(`exit ${ran.code}`);
      return found;
    },
  };
  return made;
}
