import { randomUUID } from 'node:crypto'
import type { Language } from '@walkaround/catalog/languages'
import { type Html, html } from '../../core/pages/html.ts'
import { formPage } from '../../core/pages/page.ts'
import type { Evidence, EvidencePhoto, Finding } from '../reports/read-evidence.ts'
import type { Objection } from './schema.ts'
import type { ContestWords } from './words/en.ts'
import { WORDS } from './words/words.ts'

/** What went wrong, by the name of its words. */
export type Failure = {
  [Name in keyof ContestWords]: ContestWords[Name] extends string ? Name : never
}[keyof ContestWords]

/** Before anything is shown: asks for the code. */
export function codePage(language: Language, path: string, failure?: Failure): string {
  const words = WORDS[language]
  const content = html`<h1>${words.code_title}</h1>
<p>${words.code_intro}</p>
${failure ? html`<p class="notice bad" role="alert">${words[failure]}</p>` : ''}
<form method="post" action="${path}" enctype="multipart/form-data">
<label for="code">${words.code}</label>
<input class="code" id="code" name="code" type="text" required maxlength="30" autocomplete="off" autocapitalize="characters" spellcheck="false">
<button type="submit">${words.open}</button>
</form>`
  return formPage(words.code_title, content, language)
}

/** Where there is nothing to enter any more. */
export function messagePage(language: Language, failure: Failure): string {
  const words = WORDS[language]
  return formPage(words.code_title, html`<h1>${words.code_title}</h1><p>${words[failure]}</p>`, language)
}

export type Draft = { about: string; text: string }
export type ContestPage = {
  language: Language
  path: string
  evidence: Evidence
  objections: readonly Objection[]
  urlOf: (imageId: string) => string
  answerDays: number
  limits: { pictures: number; objections: number }
  failure?: Failure | undefined
  /** What the person wrote before it was refused. */
  draft?: Draft | undefined
}

export function contestPage(page: ContestPage): string {
  const { evidence, language, urlOf } = page
  const words = WORDS[language]
  const { title, vehicle, summary, findings } = evidence
  const content = html`<h1>${title}</h1>
<p>${vehicle.join(' · ')}</p>
<p class="notice">${words.person}</p>
${objectionList(page)}
<h2>${words.findings}</h2>
${summary.map((line) => html`<p>${line}</p>`)}
${findings.length === 0 ? html`<p>${words.no_findings}</p>` : ''}
${findings.map((finding) => findingCard(finding, urlOf))}
${objectionForm(page)}`
  return formPage(title, content, language)
}

function findingCard({ name, tag, amount, photos, facts, why }: Finding, urlOf: ContestPage['urlOf']): Html {
  return html`<section class="card"><h3>${name} <span class="tag">${tag}${amount ? ` · ${amount}` : ''}</span></h3>
<div class="photos">${photos.map((photo) => figure(photo, urlOf))}</div>
${why ? html`<p>${why}</p>` : ''}
${facts.length > 0 ? html`<dl class="facts">${facts.map(({ label, value }) => html`<dt>${label}</dt><dd>${value}</dd>`)}</dl>` : ''}
</section>`
}

const SIDE = 1000
const point = ([x, y]: readonly [number, number], height: number) =>
  `${Math.round(x * SIDE)},${Math.round(y * height)}`

/** A part of a picture with its outlines, as the paper shows it. A drawing needs no script and no style of its own. */
function figure({ photo, image_id, captions }: EvidencePhoto, urlOf: ContestPage['urlOf']): Html | string {
  if (image_id === null) return ''
  const { crop, ratio, shapes, alt } = photo
  const height = Math.round(SIDE / ratio)
  const [wide, high] = [SIDE / crop.width, height / crop.height]
  const url = urlOf(image_id)
  const outlines = shapes.flatMap(({ points, color, is_dotted }) => {
    const path = points.map((one) => point(one, height)).join(' ')
    return [
      html`<polygon points="${path}" fill="none" stroke="#fff" stroke-width="9"/>`,
      html`<polygon points="${path}" fill="none" stroke="${color}" stroke-width="5"${is_dotted ? html` stroke-dasharray="14 10"` : ''}/>`,
    ]
  })
  return html`<figure><a href="${url}"><svg viewBox="0 0 ${SIDE} ${height}" role="img" aria-label="${alt}">
<image href="${url}" x="${Math.round(-crop.x * wide)}" y="${Math.round(-crop.y * high)}" width="${Math.round(wide)}" height="${Math.round(high)}" preserveAspectRatio="none"/>
${outlines}</svg></a><figcaption>${captions.filter(Boolean).join(' · ')}</figcaption></figure>`
}

function objectionList(page: ContestPage): Html | string {
  const words = WORDS[page.language]
  if (page.objections.length === 0) return ''
  return html`<h2 id="objections">${words.yours}</h2>${page.objections.map((one) => objectionCard(page, one))}`
}

function objectionCard({ language, evidence, urlOf }: ContestPage, objection: Objection): Html {
  const words = WORDS[language]
  const { speech } = evidence
  const { about, text, pictures, decision, earlier_decisions, is_overdue, due_at, created_at } = objection
  const tag = decision ? words[decision.decision] : is_overdue ? words.late : words.waiting
  return html`<section class="card"><h3>${about ?? words.everything} <span class="tag${is_overdue ? ' late' : ''}">${tag}</span></h3>
<p class="words">${text}</p>
${pictures.length > 0 ? html`<div class="sent">${pictures.map(({ id }, at) => html`<img src="${urlOf(id)}" alt="${words.pictures} ${at + 1}" loading="lazy">`)}</div>` : ''}
<dl class="facts"><dt>${words.sent}</dt><dd>${speech.time(created_at)}</dd>
${decision ? '' : html`<dt>${words.due}</dt><dd>${speech.time(due_at)}</dd>`}
${decision ? html`<dt>${words.decided}</dt><dd>${speech.time(decision.decided_at)}</dd><dt>${words.reason}</dt><dd class="words">${decision.reason}</dd>` : ''}
${earlier_decisions.map((one) => html`<dt>${words.earlier}</dt><dd class="words">${words[one.decision]}, ${speech.time(one.decided_at)}: ${one.reason}</dd>`)}</dl>
</section>`
}

function objectionForm(page: ContestPage): Html {
  const { language, path, evidence, answerDays, limits, failure, draft, objections } = page
  const words = WORDS[language]
  if (objections.length >= limits.objections) return html`<h2>${words.object}</h2><p>${words.full}</p>`
  const options = evidence.findings.map(
    ({ id, name }) =>
      html`<option value="${id}"${draft?.about === id ? html` selected` : ''}>${name}</option>`,
  )
  return html`<h2 id="object">${words.object}</h2>
<p>${words.intro(answerDays)}</p>
${failure ? html`<p class="notice bad" role="alert">${words[failure]}</p>` : ''}
<form method="post" action="${path}/objections" enctype="multipart/form-data">
<input type="hidden" name="form_id" value="${randomUUID()}">
<label for="about">${words.about}</label>
<select id="about" name="about"><option value="">${words.everything}</option>${options}</select>
<label for="text">${words.text} <span class="hint">${words.text_hint}</span></label>
<textarea id="text" name="text" required maxlength="4000">${draft?.text ?? ''}</textarea>
<label for="pictures">${words.pictures} <span class="hint">${words.pictures_hint(limits.pictures)}</span></label>
<input id="pictures" name="pictures" type="file" accept="image/*" multiple>
<button type="submit">${words.send}</button>
</form>`
}
