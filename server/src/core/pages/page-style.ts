/** One sheet for all pages, without fonts or pictures from elsewhere: they must read well on a machine with no network. */
export const STYLE = `
:root {
  color-scheme: light dark;
  --ground: #fbfaf8; --raised: #ffffff; --ink: #1d2025; --soft: #5d646f; --line: #e3e0da;
  --link: #1a5a8a; --code: #f1efea; --get: #1f6f4a; --post: #1a5a8a; --patch: #8a5a10; --delete: #a03535;
  --mono: ui-monospace, "SF Mono", "Cascadia Mono", "Liberation Mono", Menlo, Consolas, monospace;
  --text: system-ui, -apple-system, "Segoe UI", "Liberation Sans", "Noto Sans", Arial, sans-serif;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #14161a; --raised: #1a1d22; --ink: #e6e4df; --soft: #9aa1ac; --line: #2c3037;
    --link: #86bce8; --code: #21252b; --get: #79c9a0; --post: #86bce8; --patch: #dfb46b; --delete: #ee9292;
  }
}
*, *::before, *::after { box-sizing: border-box; }
html { scroll-padding-top: 1.5rem; -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 16px/1.6 var(--text); }
a { color: var(--link); text-decoration: none; }
a:hover, a:focus-visible { text-decoration: underline; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; border-radius: 3px; }
code, pre { font-family: var(--mono); font-size: .86em; }
:not(pre) > code { background: var(--code); border-radius: 4px; padding: .1em .35em; overflow-wrap: anywhere; }
pre { background: var(--code); border-radius: 8px; padding: .9rem 1rem; overflow-x: auto; line-height: 1.5; margin: .5rem 0; max-height: 34rem; }
h1, h2, h3, h4 { line-height: 1.25; font-weight: 650; letter-spacing: -.01em; text-wrap: balance; }
h1 { font-size: 1.9rem; margin: 0 0 1rem; }
h2 { font-size: 1.4rem; margin: 0 0 .3rem; }
h3 { font-size: 1.12rem; margin: 0; }
h4 { font-size: .78rem; margin: 1.6rem 0 .4rem; color: var(--soft); text-transform: uppercase; letter-spacing: .06em; }
p { margin: .5rem 0; max-width: 44rem; }
.skip { position: absolute; left: -999rem; }
.skip:focus { left: 1rem; top: 1rem; background: var(--raised); padding: .5rem 1rem; z-index: 2; }
.layout { display: grid; grid-template-columns: 17rem minmax(0, 1fr); max-width: 80rem; margin: 0 auto; }
.side { position: sticky; top: 0; align-self: start; max-height: 100vh; overflow-y: auto; padding: 2rem 1rem 2rem 1.5rem; border-right: 1px solid var(--line); font-size: .9rem; }
.side summary { cursor: pointer; padding: .2rem 0; color: var(--soft); }
@supports selector(::details-content) {
  @media (min-width: 861px) {
    .side summary { display: none; }
    .side > details::details-content { content-visibility: visible; block-size: auto; }
  }
}
.side ul { list-style: none; margin: 0 0 .9rem; padding: 0; }
.side [aria-current] { font-weight: 650; }
.side li a { display: flex; gap: .5rem; align-items: baseline; padding: .17rem 0; color: var(--ink); }
.side .group { display: block; color: var(--soft); font-size: .78rem; text-transform: uppercase; letter-spacing: .06em; font-weight: 650; margin-top: .9rem; }
.side .verb { flex: none; width: 2.5rem; font-size: .66rem; }
main { padding: 2.2rem 2.5rem 5rem; min-width: 0; }
section.tag { margin-top: 4rem; }
.operation, .schema { border: 1px solid var(--line); border-radius: 12px; background: var(--raised); padding: 1.3rem 1.5rem 1.5rem; margin: 1.2rem 0; }
.verb { font: 700 .74rem/1 var(--mono); letter-spacing: .02em; }
.get { color: var(--get); } .post { color: var(--post); } .patch { color: var(--patch); } .delete { color: var(--delete); }
.address { margin: .5rem 0 .8rem; font-family: var(--mono); font-size: .88rem; overflow-wrap: anywhere; }
.address .verb { margin-right: .5rem; font-size: .88rem; }
.soft { color: var(--soft); }
h4 .soft { text-transform: none; letter-spacing: 0; font-weight: 400; font-family: var(--mono); margin-left: .3rem; }
h3 a { color: inherit; }
h1, h2, h3, .id { overflow-wrap: anywhere; }
.id { font: .8rem var(--mono); color: var(--soft); margin-left: .5rem; font-weight: 400; letter-spacing: 0; }
dl.fields { margin: 0; border-top: 1px solid var(--line); }
dl.fields > div { display: grid; grid-template-columns: minmax(9rem, 15rem) minmax(0, 1fr); gap: .2rem 1.2rem; padding: .5rem 0; border-bottom: 1px solid var(--line); }
dl.fields dt { font: .86rem/1.6 var(--mono); overflow-wrap: anywhere; }
dl.fields dd { margin: 0; font-size: .93rem; overflow-wrap: anywhere; }
dl.fields .type { color: var(--soft); font-size: .86rem; }
dl.fields .mark { color: var(--soft); font: .74rem var(--text); margin-left: .4rem; }
dl.fields .must { color: var(--delete); font: 600 .74rem var(--text); margin-left: .4rem; }
dl.fields .nested { grid-column: 1 / -1; }
dl.fields dl.fields { margin: .4rem 0 .3rem; border-left: 2px solid var(--line); padding-left: .9rem; }
dl.fields dl.fields > div:last-child { border-bottom: 0; }
details { margin: .3rem 0; }
details > summary { cursor: pointer; color: var(--link); font-size: .9rem; }
.codes { list-style: none; padding: 0; margin: .3rem 0; font-size: .93rem; }
.codes li { padding: .22rem 0; display: grid; grid-template-columns: 2.6rem minmax(0, 1fr); }
.codes.verbs li { grid-template-columns: 4.2rem minmax(0, 1fr); align-items: baseline; }
.codes .status { color: var(--soft); font: .86rem/1.75 var(--mono); }
table { border-collapse: collapse; width: 100%; font-size: .93rem; }
th, td { text-align: left; padding: .45rem .8rem .45rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
th { color: var(--soft); font-weight: 600; }
td { overflow-wrap: anywhere; }
@media (min-width: 600px) { td code { white-space: nowrap; } }
@media (max-width: 860px) {
  .layout { display: block; }
  .side { position: static; max-height: none; border-right: 0; border-bottom: 1px solid var(--line); padding: 1rem 1.1rem; }
  main { padding: 1.4rem 1.1rem 4rem; }
  .operation, .schema { padding: 1rem 1rem 1.1rem; border-radius: 10px; }
  dl.fields > div { grid-template-columns: minmax(0, 1fr); }
  dl.fields dl.fields { padding-left: .6rem; }
  h1 { font-size: 1.6rem; }
}
@media print {
  .side, .skip { display: none; }
  .layout { display: block; max-width: none; }
  body { background: #fff; color: #000; font-size: 10.5pt; }
  main { padding: 0; }
  .operation, .schema { border: 0; border-top: 1px solid #bbb; border-radius: 0; padding: 1rem 0 0; background: none; }
  pre { white-space: pre-wrap; overflow-wrap: anywhere; max-height: none; border: 1px solid #ddd; }
  h2, h3, h4 { break-after: avoid; }
}
`
