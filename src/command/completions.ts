/** What could stand at the end of a command line: commands, parts, flags, closed words, entries. Asked by the scripts of shells. */
import type { Call, Globals } from "./call.js";
import { argumentsOf, flagsOf, type Spec } from "./flags.js";
import { GLOBAL_FLAGS, nameOf, VALUED_GLOBALS } from "./global-flags.js";

/** A word, and what it means. */
export interface Completion {
  name: string;
  text: string;
}

export const SHELLS = ["bash", "zsh", "fish"] as const;

/** By shell what it runs when a word is to be completed; each asks `tenet completion SHELL -- WORDS`. */
export const SCRIPTS: Readonly<Record<(typeof SHELLS)[number], string>> = {
  bash: `_tenet() {
  local name text
  COMPREPLY=()
  while IFS=$'\\t' read -r name text; do
    COMPREPLY+=("$name  $text")
  done < <(tenet completion bash -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
  if ((\${#COMPREPLY[@]} == 1)) || [[ $COMP_TYPE == 37 || $COMP_TYPE == 42 ]]; then
    COMPREPLY=("\${COMPREPLY[@]%%  *}")
  fi
}
complete -o nosort -o default -F _tenet tenet
`,
  zsh: `#compdef tenet
_tenet() {
  local -a offered=(\${(f)"$(tenet completion zsh -- "\${(@Q)words[2,CURRENT]}" 2>/dev/null)"})
  offered=(\${\${offered//:/\\\\:}/$'\\t'/:})
  if ((\${#offered})); then _describe -V tenet offered; else _files; fi
}
if [ "$funcstack[1]" = "_tenet" ]; then _tenet "$@"; else compdef _tenet tenet; fi
`,
  fish: `function __tenet_offered
  set -l offered (tenet completion fish -- (commandline -opc)[2..] (commandline -ct) 2>/dev/null)
  if test -n "$offered"; printf '%s\\n' $offered; else; __fish_complete_path (commandline -ct); end
end
complete -c tenet -f -a '(__tenet_offered)'
`,
};

/** Arguments and values that are entries by what help calls them. */
const ENTRIES = /^[<[](id|ids|a|b|what)(\.\.\.)?[>\]]$/;

/** The completions of the last word, which is being typed and may be empty. */
export async function completionsOf(call: Call, line: readonly string[]): Promise<Completion[]> {
  // bash takes --type=cor for three words.
  const words = line.filter((word) => word !== "=");
  const typed = words.at(-1) ?? "";
  const folder = words[words.indexOf("-C") + 1];
  const globals = words.slice(0, -2).includes("-C") && folder !== undefined ? { C: folder } : {};
  const isGlobal = (word: string | undefined) => VALUED_GLOBALS.includes(word ?? "");
  const before = words.slice(0, -1).filter((word, at) => !isGlobal(word) && !isGlobal(words[at - 1]));
  const all = await offered(call, before, { typed, globals });
  return all.filter(({ name }) => name.startsWith(typed)).map(({ name, text }) => ({ name, text }));
}

interface Typed {
  typed: string;
  globals: Globals;
}

async function valuesOf(call: Call, { words }: Spec, name: string, { typed, globals }: Typed): Promise<Completion[]> {
  if (words !== undefined) return words.map((word) => ({ name: word, text: "" }));
  if (!ENTRIES.test(name)) return [];
  const { entryNames } = await import("../recall/entry-names.js");
  // Outside a workspace, or where it cannot be read, there is nothing to offer.
  return await call.otherContext({ globals, warn: () => undefined }).then(
    (ctx) => entryNames(ctx, typed),
    () => [],
  );
}

async function offered(call: Call, before: readonly string[], at: Typed): Promise<Completion[]> {
  const isFlag = at.typed.startsWith("-");
  const globals = GLOBAL_FLAGS.map((flag) => ({ name: nameOf(flag), text: flag.summary }));
  const [name, word = ""] = before.filter((one) => !one.startsWith("-"));
  const row = call.commands.find((one) => one.name === name || one.aliases?.includes(name ?? "") === true);
  if (row === undefined) {
    if (isFlag) return globals;
    return call.commands.filter(({ hidden }) => hidden !== true).map((one) => ({ name: one.name, text: one.summary }));
  }
  const { input = {}, parts = {} } = await row.load();
  const shape = parts[word] === undefined ? input : (parts[word].input ?? {});
  const flags = flagsOf(shape).filter(({ hidden }) => hidden !== true);
  const open = flags.find((flag) => flag.value !== undefined && flag.name === before.at(-1));
  if (open?.value !== undefined) return await valuesOf(call, open, open.value, at);
  if (isFlag) return [...flags.map((flag) => ({ name: flag.name, text: flag.summary })), ...globals];
  const [first] = argumentsOf(shape);
  const values = first === undefined ? [] : await valuesOf(call, first, first.name, at);
  return parts[word] !== undefined
    ? values
    : [...Object.entries(parts).map(([one, { summary }]) => ({ name: one, text: summary })), ...values];
}
