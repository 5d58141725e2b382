/** How the page looks. Lengths in rem, so that larger text makes everything larger; no address and no file is named. */
export const STYLE = `
:root{color-scheme:light dark;--paper:#fdfdfb;--ink:#1b1d1f;--faint:#595e64;--line:#d8dad5;--wash:#f2f3ef;--good:#1a668c;--bad:#b03a26;--mixed:#866000;--none:#6a7077}
@media screen and (prefers-color-scheme:dark){:root{--paper:#15181a;--ink:#e7e8e4;--faint:#a4aab0;--line:#363b40;--wash:#1e2225;--good:#6fb8de;--bad:#f08a72;--mixed:#d8aa4e;--none:#969ca3}}
*{box-sizing:border-box}
html{background:var(--paper);color:var(--ink);font:100%/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"DejaVu Sans",sans-serif;-webkit-text-size-adjust:100%}
body{margin:0 auto;padding:1.5rem 1rem 4rem;max-width:68rem;overflow-wrap:anywhere}
h1,h2,h3{line-height:1.25;text-wrap:balance}
h1{font-size:1.75rem;margin:.1rem 0 .4rem}
h2{font-size:1.25rem;margin:3.2rem 0 1rem;padding-top:.6rem;border-top:2px solid var(--ink)}
h3{font-size:1rem;margin:1.8rem 0 .4rem}
p{margin:.4rem 0 .8rem;max-width:44rem}
a{color:var(--good)}
:focus-visible{outline:3px solid var(--good);outline-offset:2px}
main:focus{outline:none}
bdi,dd,td,th,p{overflow:clip;overflow-clip-margin:.3rem}
code{font:.9em/1.4 ui-monospace,"SF Mono",Menlo,Consolas,"DejaVu Sans Mono",monospace;background:var(--wash);padding:.1em .3em;border-radius:.2em}
.hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.skip{position:absolute;left:-999rem}
.skip:focus{position:static}
.faint,.note,caption,.meta{color:var(--faint)}
.meta,.note,.ids{font-size:.875rem}
nav ul{display:flex;flex-wrap:wrap;gap:.2rem 1.1rem;list-style:none;margin:1rem 0 0;padding:0;font-size:.9rem}
nav a{display:inline-block;padding:.2rem 0}
dl.figures{margin:0;border-top:1px solid var(--line)}
dl.figures>div{display:grid;grid-template-columns:minmax(0,15rem) minmax(0,1fr);gap:.1rem 1.2rem;padding:.5rem 0;border-bottom:1px solid var(--line)}
dl.figures dt{color:var(--faint)}
dl.figures dd{margin:0}
.figure{display:flex;flex-wrap:wrap;align-items:center;gap:.1rem .8rem}
.value{font-weight:650;font-variant-numeric:tabular-nums;min-width:7rem}
.value.faint{font-weight:400}
.counted{color:var(--faint);min-width:12.2rem}
.interval{width:7.5rem;height:.9rem;flex:none}
.interval path{fill:none;stroke:var(--none);stroke-width:.6}
.interval .range{stroke:var(--good);stroke-width:7;opacity:.4}
.interval circle{fill:var(--good)}
.plots{display:grid;margin-top:1rem;grid-template-columns:repeat(auto-fill,minmax(min(100%,24rem),1fr));gap:2rem 2.5rem}
.plots figure{margin:0;min-width:0;break-inside:avoid}
figcaption h3{margin:0 0 .1rem}
figcaption p{margin:0 0 .3rem;font-size:.9rem;color:var(--faint)}
.chart{display:block;width:100%;height:auto;max-width:32rem;overflow:hidden}
.chart text{font-size:11px}
.keys{display:flex;flex-wrap:wrap;gap:.1rem 1rem;list-style:none;margin:.1rem 0 .3rem;padding:0;font-size:.875rem}
.keys li::before{content:"";display:inline-block;width:.75em;height:.75em;margin-right:.4em;background:var(--none);forced-color-adjust:none}
.keys .good::before{background:var(--good)}.keys .bad::before{background:var(--bad)}.keys .mixed::before{background:var(--mixed)}
.keys .ink::before{background:none;border-top:2px solid var(--ink);height:.3em;width:1.1em}
details{margin:.3rem 0}
dd details,td details{margin:0}
dd details[open]{padding-bottom:.4rem}
td>details>summary{padding-top:0}
summary{cursor:pointer;position:relative;padding:.15rem 0;font-size:.9rem;color:var(--good);width:fit-content;max-width:100%}
details[open]>summary{margin-bottom:.3rem}
.ids{font-family:ui-monospace,Menlo,Consolas,"DejaVu Sans Mono",monospace;margin:.2rem 0;max-width:none;color:var(--faint)}
.scroll{overflow-x:auto;max-width:100%;margin:.6rem 0 1rem}
table{border-collapse:collapse;font-size:.88rem;font-variant-numeric:tabular-nums}
caption{text-align:left;padding-bottom:.3rem}
td{overflow-wrap:break-word;max-width:18rem}
th,td{text-align:left;vertical-align:top;padding:.35rem .95rem .35rem 0;border-bottom:1px solid var(--line)}
thead th{font-weight:500;color:var(--faint);white-space:nowrap;border-bottom-color:var(--faint)}
tbody th{font-weight:550;min-width:7.5rem;max-width:18rem;overflow-wrap:break-word}
time{white-space:nowrap}
.num{text-align:right;white-space:nowrap}
.num .faint{display:block;font-size:.85em;white-space:normal}
.text{min-width:12rem;max-width:26rem}
.id{white-space:nowrap}
@media screen and (min-width:54rem){dd>.figure{max-width:calc(100% - 8rem)}dd>.figure+details{margin-top:-1.5rem}dd>.figure+details>summary{margin-left:auto}dd summary:focus-visible{outline-offset:0}}
@media (max-width:36rem){dl.figures>div{grid-template-columns:minmax(0,1fr)}.value,.counted{min-width:0}}
@page{margin:1.5cm}
@media print{body{max-width:none;padding:0}html{font-size:10pt}nav,.skip{display:none}h2{break-after:avoid;margin-top:1.6rem}h3,caption,summary{break-after:avoid}tr,li,dl.figures>div{break-inside:avoid}.scroll{overflow:visible;break-inside:avoid}details::details-content{display:block;content-visibility:visible;block-size:auto}summary{list-style:none;color:var(--faint)}.plots{display:block}.plots figure{break-inside:auto;margin-bottom:1.5rem}figcaption,.keys,.chart{break-after:avoid}*{print-color-adjust:exact;-webkit-print-color-adjust:exact}}
`.trim();
