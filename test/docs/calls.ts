/** The calls of tenet that a page shows, in fences and in back-ticks. */

/** Words as a shell would split them; what follows a pipe, a redirection or a comment is left out. */
function wordsOf(call: string): string[] {
  const words: string[] = [];
  let word = "";
  let quote = "";
  for (const sign of call) {
    if (quote !== "") {
      if (sign === quote) quote = "";
      else word += sign;
    } else if (sign === '"' || sign === "'") quote = sign;
    else if (/\s/.test(sign)) {
      if (word !== "") words.push(word);
      word = "";
    } else word += sign;
  }
  if (word !== "") words.push(word);
  const end = words.findIndex((one) => /^(?:\||\|\||&&|;|#|<.*|>.*)$/.test(one));
  return end === -1 ? words : words.slice(0, end);
}

/** Everything behind `tenet`, call by call. */
export function callsIn(page: string): string[][] {
  const calls: string[] = [];
  const prose = page.replaceAll(/^```(\w*)\n([\s\S]*?)^```$/gm, (_, language: string, block: string) => {
    if (language === "sh" || language === "console") {
      for (const line of block.replaceAll("\\\n", " ").split("\n")) {
        if (language === "console" && !line.startsWith("$ ")) continue;
        const [, call] = /^(?:\$ )?(?:.* \| )?(?:npx )?tenet (.+)$/.exec(line) ?? [];
        if (call !== undefined) calls.push(call);
      }
    }
    return "";
  });
  for (const [, call = ""] of prose.matchAll(/`(?:npx )?tenet\s([^`]+)`/g)) calls.push(call);
  return calls.map((call) => wordsOf(call.replaceAll("\n", " ")));
}
