/** Git attributes that keep a reviewer from seeing what changes in a file. Asked by doctor and verify. */

const folds = (value: string): string | undefined => (value === "false" ? undefined : "the code host folds its diff");

/** By attribute: what a value of it does; undefined where it hides nothing. `init` itself writes `diff=markdown`. */
const HIDING: Readonly<Record<string, (value: string) => string | undefined>> = {
  diff: (value) => {
    if (value === "unset") return "git shows no diff of it";
    return value === "set" || value === "markdown" ? undefined : `git shows its diff as ${value} makes it`;
  },
  filter: (value) => `git stores it as the program ${value} makes it`,
  "working-tree-encoding": (value) => `git stores it from ${value}`,
  ...Object.fromEntries(
    ["linguist", "gitlab"].flatMap((host) => ["generated", "vendored"].map((what) => [`${host}-${what}`, folds])),
  ),
};

export const HIDING_ATTRIBUTES: readonly string[] = Object.keys(HIDING);

/** What then happens; undefined where nothing is hidden. `value` as git tells it: `set`, `unset`, `unspecified` or its own. */
export function hidingBecause(attribute: string, value: string): string | undefined {
  const isOff = value === "unspecified" || (value === "unset" && attribute !== "diff");
  return isOff ? undefined : HIDING[attribute]?.(value);
}

/** Whether a line of `.gitattributes` sets one of them; a macro may do so under any name. */
export function isHidingLine(line: string): boolean {
  const [pattern = "", ...attributes] = line.trim().split(/\s+/);
  return pattern.startsWith("[attr]") || attributes.some((one) => one === "binary" || isHiding(one));
}

function isHiding(attribute: string): boolean {
  const [, sign, name = "", value = "set"] = /^([-!]?)([^=]+)(?:=(.*))?$/.exec(attribute) ?? [];
  return sign !== "!" && hidingBecause(name, sign === "-" ? "unset" : value) !== undefined;
}
