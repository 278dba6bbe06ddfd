import type { Checks } from '../checks.ts'
import { type Action, api, create, member, read } from './client.ts'

const PDF =
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n'

export async function checkReports(checks: Checks): Promise<void> {
  await checks.journey('hand in a report', () => handIn(checks))
}

async function handIn(checks: Checks): Promise<void> {
  const id = await create(['damage_detection'])
  const actions: Action[] = []
  const dispatch = (action: Action) => actions.push(action)
  const pdf = new Blob([PDF], { type: 'application/pdf' })

  await checks.refused('before that there is none', { name: 'UnavailablePdf', status: 422 }, () =>
    api.getPdf({ id }, member),
  )
  const answer = await api.uploadPdf({ id, pdf }, member, dispatch)
  checks.equal('the answer has the id of the inspection', answer.id, id)
  const uploaded = actions.at(-1)?.payload
  checks.equal('the state gets the inspection', uploaded?.inspectionId, id)
  checks.that('and the address of the report', /^https:\/\//.test(String(uploaded?.pdfUrl)), uploaded)
  await api.getPdf({ id }, member, dispatch)
  const url = String(actions.at(-1)?.payload.pdfUrl)
  checks.that('asking for it gives an address too', /^https:\/\//.test(url), url)

  const file = await fetch(url, { headers: { origin: 'https://app.example' } })
  checks.equal(
    'it opens without a token',
    [file.status, file.headers.get('content-type')],
    [200, 'application/pdf'],
  )
  checks.equal('any page may read it', file.headers.get('access-control-allow-origin'), '*')
  checks.equal('it is the file handed in', await file.text(), PDF)

  const second = `${PDF}%second\n`
  await api.uploadPdf({ id, pdf: new Blob([second], { type: 'application/pdf' }) }, member, dispatch)
  const latest = await fetch(String(actions.at(-1)?.payload.pdfUrl))
  checks.equal('the last one counts', await latest.text(), second)
  checks.that('the inspection names it', /^https:\/\//.test(String((await read(id)).inspections[0]?.pdfUrl)))
  const list = await api.getAllInspections({ pagination: { limit: 1 } }, member)
  checks.that(
    'the list names it',
    /^https:\/\//.test(String(list.entities.inspections[0]?.pdfUrl)),
    list.entities.inspections,
  )

  const fake = new Blob(['no pdf at all'], { type: 'application/pdf' })
  const thrown = await checks.refused('what is no PDF is refused', { name: 'HTTPError', status: 415 }, () =>
    api.uploadPdf({ id, pdf: fake }, member),
  )
  checks.text('and the refusal says why', Object(thrown?.body).message)
}
