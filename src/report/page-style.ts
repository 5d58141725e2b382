/** How the page looks. Lengths in rem, so that larger text makes everything larger; no address and no file is named. */
export const STYLE = `
:root{color-scheme:light dark;--paper:#fdfdfb;--ink:#1b1d1f;--faint:#595e64;--line:#d8dad5;--good:#1a668c;--bad:#b03a26;--mixed:#866000;--none:#6a7077}
@media screen and (prefers-color-scheme:dark){:root{--paper:#15181a;--ink:#e7e8e4;--faint:#a4aab0;--line:#363b40;--good:#6fb8de;--bad:#f08a72;--mixed:#d8aa4e;--none:#969ca3}}
*{box-sizing:border-box}
html{background:var(--paper);color:var(--ink);font:100%/1.5 system-ui,sans-serif}
body{margin:0 auto;padding:1.5rem 1rem 4rem;max-width:68rem;overflow-wrap:anywhere}
h1{font-size:1.75rem}
h2{font-size:1.25rem;margin-top:2.5rem}
p{max-width:44rem}
bdi,td,th,p{overflow:clip;overflow-clip-margin:.3rem}
code{font:.9em/1.4 ui-monospace,monospace}
figcaption{font-weight:600}
footer,thead th{color:var(--faint)}
.plots{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,24rem),1fr));gap:2rem}
.plots figure{margin:0;break-inside:avoid}
.chart{display:block;width:100%;height:auto;max-width:32rem;overflow:hidden}
.chart text{font-size:11px}
.keys{display:flex;flex-wrap:wrap;gap:.1rem 1rem;list-style:none;margin:.2rem 0;padding:0;font-size:.875rem}
.keys li::before{content:"";display:inline-block;width:.75em;height:.75em;margin-right:.4em;background:var(--ink);forced-color-adjust:none}
.keys .good::before{background:var(--good)}.keys .bad::before{background:var(--bad)}.keys .mixed::before{background:var(--mixed)}.keys .none::before{background:var(--none)}
.scroll{overflow-x:auto}
table{border-collapse:collapse;font-size:.9rem;font-variant-numeric:tabular-nums}
th,td{text-align:left;vertical-align:top;padding:.35rem .95rem .35rem 0;border-bottom:1px solid var(--line)}
.number{text-align:right}
.text{min-width:12rem}
.id{white-space:nowrap}
@media print{body{max-width:none;padding:0}tr,figure{break-inside:avoid}.scroll{overflow:visible}*{print-color-adjust:exact;-webkit-print-color-adjust:exact}}
`.trim();
