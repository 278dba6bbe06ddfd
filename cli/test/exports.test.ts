import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Harness } from '../../testing/harness.ts'
import { type Body, jsonBody, multipartBody } from '../../testing/http.ts'
import { setting } from '../../testing/stack.ts'
import { EXIT } from '../src/exit-codes.ts'
import { environment, runCli } from './run-cli.ts'

let harness: Harness
const folder = mkdtempSync(join(tmpdir(), 'walkaround-exports-'))
const samples = join(import.meta.dirname, '../../docs/samples/lark')
beforeAll(async () => {
  // No worker: what a model finds would differ from what is imported.
  harness = await Harness.open({ apis: 1, workers: 0 })
})
afterAll(async () => {
  await harness?.close()
  rmSync(folder, { recursive: true, force: true })
})

async function run(as: string, ...args: string[]) {
  const env = environment({
    WALKAROUND_URL: harness.urls[0] ?? '',
    WALKAROUND_TOKEN: await harness.tokens.of(as),
    NODE_EXTRA_CA_CERTS: setting(harness.ground.settings, 'STACK_CA_FILE'),
  })
  return runCli(args, env)
}

async function send(method: string, path: string, body?: Body): Promise<string> {
  const headers = { authorization: `Bearer ${await harness.tokens.of('alder-manager')}` }
  const url = `${harness.urls[0]}/v1${path}`
  const { status, text } = await harness.http.ask({ method, url, headers, ...(body ? { body } : {}) })
  if (status > 299) throw new Error(`${method} ${path}: ${status} ${text}`)
  return JSON.parse(text).id
}

const BOX = { xmin: 100, ymin: 120, width: 30, height: 40 }
const POLYGON = [
  [100, 120],
  [130, 120],
  [130, 160],
]

/** An inspection with everything that a person can write. */
async function createInspection(): Promise<string> {
  const id = await send(
    'POST',
    '/inspections',
    jsonBody({
      tasks: { damage_detection: { threshold: 0.4 }, wheel_analysis: {} },
      inspection_type: 'return',
      accident_nature: 'parking',
      usage_duration: 12,
      damage_areas: [{ id: 'area-1', relevant_elements: ['hood'] }],
      vehicle: {
        brand: 'Sample',
        plate: 'MO-VE 1',
        mileage: { value: 1_234, unit: 'km' },
        market_value: { value: 5_000, unit: 'EUR' },
        owner_info: { name: 'A. Person' },
        duplicate_keys: true,
        additional_data: { camelCase: 'as it came', nested: [{ snake_case: 1 }] },
      },
      additional_data: { note: 'hello', camelCase: { deep: true } },
    }),
  )
  const addImage = (name: string, fields: object) =>
    send(
      'POST',
      `/inspections/${id}/images`,
      multipartBody(
        { acquisition: { strategy: 'upload_multipart_form_keys', file_key: 'image' }, ...fields },
        'image',
        readFileSync(join(samples, name)),
      ),
    )
  const front = await addImage('front.jpg', {
    name: 'front',
    tasks: ['wheel_analysis', { name: 'damage_detection', image_details: { wheel_name: 'front_left' } }],
    compliances: { coverage_360: { sight_id: 'front-low' }, zoom_level: { min: 1 } },
    additional_data: { location: { latitude: 48.1 } },
    rotate_image_before_upload: 'CLOCKWISE_90',
  })
  const back = await addImage('back.jpg', {
    image_type: 'close_up',
    image_subtype: 'close_up_damage',
    image_sibling_key: 'pair-1',
    detailed_viewpoint: { centers_on: ['hood'], is_exterior: true, distance: 'near' },
    damage_area: 'area-1',
  })
  await send('PATCH', `/inspections/${id}/images/${back}`, jsonBody({ seen_from: 'back' }))
  const addDamage = (part_type: string) =>
    send('POST', `/inspections/${id}/damages`, jsonBody({ damage_type: 'dent', part_type }))
  const dent = await addDamage('hood')
  await send('PATCH', `/inspections/${id}/damages/${dent}`, jsonBody({ damage_size_cm: 12 }))
  await send(
    'POST',
    `/inspections/${id}/views`,
    jsonBody({ image_id: front, damage_id: dent, polygons: [POLYGON], bounding_box: BOX }),
  )
  await addDamage('trunk')
  return id
}

type Files = Map<string, Buffer>

function unpack(file: string): Files {
  const into = mkdtempSync(join(folder, 'unpacked-'))
  execFileSync('tar', ['-xf', file, '-C', into])
  const names = readdirSync(into, { recursive: true, encoding: 'utf8' }).filter((name) => /\.\w+$/.test(name))
  return new Map(names.toSorted().map((name) => [name, readFileSync(join(into, name))]))
}

async function save(as: string, id: string, name: string): Promise<{ file: string; files: Files }> {
  const file = join(folder, name)
  const { code, err, out } = await run(as, 'export', id, '--out', file)
  expect(code, err).toBe(0)
  expect(out).toBe(`${file}\n`)
  expect(err).toMatch(/^1 inspection\(s\), \d+ file\(s\), all digests correct\.\n$/)
  return { file, files: unpack(file) }
}

type Inspection = { additional_data: { imported_from?: object } }

const inspectionIn = (files: Files, id: string): Inspection =>
  JSON.parse(String(files.get(`${id}/inspection.json`)))

const bytesIn = (files: Files): string[] =>
  [...files].filter(([name]) => name.includes('/images/')).map(([, bytes]) => bytes.toString('base64'))

/** Where two values differ, as paths without the places in lists. */
function differencesOf(one: unknown, other: unknown, path = ''): string[] {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null)
    return Object.is(one, other) ? [] : [path]
  const [a, b] = [Object(one), Object(other)]
  const keys = [...new Set([...Object.keys(a), ...Object.keys(b)])]
  const step = (key: string) => (Array.isArray(one) ? path : `${path}.${key}`)
  return [...new Set(keys.flatMap((key) => differencesOf(a[key], b[key], step(key))))]
}

const ID = /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g
const TIME = /\d{4}-\d\d-\d\dT[\d:.]+(\+00:00|Z)/g

/** Ids by the order in which they come, and times as nothing. Where an inspection came from is said apart. */
function withoutIdsAndTimes({ additional_data, ...others }: Inspection): unknown {
  const { imported_from, ...given } = additional_data
  const record = { ...others, additional_data: given }
  const seen = new Map<string, string>()
  const numberOf = (id: string) => {
    const known = seen.get(id) ?? `id-${seen.size}`
    seen.set(id, known)
    return known
  }
  return JSON.parse(JSON.stringify(record).replaceAll(ID, numberOf).replaceAll(TIME, 'time'))
}

describe('export and import', () => {
  it('carry an inspection to another organization and back, picture by picture and field by field', async () => {
    const id = await createInspection()
    const first = await save('alder-manager', id, 'first.tar')
    const imported = await run('birch-manager', 'import', first.file)
    expect(imported.code, imported.err).toBe(0)
    expect(imported.err.split('\n').slice(1)).toEqual(['  not imported: IDs, authors, times and history', ''])
    const second = await save('birch-manager', imported.out.trim(), 'second.tar')

    expect(bytesIn(first.files)).toHaveLength(2)
    expect(bytesIn(second.files)).toEqual(bytesIn(first.files))
    expect(bytesIn(first.files)[0]).toBe(readFileSync(join(samples, 'front.jpg'), 'base64'))
    const parametersOf = ([, bytes]: [string, Buffer]) => JSON.parse(String(bytes)).data[0].compliances
    const given = [first, second].map(({ files }) =>
      [...files].filter(([name]) => name.endsWith('picture-parameters.json')).map(parametersOf),
    )
    expect(given[0]).toEqual([{ coverage_360: { sight_id: 'front-low' }, zoom_level: { min: 1 } }])
    expect(given[1]).toEqual(given[0])
    const moved = inspectionIn(second.files, imported.out.trim())
    expect(moved.additional_data.imported_from).toEqual({
      organization: 'org_alder',
      inspection_id: id,
      exported_at: expect.stringMatching(/^20/),
    })
    const before = withoutIdsAndTimes(inspectionIn(first.files, id))
    expect(differencesOf(before, withoutIdsAndTimes(moved)).toSorted()).toEqual([
      '.creator_id',
      '.damages.created_by',
      '.images.views.created_by',
      '.owner_id',
      '.parts.created_by',
    ])

    const back = await run('alder-manager', 'import', second.file)
    expect(back.code, back.err).toBe(0)
    const third = await save('alder-manager', back.out.trim(), 'third.tar')
    expect(bytesIn(third.files)).toEqual(bytesIn(first.files))
    const again = withoutIdsAndTimes(inspectionIn(third.files, back.out.trim()))
    expect(again).toEqual(before)
  })

  it('refuse an archive that was changed, cut off or is none, and make nothing of it', async () => {
    const id = (await run('alder-manager', 'inspections', 'create', '--vehicle', 'plate=TA-MP 1')).out.trim()
    const { file } = await save('alder-manager', id, 'whole.tar')
    const bytes = readFileSync(file)
    const at = bytes.indexOf('TA-MP 1')
    expect(at).toBeGreaterThan(0)
    const changed = Buffer.from(bytes)
    changed.write('TA-MP 2', at)
    const cases: [string, Buffer, RegExp][] = [
      ['changed', changed, /changed: .*inspection\.json is not what the manifest says/],
      ['without its manifest', bytes.subarray(0, bytes.lastIndexOf('manifest.json')), /incomplete/],
      ['cut off', bytes.subarray(0, 700), /incomplete/],
      ['a picture', readFileSync(join(samples, 'front.jpg')), /not an archive/],
    ]
    const count = async () => (await harness.rows('select id from inspections')).length
    const before = await count()
    for (const [name, content, words] of cases) {
      const broken = join(folder, `${name}.tar`)
      writeFileSync(broken, content)
      const { code, err } = await run('birch-manager', 'import', broken)
      expect(code, name).toBe(EXIT.refused.code)
      expect(err, name).toMatch(words)
    }
    expect(await count()).toBe(before)
  })

  it('say what to do: a file that exists, nothing to export, somebody who may not', async () => {
    const id = (await run('alder-manager', 'inspections', 'create', '--vehicle', 'plate=EX-IT 1')).out.trim()
    const file = join(folder, 'exists.tar')
    writeFileSync(file, 'kept')
    const exists = await run('alder-manager', 'export', id, '--out', file)
    expect(exists).toMatchObject({ code: EXIT.usage.code, out: '' })
    expect(exists.err).toContain('exists')
    expect(readFileSync(file, 'utf8')).toBe('kept')
    expect((await run('alder-manager', 'export')).code).toBe(EXIT.usage.code)
    expect((await run('alder-reader', 'export', id)).code).toBe(EXIT.access.code)
    expect((await run('birch-manager', 'export', id)).code).toBe(EXIT.missing.code)
    const vehicle = join(folder, 'vehicle.tar')
    expect((await run('alder-manager', 'export', '--plate', 'exit1', '--out', vehicle)).code).toBe(0)
    expect([...unpack(vehicle).keys()]).toContain(`${id}/inspection.json`)
  })
})
