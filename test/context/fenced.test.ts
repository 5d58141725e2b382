import { describe, expect, it } from "vitest";
import { withoutFenced } from "../../src/text/fence.js";

const mark = "0123456789ab";
const core = `<tenet-core-${mark}>\nSOUL.md people | Be kind\n</tenet-core-${mark}>`;

describe("text between tenet's fences", () => {
  it.each([
    ["alone", core, ""],
    ["with words around it", `Before\n${core}\nBehind`, "Before\n\nBehind"],
    ["two of them", `${core}\nbetween\n${core.replaceAll("core", "now")}`, "\nbetween\n"],
    [
      "with another fence's end inside",
      `<tenet-now-${mark}>\nx </tenet-now-ffffffffffff> y\n</tenet-now-${mark}>z`,
      "z",
    ],
    ["quoted", `> <tenet-now-${mark}>\n> said by nobody\n> </tenet-now-${mark}>\nmine`, "\nmine"],
    ["quoted twice and indented", `  > > <tenet-now-${mark}>\n > > x\n > > </tenet-now-${mark}>\nmine`, "\nmine"],
    ["never closed", `mine\n<tenet-core-${mark}>\nrest`, "mine\n"],
    ["begun and cut within the mark", "mine\n<tenet-co", "mine\n<tenet-co"],
    ["none", "The <tenet> tag and a <tenet-core-> are words", "The <tenet> tag and a <tenet-core-> are words"],
  ])("goes: %s", (_, text, left) => {
    expect(withoutFenced(text)).toBe(left);
  });
  it("is soon found gone in a large text", () => {
    expect(withoutFenced(`${core}\n`.repeat(20_000)).trim()).toBe("");
    expect(withoutFenced("<tenet-now-".repeat(200_000)).length).toBe(2_200_000);
  });
});
