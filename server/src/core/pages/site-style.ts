/** What the documentation adds to the sheet of the reference: header, search, contents, front page. */
export const SITE_STYLE = `
:root { --mark: #fbe9a9; --shade: rgb(20 22 26 / .12); }
@media (prefers-color-scheme: dark) { :root { --mark: #5a4a12; --shade: rgb(0 0 0 / .5); } }
html { scroll-padding-top: 5rem; }
[hidden] { display: none !important; }
.top { position: sticky; top: 0; z-index: 3; display: flex; align-items: center; gap: 1.2rem; padding: .6rem 1.5rem; background: var(--raised); border-bottom: 1px solid var(--line); }
.top .name { font-weight: 700; font-size: 1.05rem; color: var(--ink); margin-right: auto; }
.top .links { display: flex; gap: 1.1rem; font-size: .93rem; }
.top .links a { padding: .3rem 0; }
.search { position: relative; width: 19rem; }
.search label { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.search input { width: 100%; font: inherit; font-size: .93rem; color: var(--ink); background: var(--ground); border: 1px solid var(--soft); border-radius: 8px; padding: .35rem .7rem; }
.search input::placeholder { color: var(--soft); opacity: 1; }
#found { position: absolute; z-index: 4; right: 0; top: calc(100% + .4rem); width: min(34rem, 92vw); max-height: 75vh; overflow-y: auto; background: var(--raised); border: 1px solid var(--line); border-radius: 10px; box-shadow: 0 8px 30px var(--shade); padding: .4rem; }
#found p { margin: .1rem .5rem .3rem; font-size: .8rem; color: var(--soft); }
#found ol { list-style: none; margin: 0; padding: 0; }
#found a { display: block; padding: .45rem .6rem; border-radius: 7px; color: var(--ink); font-size: .93rem; }
#found a:hover, #found a:focus { background: var(--code); text-decoration: none; }
#found .where { color: var(--soft); font-size: .82rem; margin-left: .5rem; }
#found .line { display: block; color: var(--soft); font-size: .84rem; overflow-wrap: anywhere; }
mark { background: var(--mark); color: inherit; border-radius: 2px; }
.side { top: 3.4rem; max-height: calc(100vh - 3.4rem); }
.side .group:first-of-type { margin-top: 0; }
.side .group { margin-bottom: .2rem; }
.layout { max-width: 92rem; margin: 0; }
.layout.plain { display: block; max-width: 52rem; margin: 0 auto; }
.layout > .side { grid-column: 1; }
.layout > main { grid-column: 2; grid-row: 1; max-width: 66rem; }
.layout.three { grid-template-columns: 17rem minmax(0, 1fr) 15rem; }
.layout.three > .contents { grid-column: 3; grid-row: 1; }
.contents { position: sticky; top: 3.4rem; align-self: start; max-height: calc(100vh - 3.4rem); overflow-y: auto; padding: 2.4rem 1.2rem 2rem 0; font-size: .86rem; }
.contents summary { color: var(--soft); font-weight: 650; font-size: .78rem; text-transform: uppercase; letter-spacing: .06em; cursor: default; list-style: none; }
.contents summary::-webkit-details-marker { display: none; }
.contents ol { list-style: none; margin: .4rem 0 0; padding: 0; }
.contents li { padding: .16rem 0; }
.contents li.deeper { padding-left: .8rem; }
.contents a { color: var(--soft); overflow-wrap: anywhere; }
.contents a:hover { color: var(--link); }
.article { max-width: 54rem; }
.article p, .article li { max-width: 44rem; }
.article img { display: block; max-width: 100%; height: auto; border: 1px solid var(--line); border-radius: .5rem; }
.article h2 { margin: 2.6rem 0 .5rem; padding-top: .2rem; }
.article h3 { margin: 1.8rem 0 .4rem; }
.article h2 a, .article h3 a, .article h4 a { color: inherit; }
.article ul, .article ol { padding-left: 1.4rem; margin: .5rem 0; }
.article li { margin: .25rem 0; }
.article table { margin: .8rem 0 1.2rem; }
.article td, .article th { padding-right: 1.1rem; }
.wide { overflow-x: auto; margin: .8rem 0 1.2rem; }
.wide table { min-width: 52rem; margin: 0; }
.wide td { overflow-wrap: normal; }
pre[data-language=json], pre[data-language=text] { background: none; border: 1px solid var(--line); }
.layout > main { overflow-wrap: break-word; }
main p a, .article li a, .article td a { text-decoration: underline; text-decoration-thickness: 1px; text-underline-offset: .18em; }
.place { color: var(--soft); font-size: .82rem; margin: 0 0 .3rem; }
.frame { position: relative; }
.copy { position: absolute; top: .5rem; right: .5rem; font: .78rem var(--text); color: var(--ink); background: var(--raised); border: 1px solid var(--soft); border-radius: 6px; padding: .2rem .55rem; cursor: pointer; min-height: 24px; }
@media (hover: hover) { .copy { opacity: 0; } .frame:hover .copy, .copy:focus-visible { opacity: 1; } }
.near { display: grid; grid-template-columns: 1fr 1fr; gap: 1rem; margin-top: 3.5rem; border-top: 1px solid var(--line); padding-top: 1.2rem; }
.near a { display: block; border: 1px solid var(--line); border-radius: 10px; padding: .7rem 1rem; background: var(--raised); overflow-wrap: anywhere; }
.near .next { text-align: right; grid-column: 2; }
.near small { display: block; color: var(--soft); }
.first { display: grid; grid-template-columns: repeat(auto-fit, minmax(14rem, 1fr)); gap: 1rem; margin: 1.6rem 0 2rem; }
.first a { display: block; border: 1px solid var(--line); border-radius: 12px; padding: 1rem 1.2rem; background: var(--raised); }
.first a strong { display: block; font-size: 1.05rem; }
.first span { color: var(--soft); font-size: .93rem; }
.cards { columns: 2; column-gap: 3rem; }
.cards section { break-inside: avoid-column; padding-bottom: 1.6rem; }
.cards section h2 { font-size: 1.1rem; margin: 0 0 .4rem; }
.cards ul { list-style: none; margin: 0; padding: 0; }
.cards li { padding: .32rem 0; border-top: 1px solid var(--line); font-size: .95rem; }
.cards li span { display: block; color: var(--soft); font-size: .86rem; }
@media (max-width: 1180px) {
  .layout.three { grid-template-columns: 17rem minmax(0, 1fr); grid-template-rows: auto 1fr; }
  .layout.three > .contents { position: static; grid-column: 2; grid-row: 1; max-height: none; padding: 1.2rem 2.5rem 0; }
  .layout.three > .side { grid-row: 1 / 3; }
  .layout.three > main { grid-row: 2; padding-top: 1.2rem; }
  .contents summary { cursor: pointer; list-style: revert; color: var(--link); text-transform: none; letter-spacing: 0; font-size: .9rem; }
}
@media (max-width: 860px) {
  .top { flex-wrap: wrap; padding: .6rem 1.1rem; gap: .5rem 1rem; position: static; }
  .search { order: 3; width: 100%; }
  #found { left: 0; right: auto; width: 100%; }
  html { scroll-padding-top: 1rem; }
  .layout.three { display: block; }
  .layout.three > .contents { padding: .6rem 1.1rem 0; }
  .side { max-height: none; padding: .7rem 1.1rem; }
  .cards { columns: 1; }
  .article h2 { margin-top: 2rem; }
}
@media (max-width: 600px) {
  .article table, .article tbody, .article tr, .article td { display: block; }
  .article thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  .article tr { border-bottom: 1px solid var(--line); padding: .55rem 0; }
  .article td { border: 0; padding: .1rem 0; }
  .article td:first-child { font-weight: 600; }
  .article td[data-title]::before { content: attr(data-title) ": "; color: var(--soft); }
  .wide { overflow: visible; }
  .wide table { min-width: 0; }
  .wide td { overflow-wrap: anywhere; }
}
@media print {
  .top, .contents, .near, .copy { display: none !important; }
  .wide { overflow: visible; }
  .wide table { min-width: 0; font-size: 7.5pt; }
  .article, .article p, .article li { max-width: none; }
}
`
