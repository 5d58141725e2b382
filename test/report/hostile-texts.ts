/** Texts that try to be more than text, and a report in which one of them stands wherever a text may stand. */
import type { Report } from "../../src/report/report-schemas.js";

const RUN = "window.ran=1;alert(1)";

const SCRIPTS = [
  `<script>${RUN}</script>`,
  `</script><script>${RUN}</script>`,
  `<SCRIPT SRC="https://example.invalid/x.js"></SCRIPT>`,
  `<scr<script>ipt>${RUN}</scr</script>ipt>`,
  `javascript:${RUN}`,
  `</title><script>${RUN}</script>`,
  `<noscript><p title="</noscript><img src=x onerror=${RUN}>">`,
  `<base href="https://example.invalid/">`,
  `<meta http-equiv="refresh" content="0;url=https://example.invalid/">`,
  `<link rel="stylesheet" href="https://example.invalid/x.css">`,
  `<iframe srcdoc="<script>${RUN}</script>"></iframe>`,
  `<object data="https://example.invalid/"></object>`,
  `<form action="https://example.invalid/"><button>go</button></form>`,
];
const EVENTS = "onload onerror onclick onfocus ontoggle onmouseover onbegin onanimationstart".split(" ");
const HOLDERS = ["img src=x", "svg", "body", "details open", "input", "video", "a href=javascript:alert(1)", "animate"];
const attributes = EVENTS.flatMap((event) => HOLDERS.map((holder) => `<${holder} ${event}=${RUN} autofocus>`));
const QUOTES = [
  `" onfocus="${RUN}" autofocus="`,
  `' onfocus='${RUN}' autofocus='`,
  `"><img src=x onerror="${RUN}">`,
  "`onload=alert(1)`",
  `" style="position:fixed;inset:0`,
];

const DRAWINGS = [
  `<svg><script>${RUN}</script></svg>`,
  `</text><script>${RUN}</script><text>`,
  `<svg><image href="https://example.invalid/x.png"/></svg>`,
  `<svg><foreignObject><iframe src="https://example.invalid/"></iframe></foreignObject></svg>`,
  `<math><mtext><script>${RUN}</script></mtext></math>`,
  `" class="zr0-cls-0" onload="${RUN}`,
  `zr0-c0 ecmeta_series_index="0"`,
  "{a|rich} {b} {c} {@[1]}",
  "url(#clip)",
];
const STYLES = [
  "<style>*{display:none}</style>",
  "</style><style>*{background:url(https://example.invalid/x)}",
  "<p style='position:fixed;inset:0;background:red'>",
  "@import 'https://example.invalid/x.css';",
];
const SYNTAX = [
  `\${${RUN}}`,
  `\`\${${RUN}}\``,
  "{{constructor.constructor('alert(1)')()}}",
  "<!-- comment",
  "<!--><script>alert(1)</script>-->",
  "<![CDATA[ <script>alert(1)</script> ]]>",
  "<!DOCTYPE html [<!ENTITY x SYSTEM 'file:///etc/passwd'>]>&x;",
  "&lt;script&gt;alert(1)&lt;/script&gt;",
  "&NotAnEntity; & &#0; &#x110000;",
  "</main></body></html>",
  "</details></table></figure></section>",
  "<table><tr><td><li><dd><h1>",
  "<plaintext>",
  "<textarea>",
  "<h1>Another heading</h1>",
  "<a href='https://example.invalid/'>link</a>",
  "[link](javascript:alert(1)) ![image](https://example.invalid/x.png)",
];
const HIDDEN = [
  "\u202eesrever\u202c",
  "\u2066isolated\u2069",
  "\u200f\u200e\u061c",
  "a\u2028b\u2029c",
  "\u{e0041}\u{e0042}",
  "\u200b\u200c\u200d\ufeff",
  "\u001b[31mred\u001b[0m",
  "\u001b]8;;https://example.invalid/\u0007link\u001b]8;;\u0007",
  "\u0000\u0001\u0002",
  "a\u0000b<script\u0000>alert(1)</script>",
  "\r\n\t\v\f\b\u007f\u0085",
  "\ud800",
  "\udfff\ud800",
  "\ufffe\uffff",
  " ",
  "\u3000\u00a0",
  "+ADw-script+AD4-alert(1)+ADw-/script+AD4-",
  "\uff1cscript\uff1ealert(1)\uff1c/script\uff1e",
];
const SHAPES = [
  "z\u0300\u0301\u0302\u0303\u0304\u0305\u0306".repeat(60),
  "\u0645\u0631\u062d\u0628\u0627 \u0628\u0627\u0644\u0639\u0627\u0644\u0645 (1) [2] <3>",
  "\ufdfd".repeat(100),
  "\u{1f468}\u200d\u{1f469}\u200d\u{1f467}\u200d\u{1f466}".repeat(50),
  "W".repeat(5_000),
  "\u202e".repeat(5_000),
  '"'.repeat(5_000),
  "<".repeat(5_000),
  "x".repeat(1 << 20),
  `${" ".repeat(1 << 19)}<script>${RUN}</script>`,
  "\ud83d\ude00".repeat(1 << 18),
  ..."__proto__ constructor toString null NaN -1 1e999 %00%3Cscript%3E".split(" "),
];
const TRIED = [...SCRIPTS, ...attributes, ...QUOTES, ...DRAWINGS, ...STYLES, ...SYNTAX, ...HIDDEN, ...SHAPES];

/** The first ones once more at places where a cut may halve them. */
export const HOSTILE_TEXTS: readonly string[] = [
  ...TRIED,
  ...TRIED.slice(0, 24).map((text, n) => "x".repeat(20 + 12 * n) + text),
];

const KEPT = new Set(["kind", "unit", "stakes", "how", "week"]);
const isKept = (key: string, text: string): boolean =>
  KEPT.has(key) || /^\d{4}-\d{2}-\d{2}T/.test(text) || (key === "by" && ["agent", "domain", "week"].includes(text));

/** The same report with a text in the place of every one that is neither a date nor one of a few known words. */
export function reportWithText(report: Report, text: string): Report {
  const replaced = (value: unknown, key: string): unknown => {
    if (typeof value === "string") return isKept(key, value) ? value : text;
    if (Array.isArray(value)) return value.map((one) => replaced(one, key));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, replaced(one, name)]));
  };
  return replaced(report, "") as Report;
}
