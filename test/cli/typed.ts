/** Commands as they are typed: one line each, and what came of it. */
import { expect } from "vitest";
import type { Ran, RunOptions, Sandbox } from "../sandbox.js";

/** The arguments of a line, as a shell takes them apart: quotes hold words together. */
export const words = (line: string): string[] =>
  (line.match(/(?:[^\s"']|"[^"]*"|'[^']*')+/g) ?? []).map((word) => word.replace(/"([^"]*)"|'([^']*)'/g, "$1$2"));

/** Runs a line that succeeds. */
export async function done(box: Sandbox, line: string, options: RunOptions = {}): Promise<Ran> {
  const ran = await box.run(words(line), options);
  expect(ran.code, `tenet ${line}\n${ran.stdout}${ran.stderr}`).toBe(0);
  return ran;
}

/** The data that a line answers with `--json`. */
// biome-ignore lint/suspicious/noExplicitAny: a test states the shape it expects by its assertions.
export const told = async (box: Sandbox, line: string, options?: RunOptions): Promise<any> =>
  (await done(box, `${line} --json`, options)).json().data;

/** The exit code of a line, and with it the failure that it answers with `--json`. */
// biome-ignore lint/suspicious/noExplicitAny: a test states the shape it expects by its assertions.
export async function failed(box: Sandbox, line: string, options?: RunOptions): Promise<any> {
  const ran = await box.run([...words(line), "--json"], options);
  return { exit: ran.code, ...ran.json().error };
}

/** What a person types to confirm what is done to an entry or a version: the end of its id. */
export const tail = (id: string): string => id.slice(id.lastIndexOf("-") + 1).toLowerCase();
