import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCompared } from '../../../test/comparisons.ts'
import { jpeg } from '../../../test/factories.ts'
import {
  createContested,
  createLink,
  createObjection,
  objectTo,
  openContest,
  readContestPage,
  sendForm,
} from '../../../test/objections.ts'
import { type Service, startOwnService } from '../../../test/own-service.ts'

let service: Service
beforeAll(async () => {
  service = await startOwnService({
    settings: { OBJECTION_WRONG_CODES_MAX: '3', OBJECTIONS_PER_LINK_MAX: '2' },
  })
})
afterAll(() => service.stop())

const photo = async (seed: number) => new Blob([new Uint8Array(await jpeg(seed))])

describe('the page of a link', () => {
  it('200 asks for the code, and shows the evidence and forms without a script', async () => {
    const { link, damage_id } = await createContested(service)
    expect(link.url).toBe(`${service.config.PUBLIC_URL}/contest/${link.id}`)
    const asked = await fetch(`${service.url}/contest/${link.id}`)
    expect(asked.status).toBe(200)
    expect(asked.headers.get('content-security-policy')).toContain("default-src 'none'; style-src 'sha256-")
    expect(asked.headers.get('referrer-policy')).toBe('no-referrer')
    expect(asked.headers.get('cache-control')).toBe('no-store')
    expect(await asked.text()).not.toContain('CO 7')

    const cookie = await openContest(service, link)
    const page = await readContestPage(service, link, cookie)
    expect(page).toContain('CO 7')
    expect(page).toContain('Software proposes, a person decides')
    expect(page).toContain(`<option value="${damage_id}">D1 Hood`)
    expect(page).toMatch(/<image href="[^"]+\/v1\/pictures\//)
    expect(page).not.toContain('<script')
    const [, picture = ''] = /<image href="([^"]+)"/.exec(page) ?? []
    const shown = await fetch(picture.replace(service.config.PUBLIC_URL, service.url))
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
  })

  it('the cookie is for this page alone, and for no script', async () => {
    const { link } = await createContested(service)
    const answer = await sendForm(service, `/contest/${link.id}`, { code: link.access_code.toLowerCase() })
    const cookie = answer.headers.get('set-cookie') ?? ''
    expect(cookie).toContain(`Path=/contest/${link.id}; HttpOnly; SameSite=Strict`)
    const other = await createContested(service)
    const stolen = cookie.split(';', 1)[0] ?? ''
    expect(await readContestPage(service, other.link, stolen)).not.toContain('CO 7')
  })

  it('422 for a wrong code, and 429 once there were too many, also for the right one', async () => {
    const { link } = await createContested(service)
    const enter = (code: string) => sendForm(service, `/contest/${link.id}`, { code })
    const tries = await Promise.all(Array.from({ length: 8 }, () => enter('00000-00000')))
    expect(tries.map(({ status }) => status).toSorted()).toEqual([422, 422, 422, 429, 429, 429, 429, 429])
    expect((await enter(link.access_code)).status).toBe(429)
    await service.rows(
      "update objection_links set wrong_since = now() - interval '61 minutes' where id = $1",
      [link.id],
    )
    expect((await enter(link.access_code)).status).toBe(303)
  })

  it('keeps neither code nor token, and logs neither', async () => {
    const { link } = await createContested(service)
    const token = (await openContest(service, link)).split('=')[1] ?? ''
    const rows = await service.rows(
      'select l::text || s::text as text from objection_links l, objection_sessions s',
    )
    const kept = rows.map(({ text }) => text).join() + service.logLines().join()
    for (const secret of [token, link.access_code, link.access_code.replace('-', '')])
      expect(kept.includes(secret)).toBe(false)
  })

  it('404 for a link that never was, 410 once it is revoked or expired', async () => {
    const open = (id: string) => fetch(`${service.url}/contest/${id}`)
    expect((await open('0199a3cb-3e24-7b63-9d8f-47bac2e5f933')).status).toBe(404)
    expect((await open('x')).status).toBe(404)
    const { link, id } = await createContested(service)
    const cookie = await openContest(service, link)
    expect((await service.call('DELETE', `/objection_links/${link.id}`)).body.status).toBe('revoked')
    expect((await open(link.id)).status).toBe(410)
    expect((await objectTo(service, link, cookie)).status).toBe(410)
    const second = await createLink(service, { inspection_id: id })
    await service.call('DELETE', `/inspections/${id}`)
    expect((await open(second.id)).status).toBe(404)
  })
})

describe('createObjection', () => {
  it('303 keeps words and pictures, promises a time, and says so', async () => {
    const { id, damage_id, link } = await createContested(service)
    const cookie = await openContest(service, link)
    await service.call('PATCH', '/objections/settings', { json: { answer_days: 3 } })
    const text = '<b>Not</b> mine.\r\nSee photo.'
    const pictures = [await photo(71), await photo(72), new Blob([])]
    const sent = await objectTo(service, link, cookie, { about: damage_id, text, pictures })
    expect(sent.headers.get('location')).toBe(`/contest/${link.id}#objections`)
    const { body } = await service.call('GET', `/objections?inspection_id=${id}`)
    expect(body.data).toEqual([
      expect.objectContaining({
        damage_id,
        about: expect.stringContaining('Hood'),
        text: '<b>Not</b> mine.\nSee photo.',
        status: 'open',
        is_overdue: false,
        decision: null,
      }),
    ])
    const [{ due_at, created_at, pictures: kept }] = body.data
    expect(Date.parse(due_at) - Date.parse(created_at)).toBe(3 * 86_400_000)
    expect(kept.length).toBe(2)
    const picture = await fetch(kept[0].path.replace(service.config.PUBLIC_URL, service.url))
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
    // They are no pictures of the inspection.
    expect((await service.call('GET', `/inspections/${id}`)).body.images.length).toBe(1)
    const page = await readContestPage(service, link, cookie)
    expect(page).toContain('&lt;b&gt;Not&lt;/b&gt; mine.')
    expect(page).toContain('Answer promised by')
    const events = await service.rows(
      "select type from events where inspection_id = $1 and type like 'obj%' order by id",
      [id],
    )
    expect(events.map(({ type }) => type)).toEqual(['objection_link.created', 'objection.created'])
  })

  it('303 once for a form that is sent twice, and leaves no file behind', async () => {
    const { id, link } = await createContested(service)
    const cookie = await openContest(service, link)
    const fields = { form_id: '5f0c1f4e-5a51-4f7c-9a39-1d2f3a4b5c6d', pictures: await photo(73) }
    const answers = await Promise.all([1, 2].map(() => objectTo(service, link, cookie, fields)))
    expect(answers.map(({ status }) => status)).toEqual([303, 303])
    expect((await service.call('GET', `/objections?inspection_id=${id}`)).body.data.length).toBe(1)
    expect(await service.rows('select * from uploads where $1 = any (inspection_ids)', [id])).toEqual([])
  })

  it('422 shows what the person wrote again, and keeps nothing', async () => {
    const { id, link } = await createContested(service)
    const cookie = await openContest(service, link)
    const refused = await objectTo(service, link, cookie, {
      text: 'My words',
      pictures: new Blob(['no picture at all, but long enough']),
    })
    expect(refused.status).toBe(422)
    const page = await refused.text()
    expect(page).toContain('>My words</textarea>')
    expect(page).toContain('A photo cannot be read')
    for (const fields of [{ text: ' ' }, { text: 'x'.repeat(4_001) }, { about: id }, { form_id: 'x' }])
      expect((await objectTo(service, link, cookie, fields)).status).toBe(422)
    expect((await service.call('GET', `/objections?inspection_id=${id}`)).body.data).toEqual([])
  })

  it('303 to the code without a session, and 404 from another site', async () => {
    const { id, link } = await createContested(service)
    const sent = await objectTo(service, link, 'objection=x')
    expect([sent.status, sent.headers.get('location')]).toEqual([303, `/contest/${link.id}`])
    const headers = { cookie: await openContest(service, link), 'sec-fetch-site': 'cross-site' }
    const fields = { form_id: '5f0c1f4e-5a51-4f7c-9a39-1d2f3a4b5c6e', about: '', text: 'x' }
    expect((await sendForm(service, `/contest/${link.id}/objections`, fields, headers)).status).toBe(404)
    expect((await service.call('GET', `/objections?inspection_id=${id}`)).body.data).toEqual([])
  })

  it('422 beyond the number that a link allows', async () => {
    const { link } = await createContested(service)
    const cookie = await openContest(service, link)
    for (const status of [303, 303, 422]) expect((await objectTo(service, link, cookie)).status).toBe(status)
  })

  it('is about a place of a comparison, and makes no paper outdated', async () => {
    const { id, place, later } = await createCompared(service)
    const changes = () =>
      service.rows("select count_changes('org_alder', $1)::int as count from (select 1) x", [later.id])
    const before = await changes()
    const { id: objection } = await createObjection(service, { comparison_id: id }, { about: place })
    const { body } = await service.call('GET', `/objections/${objection}`)
    expect(body).toMatchObject({
      comparison_id: id,
      inspection_id: later.id,
      place_id: place,
      damage_id: null,
    })
    expect(await changes()).toEqual(before)
    expect((await service.call('GET', `/comparisons/${id}`)).body).toMatchObject({
      is_outdated: false,
      charges: { needs_human_decision: true },
    })
  })
})
