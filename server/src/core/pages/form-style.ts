/** What pages with forms have beside the sheet of all pages: for one hand and a small screen. */
export const FORM_STYLE = `
.layout.plain { display: block; max-width: 46rem; }
.plain main { padding: 1.4rem 1.1rem 4rem; }
.card { background: var(--raised); border: 1px solid var(--line); border-radius: 10px; padding: 1rem 1.1rem; margin: 1rem 0; }
.card h3 { margin-top: 0; display: flex; gap: .6rem; align-items: baseline; justify-content: space-between; flex-wrap: wrap; }
.tag { font-size: .82rem; font-weight: 600; border: 1px solid var(--line); border-radius: 99px; padding: .1rem .6rem; white-space: nowrap; }
.tag.late { border-color: var(--delete); color: var(--delete); }
.photos { display: grid; grid-template-columns: repeat(auto-fit, minmax(15rem, 1fr)); gap: .8rem; margin: .8rem 0; }
figure { margin: 0; }
figure svg, figure img { display: block; width: 100%; height: auto; border-radius: 6px; background: var(--line); }
figcaption { font-size: .84rem; color: var(--soft); margin-top: .3rem; overflow-wrap: anywhere; }
.sent { display: flex; flex-wrap: wrap; gap: .5rem; margin: .6rem 0; }
.sent img { width: 6rem; height: 6rem; object-fit: cover; border-radius: 6px; background: var(--line); }
.words { white-space: pre-wrap; overflow-wrap: anywhere; }
.notice { border-left: 4px solid var(--link); padding: .2rem 0 .2rem .9rem; margin: 1rem 0; }
.notice.bad { border-color: var(--delete); }
dl.facts { display: grid; grid-template-columns: minmax(7rem, auto) 1fr; gap: .25rem 1rem; margin: .6rem 0; font-size: .93rem; }
dl.facts dt { color: var(--soft); } dl.facts dd { margin: 0; overflow-wrap: anywhere; }
@media (max-width: 480px) { dl.facts { display: block; } dl.facts dd { margin: 0 0 .5rem; } }
form label { display: block; font-weight: 600; margin: 1.1rem 0 .35rem; }
form .hint { display: block; font-weight: 400; color: var(--soft); font-size: .88rem; }
input[type=text], textarea, select { width: 100%; font: inherit; color: inherit; background: var(--ground); border: 1px solid var(--soft); border-radius: 8px; padding: .7rem .8rem; }
input[type=file] { width: 100%; font: inherit; color: inherit; padding: .5rem 0; }
input.code { font: 1.3rem var(--mono); letter-spacing: .12em; text-transform: uppercase; max-width: 16rem; }
textarea { min-height: 9rem; }
button { font: inherit; font-weight: 650; color: var(--ground); background: var(--link); border: 0; border-radius: 8px; padding: .8rem 1.4rem; margin-top: 1.3rem; min-height: 48px; cursor: pointer; }
button:hover { filter: brightness(1.08); }
`
