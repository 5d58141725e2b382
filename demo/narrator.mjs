/** What the demo says between the commands: plain sentences in the width of the reader's terminal. */
import { stripVTControlCharacters } from "node:util";

const screen = process.stdout;
/** Colour only where somebody looks. */
export const colour = screen.isTTY === true && (process.env["NO_COLOR"] ?? "") === "" && process.env["TERM"] !== "dumb";
/** Columns of a line; a comfortable measure where the terminal is wide or there is none. */
export const width = Math.min(100, Math.max(50, (screen.isTTY ? screen.columns : undefined) ?? 100));

const paint = (code) => (text) => (colour ? `\u001b[${code}m${text}\u001b[0m` : text);
const heading = paint("1;36");
const prompt = paint("32");
export const strong = paint("1");
export const faint = paint("2");

// `| head` closes the pipe when it has seen enough.
screen.on("error", (error) => {
  if (error.code !== "EPIPE") throw error;
  process.exit(0);
});

export function print(text = "") {
  screen.write(`${text}\n`);
}

/** Breaks a line at spaces; what follows the first line is indented. Control sequences take no room. */
export function wrapped(text, indent = "") {
  const lines = [];
  const [before = ""] = /^ */.exec(text) ?? [];
  let line = before;
  let empty = true;
  for (const word of text.slice(before.length).split(" ")) {
    if (!empty && cells(line) + cells(word) + 1 > width) {
      lines.push(line);
      line = indent + word;
    } else line += empty ? word : ` ${word}`;
    empty = false;
  }
  return [...lines, line].join("\n");
}

const cells = (text) => stripVTControlCharacters(text).length;

/** The heading of a scene. */
export function title(when, text) {
  const rest = width - when.length - text.length - 6;
  print(heading(`── ${when}: ${text} ${"─".repeat(Math.max(2, rest))}`));
}

/** What the narrator says: one paragraph a text. */
export function say(...texts) {
  for (const text of texts) print(wrapped(text));
  print();
}

/** A command as somebody would type it, with what it reads from stdin. */
export function typed(words, input) {
  const [first = "", ...rest] = words;
  const quoted = rest.map((word) => (/^[\w./:=@-]+$/.test(word) ? word : JSON.stringify(word)));
  const heredoc = input === undefined ? "" : " <<'EOF'";
  print(wrapped(`${prompt("$")} ${strong(first)} ${quoted.join(" ")}${heredoc}`, "    "));
  if (input !== undefined) print(`${input.trimEnd()}\nEOF`);
}

/** What a command answered: all of it, or an excerpt that says what is left out. */
export function answered(text, { from, lines = 12 } = {}) {
  const all = text.trimEnd().split("\n");
  const start = from === undefined ? 0 : all.findIndex((line) => from.test(stripVTControlCharacters(line)));
  if (start === -1)
    throw new Error(`no line like ${from} in:
${text}`);
  const end = Math.min(all.length, start + lines);
  if (start > 0) print(faint(`  … ${counted(start)} before this`));
  for (const line of all.slice(start, end)) {
    print(wrapped(line, `${/^ */.exec(line)?.[0] ?? ""}    `));
  }
  if (end < all.length) print(faint(`  … ${counted(all.length - end)} more`));
  print();
}

const counted = (lines) => (lines === 1 ? "1 line" : `${lines} lines`);
