import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { OWN_TABLES_DIR, OWN_WEAR_DIR, openTables, openWearPacks } from './open-tables.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tables-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

type Json = { [key: string]: unknown }
const own = (): Json => JSON.parse(readFileSync(join(OWN_TABLES_DIR, 'de.json'), 'utf8'))

/** Opens a folder with the German table after a change of one place in it. */
function openChanged(path: string, value: unknown) {
  const table = own()
  const keys = path.split('.')
  const last = keys.pop() ?? ''
  // Every path of these tests leads through objects.
  const place = keys.reduce((object, key) => object[key] as Json, table)
  if (value === undefined) delete place[last]
  else place[last] = value
  writeFileSync(join(folder, 'de.json'), JSON.stringify(table))
  return openTables(folder)
}

describe('openTables', () => {
  it('opens the shipped ones, one for each region', async () => {
    const tables = await openTables(OWN_TABLES_DIR)
    expect(tables.map(({ region, currency }) => [region, currency])).toEqual([
      ['DE', 'EUR'],
      ['FR', 'EUR'],
      ['GB', 'GBP'],
      ['US', 'USD'],
    ])
  })

  it('has the same digest for the same content in another order, and another one for another figure', async () => {
    const [shipped] = await openTables(OWN_TABLES_DIR)
    const reversed = Object.fromEntries(Object.entries(own()).reverse())
    writeFileSync(join(folder, 'de.json'), JSON.stringify(reversed))
    expect((await openTables(folder))[0]?.sha256).toBe(shipped?.sha256)
    expect((await openChanged('tax.rate', 0.2))[0]?.sha256).not.toBe(shipped?.sha256)
  })

  it.each([
    ['vehicles', [{ rows: {} }], 'names neither brands nor vehicle_types'],
    ['vehicles', [{ vehicle_types: ['spaceship'], rows: {} }], 'spaceship, which is no vehicle type'],
    [
      'rates.body.minor_per_hour',
      169.75,
      /de\.json cannot be used: \$\.rates\.body\.minor_per_hour must be integer/,
    ],
    ['rates.paint', undefined, /\$\.rates must have required properties paint/],
    ['rates.lunch', 1, /\$\.rates must not have additional properties/],
    ['currency', 'Euro', /\$\.currency must match pattern/],
    ['tax.source', 'hearsay', /\$\.tax\.source is "hearsay", which is neither in sources/],
    ['rows.hood.refinish_hours', 3.0005, /\$\.rows\.hood\.refinish_hours has more than three digits/],
    ['part_markup.share', 0.12345, /\$\.part_markup\.share has more than four digits/],
    ['rows.wing', own().blend, /\$\.rows\.wing/],
    ['rows.roof', undefined, /\$\.rows has nothing for roof/],
    ['pdr.sizes_mm', [18, 21], /\$\.pdr\.matrices\.other\.minor needs 2 rows of 3 prices/],
    ['pdr.counts', [5, 15, 10], /counts must rise/],
    ['pdr.max_mm', 60, /sizes_mm must reach max_mm/],
    ['size.unknown_mm.low', 200, /\$\.size\.unknown_mm is not in order/],
  ])('names %s = %s', async (path, value, message) => {
    await expect(openChanged(path, value)).rejects.toThrow(message)
  })

  it('names a name that means no part', async () => {
    await expect(openChanged('rows.wing', (own().rows as Json).hood)).rejects.toThrow(
      /\$\.rows\.wing is the name of no part/,
    )
  })

  it('refuses a matrix that gets cheaper with more dents', async () => {
    const minor = [1, 2, 3, 4, 5].map((n) => [n, n + 1, n + 2])
    minor[2] = [9, 8, 10]
    await expect(openChanged('pdr.matrices.other.minor', minor)).rejects.toThrow(
      /minor falls where dents are larger or more/,
    )
  })

  it('refuses broken JSON, two tables of one id, and a folder without any', async () => {
    await expect(openTables(folder)).rejects.toThrow(/holds no \.json file/)
    cpSync(join(OWN_TABLES_DIR, 'de.json'), join(folder, 'a.json'))
    cpSync(join(OWN_TABLES_DIR, 'de.json'), join(folder, 'b.json'))
    await expect(openTables(folder)).rejects.toThrow(/two files with the id walkaround-de/)
    writeFileSync(join(folder, 'b.json'), '{ "id": ')
    await expect(openTables(folder)).rejects.toThrow(/b\.json is no JSON/)
  })
})

describe('openWearPacks', () => {
  it('opens the shipped ones', async () => {
    const packs = await openWearPacks(OWN_WEAR_DIR)
    expect(packs.map((pack) => pack.id)).toEqual(['wear-a', 'wear-b', 'wear-c'])
  })

  it('refuses a rule id that stands twice', async () => {
    const pack = JSON.parse(readFileSync(join(OWN_WEAR_DIR, 'wear-a.json'), 'utf8'))
    writeFileSync(join(folder, 'w.json'), JSON.stringify({ ...pack, rules: [...pack.rules, pack.rules[0]] }))
    await expect(openWearPacks(folder)).rejects.toThrow(/\$\.rules has never_accepted twice/)
  })
})
