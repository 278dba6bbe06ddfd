import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openReaders, requireRead } from '../../../../test/read-photos.ts'
import type { Models } from '../../inference/model.ts'
import { runOdometer } from '../odometer/run-odometer.ts'
import { runImagesOcr } from './run-images-ocr.ts'

let models: Models

beforeAll(async () => {
  models = await openReaders()
})
afterAll(() => models.close())

/** A picture with lines of text, drawn by us: there are no papers and dashboards to test with. */
async function drawLines(lines: string[], turn = 0) {
  const rows = lines.map((line, row) => {
    const text = line.replaceAll('<', '&lt;')
    return `<text x="40" y="${80 + 60 * row}" font-family="DejaVu Sans Mono" font-size="30">${text}</text>`
  })
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="960" height="${60 + 60 * lines.length}">
    <rect width="100%" height="100%" fill="#fff"/>${rows.join('')}</svg>`
  const flat = await sharp(Buffer.from(svg)).rotate(turn).jpeg().toBuffer({ resolveWithObject: true })
  const { data: jpeg, info } = flat
  const picture = { jpeg, sha256: createHash('sha256').update(jpeg).digest('hex') }
  return { picture, size: { image_width: info.width, image_height: info.height } }
}

async function ocrOf(lines: string[], image_type: string, turn = 0) {
  const { picture, size } = await drawLines(lines, turn)
  return (await runImagesOcr({ models }, picture, { ...size, details: { image_type } })).result
}

describe('runImagesOcr', () => {
  // More of each in run-images-ocr.full.test.ts.
  it('reads the plate on a photo', () => requireRead(models, 'plate', 'ro_00.jpg'))
  it('reads the VIN on a photo', () => requireRead(models, 'vin', 'image_1441_jpg.jpg'))

  it('gives places in pixels of the picture, and the same answer twice', async () => {
    const { picture, size } = await drawLines(['VF1KG0B0526123154'])
    // Four times as large as its working picture.
    const large = { image_width: size.image_width * 4, image_height: size.image_height * 4, details: {} }
    const first = await runImagesOcr({ models }, picture, large)
    const second = await runImagesOcr({ models }, picture, large)
    expect(JSON.stringify(first)).toBe(JSON.stringify(second))
    const [x = 0, y = 0] = first.result.lines[0]?.polygon[0] ?? []
    expect(Math.hypot(x - 160, y - 220)).toBeLessThan(60)
    expect(first).toMatchObject({
      result: { type: null, vin: { value: 'VF1KG0B0526123154' }, plate: null },
      models: ['text-detector', 'text-recognizer'],
    })
  })

  it('reads a picture that stands on its head', async () => {
    const { vin, lines } = await ocrOf(['WBADL82060CA12346'], 'VIN', 180)
    expect(vin?.value).toBe('WBADL82060CA12346')
    expect(lines.map(({ text }) => text)).toEqual(['WBADL82060CA12346'])
  })

  it('reads a VIN on its head beside text that is upright', async () => {
    const upright = await drawLines(['INSPECTION STICKER', 'MOTOR NUMBER'])
    const turned = await drawLines(['WBADL82060CA12346'], 180)
    const { data: jpeg, info } = await sharp(upright.picture.jpeg)
      .extend({ bottom: turned.size.image_height })
      .composite([{ input: turned.picture.jpeg, top: upright.size.image_height, left: 0 }])
      .jpeg()
      .toBuffer({ resolveWithObject: true })
    const image = { image_width: info.width, image_height: info.height, details: { image_type: 'VIN' } }
    const { result } = await runImagesOcr({ models }, { jpeg, sha256: '' }, image)
    expect(result.vin?.value).toBe('WBADL82060CA12346')
  })

  it('reads the fields of a registration certificate', async () => {
    const lines = ['A AB-123-CD', 'B 12/05/2016', 'D.1 RENAULT', 'E VF1KG0B0526123154', 'P.6 5', 'V.7 105']
    const { fields, vin, plate } = await ocrOf(lines, 'VEHICLE_REGISTRATION_PAPERS_FR')
    expect(fields).toMatchObject({
      first_registration_date: { value: '12/05/2016' },
      make: { value: 'RENAULT' },
    })
    expect(vin).toMatchObject({ value: 'VF1KG0B0526123154', check_digit: 'not_used' })
    expect(plate).toMatchObject({ value: 'AB123CD', country: 'FR' })
  })

  it('reads the machine-readable lines of a passport', async () => {
    const lines = [
      'P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<',
      'L898902C36UTO7408122F1204159ZE184226B<<<<<10',
    ]
    const { fields } = await ocrOf(lines, 'PASSPORT')
    expect(fields).toMatchObject({ surname: { value: 'ERIKSSON' }, document_number: { value: 'L898902C3' } })
  })

  it('finds nothing on a picture without text', async () => {
    expect(await ocrOf([''], 'VIN')).toEqual({ type: 'VIN', lines: [], vin: null, plate: null, fields: {} })
  })
})

describe('runOdometer', () => {
  it('reads the distance, and says so when there is none', async () => {
    const dashboard = await drawLines(['12:45', 'ODO 104532 km', 'TRIP 345.6 km'])
    const read = await runOdometer({ models }, dashboard.picture, dashboard.size)
    expect(read.result).toMatchObject({ value: 104532, unit: 'km', error: null })
    const empty = await drawLines(['12:45', 'P R N D'])
    const none = await runOdometer({ models }, empty.picture, empty.size)
    expect(none.result).toEqual({
      value: null,
      unit: null,
      confidence_score: 0,
      error: 'No number on the picture looks like an odometer.',
    })
  })
})
