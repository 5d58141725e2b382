/** One change over several files, as a whole command would make it: an edit, a new file in a new folder, a removal. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sha256 } from "../../src/store/files/atomic-file.js";
import type { FileChange } from "../../src/store/files/transaction.js";

export const CHANGE = "learn-1";

interface Planned {
  path: string;
  before: string | null;
  after: string | null;
}

const long = (word: string) => `${word}\n`.repeat(300);

export const PLAN: readonly Planned[] = [
  { path: "SOUL.md", before: long("old soul"), after: long("new soul") },
  { path: "memory/learning/insights/2026-02-15.md", before: null, after: long("new insight") },
  { path: "memory/2026-02-14.md", before: long("old day"), after: null },
  { path: "memory/2026-02-15.md", before: "old day\n", after: "old day\nnew bullet\n" },
];

/** Puts the files of the plan into a folder as they are before the change. */
export function plant(root: string): void {
  mkdirSync(join(root, "memory"), { recursive: true });
  for (const { path, before } of PLAN) if (before !== null) writeFileSync(join(root, path), before);
}

export function changesOf(root: string): FileChange[] {
  return PLAN.map(({ path, before, after }) => ({
    path: join(root, path),
    before: before === null ? null : sha256(before),
    after: after === null ? null : Buffer.from(after),
  }));
}

/** `old`, `new` or the content itself when it is neither: a torn file shows. */
export function stateOfFile(planned: Planned, read: (path: string) => string | null): string {
  const now = read(planned.path);
  if (now === planned.before) return "old";
  return now === planned.after ? "new" : `torn: ${JSON.stringify(now?.slice(0, 80))} (${now?.length} characters)`;
}

export function statesIn(root: string): string[] {
  return PLAN.map((planned) =>
    stateOfFile(planned, (path) => {
      try {
        return readFileSync(join(root, path), "utf8");
      } catch {
        return null;
      }
    }),
  );
}

export const ALL_OLD = PLAN.map(() => "old");
export const ALL_NEW = PLAN.map(() => "new");
