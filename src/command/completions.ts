/** What could stand at the end of a command line: commands, parts, flags, closed words, entries. Asked by the scripts of shells. */
import { defined } from "../text/defined.js";
import type { Call } from "./call.js";
import { argumentsOf, flagsOf, type Spec } from "./flags.js";
import { commandAt, GLOBAL_FLAGS } from "./global-flags.js";

interface Completion {
  name: string;
  text: string;
}

/** By shell what it runs; each asks `tenet completion SHELL -- WORDS`. */
export const SCRIPTS: Readonly<Record<"bash" | "zsh" | "fish", string>> = {
  bash: `_tenet() {
  local name text
  COMPREPLY=()
  while IFS=$'\\t' read -r name text; do
    COMPREPLY+=("$name\${text:+  \${text:0:60}}")
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

/** The completions of the last word, which may be empty. */
export async function completionsOf(call: Call, line: readonly string[]): Promise<Completion[]> {
  // bash takes --type=cor for three words.
  const words = line.filter((word) => word !== "=");
  const typed = words.at(-1) ?? "";
  return (await offered(call, words.slice(0, -1), typed)).filter(({ name }) => name.startsWith(typed));
}

const told = (rows: readonly { name: string; summary: string }[]): Completion[] =>
  rows.map(({ name, summary }) => ({ name, text: summary }));

async function offered(call: Call, before: readonly string[], typed: string): Promise<Completion[]> {
  const isFlag = typed.startsWith("-");
  const globals = told(GLOBAL_FLAGS);
  const at = commandAt(before) ?? before.length;
  const row = call.commands.find(({ name }) => name === before[at]);
  if (row === undefined) return isFlag ? globals : told(call.commands.filter(({ hidden }) => !hidden));
  const { input = {}, parts = {} } = await row.load();
  const part = before.slice(at + 1).find((word) => parts[word] !== undefined);
  const shape = part === undefined ? input : (parts[part]?.input ?? {});
  const flags = flagsOf(shape);
  const values = async ({ words }: Spec, name: string): Promise<Completion[]> => {
    if (words !== undefined) return words.map((word) => ({ name: word, text: "" }));
    if (!ENTRIES.test(name)) return [];
    const { entryNames } = await import("../recall/entry-names.js");
    const folder = before.lastIndexOf("-C") + 1;
    const place = folder === 0 ? {} : defined({ C: before[folder] });
    // Outside a workspace, or where it cannot be read, there is nothing to offer.
    return await call.otherContext({ globals: place, warn: () => undefined }).then(
      (ctx) => entryNames(ctx, typed),
      () => [],
    );
  };
  const open = flags.find(({ name, value }) => value !== undefined && name === before.at(-1));
  if (open?.value !== undefined) return await values(open, open.value);
  if (isFlag) return [...told(flags), ...globals];
  const [first] = argumentsOf(shape);
  const ofParts = told(
    Object.entries(part === undefined ? parts : {}).map(([name, { summary }]) => ({ name, summary })),
  );
  return first === undefined ? ofParts : [...ofParts, ...(await values(first, first.name))];
}
